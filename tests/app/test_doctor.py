from __future__ import annotations

from pathlib import Path

from app.doctor import diagnose
from app.settings import load_settings


async def test_a_store_out_of_reach_is_named_with_what_mends_it_and_without_its_password(tmp_path: Path) -> None:
    settings = load_settings(home=tmp_path, store="elasticsearch", elasticsearch_url="http://name:secret@127.0.0.1:1")

    checks, rows = await diagnose(settings)

    [store] = [check for check in checks if check["part"] == "store"]
    assert not store["ok"]
    assert "http://127.0.0.1:1" in store["found"]
    assert "SHEAF_ELASTICSEARCH_URL" in store["hint"]
    assert "secret" not in f"{checks}{rows}"
    shown = {row["variable"]: row["value"] for row in rows}
    assert shown["SHEAF_ELASTICSEARCH_URL"] == "http://***@127.0.0.1:1"


async def test_the_embedded_store_says_where_it_is(tmp_path: Path) -> None:
    checks, _ = await diagnose(load_settings(home=tmp_path))

    [store] = [check for check in checks if check["part"] == "store"]
    assert store["ok"]
    assert store["found"] == f"LanceDB at {tmp_path / 'store'}"
