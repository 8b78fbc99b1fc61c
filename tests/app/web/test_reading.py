"""What is read on the page: answers, sources and names, in every script, on paper, copied, and beside the answer."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from app.samples import sample_paths
from app.settings import load_settings
from tests.app.scanned_pdfs import drawn, text
from tests.app.web.conftest import Visit, Visiting, slowly, without_broken_requests
from tests.openai_server import OpenAIServer, says

pytestmark = pytest.mark.asyncio(loop_scope="session")

MEMBERS = "How many members did the Skellvane Tidal Cooperative have at the end of 2023?"
TABLE = """## Members

| Year | Members |
|---|---:|
| 2022 | 412 [1] |
| 2023 | 447 [1] |
"""
HEBREW = "דמי העגינה בנמל יפו הם 41 שקלים ליום."


async def test_text_from_right_to_left_stands_so(tmp_path: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        page = visit.page
        await visit.drop({"תקנון הנמל.txt": HEBREW.encode(), "a-name-that-is-longer-than-its-row.txt": b"One moon."})
        await expect(page.locator(".tray-heading")).to_contain_text("2 files ready", timeout=40_000)
        await expect(page.locator(".document-name").nth(0)).to_have_text("תקנון הנמל.txt")
        await expect(page.locator(".document-name").nth(0).locator("span")).to_have_count(1)
        await expect(page.locator(".document-name").nth(1).locator("span")).to_have_count(2)
        await expect(page.locator(".session a")).to_contain_text("תקנון הנמל.txt\u2069 and 1 more")
        await visit.ask("מהם דמי העגינה בנמל יפו?")
        await page.locator(".words .chip").first.click()
        await page.locator(".page-text").wait_for()
        for part in (".asked", ".words p", ".cited q", ".viewer-title", ".viewer-quote q", ".bar-title", ".session a"):
            assert await direction(visit, part) == "rtl", part
        assert await direction(visit, ".cited h3") == "ltr"
        assert await page.locator(".page-text").evaluate("each => getComputedStyle(each).unicodeBidi") == "plaintext"
        await page.fill("#question", "מהם")
        assert await direction(visit, "#question") == "rtl"


async def test_all_answers_are_printed_and_nothing_to_press(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy), height=500) as visit:
        page = visit.page
        for question in (MEMBERS, "And in 2022?", "What was the net generation in 2023?"):
            await visit.ask(question)
        await page.emulate_media(media="print")
        for part in ("#composer", "#side", ".bar", ".thumbs >> nth=0"):
            await expect(page.locator(part)).to_be_hidden()
        height = await page.evaluate("document.documentElement.scrollHeight")
        last = await page.locator(".exchange").last.bounding_box()
        assert last is not None
        assert last["y"] + last["height"] <= height + 1
        assert await page.evaluate("document.querySelector('#scroller').scrollTop") == 0
        assert (await page.locator(".exchange").first.bounding_box() or {"y": -1})["y"] >= 0


async def test_a_table_of_a_model_is_one(sample_copy: Path, visiting: Visiting) -> None:
    with OpenAIServer() as model:
        model.otherwise(says(TABLE))
        settings = load_settings(home=sample_copy, llm="openai", openai_base_url=model.url, openai_api_key="none")
        async with visiting(settings) as visit:
            await visit.ask(MEMBERS)
            await expect(visit.page.locator(".words p strong")).to_have_text("Members")
            await expect(visit.page.locator(".words th")).to_have_text(["Year", "Members"])
            await expect(visit.page.locator(".words td")).to_have_count(4)
            await expect(visit.page.locator(".words td .chip")).to_have_count(2)


async def test_a_table_with_long_cells_is_as_wide_as_they_need_and_not_wider(
    sample_copy: Path, visiting: Visiting
) -> None:
    words, name = " ".join(["what was seen there"] * 12), "Withoutanybreaks" * 8
    rows = "".join(f"| {number} [1] | {name} | {words} | {words} |\n" for number in range(3))
    with OpenAIServer() as model:
        model.otherwise(says(f"| Year | Name | Seen | Seen |\n|---|---|---|---|\n{rows}"))
        settings = load_settings(home=sample_copy, llm="openai", openai_base_url=model.url, openai_api_key="none")
        async with visiting(settings) as visit:
            await visit.ask(MEMBERS)
            widths = await visit.page.locator(".words tbody tr:first-child td").evaluate_all(
                "cells => cells.map((each) => each.offsetWidth)"
            )
            assert len(widths) == 4
            assert all(200 < width < 340 for width in widths[1:]), widths


async def test_statements_without_a_source_are_listed_together(sample_copy: Path, visiting: Visiting) -> None:
    words = "The cooperative had 447 members [1].\n\n- It owns nine submarines [40].\n- It is made of pure gold [41].\n"
    with OpenAIServer() as model:
        model.otherwise(says(words))
        settings = load_settings(home=sample_copy, llm="openai", openai_base_url=model.url, openai_api_key="none")
        async with visiting(settings) as visit:
            await visit.ask(MEMBERS)
            remarks = visit.page.locator(".remarks")
            await expect(remarks.locator("li li")).to_have_text(
                ["“It owns nine submarines.”", "“It is made of pure gold.”"]
            )
            assert (await remarks.inner_text()).count("Not borne out") == 1


async def test_a_document_without_a_title_is_named_once(tmp_path: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        await visit.drop({"hask-2023.txt": b"The tide at Hask is 41 m."})
        await expect(visit.page.locator(".tray-heading")).to_contain_text("1 file ready", timeout=40_000)
        await visit.ask("How high is the tide at Hask?")
        await expect(visit.page.locator(".cited-title")).to_have_text("hask-2023.txt")


async def test_a_comment_is_sent_once(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page = visit.page
        await visit.ask(MEMBERS)
        await page.locator(".thumb").first.click()
        await page.fill(".comment input", "Just so.")
        await slowly(visit, "**/feedback", "POST")
        for _ in range(2):
            await page.press(".comment input", "Enter")
        await expect(page.locator(".thanks")).to_be_visible()
        await page.locator(".thumb").first.click()
        await expect(page.locator(".comment")).to_be_visible()
        kept = (await visit.served.client.get("/feedback")).json()["feedback"]
        assert [each["comment"] for each in kept] == ["", "Just so."]


async def test_sheets_and_slides_are_called_so_everywhere(tmp_path: Path, visiting: Visiting) -> None:
    files = {each.name: each.read_bytes() for each in sample_paths() if each.suffix in {".xlsx", ".pptx"}}
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        page = visit.page
        await visit.drop(files)
        await expect(page.locator(".tray-heading")).to_contain_text("files ready", timeout=60_000)
        await expect(page.locator(".tray-state", has_text="sheets")).not_to_have_count(0)
        await expect(page.locator(".document-state", has_text="sheets")).not_to_have_count(0)
        await expect(page.locator(".document-state", has_text="slides")).not_to_have_count(0)
        await visit.ask("What is the budget for the blades in 2024?")
        await expect(page.locator(".passage-place").first).to_contain_text(re.compile("^sheet "))


async def test_an_answer_is_copied_with_its_numbers_in_brackets(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page = visit.page
        await visit.ask(MEMBERS)
        assert re.search(
            r"447 members.*\[1\]",
            await page.evaluate("""() => {
            getSelection().selectAllChildren(document.querySelector(".words"));
            return String(getSelection());
        }"""),
        )
        # As where the page does not come over TLS.
        await page.evaluate("""() => {
            Object.defineProperty(navigator, "clipboard", { value: undefined });
            const set = DataTransfer.prototype.setData;
            DataTransfer.prototype.setData = function (...given) { window.copied = given[1]; set.apply(this, given); };
        }""")
        button = page.get_by_role("button", name="Copy", exact=True)
        await button.click()
        await expect(page.get_by_role("button", name="Copied")).to_be_visible()
        assert re.search(r"(?s)447 members.*\[1\] annual-report-2023.pdf, page \d", await page.evaluate("copied"))
        await expect(button).to_be_visible()


async def test_the_end_of_a_long_question_can_be_shown(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        await visit.ask(f"{'We have read the report again and again. ' * 60} {MEMBERS}")
        heading = visit.page.locator(".asked")
        assert (await heading.bounding_box() or {"height": 999})["height"] < 250
        await visit.page.get_by_role("button", name="Show the whole question").click()
        assert (await heading.bounding_box() or {"height": 0})["height"] > 250


async def test_back_closes_the_page_that_covers_the_answer(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy), width=390, height=760) as visit:
        page, viewer = visit.page, visit.page.locator("#viewer")
        await visit.ask(MEMBERS)
        address = page.url
        for _ in range(2):
            await page.locator(".words .chip").first.click()
            await page.locator(".page-picture").wait_for()
            await page.go_back()
            await expect(viewer).to_be_hidden()
            await expect(page.locator(".words .chip").first).to_be_focused()
            assert page.url == address
        await page.locator(".words .chip").first.click()
        before = await page.evaluate("history.length")
        await page.get_by_role("button", name="Close the page").click()
        await expect(viewer).to_be_hidden()
        await page.locator(".words .chip").first.click()
        assert await page.evaluate("history.length") == before
        await page.keyboard.press("Escape")

        await page.click("#open-drawer")
        await page.locator(".document-open").first.click()
        await page.locator(".viewer-title").wait_for()
        await page.keyboard.press("Escape")
        await expect(page.locator("#open-drawer")).to_be_focused()
        assert page.url == address


async def test_who_writes_while_a_page_comes_is_not_interrupted(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy), width=1440) as visit:
        page = visit.page
        await visit.ask(MEMBERS)
        await slowly(visit, "**/pages/**", "GET")
        await page.locator(".words .chip").first.click()
        await page.click("#question")
        await page.keyboard.type("And ")
        await page.locator(".page-picture").wait_for()
        await page.keyboard.type("in 2022?")
        await expect(page.locator("#question")).to_have_value("And in 2022?")


async def test_a_page_that_does_not_come_can_be_tried_again(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page = visit.page
        await visit.ask(MEMBERS)
        await page.route("**/pages/**", lambda route: route.abort(), times=1)
        await page.locator(".words .chip").first.click()
        await expect(page.locator("#viewer .problem")).to_contain_text("The service does not answer.")
        await expect(page.get_by_role("button", name="Next page")).to_be_disabled()
        await page.get_by_role("button", name="Try again").click()
        await expect(page.locator(".page-picture")).to_be_visible()
        await expect(page.locator(".viewer-title")).to_be_focused()
        # Turning to one that does not come leaves the keyboard where it was.
        await page.route("**/pages/**", lambda route: route.abort(), times=1)
        await page.get_by_role("button", name="Next page").focus()
        await page.keyboard.press("Enter")
        await expect(page.locator("#viewer .problem")).to_be_visible()
        await expect(page.get_by_role("button", name="Next page")).to_be_focused()
        without_broken_requests(visit)


async def direction(visit: Visit, selector: str) -> str:
    """Of the first such element."""
    found: str = await visit.page.locator(selector).first.evaluate("each => getComputedStyle(each).direction")
    return found


async def test_a_page_of_a_long_document_is_gone_to_by_its_number(tmp_path: Path, visiting: Visiting) -> None:
    path = drawn(tmp_path / "stations.pdf", [text(f"Station {number} is a lighthouse.") for number in range(1, 41)])
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        page = visit.page
        await visit.drop({path.name: path.read_bytes()})
        await expect(page.locator(".tray-heading")).to_contain_text("1 file ready", timeout=40_000)
        # The list is drawn anew when it is read: what is pressed just then is gone before it is let go.
        await page.wait_for_load_state("networkidle")
        # Who does not wait for the picture keeps the focus.
        await slowly(visit, "**/pages/1.png*", "GET", 30)
        await page.locator(".document-open").click()
        await page.get_by_role("button", name="Page 1 of 40").click()
        number = page.get_by_label("Page, 1 to 40")
        await number.fill("41")
        await page.keyboard.press("Enter")
        await expect(page.locator(".dialog-problem")).to_contain_text("There is no page 41.")
        await number.fill("37")
        await page.keyboard.press("Enter")
        where = page.get_by_role("button", name="Page 37 of 40")
        await expect(where).to_be_focused()
        await expect(page.locator(".page-picture")).to_have_attribute("alt", re.compile("^Page 37 "))
