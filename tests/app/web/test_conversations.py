"""Conversations on the page: their addresses, and what happens when they come and go, here and elsewhere."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Route, expect

from app.owners import LOCAL_OWNER
from app.settings import load_settings
from app.sheaf import IngestFile, Sheaf
from tests.app.web.conftest import Visit, Visiting, slowly, without_broken_requests, without_status
from tests.openai_server import OpenAIServer, Pause, pauses

pytestmark = pytest.mark.asyncio(loop_scope="session")

MEMBERS = "How many members did the Skellvane Tidal Cooperative have at the end of 2023?"
ELSEWHERE = "And in 2022?"
"""Asked past the page, as from another window."""


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
        # From elsewhere, so that the page begins with this address.
        await visit.page.goto("about:blank")
        await visit.page.goto(f"{visit.served.url}/#/conversation/%E0%A4%A")
        await expect(visit.page.locator(".toast")).to_contain_text("not there any more")
        await visit.ask(MEMBERS)
        assert "447" in await visit.answer()
        without_status(visit, 404)


async def test_a_conversation_that_was_deleted_elsewhere_goes_on_in_a_new_one(
    tmp_path: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        page, client = visit.page, visit.served.client
        await with_collection(visit, "tides", {"tides.txt": b"The tide at Hask is 41 m."})
        await visit.ask("How high is the tide at Hask?")
        [session] = (await client.get("/sessions")).json()["sessions"]
        assert (await client.delete(f"/sessions/{session['session_id']}")).status_code == 204
        await page.locator(".thumb").first.click()
        await expect(page.locator(".toast")).to_be_visible()
        await expect(page.locator(".thumb").first).to_have_attribute("aria-pressed", "false")
        await page.fill("#question", "How high was the tide?")
        await page.press("#question", "Enter")
        await expect(page.locator(".exchange .problem")).to_contain_text("This conversation is not there any more.")
        await page.get_by_role("button", name="Ask in a new conversation").click()
        await expect(page.locator(".words")).to_contain_text("41 m")
        await expect(page.locator(".exchange")).to_have_count(1)
        [made] = (await client.get("/sessions")).json()["sessions"]
        assert made["session_id"] != session["session_id"]
        assert made["attached"] == session["attached"]
        assert page.url.endswith(made["session_id"])
        without_status(visit, 404)


async def test_a_collection_that_was_deleted_elsewhere_is_not_asked_any_more(
    tmp_path: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        page, client = visit.page, visit.served.client
        await with_collection(visit, "tides", {"tides.txt": b"The tide at Hask is 41 m.", "moons.txt": b"One moon."})
        await with_collection(visit, "ships", {"ships.txt": b"The Albatross is a ship."})
        await page.reload()
        await expect(page.locator("#scope")).to_contain_text("3 documents")
        await expect(page.locator(".document")).to_have_count(3)
        ships = (await client.get("/collections")).json()["collections"][0]
        assert ships["name"] == "ships"
        await client.delete(f"/collections/{ships['collection_id']}")
        moons = next(
            each for each in (await client.get("/documents")).json()["documents"] if each["file_name"] == "moons.txt"
        )
        await client.delete(f"/documents/{moons['document_id']}")
        await page.get_by_role("button", name="Delete moons.txt").click()
        await page.get_by_role("button", name="Delete document").click()
        await expect(page.locator(".document")).to_have_count(1)
        await expect(page.locator(".toast")).to_have_count(0)
        await visit.ask("How high is the tide at Hask?")
        assert "41 m" in await visit.answer()
        await expect(page.locator(".collection")).to_have_count(1)
        without_status(visit, 404)


async def test_what_begins_a_conversation_at_once_begins_one(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page = visit.page
        await slowly(visit, "**/sessions", "POST")
        for name in ("hask.txt", "gull.txt"):
            await visit.drop({name: f"The tide at {name} is 41 m.".encode()})
        await page.fill("#question", MEMBERS)
        await page.press("#question", "Enter")
        await expect(page.locator("#send")).to_have_text("Stop")
        await page.fill("#question", "And in 2022?")
        await page.press("#question", "Enter")
        await expect(page.locator(".words")).to_contain_text("447")
        await expect(page.locator("#question")).to_have_value("And in 2022?")
        await expect(page.locator(".tray-heading", has_text="1 file ready in this conversation")).to_have_count(2)
        [session] = (await visit.served.client.get("/sessions")).json()["sessions"]
        mine = (await visit.served.client.get(f"/documents?collection_id={session['collection_id']}")).json()
        assert {each["file_name"] for each in mine["documents"]} == {"hask.txt", "gull.txt"}


async def test_who_opens_another_conversation_while_one_is_made_asks_the_one_that_is_shown(
    sample_copy: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page = visit.page
        await visit.ask(MEMBERS)
        older = page.url
        await page.click("#new-conversation")
        await slowly(visit, "**/sessions", "POST")
        async with page.expect_response("**/upload"):
            await visit.drop({"hask.txt": b"The tide at Hask is 41 m."})
            await page.locator("#sessions a").first.click()
            await expect(page.locator(".exchange")).to_have_count(1)
        await expect(page.locator(".tray-heading")).to_contain_text("1 file ready", timeout=40_000)
        await expect(page.locator(".session.current")).to_have_text(MEMBERS)
        await expect(page.locator("#scope")).to_have_text("Asks 15 documents: default")
        await visit.ask("And in 2022?")
        assert page.url == older
        await page.reload()
        await expect(page.locator(".exchange")).to_have_count(2)


async def test_a_tick_that_cannot_be_saved_is_taken_back(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page = visit.page
        await visit.ask(MEMBERS)
        await page.route("**/sessions/*/collections", lambda route: route.abort())
        await page.click(".collection-name input")
        await expect(page.locator(".toast")).to_contain_text("does not answer")
        await expect(page.locator(".collection-name input")).to_be_checked()
        await expect(page.locator("#scope")).to_have_text("Asks 15 documents: default")
        visit.complaints.clear()


async def test_a_conversation_can_be_deleted_while_it_is_answered(sample_copy: Path, visiting: Visiting) -> None:
    pause = Pause()
    with OpenAIServer() as model:
        model.otherwise(pauses(pause, "The cooperative owns nine ", "submarines [1]."))
        settings = load_settings(home=sample_copy, llm="openai", openai_base_url=model.url, openai_api_key="none")
        async with visiting(settings) as visit:
            page = visit.page
            pause.may_go_on.set()
            await visit.ask(MEMBERS)
            pause.forget()
            await page.fill("#question", "And in 2022?")
            await page.press("#question", "Enter")
            await expect(page.locator(".words").last).to_have_text("The cooperative owns nine")
            await page.locator(".session.current").hover()
            await page.locator(".session.current [aria-label^=Delete]").click()
            await page.get_by_role("button", name="Delete conversation").click()
            await expect(page.locator(".empty")).to_be_visible()
            await expect(page.locator("#sessions")).to_have_text("None yet.")
            await expect(page.locator(".toast")).to_have_count(0)
            assert (await visit.served.client.get("/sessions")).json()["sessions"] == []


async def test_the_focus_is_never_lost(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page, field = visit.page, visit.page.locator("#question")
        await visit.ask(MEMBERS)
        await page.click("#new-conversation")
        await page.get_by_role("button", name="Rename default").click()
        await page.fill(".dialog input", "samples")
        await page.keyboard.press("Enter")
        suggestion = page.locator(".suggestions button").first
        await suggestion.focus()
        await look_again(visit, "**/collections?limit=1000")
        await expect(suggestion).to_be_focused()
        await page.keyboard.press("Enter")
        await page.locator(".answer[aria-busy=false]").wait_for()
        await expect(field).to_be_focused()
        for remaining in (1, 0):
            await page.locator(".session [aria-label^=Delete]").first.focus()
            await page.keyboard.press("Enter")
            await page.get_by_role("button", name="Delete conversation").click()
            await expect(page.locator(".session")).to_have_count(remaining)
            await expect(page.locator("#sessions a, #new-conversation").last).to_be_focused()


async def test_what_is_deleted_leaves_the_focus_to_what_stands_beside_it(tmp_path: Path, visiting: Visiting) -> None:
    settings = load_settings(home=tmp_path / "home")
    async with Sheaf(settings) as sheaf:
        for name, count in (("mills", 3), ("tides", 1)):
            paths = [tmp_path / f"{name}{number}.txt" for number in range(count)]
            for path in paths:
                path.write_text(f"What {path.stem} says of the wheel, the sluice and the weir.")
            await sheaf.ingest([IngestFile(path) for path in paths], collection=name)
    async with visiting(settings, width=1440) as visit:
        page = visit.page

        async def delete(name: str, kind: str) -> None:
            await page.get_by_role("button", name=f"Delete {name}", exact=True).focus()
            await page.keyboard.press("Enter")
            await page.locator("dialog").get_by_role("button", name=f"Delete {kind}").focus()
            await page.keyboard.press("Enter")
            await expect(page.get_by_role("button", name=f"Delete {name}", exact=True)).to_have_count(0)

        await visit.served.client.post("/collections", json={"name": "winds"})
        await page.reload()
        await page.locator(".document").nth(3).wait_for()
        # What is shown beside the list is closed, and takes the focus nowhere.
        await page.get_by_role("button", name="mills1.txt, 1 page").click()
        await page.locator(".reader").wait_for()
        await delete("mills1.txt", "document")
        await expect(page.locator("#viewer")).to_be_hidden()
        await expect(page.get_by_role("button", name="mills2.txt, 1 page")).to_be_focused()
        await delete("mills2.txt", "document")
        await expect(page.get_by_role("button", name="mills0.txt, 1 page")).to_be_focused()
        await delete("tides0.txt", "document")
        await expect(page.get_by_role("checkbox", name="tides")).to_be_focused()
        await delete("tides", "collection")
        await expect(page.get_by_role("checkbox", name="winds")).to_be_focused()
        await delete("winds", "collection")
        await expect(page.get_by_role("checkbox", name="mills")).to_be_focused()
        for question in ("What is north?", "What is east?", "What is south?"):
            await visit.ask(question)
            await visit.begin_anew()
        await delete("What is east?", "conversation")
        await expect(page.get_by_role("link", name="What is north?")).to_be_focused()
        await delete("What is north?", "conversation")
        await expect(page.get_by_role("link", name="What is south?")).to_be_focused()


async def test_a_page_that_is_long_in_coming_takes_the_focus_from_nothing_that_was_gone_to(
    tmp_path: Path, visiting: Visiting
) -> None:
    settings = load_settings(home=tmp_path / "home")
    async with Sheaf(settings) as sheaf:
        path = tmp_path / "mills.txt"
        path.write_text("What mills say of the wheel, the sluice and the weir.")
        await sheaf.ingest([IngestFile(path)], collection="mills")
    async with visiting(settings, width=1440) as visit:
        page, delete = visit.page, visit.page.get_by_role("button", name="Delete mills.txt", exact=True)
        await page.locator(".document").wait_for()
        await slowly(visit, "**/pages/1?*", "GET")
        await page.get_by_role("button", name="mills.txt, 1 page").click()
        await page.locator(".reader").wait_for()
        await delete.focus()
        await page.locator(".reader[role=group]").wait_for()
        await expect(delete).to_be_focused()
        await page.get_by_role("button", name="mills.txt, 1 page").click()
        await expect(page.locator(".viewer-title")).to_be_focused()


async def test_the_focus_comes_back_from_a_dialog_though_the_list_was_drawn_anew_behind_it(
    sample_copy: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page = visit.page
        await visit.ask(MEMBERS)
        delete = page.locator(".session [aria-label^=Delete]")
        await delete.focus()
        await page.keyboard.press("Enter")
        await expect(page.locator("dialog")).to_be_visible()
        before = await delete.element_handle()
        await look_again(visit, "**/sessions?*")
        assert before is not None
        await page.wait_for_function("(each) => !each.isConnected", arg=before)
        await page.keyboard.press("Escape")
        await expect(page.locator("dialog")).to_have_count(0)
        await expect(delete).to_be_focused()


async def test_back_does_not_lead_to_a_conversation_that_was_deleted(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page = visit.page
        await visit.ask(MEMBERS)
        older = page.url
        await visit.begin_anew()
        await visit.ask("And in 2022?")
        await page.locator(".session.current").hover()
        await page.locator(".session.current [aria-label^=Delete]").click()
        await page.get_by_role("button", name="Delete conversation").click()
        await expect(page.locator(".empty")).to_be_visible()
        await page.go_back()
        await expect(page.locator(".asked")).to_have_text(MEMBERS)
        await expect(page.locator("#announcer")).to_have_text(f"{MEMBERS}: 1 answer.")
        await expect(page.locator(".toast")).to_have_count(0)
        assert page.url == older


async def test_a_conversation_that_comes_as_another_is_gone_to_does_not_take_its_address(
    sample_copy: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page = visit.page
        await visit.ask(MEMBERS)
        older = page.url
        await page.click("#new-conversation")
        # The browser tells of a new address a moment after it has it; within that moment the older one is there.
        await page.evaluate(
            """(address) => {
                const [read, awaited] = [Response.prototype.json, new Set(["messages", "feedback"])];
                Response.prototype.json = async function () {
                    const found = await read.call(this);
                    for (const each of Object.keys(found)) awaited.delete(each);
                    if (awaited.size === 0 && !window.isLeft) {
                        window.isLeft = true;
                        location.hash = "#/";
                    }
                    return found;
                };
                location.hash = address;
            }""",
            "#" + older.partition("#")[2],
        )
        await page.wait_for_function("() => window.isLeft")
        await expect(page.locator(".empty")).to_be_visible()
        await expect(page.locator(".asked")).to_have_count(0)
        assert page.url.endswith("#/")


async def test_a_question_without_words_is_there_to_be_changed(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        await visit.page.fill("#question", "???")
        await visit.page.press("#question", "Enter")
        await expect(visit.page.locator(".problem")).to_contain_text("only punctuation")
        await expect(visit.page.locator("#question")).to_have_value("???")
        await expect(visit.page.get_by_role("button", name="Ask again")).to_have_count(0)
        without_status(visit, 422)


async def test_the_window_is_called_after_what_was_asked(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        await visit.ask(MEMBERS)
        await expect(visit.page).to_have_title(f"{MEMBERS} · Sheaf")
        await visit.page.locator(".session.current").hover()
        await visit.page.locator(".session.current [aria-label^=Rename]").click()
        await visit.page.fill(".dialog input", "Members")
        await visit.page.keyboard.press("Enter")
        await expect(visit.page).to_have_title("Members · Sheaf")


async def test_what_is_written_stays_with_its_conversation(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page, field = visit.page, visit.page.locator("#question")
        await visit.ask(MEMBERS)
        await field.fill("And in 2022?")
        await page.click("#new-conversation")
        await expect(field).to_have_value("")
        await field.fill("Hello")
        await slowly(visit, "**/documents?*", "GET")
        await page.go_back()
        await expect(field).to_have_value("And in 2022?")
        await page.click("#new-conversation")
        await expect(field).to_have_value("Hello")
        await expect(page.locator(".exchange")).to_have_count(0)


async def test_what_is_asked_in_another_window_appears_and_what_is_read_and_written_stays(
    sample_copy: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=sample_copy), width=1440, height=500) as visit:
        page, client, exchanges = visit.page, visit.served.client, visit.page.locator(".exchange")
        await visit.ask(MEMBERS)
        [session] = (await client.get("/sessions")).json()["sessions"]
        path = f"/sessions/{session['session_id']}"
        await page.locator(".words .chip").first.click()
        await page.locator(".page-picture").wait_for()
        await page.fill("#question", "And what")
        await page.evaluate("document.querySelector('.exchange').isTheSame = true")
        await page.locator("#scroller").evaluate("each => { each.scrollTop = 40; }")
        await ask_elsewhere(visit, session["session_id"])
        await client.patch(path, json={"title": "Members"})
        await look_again(visit)
        await expect(exchanges).to_have_count(2)
        await expect(page).to_have_title("Members · Sheaf")
        await expect(page.locator(".session.current")).to_have_text("Members")
        await expect(page.locator("#announcer")).to_have_text("1 new answer in this conversation.")
        await expect(page.locator(".page-picture")).to_be_visible()
        await expect(page.locator("#question")).to_have_value("And what")
        await expect(page.locator("#question")).to_be_focused()
        assert await page.locator("#scroller").evaluate("each => each.scrollTop") == 40
        assert await exchanges.first.evaluate("each => each.isTheSame")
        await page.locator(".thumb").last.click()
        await expect(page.locator(".comment")).to_be_visible()
        # Once is enough.
        await look_again(visit)
        await expect(exchanges).to_have_count(2)


async def test_what_is_asked_in_two_windows_at_once_stands_in_its_order(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page, client = visit.page, visit.served.client
        await visit.ask(MEMBERS)
        [session] = (await client.get("/sessions")).json()["sessions"]
        asked = asyncio.Event()

        async def ask_late(route: Route) -> None:
            await asked.wait()
            await route.continue_()

        await page.route("**/chat", ask_late)
        await page.fill("#question", "Who wrote the annual report of 2022?")
        await page.press("#question", "Enter")
        await expect(page.locator(".exchange")).to_have_count(2)
        await ask_elsewhere(visit, session["session_id"])
        await look_again(visit)
        asked.set()
        await expect(page.locator(".asked")).to_have_text([MEMBERS, ELSEWHERE, "Who wrote the annual report of 2022?"])
        await expect(page.locator(".answer[aria-busy=false]")).to_have_count(3)


async def test_who_looks_again_at_a_conversation_that_was_deleted_is_told_once(
    sample_copy: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page, client = visit.page, visit.served.client
        await visit.ask(MEMBERS)
        [session] = (await client.get("/sessions")).json()["sessions"]
        path = f"/sessions/{session['session_id']}"
        await client.delete(path)
        await look_again(visit, f"**{path}")
        await expect(page.locator(".toast")).to_contain_text("This conversation is not there any more.")
        await expect(page.locator("#sessions")).to_have_text("None yet.")
        assert "447" in await visit.answer()
        await page.get_by_role("button", name="Dismiss").click()
        await look_again(visit, f"**{path}")
        await expect(page.locator(".toast")).to_have_count(0)
        without_status(visit, 404)


async def test_a_conversation_that_is_long_in_coming_says_so(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page, conversation = visit.page, visit.page.locator("#conversation")
        await visit.ask(MEMBERS)
        come = asyncio.Event()

        async def read_late(route: Route) -> None:
            await come.wait()
            await route.continue_()

        await page.route("**/messages?*", read_late)
        await page.reload()
        await expect(conversation).to_have_attribute("aria-busy", "true")
        await expect(page.locator(".document")).to_have_count(15)
        # It is not a new one.
        await expect(page.locator(".empty")).to_have_count(0)
        come.set()
        await expect(page.locator(".exchange")).to_have_count(1)
        await expect(conversation).not_to_have_attribute("aria-busy", "true")


async def ask_elsewhere(visit: Visit, session_id: str) -> None:
    """Asks in a conversation past the page, and waits for the answer."""
    asked = {"question": ELSEWHERE, "session_id": session_id, "stream": False}
    assert (await visit.served.client.post("/chat", json=asked)).status_code == 200


async def look_again(visit: Visit, read: str = "**/messages?limit=1") -> None:
    """Goes to another window and back, and waits until the page has read this."""
    async with visit.page.expect_response(read):
        await visit.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


async def with_collection(visit: Visit, name: str, files: dict[str, bytes]) -> None:
    """A collection with files that are ready, made past the page, which then reads it."""
    client = visit.served.client
    made = (await client.post("/collections", json={"name": name})).json()
    parts = [("files", (file_name, content)) for file_name, content in files.items()]
    upload = (await client.post("/upload", data={"collection_id": made["collection_id"]}, files=parts)).json()
    # Its events end when the files are ready.
    await client.get(f"/uploads/{upload['upload_id']}/events")
    await visit.page.reload()
    await expect(visit.page.locator(".collection-name", has_text=name)).to_be_visible()


async def test_a_question_that_the_page_is_left_with_can_be_asked_again(sample_copy: Path, visiting: Visiting) -> None:
    pause = Pause()
    with OpenAIServer() as model:
        model.otherwise(pauses(pause, "The cooperative had 447 ", "members [1]."))
        settings = load_settings(home=sample_copy, llm="openai", openai_base_url=model.url, openai_api_key="none")
        async with visiting(settings) as visit:
            page = visit.page
            await page.fill("#question", MEMBERS)
            await page.press("#question", "Enter")
            await expect(page.locator(".words")).to_have_text("The cooperative had 447")
            address = page.url
            await page.reload()
            # As it was told: the service stops where nobody waits for the answer.
            assert await asyncio.to_thread(pause.left.wait, 30)
            await expect(page.locator(".asked")).to_have_text(MEMBERS)
            await expect(page.locator(".exchange .problem")).to_contain_text("Nothing of this question was kept.")
            assert page.url == address
            await page.reload()
            pause.may_go_on.set()
            await page.get_by_role("button", name="Ask again").click()
            await expect(page.locator(".words")).to_contain_text("447 members")
            await expect(page.locator(".answer")).to_have_attribute("aria-busy", "false")
            await expect(page.locator(".exchange")).to_have_count(1)
            assert page.url == address
            await page.reload()
            await expect(page.locator(".words")).to_contain_text("447 members")
            await expect(page.locator(".problem")).to_have_count(0)


async def test_a_question_whose_conversation_was_not_made_when_the_page_was_left_is_there_too(
    sample_copy: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page = visit.page
        never = asyncio.Event()
        await page.route("**/sessions", lambda _: never.wait(), times=1)
        await expect(page.locator("#scope")).to_contain_text("15 documents")
        async with page.expect_request("**/sessions"):
            await page.fill("#question", MEMBERS)
            await page.press("#question", "Enter")
        await page.reload()
        await expect(page.locator(".asked")).to_have_text(MEMBERS)
        await expect(page.locator(".exchange .problem")).to_contain_text("Nothing of this question was kept.")
        await page.click("#new-conversation")
        await expect(page.locator(".exchange")).to_have_count(0)
        # Now the address is that of a new conversation already.
        await page.route("**/sessions", lambda route: route.abort(), times=1)
        await page.fill("#question", MEMBERS)
        await page.press("#question", "Enter")
        await expect(page.locator(".exchange .problem")).to_be_visible()
        await page.click("#new-conversation")
        await expect(page.locator(".exchange")).to_have_count(0)
        await page.reload()
        await expect(page.locator(".empty")).to_be_visible()
        await expect(page.locator(".exchange")).to_have_count(0)
        never.set()
        without_broken_requests(visit)


async def test_older_conversations_are_listed_when_they_are_wanted(tmp_path: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        page, rows = visit.page, visit.page.locator(".session a")
        catalogue = visit.served.sheaf.catalogue
        for number in range(405):
            await catalogue.ensure_session(LOCAL_OWNER, title=f"Conversation {number}")
        await page.reload()
        await expect(rows).to_have_count(200)
        await expect(rows.first).to_have_text("Conversation 404")
        more = page.get_by_role("button", name="Show older conversations")
        await more.focus()
        await page.keyboard.press("Enter")
        await expect(rows).to_have_count(400)
        await expect(rows.nth(200)).to_be_focused()
        await expect(page.locator("#announcer")).to_have_text("200 older conversations.")
        # They stay when the list is read anew.
        await page.click("#new-conversation")
        await catalogue.ensure_session(LOCAL_OWNER, title="One more")
        await look_again(visit, "**/sessions?limit=400")
        await expect(rows.first).to_have_text("One more")
        await expect(rows).to_have_count(400)
        await more.click()
        await expect(rows).to_have_count(406)
        await expect(more).to_have_count(0)
        await page.get_by_role("link", name="Conversation 0", exact=True).click()
        await expect(page.locator(".session.current")).to_have_text("Conversation 0")


async def test_a_conversation_that_a_program_began_goes_on_with_what_it_asked(
    sample_copy: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page, client = visit.page, visit.served.client
        asked = await client.post("/chat", json={"question": MEMBERS, "session_id": "program", "stream": False})
        assert asked.status_code == 200
        assert (await client.get("/sessions/program")).json()["attached"] == []
        await page.goto(f"{visit.served.url}/#/conversation/program")
        await expect(page.locator("#scope")).to_contain_text("default")
        await expect(page.locator(".exchange")).to_have_count(1)
        await visit.ask(ELSEWHERE)
        await expect(page.locator(".exchange")).to_have_count(2)
        # It is told that this was asked: files that come to the conversation do not take its place.
        assert len((await client.get("/sessions/program")).json()["attached"]) == 1


async def test_a_conversation_without_any_tick_asks_nothing(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page, client = visit.page, visit.served.client
        await client.post("/chat", json={"question": MEMBERS, "session_id": "program", "stream": False})
        await page.goto(f"{visit.served.url}/#/conversation/program")
        await expect(page.locator("#scope")).to_contain_text("default")
        await page.locator("[data-collection] input[type=checkbox]").uncheck()
        await expect(page.locator("#scope")).to_have_text("No documents are ticked")
        await page.fill("#question", ELSEWHERE)
        await page.press("#question", "Enter")
        await expect(page.locator(".toast")).to_contain_text("nothing to ask")
        await expect(page.locator(".exchange")).to_have_count(1)
        # Nor when it is opened again, though the service would take `default` then.
        await page.click("#new-conversation")
        await expect(page.locator("#scope")).to_contain_text("default")
        await page.locator("[data-collection] input[type=checkbox]").uncheck()
        await expect(page.locator(".empty-title")).to_have_text("No documents are ticked")
        # Nor in another browser.
        await page.evaluate("localStorage.clear()")
        await page.goto("about:blank")
        await page.goto(f"{visit.served.url}/#/conversation/program")
        await expect(page.locator(".exchange")).to_have_count(1)
        await expect(page.locator("#scope")).to_have_text("No documents are ticked")
        await page.locator("[data-collection] input[type=checkbox]").check()
        await visit.ask(ELSEWHERE)
        await page.reload()
        await expect(page.locator(".exchange")).to_have_count(2)
        await expect(page.locator("#scope")).to_contain_text("default")


async def test_the_open_one_of_many_conversations_is_in_sight_and_the_list_is_passed_by_a_key(
    tmp_path: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        page, catalogue = visit.page, visit.served.sheaf.catalogue
        sessions = [await catalogue.ensure_session(LOCAL_OWNER, title=f"Conversation {each}") for each in range(60)]
        address = f"{visit.served.url}/#/conversation/{sessions[20].session_id}"
        await page.goto("about:blank")
        await page.goto(address)
        await expect(page.locator(".session.current")).to_have_text("Conversation 20")
        await expect(page.locator(".session.current")).to_be_in_viewport(ratio=1)
        # Who looks through the list is left alone when it is drawn anew.
        await page.locator("#sessions").evaluate("list => { list.scrollTop = 0; }")
        await look_again(visit, "**/sessions?limit=200")
        assert await page.locator("#sessions").evaluate("list => list.scrollTop") == 0
        await page.focus("#new-conversation")
        await page.keyboard.press("Tab")
        await expect(page.get_by_role("link", name="Skip to the documents")).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(page.locator("#new-collection")).to_be_focused()
        await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        await expect(page.locator("#question")).to_be_focused()
        assert page.url == address
        # Where they lie over the conversation, that is there again.
        await page.set_viewport_size({"width": 360, "height": 740})
        await page.click("#open-drawer")
        await page.focus(".skip-side[href='#question']")
        await page.keyboard.press("Enter")
        await expect(page.locator("#question")).to_be_focused()
        await expect(page.locator("#side")).to_be_hidden()


async def test_conversations_are_found_by_words_of_what_was_asked(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page, catalogue = visit.page, visit.served.sheaf.catalogue
        finder, rows = page.get_by_label("Find conversations by words"), page.locator(".session")
        await visit.ask(MEMBERS)
        await visit.ask(ELSEWHERE)
        await expect(rows).to_have_count(1)
        await expect(finder).to_be_hidden()
        for number in range(1, 250):
            await catalogue.ensure_session(LOCAL_OWNER, title=f"Conversation {number}")
        await page.reload()
        await expect(rows).to_have_count(200)
        await page.locator("#new-conversation").focus()
        for _ in range(2):
            await page.keyboard.press("Tab")
        await expect(finder).to_be_focused()
        await page.keyboard.type("2022 Members")
        await expect(rows).to_have_text([MEMBERS])
        await expect(page.locator("#announcer")).to_have_text("1 conversation.")
        # What is asked meanwhile changes nothing of what is looked for.
        await look_again(visit, "**/sessions?limit=200&words=*")
        await expect(rows).to_have_text([MEMBERS])
        await finder.fill("conversation 24")
        await expect(rows).to_have_count(13)
        await finder.fill("submarine")
        await expect(page.locator("#sessions")).to_have_text("None has these words.")
        await finder.focus()
        await page.keyboard.press("Escape")
        await expect(rows).to_have_count(200)
        await expect(finder).to_be_visible()
