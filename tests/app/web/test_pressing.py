"""What is pressed while the page draws its lists anew: the click comes, and the lists are drawn afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from app.settings import load_settings
from tests.app.web.conftest import Visit, Visiting

pytestmark = pytest.mark.asyncio(loop_scope="session")

COUNT_DRAWS = """
window.draws = 0;
new MutationObserver((records) => { window.draws += records.length; })
    .observe(document.getElementById("library"), { childList: true });
"""


async def press(page: Page, what: Locator) -> None:
    """Puts the pointer down on something."""
    await what.hover()
    await page.mouse.down()


async def make(visit: Visit, name: str) -> None:
    """Makes a collection past the page, which then reads its lists; returns when what they tell was told."""
    assert (await visit.served.client.post("/collections", json={"name": name})).status_code == 201
    await visit.page.evaluate(
        """async () => {
            const { store } = await import(new URL("static/store.js", location.href));
            await Promise.all([store.readLibrary(), store.readSessions()]);
        }"""
    )


async def begin(visit: Visit, title: str) -> str:
    """Begins a conversation past the page."""
    made = await visit.served.client.post("/sessions", json={"title": title})
    return str(made.json()["session_id"])


async def test_what_is_pressed_while_its_list_changes_is_clicked_and_then_the_list_is_drawn(
    tmp_path: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        page = visit.page
        names, titles = page.locator(".collection-name"), page.locator(".session a")
        await make(visit, "Tides")
        first = await begin(visit, "The first")
        await page.reload()
        await expect(titles).to_have_text(["The first"])

        await press(page, titles.first)
        await begin(visit, "The second")
        await make(visit, "Ships")
        # What is not pressed need not wait.
        await expect(names).to_have_text(["Ships", "Tides"])
        await expect(titles).to_have_text(["The first"])
        await page.mouse.up()
        await expect(titles).to_have_text(["The second", "The first"])
        await expect(page.locator(".session.current")).to_have_text("The first")
        assert page.url.endswith(first)

        tick = page.get_by_role("checkbox", name="Tides")
        await expect(tick).not_to_be_checked()
        # On the name, which is the box's label.
        await press(page, names.filter(has_text="Tides").locator("span"))
        await make(visit, "Moons")
        await make(visit, "Winds")
        await expect(names).to_have_text(["Ships", "Tides"])
        await page.mouse.up()
        await expect(names).to_have_text(["Moons", "Ships", "Tides", "Winds"])
        await expect(tick).to_be_checked()


async def test_what_the_space_bar_is_down_on_is_clicked_when_it_comes_up(tmp_path: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        page = visit.page
        names = page.locator(".collection-name")
        for name in ("Tides", "Ships", "Moons", "Winds"):
            await make(visit, name)
        button = page.get_by_role("button", name="documents in Winds")

        await expect(button).to_have_attribute("aria-expanded", "false")
        await button.focus()
        await page.keyboard.down("Space")
        await make(visit, "Waves")
        await page.keyboard.up("Space")
        await expect(names).to_have_count(5)
        await expect(button).to_have_attribute("aria-expanded", "true")
        await expect(button).to_be_focused()


async def test_what_a_new_conversation_offers_is_clicked_while_collections_come(
    tmp_path: Path, visiting: Visiting
) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        page = visit.page
        await page.locator("#file-input").evaluate(
            "field => { window.choices = 0; field.addEventListener('click', (event) => {"
            " window.choices += 1; event.preventDefault(); }); }"
        )
        await press(page, page.get_by_role("button", name="Choose files"))
        await make(visit, "Tides")
        await page.mouse.up()
        assert await page.evaluate("choices") == 1


async def test_a_press_that_ends_without_a_click_holds_nothing_up(tmp_path: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        page = visit.page
        names = page.locator(".collection-name")
        button = page.get_by_role("button", name="documents in Tides")
        # Of more than three, new ones are not opened, and so not drawn once more.
        for name in ("Tides", "Ships", "Moons"):
            await make(visit, name)
        await page.evaluate(COUNT_DRAWS)

        for count, end in enumerate(ENDS, 1):
            await press(page, button)
            await make(visit, f"Waves {count}")
            await make(visit, f"Winds {count}")
            await expect(names).to_have_count(2 * count + 1)
            draws = await page.evaluate("draws")
            await page.evaluate(end)
            await expect(names).to_have_count(2 * count + 3)
            assert await page.evaluate("draws") == draws + 1
            await page.mouse.move(640, 20)
            await page.mouse.up()
        # Let go elsewhere.
        await press(page, button)
        await make(visit, "Yachts")
        await page.mouse.move(640, 20)
        await expect(names).to_have_count(2 * len(ENDS) + 3)
        await page.mouse.up()
        await expect(names).to_have_count(2 * len(ENDS) + 4)
        await expect(button).to_have_attribute("aria-expanded", "true")


ENDS = [
    "dispatchEvent(new PointerEvent('pointercancel'))",
    "dispatchEvent(new MouseEvent('contextmenu'))",
    "dispatchEvent(new Event('blur'))",
    "dispatchEvent(new DragEvent('dragstart'))",
    # The pointer is over the page again, without what was pressed: it was let go somewhere else.
    "dispatchEvent(new PointerEvent('pointermove', { buttons: 0 }))",
]
"""What the browser tells where a press ends without a release that the page hears of."""
