from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from app.doctor import diagnose
from app.settings import load_settings
from app.sheaf import IngestFile, Sheaf
from nodes.domain.errors import UnavailableError


async def test_a_store_out_of_reach_is_named_with_what_mends_it_and_without_its_password(tmp_path: Path) -> None:
    settings = load_settings(home=tmp_path, store="elasticsearch", elasticsearch_url="http://name:secret@127.0.0.1:1")

    checks, rows = await diagnose(settings)

    [store] = [check for check in checks if check.part == "store"]
    assert not store.ok
    assert "http://127.0.0.1:1" in store.found
    assert "SHEAF_ELASTICSEARCH_URL" in store.hint
    assert "secret" not in f"{checks}{rows}"
    shown = {row.variable: row.value for row in rows}
    assert shown["SHEAF_ELASTICSEARCH_URL"] == "http://***@127.0.0.1:1"


async def test_the_embedded_store_says_where_it_is(tmp_path: Path) -> None:
    checks, _ = await diagnose(load_settings(home=tmp_path))

    [store] = [check for check in checks if check.part == "store"]
    assert store.ok
    assert store.found == f"LanceDB at {tmp_path / 'store'}"


async def test_a_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    settings = load_settings(home=tmp_path / "home")
    path = tmp_path / "mill.txt"
    path.write_text("The water mill Ostrander grinds 12 tonnes of rye a day.\n")
    async with Sheaf(settings) as sheaf:
        await sheaf.ingest([IngestFile(path)])
    assert all(check.ok for check in (await diagnose(settings))[0] if not check.optional)
    for folder, part in [("files", "files"), ("store", "store")]:
        shutil.rmtree(settings.home / folder)
        checks, _ = await diagnose(settings)
        [check] = [check for check in checks if check.part == part]
        assert not check.ok
        assert "sheaf restore" in check.hint


async def test_a_damaged_catalogue_is_told_with_the_way_to_a_backup(tmp_path: Path) -> None:
    settings = load_settings(home=tmp_path)
    async with Sheaf(settings):
        pass
    (tmp_path / "catalogue.sqlite").write_bytes(b"no database" * 1000)
    with pytest.raises(UnavailableError, match="cannot be used") as raised:
        async with Sheaf(settings):
            pass
    assert "sheaf restore" in raised.value.hint
    assert str(tmp_path) in str(raised.value)
    assert str(tmp_path) not in str(raised.value.report())
