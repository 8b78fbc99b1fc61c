"""What the page's address names beside the conversation: copied, sent, reloaded, and gone back from."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from app.settings import load_settings
from tests.app.web.conftest import Visit, Visiting, without_status

pytestmark = pytest.mark.asyncio(loop_scope="session")

MEMBERS = "How many members did the Skellvane Tidal Cooperative have at the end of 2023?"
GENERATION = "What was the net generation of the Skellvane Tidal Cooperative in 2023?"


async def test_what_is_open_beside_an_answer_is_in_the_address(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy), width=1440) as visit:
        page, viewer = visit.page, visit.page.locator("#viewer")
        await visit.ask(GENERATION)
        conversation = page.url
        chips = page.locator(".words .chip")
        await chips.first.click()
        first = page.url
        assert re.search(r"\?answer=[^&]+&source=\d+(&quote=\d+)?&page=\d+$", first)
        await chips.last.click()
        await expect(viewer.locator(".viewer-quote .chip")).to_have_text(await number(visit, -1))
        assert page.url not in {first, conversation}
        quoted = await viewer.locator("q").inner_text()
        await page.reload()
        await expect(viewer.locator("q")).to_have_text(quoted)
        await expect(viewer.locator(".viewer-title")).to_be_focused()
        await page.go_back()
        await expect(viewer).to_be_hidden()
        assert page.url == conversation
        await expect(page.locator(".words")).to_be_visible()
        await page.go_forward()
        await expect(viewer.locator("q")).to_have_text(quoted)
        await page.get_by_role("button", name="Close the page").click()
        await expect(viewer).to_be_hidden()
        await page.wait_for_url(conversation)


async def test_a_link_that_was_sent_shows_the_same(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy), width=1440, apart=True) as visit:
        page, viewer = visit.page, visit.page.locator("#viewer")
        await visit.ask(GENERATION)
        await visit.ask(MEMBERS)
        conversation = page.url
        await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        await page.locator(".exchange").first.locator(".words .chip").first.click()
        await page.get_by_role("button", name="Next page").click()
        await expect(page.get_by_role("button", name="Page 3 of ")).to_be_visible()
        await viewer.get_by_role("button", name="Copy link").click()
        await expect(viewer.get_by_role("button", name="Copied")).to_be_visible()
        link = await page.evaluate("navigator.clipboard.readText()")
        assert link == page.url
        await page.goto("about:blank")
        await page.goto(link)
        await expect(page.get_by_role("button", name="Page 3 of ")).to_be_visible()
        await expect(page.locator(".exchange").first.locator(".asked")).to_be_in_viewport()
        await page.keyboard.press("Escape")
        await expect(viewer).to_be_hidden()
        await expect(page.locator(".exchange").first.locator(".words .chip").first).to_be_focused()
        assert page.url == conversation

        await page.locator(".exchange").first.get_by_role("button", name="Copy link").click()
        await expect(page.locator(".after").get_by_role("button", name="Copied")).to_be_visible()
        link = await page.evaluate("navigator.clipboard.readText()")
        await page.goto("about:blank")
        await page.goto(link)
        await expect(page.locator(".exchange").first.locator(".asked")).to_be_in_viewport()
        await expect(viewer).to_be_hidden()


async def test_a_link_to_what_is_not_there_says_so(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy), width=1440) as visit:
        page = visit.page
        await visit.ask(MEMBERS)
        conversation = page.url
        answer = await page.locator(".exchange").get_attribute("data-answer")
        for wanted, told in (("answer=nothing&source=1", "not there any more"), (f"answer={answer}&source=99", "99")):
            await page.goto(f"{conversation}?{wanted}")
            await expect(page.locator(".toast")).to_contain_text(told)
            await expect(page.locator("#viewer")).to_be_hidden()
            assert page.url == conversation
            await page.get_by_role("button", name="Dismiss").click()


async def test_a_link_to_a_page_behind_the_last_says_how_many_there_are_and_leads_to_them(
    sample_copy: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page, viewer = visit.page, visit.page.locator("#viewer")
        report, people = await identifier(visit, "annual-report-2023.pdf"), await identifier(visit, "people.txt")
        for wanted, last in ((99, "Last page"), (123_456_789, "First page")):
            await page.goto(f"{visit.served.url}#/?document={report}&page={wanted}")
            told = f"There is no page {wanted:,}. annual-report-2023.pdf has 4 pages."
            await expect(viewer.locator(".problem p")).to_have_text(told)
            await expect(viewer.locator(".viewer-title")).to_have_text("annual-report-2023.pdf")
            await viewer.get_by_role("button", name=last).focus()
            await page.keyboard.press("Enter")
            number = 4 if last == "Last page" else 1
            await expect(page.get_by_role("button", name=f"Page {number} of 4")).to_be_visible()
            await expect(viewer.locator(".viewer-title")).to_be_focused()
            assert page.url.endswith(f"document={report}&page={number}")
        await page.goto(f"{visit.served.url}#/?document={people}&page=2")
        await expect(viewer.locator(".problem p")).to_have_text("There is no page 2. people.txt has 1 page.")
        await viewer.get_by_role("button", name="Show the page").click()
        await expect(viewer.locator(".reader")).to_contain_text("Brindle")
        await page.goto(f"{visit.served.url}#/?document=d0&page=2")
        told = "This page is not there any more. The document was deleted, or the link is incomplete."
        await expect(viewer.locator(".problem p")).to_have_text(told)
        without_status(visit, 404)
        without_status(visit, 422)


async def test_a_link_to_a_document_that_failed_says_why_and_how_to_mend_it(tmp_path: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        page, viewer = visit.page, visit.page.locator("#viewer")
        await visit.drop({"chart.pdf": b"%PDF-1.7 nothing else"})
        await expect(page.locator(".tray-heading")).to_contain_text("1 file could not be read", timeout=40_000)
        failed = await identifier(visit, "chart.pdf")
        await page.goto("about:blank")
        await page.goto(f"{visit.served.url}#/?document={failed}&page=1")
        await expect(viewer.locator(".viewer-title")).to_have_text("chart.pdf")
        told = viewer.locator(".problem p")
        await expect(told).to_contain_text("'chart.pdf' is a damaged or truncated PDF. It has nothing to show.")
        await expect(told).to_contain_text("print it to a new PDF.")
        without_status(visit, 409)


async def test_back_from_a_document_stays_in_the_conversation_that_was_begun_beside_it(
    sample_copy: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=sample_copy), width=1440) as visit:
        page, viewer = visit.page, visit.page.locator("#viewer")
        await page.locator(".document-open").first.click()
        await expect(viewer).to_be_visible()
        assert "/#/?document=" in page.url
        await visit.ask(MEMBERS)
        assert re.search("/conversation/.+\\?document=", page.url)
        await page.go_back()
        await expect(viewer).to_be_hidden()
        await expect(page.locator(".exchange")).to_have_count(1)
        conversation = page.url
        assert re.search("/conversation/[^?]+$", conversation)
        # What is gone to from an open page is left by going back to that page.
        await page.locator(".words .chip").first.click()
        beside = page.url
        await page.click("#new-conversation")
        await expect(viewer).to_be_hidden()
        await expect(page.locator(".exchange")).to_have_count(0)
        await page.go_back()
        await expect(viewer.locator(".viewer-quote")).to_be_visible()
        await expect(page.locator(".exchange")).to_have_count(1)
        assert page.url == beside
        # A conversation that is deleted is not gone back to, nor a page beside it.
        await page.locator(".session [aria-label^=Delete]").first.click()
        await page.get_by_role("button", name="Delete conversation").click()
        await expect(page.locator(".exchange")).to_have_count(0)
        assert page.url.endswith("/#/")
        await expect(viewer).to_be_hidden()


async def number(visit: Visit, place: int) -> str:
    """Of a chip in the newest answer."""
    return (await visit.page.locator(".words .chip").nth(place).inner_text()).strip("[]")


async def identifier(visit: Visit, file_name: str) -> str:
    """Of the document of this name."""
    [found] = (await visit.served.client.get("/documents", params={"file_name": file_name})).json()["documents"]
    return str(found["document_id"])
