"""How the page begins: with a key, without one, with a service that does not answer, and in more than one window."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from playwright.async_api import Route, expect

from app.settings import load_settings
from tests.app.web.conftest import Visiting, locked, slowly, without_broken_requests, without_status

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_who_gives_no_key_is_asked_again_when_they_want_to(tmp_path: Path, visiting: Visiting) -> None:
    settings, key = await locked(tmp_path / "home")
    async with visiting(settings) as visit:
        page, dialog = visit.page, visit.page.get_by_role("dialog")
        await expect(dialog).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(page.locator(".empty-title")).to_have_text("This service asks for a key")
        await expect(dialog).to_have_count(0)
        await expect(page.locator(".toast")).to_have_count(0)
        await page.get_by_role("button", name="Give a key").click()
        # The service is asked before the person is.
        await expect(dialog).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(dialog).to_have_count(0)
        # Whatever wants the key next, the page begins with it.
        await page.get_by_role("button", name="New collection").click()
        await page.fill(".dialog input", "tides")
        await page.keyboard.press("Enter")
        await expect(dialog.last).to_contain_text("This service asks for a key")
        await dialog.last.locator("input").fill(key)
        await page.keyboard.press("Enter")
        await expect(page.locator(".collection-name")).to_have_text("tides")
        await expect(page.locator(".empty-title")).to_have_text("Ask many documents at once")
        await expect(page.get_by_role("button", name="Try the sample documents")).to_be_enabled()
        without_status(visit, 401)


async def test_no_key_is_asked_for_where_none_would_help(tmp_path: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        error = {"error": {"code": "unauthorized", "message": "Pages of other sites may not send this.", "hint": ""}}
        await visit.page.route("**/sessions", lambda route: route.fulfill(status=401, json=error))
        await visit.drop({"hask.txt": b"The tide at Hask is 41 m."})
        await expect(visit.page.locator(".tray-file.failed")).to_contain_text("Pages of other sites may not send this.")
        await expect(visit.page.get_by_role("dialog")).to_have_count(0)
        without_status(visit, 401)


async def test_a_page_that_finds_no_service_can_try_again(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page = visit.page
        await page.route("**/samples", lambda route: route.abort())
        await page.reload()
        await expect(page.locator(".empty-title")).to_have_text("The service does not answer.")
        await page.unroute("**/samples")
        await page.get_by_role("button", name="Try again").click()
        await expect(page.locator(".empty-title")).to_have_text("What would you like to know?")
        await expect(page.locator(".document")).to_have_count(15)
        without_broken_requests(visit)


async def test_the_page_works_where_the_browser_keeps_nothing(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy), apart=True) as visit:
        refuse = "{ get() { throw new DOMException('', 'SecurityError'); } }"
        await visit.page.add_init_script(
            f"for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, {refuse});"
        )
        await visit.page.reload()
        await expect(visit.page.locator(".document")).to_have_count(15)
        await visit.page.click("#theme")
        await expect(visit.page.locator("#theme")).to_have_attribute("aria-label", "Colours: light")


async def test_a_window_that_is_looked_at_again_shows_what_another_one_did(tmp_path: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        await expect(visit.page.locator(".empty")).to_be_visible()
        await visit.served.client.post("/collections", json={"name": "tides"})
        await visit.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        await expect(visit.page.locator(".collection-name")).to_have_text("tides")


async def test_rows_of_documents_are_drawn_anew_where_they_have_changed(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page, rows = visit.page, visit.page.locator(".document")
        await expect(rows).to_have_count(15)
        await rows.evaluate_all("rows => { for (const row of rows) row.isTheSame = true; }")
        people = rows.filter(has_text="people.txt")
        await page.get_by_role("button", name="Delete people.txt").click()
        await page.get_by_role("button", name="Delete document").click()
        await expect(people).to_have_count(0)
        assert await rows.evaluate_all("rows => rows.filter((row) => row.isTheSame).length") == 14


async def test_documents_of_a_long_list_are_found_by_name(tmp_path: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        page, rows, finder = visit.page, visit.page.locator(".document:visible"), visit.page.locator("#library .finder")
        await visit.drop({f"gauge-{number}.txt": f"Gauge {number}".encode() for number in range(31)})
        await expect(page.locator(".tray-heading")).to_contain_text("31 files ready", timeout=60_000)
        await expect(rows).to_have_count(31)
        # Else it may be said after what is found, in its place.
        await expect(page.locator("#announcer")).to_have_text("31 files ready in this conversation.")
        await finder.press_sequentially("GAUGE-1")
        await expect(rows).to_have_count(11)
        await expect(page.locator("#announcer")).to_have_text("11 documents.")
        # Who writes goes on where the list is read anew meanwhile.
        async with page.expect_response("**/documents?*"):
            await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        await page.keyboard.type("2")
        await expect(finder).to_have_value("GAUGE-12")
        await expect(rows).to_have_text([re.compile("gauge-12.txt")])
        await page.keyboard.type("x")
        await expect(rows).to_have_count(0)
        await expect(page.locator("#library")).to_contain_text("No document of this name.")
        await page.keyboard.press("Escape")
        await expect(finder).to_be_focused()
        await expect(rows).to_have_count(31)


async def test_a_name_that_cannot_be_is_there_to_be_changed(tmp_path: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        page, dialog = visit.page, visit.page.get_by_role("dialog")
        for name in ("one", "two", "three"):
            await visit.served.client.post("/collections", json={"name": name})
        await page.reload()
        await expect(page.locator(".collection")).to_have_count(3)
        await page.get_by_role("button", name="New collection").click()
        await page.fill(".dialog input", "   ")
        await page.keyboard.press("Enter")
        await expect(dialog).to_be_visible()
        await page.fill(".dialog input", "one")
        await page.keyboard.press("Enter")
        await expect(dialog.get_by_role("alert")).to_contain_text("There is a collection 'one' already.")
        await expect(page.locator(".dialog input")).to_have_value("one")
        assert await page.locator(".dialog input").get_attribute("maxlength") == "200"
        await page.fill(".dialog input", "four")
        await page.keyboard.press("Enter")
        await expect(dialog).to_have_count(0)
        # A collection that was just made is read, however many there are.
        four = page.locator(".collection", has_text="four")
        await expect(four.locator(".collection-body")).to_contain_text("No documents yet.")
        without_status(visit, 409)


async def test_files_that_are_added_before_the_page_is_there_stay_on_it(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        await slowly(visit, "**/samples", "GET")
        await slowly(visit, "**/sessions", "POST", 2)
        await visit.page.reload()
        await visit.drop({"hask.txt": b"The tide at Hask is 41 m."})
        await expect(visit.page.locator(".tray-heading")).to_contain_text("1 file ready", timeout=40_000)
        await expect(visit.page.locator("#scope")).to_contain_text("16 documents: this conversation")


async def test_documents_are_called_by_what_is_read_of_them(sample_copy: Path, visiting: Visiting) -> None:
    """Who speaks to the machine says what stands there."""
    async with visiting(load_settings(home=sample_copy)) as visit:
        await expect(visit.page.locator(".document-open")).to_have_count(15)
        buttons = await visit.page.locator(".document-open").evaluate_all(
            """buttons => buttons.map((button) => {
                const words = (text) => text.match(/[^\\s,]+/g).join(" ");
                return [words(button.getAttribute("aria-label")), words(button.textContent)];
            })"""
        )
        assert all(label == read for label, read in buttons), buttons


async def test_the_samples_are_added_and_not_sent(tmp_path: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        may_go_on = asyncio.Event()

        async def wait(route: Route) -> None:
            await may_go_on.wait()
            await route.abort()

        await visit.page.route(lambda address: address.endswith("/samples"), wait)
        await visit.page.get_by_role("button", name="Try the sample documents").click()
        await expect(visit.page.locator(".tray-state").first).to_have_text("being added…")
        may_go_on.set()
        await expect(visit.page.locator(".tray-heading")).to_contain_text("Could not be added")
        without_broken_requests(visit)
