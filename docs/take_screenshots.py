"""Takes the pictures of the web page in this folder: `.venv/bin/python docs/take_screenshots.py`.

It starts the service over the sample documents in a home of its own, and needs Chromium.
"""

from __future__ import annotations

import asyncio
import io
import os
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal

import uvicorn
from PIL import Image
from playwright.async_api import Browser, Page, async_playwright

from app.service.application import create_application
from app.settings import load_settings

FOLDER = Path(__file__).parent
QUESTION = "What was the net generation of the Skellvane Tidal Cooperative in 2023?"
EARLIER = (
    "Compare the warranty period of the battery in the original supply contract and in the amended supply contract.",
    "Who is the captain of the research vessel Albatross?",
)
SIZES = ((360, 780), (820, 1100), (1440, 900))
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
MOST_BYTES = 300_000
COLOURS = 256
NARROW = 600
"""Below it is a telephone: its scroll bars lie over the page."""


@asynccontextmanager
async def served(home: Path) -> AsyncIterator[str]:
    """The address of a service over this home."""
    server = uvicorn.Server(uvicorn.Config(create_application(load_settings(home=home)), port=0, log_config=None))
    task = asyncio.create_task(server.serve())
    while not server.started:
        if task.done():
            raise SystemExit("The service did not start.")
        await asyncio.sleep(0.05)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        await task


async def take(page: Page, name: str) -> None:
    """Writes what the page shows; in few colours, for the sake of its size."""
    await page.evaluate("document.fonts.ready")
    await page.wait_for_timeout(300)
    shot = Image.open(io.BytesIO(await page.screenshot())).convert("RGB")
    path = FOLDER / f"{name}.png"
    # Of the ways to choose few colours, this one keeps the colours of large areas as they are.
    few = shot.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(path, optimize=True)
    size = path.stat().st_size
    sys.stdout.write(f"{path.name} {size / 1000:.0f} kB\n")
    if size > MOST_BYTES:
        raise SystemExit(f"{path.name} is larger than {MOST_BYTES / 1000:.0f} kB.")


async def ask(page: Page, question: str) -> None:
    """Asks, and waits for the answer."""
    answers = page.locator(".answer[aria-busy=false]")
    before = await answers.count()
    await page.fill("#question", question)
    await page.press("#question", "Enter")
    await answers.nth(before).wait_for()


async def prepare(browser: Browser, url: str) -> None:
    """Adds the samples as a person would, and has two conversations, taking what is seen on the way."""
    context = await browser.new_context(viewport={"width": 1440, "height": 900}, color_scheme="light")
    page = await context.new_page()
    await page.goto(url)
    await page.get_by_role("button", name="Try the sample documents").click()
    await page.locator(".tray-heading", has_text="15 files ready").wait_for(timeout=120_000)
    await page.get_by_role("button", name="Dismiss").click()
    await take(page, "page-start")
    for question in EARLIER:
        await page.goto(f"{url}/#/")
        await page.locator(".empty").wait_for()
        await ask(page, question)
    await page.goto(f"{url}/#/")
    await page.locator(".empty").wait_for()
    await ask(page, QUESTION)
    await page.locator(".why summary").click()
    await page.evaluate("document.querySelector('.why').scrollIntoView()")
    await take(page, "page-why")
    await context.close()


async def visit(browser: Browser, url: str, width: int, height: int, scheme: Literal["light", "dark"]) -> None:
    """An answer, and the page that it leads to."""
    context = await browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,
        is_mobile=width < NARROW,
        has_touch=width < NARROW,
        device_scale_factor=2 if width < NARROW else 1,
    )
    page = await context.new_page()
    await page.goto(url)
    conversation = page.locator(".session a", has_text=QUESTION[:30]).first
    await page.goto(f"{url}/{await conversation.get_attribute('href')}")
    await page.locator(".cited").wait_for()
    await page.evaluate("document.querySelector('#scroller').scrollTop = 0")
    await take(page, f"page-{width}-{scheme}")
    await page.locator(".words .chip").first.click()
    await page.locator(".page-picture").wait_for()
    await take(page, f"page-{width}-{scheme}-marked")
    await context.close()


async def main() -> None:
    """Takes all of them."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit("There is no Chromium here: install it first.")
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory() as home:
        async with served(Path(home)) as url, async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium, args=flags)
            await prepare(browser, url)
            for scheme in SCHEMES:
                for width, height in SIZES:
                    await visit(browser, url, width, height, scheme)
            await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
