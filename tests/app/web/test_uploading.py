"""Files on their way from the page to the service, over slow lines, from folders, and when the service goes away."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.async_api import Route, expect

from app.settings import load_settings
from tests.app.web.conftest import Visit, Visiting, slowly, without_broken_requests, without_status

pytestmark = pytest.mark.asyncio(loop_scope="session")

TIDES = b"The tide at Hask is 41 m."
LEAVING = """() => {
    const leaving = new Event("beforeunload", { cancelable: true });
    dispatchEvent(leaving);
    return leaving.defaultPrevented;
}"""


async def test_files_in_folders_are_added_with_those_beside_them(tmp_path: Path, visiting: Visiting) -> None:
    inner = tmp_path / "gauges" / "north"
    inner.mkdir(parents=True)
    (tmp_path / "gauges" / "hask.txt").write_bytes(TIDES)
    (inner / "gull.txt").write_bytes(b"The tide at Gull is 44 m.")
    (inner / ".DS_Store").write_bytes(b"\0")
    (tmp_path / "moons.txt").write_bytes(b"There is one moon.")
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        await drop_paths(visit, [tmp_path / "gauges", tmp_path / "moons.txt"])
        await expect(visit.page.locator(".tray-heading")).to_have_text(
            "3 files ready in this conversation", timeout=40_000
        )
        # A conversation without a question is called after its files.
        await expect(visit.page.locator(".session.current")).to_have_text("gull.txt and 2 more")
        await expect(visit.page).to_have_title("gull.txt and 2 more · Sheaf")
        await visit.page.click("#new-conversation")
        await visit.page.reload()
        await expect(visit.page.locator("#sessions a")).to_have_text("gull.txt and 2 more")
        kept = (await visit.served.client.get("/documents")).json()["documents"]
        assert {each["file_name"] for each in kept} == {"hask.txt", "gull.txt", "moons.txt"}


async def test_a_file_that_went_away_fails_alone(tmp_path: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        gone = tmp_path / "gone.txt"
        gone.write_bytes(TIDES)
        (tmp_path / "hask.txt").write_bytes(TIDES)
        async with visit.page.expect_file_chooser() as choosing:
            await visit.page.click("#add-files")
        await slowly(visit, "**/sessions", "POST")
        await visit.page.evaluate(
            """() => {
                const slice = File.prototype.slice;
                File.prototype.slice = function (...places) {
                    if (this.name !== "gone.txt") return slice.apply(this, places);
                    return { arrayBuffer: () => Promise.reject(new DOMException("", "NotReadableError")) };
                };
            }"""
        )
        await (await choosing.value).set_files([gone, tmp_path / "hask.txt"])
        await expect(visit.page.locator(".tray-heading")).to_have_text(
            "1 file ready in this conversation; 1 file could not be read", timeout=40_000
        )
        await expect(visit.page.locator(".tray-file").first).to_contain_text("gone.txt")
        await expect(visit.page.locator("#announcer")).to_contain_text(
            "gone.txt: It could not be read on this machine."
        )


async def test_a_pile_is_sent_in_several_requests(tmp_path: Path, visiting: Visiting) -> None:
    pile = {f"gauge-{number}.txt": f"The tide at gauge {number} is {number} m.".encode() for number in range(101)}
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        refused = asyncio.Event()

        async def refuse_once(route: Route) -> None:
            if refused.is_set():
                await route.continue_()
                return
            refused.set()
            error = {"error": {"code": "rate_limited", "message": "Too many uploads.", "hint": "Later."}}
            await route.fulfill(status=429, headers={"Retry-After": "1"}, json=error)

        await visit.page.route("**/upload", refuse_once)
        await visit.drop(pile)
        await expect(visit.page.locator(".tray-heading")).to_have_text(
            "101 files ready in this conversation", timeout=120_000
        )
        assert (await visit.served.client.get("/uploads")).json()["total"] == 3
        without_status(visit, 429)


async def test_who_asks_or_leaves_while_files_are_sent_is_told(tmp_path: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        page = visit.page
        await slowly(visit, "**/upload", "POST", 3)
        assert not await page.evaluate(LEAVING)
        await visit.drop({"hask.txt": TIDES})
        await page.fill("#question", "How high is the tide at Hask?")
        await page.press("#question", "Enter")
        await expect(page.locator(".toast")).to_contain_text("Your files are still on their way.")
        await expect(page.locator("#question")).to_have_value("How high is the tide at Hask?")
        assert await page.evaluate(LEAVING)
        await expect(page.locator(".tray-heading")).to_contain_text("1 file ready", timeout=40_000)
        assert not await page.evaluate(LEAVING)


async def test_files_that_were_taken_in_are_followed_again_when_the_connection_breaks(
    tmp_path: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        broken: list[str] = []

        async def break_off(route: Route) -> None:
            broken.append(route.request.url)
            if len(broken) == 1:
                await route.abort()
            elif len(broken) == 2:
                await route.fulfill(content_type="text/event-stream", body=": still there\n\n")
            else:
                await route.continue_()

        await visit.page.route("**/uploads/*/events", break_off)
        await visit.drop({"hask.txt": TIDES})
        await expect(visit.page.locator(".tray-state")).to_have_text("connecting again…")
        await expect(visit.page.locator(".tray-heading")).to_have_text(
            "1 file ready in this conversation", timeout=40_000
        )
        without_broken_requests(visit)


async def test_an_answer_that_breaks_off_says_so_in_words(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        await visit.page.evaluate(
            """() => {
                const ask = window.fetch;
                window.fetch = async (address, options) => {
                    if (!String(address).endsWith("/chat")) return ask(address, options);
                    const breakOff = (body) => body.error(new TypeError("network error"));
                    return new Response(new ReadableStream({ start: breakOff }));
                };
            }"""
        )
        await visit.page.fill("#question", "How many members are there?")
        await visit.page.press("#question", "Enter")
        await expect(visit.page.locator(".exchange .problem")).to_contain_text("The connection broke off.")
        await expect(visit.page.locator(".toast")).to_have_count(0)


async def test_what_was_said_before_an_error_is_there_to_be_read(sample_copy: Path, visiting: Visiting) -> None:
    said = [("token", {"text": "The first words, and "}), ("error", {"message": "It broke off.", "hint": "Ask again."})]
    body = "".join(f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in said)
    async with visiting(load_settings(home=sample_copy)) as visit:
        page = visit.page
        await page.route("**/chat", lambda route: route.fulfill(content_type="text/event-stream", body=body), times=1)
        await page.fill("#question", "How many members were there at the end of 2023?")
        await page.press("#question", "Enter")
        await expect(page.locator(".exchange .problem")).to_contain_text("It broke off.")
        await expect(page.locator(".words")).to_have_text("The first words, and")
        await page.get_by_role("button", name="Ask again").click()
        await expect(page.locator(".words")).to_contain_text("447")
        await expect(page.locator("#question")).to_be_focused()


async def test_the_list_follows_an_upload(tmp_path: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        # The rest never comes.
        told = {"file_name": "hask.txt", "status": "ready", "page_count": 1, "chunk_count": 1}
        event = f"event: file\ndata: {json.dumps(told)}\n\n"
        await visit.page.evaluate(
            """(event) => {
                const ask = window.fetch;
                window.fetch = async (address, options) => {
                    if (!String(address).endsWith("/events")) return ask(address, options);
                    return new Response(new ReadableStream({ start: (body) => {
                        setTimeout(() => body.enqueue(new TextEncoder().encode(event)), 4000);
                    } }));
                };
            }""",
            event,
        )
        await visit.drop({"hask.txt": TIDES})
        await expect(visit.page.locator(".document-state")).to_have_text("1 page", timeout=40_000)


async def test_files_can_be_pasted(tmp_path: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        await visit.page.evaluate(
            """() => {
                const clipboardData = new DataTransfer();
                clipboardData.items.add(new File(["The tide at Hask is 41 m."], "hask.txt"));
                document.querySelector("#question").dispatchEvent(
                    new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
            }"""
        )
        await expect(visit.page.locator(".tray-heading")).to_contain_text("1 file ready", timeout=40_000)


async def drop_paths(visit: Visit, paths: Sequence[Path]) -> None:
    """Drags files and folders from the machine onto the conversation."""
    await visit.page.locator(".empty").wait_for()
    session = await visit.page.context.new_cdp_session(visit.page)
    data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
    for event in ("dragEnter", "dragOver", "drop"):
        await session.send("Input.dispatchDragEvent", {"type": event, "x": 700, "y": 300, "data": data})
        if event == "dragOver":
            await expect(visit.page.locator("#drop-target")).to_have_text("this conversation")


async def test_who_asks_sees_no_more_of_files_that_are_there_and_still_of_those_that_are_not(
    tmp_path: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        heading = visit.page.locator(".tray-heading")
        await visit.drop({"hask.txt": b"The tide at Hask is 41 m.", "empty.txt": b""})
        await expect(heading).to_contain_text("1 file could not be read")
        await visit.drop({"gull.txt": b"The tide at Gull is 7 m."})
        await expect(heading.filter(has_text="1 file ready in this conversation")).to_have_count(2)
        await visit.ask("How high is the tide at Hask?")
        await expect(heading).to_have_text(["1 file ready in this conversation; 1 file could not be read"])
        await expect(visit.page.locator(".tray-files")).to_be_hidden()


async def test_what_became_of_a_file_stands_in_one_line(tmp_path: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        states = visit.page.locator(".tray-state")
        name = "the-soundings-of-the-northern-harbours-and-of-all-their-quays-and-moorings-in-one-table.txt"
        for count in (1, 2):
            await visit.drop({name: b"The tide at Hask is 41 m."})
            await expect(visit.page.locator(".tray-file.ready")).to_have_count(count)
        # The newest card is the first.
        again, first = await states.all()
        await expect(again).to_have_text("was there already, unchanged")
        assert await again.evaluate("each => each.offsetHeight") == await first.evaluate("each => each.offsetHeight")


async def test_it_is_told_how_many_of_the_files_are_done(tmp_path: Path, visiting: Visiting) -> None:
    ready = {"file_name": "hask.txt", "status": "ready", "page_count": 1, "chunk_count": 1, "notice": None}
    body = f"event: file\ndata: {json.dumps(ready)}\n\n"
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        # The stream breaks after the first file, and is followed again.
        await visit.page.route(
            "**/uploads/*/events", lambda route: route.fulfill(content_type="text/event-stream", body=body), times=1
        )
        await visit.drop({"hask.txt": TIDES, "gull.txt": b"The tide at Gull is 7 m."})
        heading = visit.page.locator(".tray-heading")
        await expect(heading).to_have_text("Adding 2 files to this conversation: 1 done")
        await expect(heading).to_have_text("2 files ready in this conversation", timeout=40_000)
