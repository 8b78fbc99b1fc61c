"""A real browser over a real service. Skipped where there is no browser."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ConsoleMessage, Error, Page, Route, async_playwright, expect

from app.catalogue.catalogue import SqlCatalogue
from app.keys import create_key
from app.settings import Settings, load_settings
from tests.app.service.real_server import Served, serving

# Models and libraries load while the first question waits, on machines that do other things as well.
PATIENCE = 20_000
expect.set_options(timeout=PATIENCE)


@dataclass
class Visit:
    """A page that shows a running service, and what its browser complained about."""

    page: Page
    served: Served
    complaints: list[str] = field(default_factory=list)

    async def ask(self, question: str) -> None:
        """Asks by typing, and waits for the whole answer."""
        answered = await self.page.locator(".answer[aria-busy=false]").count()
        await self.page.fill("#question", question)
        await self.page.press("#question", "Enter")
        await self.page.locator(".answer[aria-busy=false]").nth(answered).wait_for()
        assert await self.page.locator(".exchange").last.locator(".problem").count() == 0

    async def begin_anew(self) -> None:
        """Begins a new conversation, and waits until the answers of the one before are gone.

        The browser tells of the new address a moment after the click; `ask` would count answers that are about to go.
        """
        await self.page.click("#new-conversation")
        await expect(self.page.locator(".exchange")).to_have_count(0)

    async def answer(self) -> str:
        """The words of the newest answer."""
        return await self.page.locator(".words").last.inner_text()

    async def drop(self, files: dict[str, bytes]) -> None:
        """Drops files onto the conversation, as from a folder."""
        given = [(name, list(content)) for name, content in files.items()]
        transfer = await self.page.evaluate_handle(
            """(files) => {
                const transfer = new DataTransfer();
                for (const [name, content] of files) transfer.items.add(new File([new Uint8Array(content)], name));
                return transfer;
            }""",
            given,
        )
        for event in ("dragenter", "dragover", "drop"):
            await self.page.dispatch_event("#main", event, {"dataTransfer": transfer})


async def locked(home: Path) -> tuple[Settings, str]:
    """Settings of a new home whose service asks for a key, and one that it takes."""
    settings = load_settings(home=home, auth="keys")
    catalogue = await SqlCatalogue.open(settings.catalogue_url)
    key = await create_key(catalogue, "ann")
    await catalogue.close()
    return settings, key


def without_status(visit: Visit, status: int) -> None:
    """Takes away what the browser itself reports of replies with this status, where the test wants one."""
    visit.complaints[:] = [each for each in visit.complaints if f"status of {status}" not in each]


def without_broken_requests(visit: Visit) -> None:
    """Takes away what the browser itself reports of requests that the test lets fail."""
    visit.complaints[:] = [each for each in visit.complaints if "net::ERR_FAILED" not in each]


async def slowly(visit: Visit, address: str, method: str, seconds: float = 1.0) -> None:
    """Lets requests wait, as on a slow line."""

    async def wait(route: Route) -> None:
        if route.request.method == method:
            await asyncio.sleep(seconds)
        await route.continue_()

    await visit.page.route(address, wait)


Visiting = Callable[..., AbstractAsyncContextManager[Visit]]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """The system's Chromium, for all tests."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("there is no Chromium here")
    # Its sandbox does not start for root, as which containers run.
    flags = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    async with AsyncExitStack() as stack:
        yield await _launched(stack, path, flags)


async def _launched(stack: AsyncExitStack, path: str, flags: list[str], attempts: int = 2) -> Browser:
    """The browser, closed with the stack. Its driver is another process, which may hang before anything is asked."""
    try:
        async with asyncio.timeout(60), AsyncExitStack() as attempt:
            playwright = await attempt.enter_async_context(async_playwright())
            browser = await playwright.chromium.launch(executable_path=path, args=flags)
            attempt.push_async_callback(browser.close)
            await stack.enter_async_context(attempt.pop_all())
            return browser
    except TimeoutError:
        if attempts == 1:
            raise
    return await _launched(stack, path, flags, attempts - 1)


class Window:
    """A window of the browser that one visit after the other looks through.

    A new one is a process that reads and compiles the page for the first time, two seconds of a processor in each test.
    What a page keeps is kept for its address, of which each service has another; where one comes again, or a visit left
    in the middle, a new window opens in a context of its own.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._page: Page | None = None
        self._seen: set[str] = set()

    @asynccontextmanager
    async def showing(self, url: str, width: int, height: int) -> AsyncIterator[Page]:
        """An empty page, in which nothing of an earlier visit is left."""
        if url in self._seen:
            await self.close()
        page = self._page or await self._open()
        self._page = None
        self._seen.add(url)
        try:
            await page.set_viewport_size({"width": width, "height": height})
            yield page
            await self._leave(page)
            self._page = page
        finally:
            if self._page is None:
                self._seen.clear()
                await page.context.close()

    async def close(self) -> None:
        """Closes it, and forgets what it kept."""
        if self._page:
            await self._page.context.close()
        self._page = None
        self._seen.clear()

    async def _open(self) -> Page:
        context = await self._browser.new_context(reduced_motion="reduce")
        page = await context.new_page()
        page.set_default_timeout(PATIENCE)
        return page

    async def _leave(self, page: Page) -> None:
        await page.goto("about:blank")
        await page.unroute_all(behavior="ignoreErrors")
        await page.emulate_media(media="null", reduced_motion="reduce")
        await page.mouse.move(0, 0)
        # Back leads nowhere, and what a visit adds to the history is counted from one, and not at the most it can be.
        session = await page.context.new_cdp_session(page)
        await session.send("Page.resetNavigationHistory")
        await session.detach()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def window(browser: Browser) -> AsyncIterator[Window]:
    """The window that visits share by turns."""
    shared = Window(browser)
    yield shared
    await shared.close()


@pytest.fixture
def visiting(browser: Browser, window: Window) -> Visiting:
    """Opens the page of a service with any settings, in a window of any size.

    Who changes more of the window than what it shows, as its permissions, visits `apart`, in one that is closed behind.
    """

    @asynccontextmanager
    async def visit(
        settings: Settings, *, width: int = 1280, height: int = 800, apart: bool = False
    ) -> AsyncIterator[Visit]:
        async with serving(settings) as served, AsyncExitStack() as stack:
            through = Window(browser) if apart else window
            if apart:
                stack.push_async_callback(through.close)
            page = await stack.enter_async_context(through.showing(served.url, width, height))
            visited = Visit(page, served)

            def hear(said: ConsoleMessage) -> None:
                if said.type == "error":
                    visited.complaints.append(said.text)

            def catch(error: Error) -> None:
                visited.complaints.append(str(error))

            page.on("console", hear)
            page.on("pageerror", catch)
            await page.goto(served.url)
            try:
                yield visited
            finally:
                page.remove_listener("console", hear)
                page.remove_listener("pageerror", catch)
        assert visited.complaints == []

    return visit
