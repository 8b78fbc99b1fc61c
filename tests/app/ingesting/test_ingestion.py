"""Several calls hand files in at once: each waits for its own documents, and tells of them and of no others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from app.catalogue.models import RevisionRow
from app.catalogue.part import iso, utc_now
from app.ingesting.claiming import Built
from app.ingesting.ingestion import IngestFile
from app.ingesting.workers import claim_name
from app.sheaf import LOCAL_OWNER, Sheaf
from tests.app.stacks import Stack

pytestmark = pytest.mark.both_stacks
WriteFile = Callable[[str, str], Path]


@pytest.fixture
async def sheaf(stack: Stack, tmp_path: Path) -> AsyncIterator[Sheaf]:
    async with Sheaf(stack.settings(tmp_path / "home", ingest={"batch_documents": 2})) as opened:
        yield opened


async def _collection(sheaf: Sheaf) -> str:
    kind = sheaf.library.configured_kind()
    return (await sheaf.catalogue.ensure_collection(LOCAL_OWNER, "default", kind)).collection_id


async def _accept(sheaf: Sheaf, path: Path, title: str = "") -> str:
    """Takes a file in, which waits then; the id of its revision."""
    collection_id = await _collection(sheaf)
    [accepted] = await sheaf.ingestion().accept(LOCAL_OWNER, collection_id, [path], [path.name], [title])
    assert accepted.registration is not None
    return accepted.registration.revision_id


async def _titles(sheaf: Sheaf) -> list[str]:
    return sorted(each.title for each in (await sheaf.documents(limit=100)).documents)


async def test_calls_at_once_tell_of_their_own_files_and_keep_their_titles(sheaf: Sheaf, write: WriteFile) -> None:
    async def ingest(call: int) -> list[tuple[str, str]]:
        files = [
            IngestFile(
                write(f"{call}{number}.txt", f"Boat {number} of harbour {call}.\n"), title=f"Boat {call}{number}"
            )
            for number in range(4)
        ]
        return [(each["file_name"], each["status"]) for each in (await sheaf.ingest(files)).files]

    told = await asyncio.gather(*map(ingest, range(4)))
    assert told == [[(f"{call}{number}.txt", "ready") for number in range(4)] for call in range(4)]
    assert await _titles(sheaf) == [f"Boat {call}{number}" for call in range(4) for number in range(4)]


async def test_whoever_takes_a_document_over_has_the_title_that_it_was_given(sheaf: Sheaf, write: WriteFile) -> None:
    await _accept(sheaf, write("crane.txt", "The crane lifts 40 tonnes.\n"), "The Osprelline crane")
    await sheaf.catalogue.claim(LOCAL_OWNER, worker="dead", lease_seconds=60)
    await sheaf.catalogue.reclaim(lambda _: False)
    await sheaf.ingestion().building.work(LOCAL_OWNER, await _collection(sheaf), lambda _: None)
    assert await _titles(sheaf) == ["The Osprelline crane"]


async def test_a_title_stays_where_the_file_comes_again_without_one(sheaf: Sheaf, write: WriteFile) -> None:
    path = write("crane.txt", "The crane lifts 40 tonnes.\n")
    await _accept(sheaf, path, "The Osprelline crane")
    await _accept(sheaf, path)
    await sheaf.ingestion().building.work(LOCAL_OWNER, await _collection(sheaf), lambda _: None)
    assert await _titles(sheaf) == ["The Osprelline crane"]


async def test_a_call_waits_for_what_others_work_on(sheaf: Sheaf, write: WriteFile) -> None:
    path = write("crane.txt", "The crane lifts 40 tonnes.\n")
    revision_id = await _accept(sheaf, path)
    other = claim_name()
    await sheaf.catalogue.claim(LOCAL_OWNER, worker=other, lease_seconds=60)
    call = asyncio.create_task(sheaf.ingest([IngestFile(path)]))
    await asyncio.sleep(0.3)
    assert not call.done()
    await sheaf.catalogue.put_back(other, {revision_id: None})
    assert [(each["file_name"], each["status"]) for each in (await call).files] == [("crane.txt", "ready")]


async def test_what_an_earlier_run_left_is_worked_on_and_told_behind(sheaf: Sheaf, write: WriteFile) -> None:
    await _accept(sheaf, write("left.txt", "The quay is 300 m long.\n"))
    report = await sheaf.ingest([IngestFile(write("crane.txt", "The crane lifts 40 tonnes.\n"))])
    assert [(each["file_name"], each["status"]) for each in report.files] == [
        ("crane.txt", "ready"),
        ("left.txt", "ready"),
    ]


async def test_what_was_left_before_the_clock_was_set_back_is_worked_on(sheaf: Sheaf, write: WriteFile) -> None:
    left = await _accept(sheaf, write("left.txt", "The quay is 300 m long.\n"))
    an_hour_ahead = iso(utc_now() + timedelta(hours=1))
    async with sheaf.catalogue._database.write() as connection:
        moved = update(RevisionRow).where(RevisionRow.revision_id == left).values(created_at=an_hour_ahead)
        await connection.execute(moved)
    assert [(each["file_name"], each["status"]) for each in (await sheaf.ingest([])).files] == [("left.txt", "ready")]


async def test_what_others_replaced_is_told_as_replaced(
    sheaf: Sheaf, write: WriteFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def by_others(owner: str, collection_id: str, *_: Any) -> list[Built]:
        await sheaf.ingestion().building.work(owner, collection_id, lambda _: None)
        return []

    path = write("crane.txt", "The crane lifts 40 tonnes.\n")
    await sheaf.ingest([IngestFile(path)])
    path.write_text("The crane lifts 50 tonnes.\n")
    monkeypatch.setattr(sheaf.ingestion(), "_work_on_own", by_others)
    assert [each["status"] for each in (await sheaf.ingest([IngestFile(path)])).files] == ["replaced"]
