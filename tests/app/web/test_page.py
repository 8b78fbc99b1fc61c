"""The page, driven by a real browser the way a person goes."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from playwright.async_api import Route, expect

from app.samples import sample_paths
from app.settings import load_settings
from tests.app.scanned_pdfs import drawn, text, with_broken_pages
from tests.app.web.conftest import Visit, Visiting, locked, without_status
from tests.openai_server import OpenAIServer, Pause, pauses

pytestmark = pytest.mark.asyncio(loop_scope="session")

MEMBERS = "How many members did the Skellvane Tidal Cooperative have at the end of 2023?"
GENERATION = "What was the net generation of the Skellvane Tidal Cooperative in 2023?"
THREE = ("annual-report-2023.pdf", "supply-contract-2022.docx", "people.txt")
HOSTILE = """<html><head><title>Tariffs</title></head><body>
<h1>Tariffs</h1><script>window.hurt = 1</script><img src="x" onerror="window.hurt = 2">
<p>The tariff of Gull Bay is 41 crowns. &lt;script&gt;window.hurt = 3&lt;/script&gt;
&lt;img src=x onerror="window.hurt = 4"&gt;</p></body></html>"""


async def citations(visit: Visit) -> list[list[str]]:
    """The labels of the chips of each answer."""
    chips = "each => [...each.querySelectorAll('.words .chip')].map(chip => chip.getAttribute('aria-label'))"
    found: list[list[str]] = await visit.page.evaluate(f"[...document.querySelectorAll('.exchange')].map({chips})")
    return found


async def test_the_whole_way_a_person_goes(tmp_path: Path, visiting: Visiting) -> None:
    files = {path.name: path.read_bytes() for path in sample_paths() if path.name in THREE}
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        page = visit.page
        await expect(page.locator(".empty-title")).to_have_text("Ask many documents at once")
        await visit.drop(files)
        await expect(page.locator(".tray-file progress")).to_have_count(3)
        await expect(page.locator(".tray-heading")).to_have_text("3 files ready in this conversation", timeout=40_000)
        await expect(page.locator("#scope")).to_contain_text("3 documents: this conversation")
        await page.reload()
        await expect(page.locator("#scope")).to_contain_text("3 documents: this conversation")

        await visit.ask(MEMBERS)
        assert "447" in await visit.answer()
        await page.locator(".words .chip").first.click()
        picture = page.locator(".page-picture")
        await expect(picture).to_have_attribute("alt", re.compile("annual-report-2023.pdf.* Marked: .*447"))
        assert await picture.evaluate("image => image.naturalWidth") > 500
        await page.keyboard.press("ArrowRight")
        await expect(page.locator(".pager").first).to_contain_text(re.compile(r"Page [2-9] of 4"))
        await page.keyboard.press("Escape")
        await expect(page.locator("#viewer")).to_be_hidden()

        await visit.ask("And in 2022?")
        await expect(page.locator(".understood").last).to_contain_text("2022")
        assert "412" in await visit.answer()

        before = await citations(visit)
        assert all(before)
        assert len(before) == 2
        await page.reload()
        await expect(page.locator(".exchange")).to_have_count(2)
        assert await citations(visit) == before
        await page.locator(".thumb").first.click()
        await page.fill(".comment input", "Just so.")
        await page.press(".comment input", "Enter")
        await expect(page.locator(".thanks")).to_be_visible()

        await page.locator(".document", has_text="annual-report-2023.pdf").hover()
        await page.get_by_role("button", name="Delete annual-report-2023.pdf").click()
        await page.get_by_role("button", name="Delete document").click()
        await expect(page.locator(".document")).to_have_count(2)
        await visit.ask(MEMBERS)
        assert "447" not in await visit.answer()
        assert not any("annual-report" in label for label in (await citations(visit))[-1])
        kept = (await visit.served.client.get("/feedback")).json()["feedback"]
        assert [(each["value"], each["comment"]) for each in kept] == [(1, ""), (1, "Just so.")]


async def test_what_a_document_says_is_shown_and_never_run(tmp_path: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        page = visit.page
        name = "<img src=x onerror='window.hurt=5'>.html"
        await visit.drop({name: HOSTILE.encode(), "empty.txt": b""})
        await expect(page.locator(".tray-heading")).to_have_text(
            "1 file ready in this conversation; 1 file could not be read", timeout=40_000
        )
        await expect(page.locator(".tray-file.failed")).to_contain_text("empty.txt")
        await visit.ask("What is the tariff of Gull Bay?")
        assert "41 crowns" in await visit.answer()
        await page.locator(".words .chip").first.click()
        await expect(page.locator(".page-text mark.strong").first).to_contain_text("41 crowns")
        await expect(page.locator(".page-text")).to_contain_text("<script>window.hurt = 3</script>")
        await page.locator(".why summary").click()
        assert await page.evaluate("window.hurt") is None


async def test_what_was_read_in_vain_is_shown_where_nothing_answers(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        await visit.ask("Who is the captain of the research vessel Albatross?")
        assert "do not mention" in await visit.answer()
        closest = visit.page.get_by_label("Closest passages")
        await expect(closest.get_by_role("listitem")).to_have_count(5)
        first = closest.get_by_role("button").first
        quoted = await first.locator("q").inner_text()
        assert len(quoted) > 40
        await first.click()
        await expect(visit.page.locator("#viewer")).to_be_visible()
        await visit.page.keyboard.press("Escape")
        await visit.page.reload()
        await expect(closest.get_by_role("listitem")).to_have_count(5)
        # A conversation keeps their places; what stands there is read again.
        await expect(first.locator("q")).to_contain_text(quoted[:20])
        for each in await closest.locator("q").all():
            await each.scroll_into_view_if_needed()
            await expect(each).to_contain_text(re.compile(r"\w{3}"))


async def test_a_passage_that_is_gone_when_its_conversation_is_opened_again_leaves_its_place(
    sample_copy: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        await visit.ask("Who is the captain of the research vessel Albatross?")
        closest = visit.page.get_by_label("Closest passages")
        await closest.get_by_role("listitem").first.wait_for()
        for document in (await visit.served.client.get("/documents")).json()["documents"]:
            await visit.served.client.delete(f"/documents/{document['document_id']}")
        await visit.page.reload()
        await expect(closest.get_by_role("listitem")).to_have_count(5)
        await expect(closest.get_by_role("listitem").first).to_contain_text("page")
        await expect(closest.locator("q.unread")).to_have_count(0)
        await expect(closest.locator("q")).to_have_count(0)
        without_status(visit, 404)


async def test_marks_of_a_question_are_read_back_as_they_were_typed(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        await visit.ask("Is the **captain** of the `Albatross` named in [1]?")
        assert "“Is the **captain** of the `Albatross` named in [1]”" in await visit.answer()
        words = visit.page.locator(".exchange .words")
        await expect(words.locator("strong, code, .chip")).to_have_count(0)
        assert "\u2060" not in await words.inner_text()


async def test_of_a_long_passage_the_words_that_answer_are_shown(tmp_path: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        places = ", ".join(f"past the quay of number {place} and its sheds" for place in range(20))
        text = f"# Walks\n\nThe walk leads {places}, and ends at the lighthouse keeper Jorun Vey's garden."
        await visit.drop({"walks.md": text.encode()})
        await expect(visit.page.locator(".tray-heading")).to_contain_text("1 file ready", timeout=40_000)
        await visit.ask("Where does the lighthouse keeper have a garden?")
        assert "Jorun Vey" in await visit.answer()
        shown = await visit.page.locator(".passage q").first.inner_text()
        assert "keeper Jorun Vey" in shown
        assert len(shown) < 200


async def test_small_talk_is_not_missing_in_the_documents_and_empty_conversations_are_not_listed(
    sample_copy: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        empty = "fetch('sessions', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{}'})"
        await visit.page.evaluate(empty)
        await visit.page.reload()
        await visit.ask("Hello")
        assert "Ask me something" in await visit.answer()
        await expect(visit.page.locator(".no-evidence-label")).to_be_hidden()
        await expect(visit.page.get_by_label("Closest passages")).to_have_count(0)
        await expect(visit.page.locator("#sessions a")).to_have_text(["Hello"])


async def test_files_that_are_added_while_the_page_begins_are_shown_once(tmp_path: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        taken_in = asyncio.Event()

        async def answer_late(route: Route) -> None:
            await taken_in.wait()
            await route.continue_()

        await visit.page.route("**/uploads?limit=20", answer_late)
        await visit.page.reload()
        async with visit.page.expect_response("**/upload"):
            await visit.drop({"tides.txt": b"The tide at Hask is 41 m.\n" * 2_000})
        async with visit.page.expect_response("**/uploads?limit=20"):
            taken_in.set()
        await expect(visit.page.locator(".tray-file.ready")).to_be_visible(timeout=40_000)
        await expect(visit.page.locator(".tray-card")).to_have_count(1)


async def test_files_that_failed_make_room_for_an_answer(tmp_path: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        await visit.drop({"tides.txt": b"The tide at Hask is 41 m.", "chart.pdf": b"no chart"})
        failed = visit.page.locator(".tray-file.failed")
        await expect(failed).to_be_visible(timeout=40_000)
        await expect(visit.page.locator(".tray-heading")).to_contain_text("1 file could not be read")
        await visit.ask("How high is the tide at Hask?")
        assert "41 m" in await visit.answer()
        await expect(failed).to_be_hidden()
        await visit.page.get_by_role("button", name="Show", exact=True).click()
        await expect(failed).to_be_visible()


async def test_a_sheet_is_called_one(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        await visit.ask("What is the budget for the blades in 2024 according to budget-2024.xlsx?")
        await visit.answer()
        await visit.page.locator(".words .chip").first.click()
        await expect(visit.page.locator(".pager").first).to_contain_text(re.compile(r"Sheet \d of 2"))


async def test_passages_are_shown_without_the_marks_of_their_tables(tmp_path: Path, visiting: Visiting) -> None:
    table = "# Tides\n\n| Gauge | 2022 | 2023 |\n|---|---|---|\n| Hask | 41 m | 44 m |\n"
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        await visit.drop({"tides.md": table.encode()})
        await expect(visit.page.locator(".tray-heading")).to_contain_text("1 file ready", timeout=40_000)
        await visit.ask("Who is the captain of the Albatross?")
        shown = visit.page.get_by_label("Closest passages").locator("q")
        await expect(shown).to_have_text("Tides Gauge · 2022 · 2023 Hask · 41 m · 44 m")


async def test_what_is_missing_in_a_document_stands_under_its_name(tmp_path: Path, visiting: Visiting) -> None:
    path = with_broken_pages(drawn(tmp_path / "annex.pdf", [text("The turbine gave 400 MWh."), text("Annex")]), 2)
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        await visit.drop({"annex.pdf": path.read_bytes()})
        await expect(visit.page.locator(".document-notice")).to_have_text("Page 2 could not be read.")
        await expect(visit.page.locator(".document-notice")).to_have_attribute("title", re.compile("new PDF"))
        await expect(visit.page.locator(".tray-notice")).to_contain_text("Page 2 could not be read.")


async def test_everything_works_without_a_mouse(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page = visit.page
        await expect(page.locator(".document")).to_have_count(15)
        await tab_to(visit, ".skip", "Shift+Tab")
        await page.keyboard.press("Enter")
        await page.keyboard.type(GENERATION)
        await page.keyboard.press("Enter")
        await page.locator(".cited").wait_for()
        await expect(page.locator("#announcer")).to_contain_text("From 2 documents.")
        await expect(page.locator(".disagreement li")).to_have_count(2)

        await tab_to(visit, ".words .chip", "Shift+Tab")
        last = await page.evaluate("document.activeElement.textContent")
        await page.keyboard.press("ArrowLeft")
        assert await page.evaluate("document.activeElement.textContent") != last
        chip = await page.evaluate("document.activeElement.getAttribute('aria-label')")
        await page.keyboard.press("Enter")
        await expect(page.locator(".viewer-title")).to_be_focused()
        await page.keyboard.press("Escape")
        assert await page.evaluate("document.activeElement.getAttribute('aria-label')") == chip

        await tab_to(visit, ".why summary", "Tab")
        await page.keyboard.press("Enter")
        await expect(page.locator(".step")).to_have_count(10)
        await tab_to(visit, "[aria-label='Delete people.txt']", "Shift+Tab")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("dialog")).to_contain_text("Delete people.txt?")
        await page.keyboard.press("Escape")
        assert await page.evaluate("document.activeElement.getAttribute('aria-label')") == "Delete people.txt"


async def tab_to(visit: Visit, selector: str, key: str) -> None:
    """Goes on with a key until the focus is on such an element."""
    for _ in range(120):
        await visit.page.keyboard.press(key)
        if await visit.page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
    pytest.fail(f"{key} does not lead to {selector}")


async def test_nothing_is_wider_than_a_telephone(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy), width=360, height=760) as visit:
        page = visit.page
        width = "document.documentElement.scrollWidth"
        await page.locator(".empty").wait_for()
        assert await page.evaluate(width) == 360
        await page.click("#open-drawer")
        await expect(page.locator("#close-drawer")).to_be_focused()
        assert await page.evaluate(width) == 360
        await page.keyboard.press("Escape")
        await expect(page.locator("#open-drawer")).to_be_focused()
        await visit.ask(GENERATION)
        assert await page.evaluate(width) == 360
        await page.locator(".why summary").click()
        assert await page.evaluate(width) == 360
        assert await page.evaluate(
            "(each => each.scrollWidth <= each.clientWidth)(document.querySelector('#scroller'))"
        )
        await page.locator(".words .chip").first.click()
        await page.locator(".page-picture").wait_for()
        assert await page.evaluate(width) == 360
        assert await page.evaluate("document.querySelector('#main').inert")


async def test_words_come_one_by_one_and_what_is_not_borne_out_says_so(sample_copy: Path, visiting: Visiting) -> None:
    pause = Pause()
    with OpenAIServer() as model:
        model.otherwise(pauses(pause, "The cooperative owns nine ", "submarines on the moon [1]."))
        settings = load_settings(home=sample_copy, llm="openai", openai_base_url=model.url, openai_api_key="none")
        async with visiting(settings) as visit:
            page = visit.page
            await page.fill("#question", MEMBERS)
            await page.press("#question", "Enter")
            await expect(page.locator(".words")).to_have_text("The cooperative owns nine")
            await expect(page.locator("#send")).to_have_text("Stop")
            pause.may_go_on.set()
            await expect(page.locator(".answer")).to_have_attribute("aria-busy", "false")
            await expect(page.locator(".unsupported")).to_have_text(re.compile("The cooperative owns nine submarines"))
            await expect(page.locator(".words .unsupported-label")).to_have_text("not borne out by its source")
            await expect(page.locator(".words .unsupported-label .icon")).to_be_visible()

            pause.may_go_on.clear()
            pause.reached.clear()
            await page.fill("#question", "Who wrote the annual report of 2022?")
            await page.press("#question", "Enter")
            assert await asyncio.to_thread(pause.reached.wait, 30)
            await page.click("#send")
            assert await asyncio.to_thread(pause.left.wait, 30)
            await expect(page.locator(".problem")).to_contain_text("Nothing of this question was kept.")
            await page.reload()
            await expect(page.locator(".exchange")).to_have_count(1)


async def test_a_key_is_asked_for_once_and_kept_for_the_tab(tmp_path: Path, visiting: Visiting) -> None:
    settings, key = await locked(tmp_path / "home")
    async with visiting(settings) as visit:
        page = visit.page
        await page.fill(".dialog input", "wrong")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("dialog")).to_contain_text("key")
        await page.fill(".dialog input", key)
        await page.keyboard.press("Enter")
        # Everything is read anew with the key: a press before and a release after are no click.
        await expect(page.get_by_role("dialog")).to_have_count(0)
        await expect(page.get_by_role("button", name="Try the sample documents")).to_be_visible()
        await expect(page.locator("#sessions")).to_have_text("None yet.")
        await page.get_by_role("button", name="New collection").click()
        await page.fill(".dialog input", "reports")
        await page.keyboard.press("Enter")
        await expect(page.locator(".collection-name")).to_have_text("reports")
        await page.reload()
        await expect(page.locator(".collection-name")).to_have_text("reports")
        await expect(page.get_by_role("dialog")).to_have_count(0)
        without_status(visit, 401)


async def test_collections_are_named_asked_and_deleted(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page = visit.page
        # The list is drawn anew when the documents are there: a press before and a release after are no click.
        await expect(page.locator(".documents .document")).to_have_count(15)
        await page.get_by_role("button", name="Rename default").click()
        await page.fill(".dialog input", "island")
        await page.keyboard.press("Enter")
        await expect(page.locator("#scope")).to_have_text("Asks 15 documents: island")
        await page.uncheck(".collection-name input")
        await page.fill("#question", MEMBERS)
        await page.press("#question", "Enter")
        await expect(page.locator(".toast")).to_contain_text("Tick a collection")
        await page.check(".collection-name input")
        await page.get_by_role("button", name="Delete island").click()
        await page.get_by_role("button", name="Delete collection").click()
        await expect(page.locator(".collection")).to_have_count(0)
        await page.get_by_role("button", name="Try the sample documents").click()
        await expect(page.locator(".collection-name")).to_have_text("samples")
        await expect(page.locator(".tray-file")).to_have_count(15)


async def test_the_field_is_whole_in_larger_letters(tmp_path: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=tmp_path / "home"), width=720, height=450) as visit:
        field = visit.page.locator("#question")
        await field.fill("How high is the tide?")
        await visit.page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert await field.evaluate("field => field.scrollHeight <= field.clientHeight")
        # However much is written, what is asked about stays in sight.
        await field.fill("How high is the tide? " * 100)
        assert await field.evaluate("field => field.clientHeight <= innerHeight / 3")


async def test_on_paper_a_long_question_is_whole(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        await visit.ask("As it was said at length before the meeting. " * 30 + "How many members were there in 2023?")
        asked = visit.page.locator(".asked")
        is_cut = "each => each.scrollHeight > each.clientHeight + 1"
        assert await asked.evaluate(is_cut)
        await visit.page.emulate_media(media="print")
        assert not await asked.evaluate(is_cut)
