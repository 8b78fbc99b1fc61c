"""The text of a page beside the answer: set as what it is, with its marks, and never as markup."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

from app.settings import load_settings
from tests.app.web.conftest import Visit, Visiting

pytestmark = pytest.mark.asyncio(loop_scope="session")

FEES = """# Harbour of Gull Bay

The fees **of the harbour** and <img src=x onerror="window.hurt = 1">[what they pay for](javascript:window.hurt=2).

## Fees

| Boat | Berth | Summer | Winter | Whole year | With water and light | In another harbour of the bay |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
| Rowing boat | A | 11 | 12 | 20 | 23 | 2,100 |
| Fishing cutter | B | 41 | 44 | 80 | 85 | 8,400 |

<script>window.hurt = 3</script>

- Pay at the *office*
"""


async def opened(visit: Visit, name: str, text: str, quote: str) -> None:
    """Shows a new document in the viewer, with a quote marked."""
    await visit.drop({name: text.encode()})
    await expect(visit.page.locator(".tray-heading")).to_contain_text("1 file ready", timeout=40_000)
    [document] = (await visit.served.client.get("/documents")).json()["documents"]
    await visit.page.evaluate(
        """async ([documentId, fileName, quote]) => {
            const { openDocument } = await import("/static/viewer.js");
            const wanted = { documentId, fileName, page: 1, quote, index: 1, sectionPath: [], verified: true };
            await openDocument(wanted, document.body);
        }""",
        [document["document_id"], name, quote],
    )
    await visit.page.locator(".page-text").wait_for()


async def test_a_table_is_a_table_with_its_cells_marked(tmp_path: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=tmp_path / "home"), width=360) as visit:
        await opened(visit, "fees.md", FEES, "Fishing cutter | B | 41")
        page, text = visit.page, visit.page.locator(".page-text")
        await expect(text.get_by_role("heading", level=3)).to_have_text("Harbour of Gull Bay")
        await expect(text.get_by_role("heading", level=4)).to_have_text("Fees")
        await expect(text.get_by_role("columnheader")).to_have_count(7)
        assert await text.locator("td mark.strong").all_inner_texts() == ["Fishing cutter", "B", "41"]
        await expect(text.get_by_role("listitem")).to_have_text("Pay at the office")
        assert not {"|", "#", "*"} & set(await text.inner_text())
        await expect(page.locator(".viewer-quote q")).to_have_text("Fishing cutter · B · 41")

        table = page.get_by_role("group", name="Table")
        assert await page.locator(".reader").evaluate("each => each.scrollWidth <= each.clientWidth")
        await table.focus()
        last = text.get_by_role("columnheader").last
        await expect(last).not_to_be_in_viewport()
        for _ in range(30):
            await page.keyboard.press("ArrowRight")
        await expect(table).to_be_focused()
        await expect(last).to_be_in_viewport()

        await page.get_by_role("button", name="As text").click()
        await expect(text).to_contain_text("| Fishing cutter | B | 41 |")
        await expect(text.locator("mark.strong")).to_have_text("Fishing cutter | B | 41")


async def test_what_is_set_stays_text(tmp_path: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        await opened(visit, "fees.md", FEES, "harbour** and <img")
        text = visit.page.locator(".page-text")
        assert await text.locator("mark.strong").all_inner_texts() == ["harbour", " and <img"]
        await expect(text).to_contain_text("<script>window.hurt = 3</script>")
        await expect(text).to_contain_text("what they pay for")
        assert await text.locator("script, img, a").count() == 0
        assert await visit.page.evaluate("window.hurt") is None


async def test_a_plain_text_keeps_its_signs(tmp_path: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        await opened(visit, "fees.txt", "Fees:\n# of | the harbour\n- are **due**\n", "are **due**")
        await expect(visit.page.locator(".page-text")).to_contain_text("# of | the harbour")
        await expect(visit.page.locator(".page-text mark.strong")).to_have_text("are **due**")
        await expect(visit.page.locator(".viewer-quote q")).to_have_text("are due")
        assert await visit.page.get_by_role("button", name="As text").count() == 0
