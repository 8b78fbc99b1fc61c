"""Conversations on the page: their addresses, and what happens when they come and go, here and elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

from app.settings import load_settings
from tests.app.web.conftest import Visiting

pytestmark = pytest.mark.asyncio(loop_scope="module")

MEMBERS = "How many members did the Skellvane Tidal Cooperative have at the end of 2023?"


async def test_the_way_to_the_question_leaves_the_conversation_open(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page = visit.page
        await visit.ask(MEMBERS)
        address = page.url
        await page.focus(".skip")
        await page.keyboard.press("Enter")
        await expect(page.locator("#question")).to_be_focused()
        await page.evaluate("location.hash = '#elsewhere'")
        await visit.ask("And in 2022?")
        await expect(page.locator(".exchange")).to_have_count(2)
        assert page.url == address
        await page.reload()
        await expect(page.locator(".exchange")).to_have_count(2)


async def test_an_address_that_is_cut_off_says_so_and_a_question_can_be_asked(
    sample_copy: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        await visit.page.goto(f"{visit.served.url}/#/conversation/%E0%A4%A")
        await visit.page.reload()
        await expect(visit.page.locator(".toast")).to_contain_text("not there any more")
        await visit.ask(MEMBERS)
        assert "447" in await visit.answer()
        # The browser itself reports each reply of 404.
        visit.complaints[:] = [each for each in visit.complaints if "404" not in each]
