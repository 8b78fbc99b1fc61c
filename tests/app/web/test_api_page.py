"""The page of the API, in a real browser: what it sends as it stands is taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.settings import load_settings
from tests.app.web.conftest import Visiting

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.slow]


async def test_a_file_can_be_uploaded_without_filling_in_anything_else(tmp_path: Path, visiting: Visiting) -> None:
    async with visiting(load_settings(home=tmp_path / "home")) as visit:
        page = visit.page
        await page.goto(f"{visit.served.url}/docs")
        operation = page.locator("#operations-uploads-upload_upload_post")
        await operation.locator(".opblock-summary-control").click()
        if not await operation.locator("button.execute").count():
            await operation.locator("button.try-out__btn").click()
        await operation.locator("input[type=file]").set_input_files(
            {"name": "mill.txt", "mimeType": "text/plain", "buffer": b"The mill Ostrander grinds rye.\n"}
        )
        async with page.expect_response(lambda reply: reply.url.endswith("/upload")) as replied:
            await operation.locator("button.execute").click()
        reply = await replied.value
    assert reply.status == 202, await reply.text()
