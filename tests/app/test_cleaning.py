"""What nobody sees any more is removed, now or the next time; and what fails says what failed."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from app.removal import LEFT_SECONDS, remove_left_files
from app.settings import load_settings
from app.sheaf import IngestFile, Sheaf
from nodes.domain.errors import UnavailableError


@pytest_asyncio.fixture
async def sheaf(tmp_path: Path) -> AsyncIterator[Sheaf]:
    async with Sheaf(load_settings(home=tmp_path / "home")) as opened:
        yield opened


async def put(sheaf: Sheaf, folder: Path, name: str) -> str:
    path = folder / name
    path.write_text(f"The crane {name} was built in 1987.", encoding="utf-8")
    report = await sheaf.ingest([IngestFile(path)])
    return str(report.files[0]["document_id"])


async def test_a_file_that_stays_holds_nothing_up(
    sheaf: Sheaf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stuck, other = [await put(sheaf, tmp_path, name) for name in ("stuck.txt", "other.txt")]
    real = sheaf.files.delete
    kept: list[str] = []

    def delete(key: str) -> None:
        if not kept or key in kept:
            kept.append(key)
            raise UnavailableError("The file storage does not answer.", hint="Start it.")
        real(key)

    monkeypatch.setattr(sheaf.files, "delete", delete)
    await sheaf.delete(stuck)
    await sheaf.delete(other)
    assert [each.file_key for each in await sheaf.catalogue.retired()] == kept[:1]
    assert (await put(sheaf, tmp_path, "new.txt")) != stuck
    monkeypatch.setattr(sheaf.files, "delete", real)
    await sheaf.ingestion().building.clean()
    assert await sheaf.catalogue.retired() == []


async def test_what_came_back_under_the_lock_is_not_removed(
    sheaf: Sheaf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process removes a revision first, and its file is handed in again: it may bear the same id."""
    document = await put(sheaf, tmp_path, "crane.txt")
    building = sheaf.ingestion().building
    await sheaf.catalogue.delete_document("local", document)
    stale, real = await sheaf.catalogue.retired(), sheaf.catalogue.retired
    await building.clean()
    await put(sheaf, tmp_path, "crane.txt")
    answers = [stale]

    async def retired() -> Any:
        return answers.pop() if answers else await real()

    monkeypatch.setattr(sheaf.catalogue, "retired", retired)
    await building.clean()
    found = await sheaf.search("When was the crane built?")
    assert [hit["file_name"] for hit in found["hits"]] == ["crane.txt"]


def kept_files(sheaf: Sheaf) -> list[Path]:
    return [path for path in (sheaf.settings.home / "files").rglob("*") if path.is_file()]


def grow_old(path: Path) -> None:
    long_ago = time.time() - LEFT_SECONDS - 1
    os.utime(path, (long_ago, long_ago))


async def test_files_that_killed_processes_left_go_after_a_day(sheaf: Sheaf, tmp_path: Path) -> None:
    await put(sheaf, tmp_path, "crane.txt")
    [whole] = kept_files(sheaf)
    left, fresh = (whole.with_name(whole.name + more) for more in ("0", "1"))
    unfinished = whole.with_name(f".{whole.name}.{'0' * 16}")
    strange = whole.with_name("notes of somebody")
    for path in (left, fresh, unfinished, strange):
        path.write_text("left")
    for path in (whole, left, unfinished, strange):
        grow_old(path)
    assert await remove_left_files(sheaf) == 1
    assert sorted(kept_files(sheaf)) == sorted([whole, fresh, strange])


async def test_a_file_that_is_left_and_handed_in_again_stays(
    sheaf: Sheaf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is registered between the look at the catalogue and the lock."""
    document = await put(sheaf, tmp_path, "crane.txt")
    [path] = kept_files(sheaf)
    content = path.read_bytes()
    await sheaf.delete(document)
    path.write_bytes(content)
    grow_old(path)
    real = sheaf.catalogue.locked

    @asynccontextmanager
    async def locked(name: str) -> AsyncIterator[None]:
        monkeypatch.setattr(sheaf.catalogue, "locked", real)
        await put(sheaf, tmp_path, "crane.txt")
        async with real(name):
            yield

    monkeypatch.setattr(sheaf.catalogue, "locked", locked)
    assert await remove_left_files(sheaf) == 0
    assert kept_files(sheaf) == [path]


async def test_an_error_of_many_tasks_is_the_one_that_tells(
    sheaf: Sheaf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def claim(*_: Any, **__: Any) -> Any:
        raise UnavailableError("The catalogue does not answer.", hint="Start it.")

    await put(sheaf, tmp_path, "first.txt")
    monkeypatch.setattr(sheaf.catalogue, "claim", claim)
    with pytest.raises(UnavailableError, match="does not answer"):
        await put(sheaf, tmp_path, "second.txt")
