"""What is written and asked while the page waits: it is neither lost nor shown where it does not belong."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from playwright.async_api import Page, Response, Route, expect

from app.settings import load_settings
from tests.app.web.conftest import Visit, Visiting, without_broken_requests, without_status
from tests.openai_server import OpenAIServer, Pause, pauses

pytestmark = pytest.mark.asyncio(loop_scope="session")

MEMBERS = "How many members did the Skellvane Tidal Cooperative have at the end of 2023?"
FOLLOWING = "And in 2022?"


class Held:
    """Requests of an address that wait until they are let go."""

    def __init__(self) -> None:
        self.come = asyncio.Event()
        self._may_go = asyncio.Event()

    async def hold(self, page: Page, address: str, method: str = "GET") -> None:
        """Lets them wait from now on."""

        async def wait(route: Route) -> None:
            if route.request.method == method:
                self.come.set()
                await self._may_go.wait()
            await route.continue_()

        await page.route(address, wait)

    def let_go(self) -> None:
        """Lets them, and all later ones, go on."""
        self._may_go.set()


async def held(page: Page, address: str, method: str = "GET") -> Held:
    """Requests that wait from now on."""
    made = Held()
    await made.hold(page, address, method)
    return made


async def begin(visit: Visit, name: str) -> None:
    """A conversation that a program began, with one answer."""
    asked = {"question": MEMBERS, "session_id": name, "stream": False}
    assert (await visit.served.client.post("/chat", json=asked)).status_code == 200


async def go_to(visit: Visit, name: str) -> None:
    """Goes to a conversation as links do, and does not wait for it."""
    await visit.page.evaluate(f"location.hash = '#/conversation/{name}'")


async def questions_of(visit: Visit, name: str) -> list[str]:
    """What the service keeps as asked in a conversation."""
    messages = (await visit.served.client.get(f"/sessions/{name}/messages")).json()["messages"]
    return [each["question"] for each in messages]


def asked_by(reply: Response) -> list[str]:
    """The collections that a reply keeps as asked; empty where it is another reply."""
    sent = reply.request.post_data_json if reply.request.method == "PUT" else None
    return sent["collection_ids"] if sent and reply.ok else []


async def test_what_is_written_while_a_conversation_is_opened_is_for_it(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page, field = visit.page, visit.page.locator("#question")
        await begin(visit, "ann")
        await expect(page.locator(".empty")).to_be_visible()
        await field.fill("For a new one")
        opening = await held(page, "**/sessions/ann")
        await go_to(visit, "ann")
        await expect(field).to_have_value("")
        await field.fill(FOLLOWING)
        opening.let_go()
        await expect(page.locator(".exchange")).to_have_count(1)
        await expect(field).to_have_value(FOLLOWING)
        await page.press("#question", "Enter")
        await expect(page.locator(".exchange")).to_have_count(2)
        await expect(field).to_have_value("")
        await page.click("#new-conversation")
        await expect(field).to_have_value("For a new one")


async def test_what_is_asked_while_a_conversation_is_opened_is_asked_there_once(
    sample_copy: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page, field = visit.page, visit.page.locator("#question")
        await begin(visit, "ann")
        opening = await held(page, "**/sessions/ann")
        await go_to(visit, "ann")
        await opening.come.wait()
        await field.fill(FOLLOWING)
        await page.press("#question", "Enter")
        await page.press("#question", "Enter")
        await expect(page.locator("#scope")).to_have_text("Will be asked once the conversation is open")
        await expect(page.locator("#announcer")).to_have_text("Will be asked once the conversation is open.")
        # The next one is begun already.
        await page.press("#question", "End")
        await page.keyboard.type(" And why?")
        opening.let_go()
        await expect(page.locator(".asked")).to_have_text([MEMBERS, FOLLOWING])
        await expect(field).to_have_value("And why?")
        await expect(page.locator("#scope")).to_contain_text("default")
        await expect(page.locator(".answer[aria-busy=false]")).to_have_count(2)
        assert await questions_of(visit, "ann") == [MEMBERS, FOLLOWING]


async def test_what_is_taken_out_of_the_field_before_its_conversation_is_open_is_not_asked(
    sample_copy: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page, field = visit.page, visit.page.locator("#question")
        await begin(visit, "ann")
        opening = await held(page, "**/sessions/ann")
        await go_to(visit, "ann")
        await opening.come.wait()
        await field.fill(FOLLOWING)
        await page.press("#question", "Enter")
        await field.fill("Something else")
        opening.let_go()
        await expect(page.locator("#scope")).to_contain_text("default")
        await expect(field).to_have_value("Something else")
        await visit.ask("And in 2021?")
        assert await questions_of(visit, "ann") == [MEMBERS, "And in 2021?"]


async def test_who_goes_on_before_a_conversation_is_open_finds_the_question_in_its_field(
    sample_copy: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page, field = visit.page, visit.page.locator("#question")
        for name in ("ann", "bob"):
            await begin(visit, name)
        opening = await held(page, "**/sessions/ann")
        await go_to(visit, "ann")
        await opening.come.wait()
        await field.fill(FOLLOWING)
        await page.press("#question", "Enter")
        await go_to(visit, "bob")
        await expect(page.locator(".exchange")).to_have_count(1)
        opening.let_go()
        await expect(field).to_have_value("")
        await go_to(visit, "ann")
        await expect(field).to_have_value(FOLLOWING)
        for name in ("ann", "bob"):
            assert await questions_of(visit, name) == [MEMBERS]


async def test_a_question_stays_in_its_conversation_where_another_is_opened_at_once(
    sample_copy: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page = visit.page
        for name in ("ann", "bob"):
            await begin(visit, name)
        await go_to(visit, "ann")
        await page.reload()
        await expect(page.locator(".exchange")).to_have_count(1)
        # A program began it: what it asks is kept before the question is asked.
        keeping = await held(page, "**/sessions/ann/collections", "PUT")
        await page.fill("#question", FOLLOWING)
        await page.press("#question", "Enter")
        await keeping.come.wait()
        await go_to(visit, "bob")
        await expect(page.locator(".session.current a")).to_have_attribute("href", "#/conversation/bob")
        await go_to(visit, "ann")
        await expect(page.locator(".session.current a")).to_have_attribute("href", "#/conversation/ann")
        # It is on its way, and not left without an answer.
        await expect(page.locator(".asked")).to_have_text([MEMBERS, FOLLOWING])
        await expect(page.locator(".problem")).to_have_count(0)
        await expect(page.locator("#send")).to_have_text("Stop")
        await go_to(visit, "bob")
        await expect(page.locator(".exchange")).to_have_count(1)
        keeping.let_go()
        await expect(page.locator("#send")).to_have_text("Ask")
        await go_to(visit, "ann")
        await expect(page.locator(".answer[aria-busy=false]")).to_have_count(2)
        assert await questions_of(visit, "ann") == [MEMBERS, FOLLOWING]
        assert await questions_of(visit, "bob") == [MEMBERS]
        assert len((await visit.served.client.get("/sessions/ann")).json()["attached"]) == 1


async def test_an_answer_that_comes_while_its_conversation_is_opened_is_shown(
    sample_copy: Path, visiting: Visiting
) -> None:
    pause = Pause()
    with OpenAIServer() as model:
        model.otherwise(pauses(pause, "The cooperative had 447 ", "members [1]."))
        settings = load_settings(home=sample_copy, llm="openai", openai_base_url=model.url, openai_api_key="none")
        async with visiting(settings) as visit:
            page = visit.page
            await page.fill("#question", MEMBERS)
            await page.press("#question", "Enter")
            await expect(page.locator(".words")).to_have_text("The cooperative had 447")
            [session] = (await visit.served.client.get("/sessions")).json()["sessions"]
            await page.click("#new-conversation")
            read, may_go = asyncio.Event(), asyncio.Event()

            async def late(route: Route) -> None:
                # As it was before the answer was kept.
                reply = await route.fetch()
                read.set()
                await may_go.wait()
                await route.fulfill(response=reply)

            await page.route(f"**/sessions/{session['session_id']}/messages?limit=100", late, times=1)
            await go_to(visit, session["session_id"])
            await read.wait()
            async with page.expect_response("**/sessions?limit=200"):
                pause.may_go_on.set()
            may_go.set()
            await expect(page.locator(".words")).to_have_text("The cooperative had 447 members[1].")
            await expect(page.locator(".asked")).to_have_text(MEMBERS)
            await expect(page.locator(".problem")).to_have_count(0)


async def test_an_answer_that_was_kept_before_it_came_is_shown_once(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page = visit.page
        for name in ("ann", "bob"):
            await begin(visit, name)
        await go_to(visit, "ann")
        await expect(page.locator(".exchange")).to_have_count(1)
        kept, may_come = asyncio.Event(), asyncio.Event()

        async def late(route: Route) -> None:
            reply = await route.fetch()
            kept.set()
            await may_come.wait()
            await route.fulfill(response=reply)

        await page.route("**/chat", late)
        await page.fill("#question", FOLLOWING)
        await page.press("#question", "Enter")
        await kept.wait()
        await go_to(visit, "bob")
        await expect(page.locator(".exchange")).to_have_count(1)
        await go_to(visit, "ann")
        await expect(page.locator("#send")).to_have_text("Stop")
        may_come.set()
        await expect(page.locator("#send")).to_have_text("Ask")
        await expect(page.locator(".asked")).to_have_text([MEMBERS, FOLLOWING])


async def test_a_conversation_that_cannot_be_read_leaves_the_one_that_is_shown(
    sample_copy: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page, field = visit.page, visit.page.locator("#question")
        for name in ("ann", "bob"):
            await begin(visit, name)
        await go_to(visit, "ann")
        await expect(page.locator(".exchange")).to_have_count(1)
        address = page.url
        await field.fill("For Ann")
        await page.route("**/sessions/bob", lambda route: route.abort())
        await go_to(visit, "bob")
        await expect(page.locator(".toast")).to_contain_text("does not answer")
        assert page.url == address
        await expect(field).to_have_value("For Ann")
        await visit.ask(FOLLOWING)
        await page.reload()
        await expect(page.locator(".asked")).to_have_text([MEMBERS, FOLLOWING])
        assert await questions_of(visit, "bob") == [MEMBERS]
        without_broken_requests(visit)


async def test_who_has_gone_elsewhere_is_not_taken_away_by_a_conversation_that_is_gone(
    sample_copy: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page = visit.page
        await begin(visit, "ann")
        opening = await held(page, "**/sessions/nobody")
        await go_to(visit, "nobody")
        await opening.come.wait()
        await go_to(visit, "ann")
        await expect(page.locator(".exchange")).to_have_count(1)
        async with page.expect_response("**/sessions/nobody"):
            opening.let_go()
        await visit.ask(FOLLOWING)
        assert page.url.endswith("#/conversation/ann")
        assert await questions_of(visit, "ann") == [MEMBERS, FOLLOWING]
        without_status(visit, 404)


async def test_a_first_conversation_that_cannot_be_read_is_tried_again_by_who_asks(
    sample_copy: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page, client, field = visit.page, visit.served.client, visit.page.locator("#question")
        await begin(visit, "ann")
        await page.route("**/sessions/ann", lambda route: route.abort())
        await go_to(visit, "ann")
        await page.reload()
        await expect(page.locator(".empty-title")).to_have_text("The service does not answer.")
        await field.fill(FOLLOWING)
        async with page.expect_event("requestfailed"):
            await page.press("#question", "Enter")
        await expect(page.locator(".empty-title")).to_have_text("The service does not answer.")
        await expect(field).to_have_value(FOLLOWING)
        await page.unroute("**/sessions/ann")
        await page.press("#question", "Enter")
        await expect(page.locator(".asked")).to_have_text([MEMBERS, FOLLOWING])
        await expect(page.locator(".answer[aria-busy=false]")).to_have_count(2)
        assert [each["session_id"] for each in (await client.get("/sessions")).json()["sessions"]] == ["ann"]
        without_broken_requests(visit)


async def test_a_question_whose_stream_broke_is_there_when_the_conversation_is_opened_again(
    sample_copy: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page, field = visit.page, visit.page.locator("#question")
        await begin(visit, "ann")
        await go_to(visit, "ann")
        await expect(page.locator(".exchange")).to_have_count(1)
        # A stream that ends in the middle.
        ended = 'event: token\ndata: {"text": "The cooperative"}\n\n'
        await page.route("**/chat", lambda route: route.fulfill(content_type="text/event-stream", body=ended), times=1)
        await field.fill(FOLLOWING)
        await page.press("#question", "Enter")
        await expect(page.locator(".problem")).to_contain_text("The answer broke off.")
        await page.click("#new-conversation")
        await go_to(visit, "ann")
        await expect(page.locator(".asked")).to_have_text([MEMBERS, FOLLOWING])
        await page.reload()
        await expect(page.locator(".problem")).to_contain_text("Nothing of this question was kept.")
        # What is written besides stays, when it is asked again.
        await field.fill("Another one")
        await page.get_by_role("button", name="Ask again").click()
        await expect(page.locator(".answer[aria-busy=false]")).to_have_count(2)
        await expect(page.locator(".problem")).to_have_count(0)
        await expect(field).to_have_value("Another one")


async def test_a_question_that_cannot_be_asked_again_stays(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page = visit.page
        await page.route("**/sessions", lambda route: route.abort(), times=1)
        await page.fill("#question", MEMBERS)
        await page.press("#question", "Enter")
        await expect(page.locator(".problem")).to_be_visible()
        await page.locator("[data-collection] input[type=checkbox]").uncheck()
        await page.get_by_role("button", name="Ask again").click()
        await expect(page.locator(".toast")).to_contain_text("nothing to ask")
        await expect(page.locator(".asked")).to_have_text(MEMBERS)
        without_broken_requests(visit)


async def test_what_a_program_asked_is_asked_on_where_it_could_not_be_kept_at_first(
    sample_copy: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page = visit.page
        await begin(visit, "ann")
        await go_to(visit, "ann")
        await expect(page.locator(".exchange")).to_have_count(1)
        await page.route("**/sessions/ann/collections", lambda route: route.abort(), times=1)
        await page.fill("#question", FOLLOWING)
        await page.press("#question", "Enter")
        await expect(page.locator(".problem")).to_contain_text("does not answer")
        await expect(page.locator("#scope")).to_contain_text("default")
        await page.get_by_role("button", name="Ask again").click()
        await expect(page.locator(".answer[aria-busy=false]")).to_have_count(2)
        assert await questions_of(visit, "ann") == [MEMBERS, FOLLOWING]
        without_broken_requests(visit)


async def test_ticks_are_saved_where_they_were_made(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page, client = visit.page, visit.served.client
        await begin(visit, "ann")
        for name in ("tides", "moons"):
            await client.post("/collections", json={"name": name})
        await go_to(visit, "ann")
        await page.reload()
        await expect(page.locator(".exchange")).to_have_count(1)
        saving = await held(page, "**/sessions/ann/collections", "PUT")
        for name in ("tides", "moons"):
            await page.locator("[data-collection]", has_text=name).locator("input").check()
        await saving.come.wait()
        await page.click("#new-conversation")
        async with page.expect_response(lambda reply: len(asked_by(reply)) == 3):
            saving.let_go()
        assert len((await client.get("/sessions/ann")).json()["attached"]) == 3


async def test_ticks_that_are_being_saved_stand_when_their_conversation_is_opened_again(
    sample_copy: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page, client = visit.page, visit.served.client
        await begin(visit, "ann")
        await client.post("/collections", json={"name": "tides"})
        await go_to(visit, "ann")
        await page.reload()
        await expect(page.locator(".exchange")).to_have_count(1)
        tick = page.locator("[data-collection]", has_text="tides").locator("input")
        saving = await held(page, "**/sessions/ann/collections", "PUT")
        await tick.check()
        await saving.come.wait()
        await page.click("#new-conversation")
        await expect(page.locator(".exchange")).to_have_count(0)
        await tick.uncheck()
        await go_to(visit, "ann")
        await expect(page.locator(".exchange")).to_have_count(1)
        await expect(tick).to_be_checked()
        async with page.expect_response(lambda reply: len(asked_by(reply)) == 2):
            saving.let_go()
        await visit.ask(FOLLOWING)
        await expect(tick).to_be_checked()


async def test_ticks_that_cannot_be_saved_are_taken_back_also_where_their_conversation_was_opened_again(
    sample_copy: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page, client = visit.page, visit.served.client
        await begin(visit, "ann")
        await client.post("/collections", json={"name": "tides"})
        await go_to(visit, "ann")
        await page.reload()
        await expect(page.locator(".exchange")).to_have_count(1)
        tick = page.locator("[data-collection]", has_text="tides").locator("input")
        may_fail = asyncio.Event()

        async def fail(route: Route) -> None:
            await may_fail.wait()
            await route.abort()

        await page.route("**/sessions/ann/collections", fail)
        await tick.check()
        await page.click("#new-conversation")
        await expect(page.locator(".exchange")).to_have_count(0)
        await go_to(visit, "ann")
        await expect(page.locator(".exchange")).to_have_count(1)
        await expect(tick).to_be_checked()
        may_fail.set()
        await expect(page.locator(".toast")).to_contain_text("does not answer")
        await expect(tick).not_to_be_checked()
        await expect(page.locator("#scope")).to_contain_text("default")
        without_broken_requests(visit)


async def test_what_was_written_is_there_when_the_page_is_loaded_again(sample_copy: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page, field = visit.page, visit.page.locator("#question")
        await begin(visit, "ann")
        await expect(page.locator(".empty")).to_be_visible()
        await field.fill("For a new one")
        await go_to(visit, "ann")
        await expect(page.locator(".exchange")).to_have_count(1)
        await field.fill("For Ann")
        await page.reload()
        await expect(page.locator(".exchange")).to_have_count(1)
        await expect(field).to_have_value("For Ann")
        await page.click("#new-conversation")
        await expect(field).to_have_value("For a new one")


async def test_asking_again_in_vain_is_seen_and_leaves_the_keyboard_there(
    sample_copy: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=sample_copy)) as visit:
        page, again = visit.page, visit.page.get_by_role("button", name="Ask again")
        await page.route("**/chat", lambda route: route.abort())
        await page.fill("#question", MEMBERS)
        await page.press("#question", "Enter")
        await expect(page.locator(".problem")).to_have_text(re.compile("^The service does not answer"))
        await page.evaluate("""() => {
            window.seen = {};
            new MutationObserver(() => {
                const failed = document.querySelector(".problem") !== null;
                seen[failed ? "failed" : "asked"] ??= performance.now();
            }).observe(document.querySelector("#conversation"), { childList: true, subtree: true });
        }""")
        await again.focus()
        await page.keyboard.press("Enter")
        await expect(page.locator(".problem")).to_contain_text("It was asked again, without success.")
        # Long enough for a person to see it.
        assert await page.evaluate("seen.failed - seen.asked") > 400
        await expect(again).to_be_focused()
        await page.unroute("**/chat")
        await page.keyboard.press("Enter")
        await expect(page.locator(".words")).to_contain_text("447")
        without_broken_requests(visit)
