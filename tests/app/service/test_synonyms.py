"""The operator's file of synonyms: what is wrong with it is no fault of who asks, nor is its path theirs to read."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from app.doctor import diagnose
from app.keys import create_key
from app.settings import load_settings
from app.sheaf import Sheaf
from nodes.domain.errors import UnavailableError
from tests.app.service.conftest import Serve


@pytest.mark.parametrize("broken", [None, b"\xff\xfe\x00", b"revenue\n"])
async def test_a_file_that_breaks_while_the_service_runs_is_no_fault_of_a_request(
    tmp_path: Path, serve: Serve, broken: bytes | None
) -> None:
    file = tmp_path / "synonyms.txt"
    file.write_text("revenue, turnover\n")
    settings = load_settings(home=tmp_path / "home", auth="keys", synonyms=file)
    async with Sheaf(settings) as sheaf:
        key = await create_key(sheaf.catalogue, "bob")
        await sheaf.catalogue.ensure_collection("bob", "default", sheaf.library.configured_kind())
    async with serve(settings) as client:
        client.headers["Authorization"] = f"Bearer {key}"
        assert (await client.post("/search", json={"question": "What was the revenue?"})).status_code == 200
        if broken is None:
            file.unlink()
        else:
            file.write_bytes(broken)
        refused = await client.post("/search", json={"question": "What was the revenue?"})
        ready: httpx.Response = await client.get("/ready")
    assert (refused.status_code, refused.json()["error"]["code"]) == (503, "unavailable")
    assert "synonyms" in refused.json()["error"]["message"]
    assert str(tmp_path) not in refused.text
    assert ready.status_code == 503
    assert not ready.json()["parts"]["synonyms"]["ready"]

    checks, _ = await diagnose(settings)
    wrong = [check for check in checks if not check.ok and not check.optional]
    assert [check.part for check in wrong] == ["synonyms"]
    assert str(file) in wrong[0].found
    with pytest.raises(UnavailableError, match=r"synonyms\.txt"):
        async with Sheaf(settings):
            pass
