"""The life of a document, as its owner sees it: added, again, changed, copied, deleted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from app.catalogue.models import Base
from app.sheaf import IngestFile, Sheaf
from nodes.domain.errors import NotFoundError
from nodes.ports import Collection

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.both_stacks]

WriteFile = Callable[[str, str], Path]
OLD = "The harbour crane Osprelline lifts 40 tonnes and was built in 1987.\n"
NEW = "The harbour crane Quillmarra lifts 65 tonnes and was built in 2021.\n"


async def _ingest(sheaf: Sheaf, owner: str, *paths: Path) -> list[dict[str, Any]]:
    return (await sheaf.ingest([IngestFile(path) for path in paths], owner=owner)).files


async def _found(sheaf: Sheaf, owner: str, word: str) -> list[str]:
    """File names of the passages that hold the word, one for each passage."""
    result = await sheaf.search(f"crane {word}", owner=owner, options={"top_k": 100})
    return sorted(hit["file_name"] for hit in result["hits"] if word in hit["content"])


async def _collection(sheaf: Sheaf, owner: str) -> Collection:
    [row] = await sheaf.collections(owner=owner)
    return await sheaf.library.open(owner, row.collection_id)


async def _rows(sheaf: Sheaf, owner: str) -> tuple[int, int]:
    """Rows in the stores: chunks and summaries."""
    collection = await _collection(sheaf, owner)
    return len(await collection.chunks.aget_nodes()), len(await collection.summaries.aget_nodes())


async def _kept(sheaf: Sheaf, owner: str) -> dict[str, int]:
    """Every table of the catalogue with rows of this owner, and how many."""
    tables = [table for table in Base.metadata.sorted_tables if "owner" in table.columns]
    async with sheaf.catalogue._database.read() as connection:
        counted = [
            await connection.execute(select(func.count()).select_from(table).where(table.c.owner == owner))
            for table in tables
        ]
    counts = {table.name: found.scalar_one() for table, found in zip(tables, counted, strict=True)}
    return {table: count for table, count in counts.items() if count}


def _files(sheaf: Sheaf) -> set[Path]:
    return {path for path in (sheaf.settings.home / "files").rglob("*") if path.is_file()}


async def test_a_document_is_ready_and_the_same_again_changes_nothing(
    shared: Sheaf, owner: str, write: WriteFile
) -> None:
    path = write("crane.txt", OLD)
    [first] = await _ingest(shared, owner, path)
    assert (first["status"], first["page_count"], first["chunk_count"], first["error"]) == ("ready", 1, 1, None)
    rows = await _rows(shared, owner)
    kept = await _kept(shared, owner)

    [second] = await _ingest(shared, owner, path)
    assert second == first | {"status": "unchanged", "seconds": 0.0}
    assert await _rows(shared, owner) == rows
    assert await _kept(shared, owner) == kept
    assert await _found(shared, owner, "Osprelline") == ["crane.txt"]


async def test_the_same_path_twice_in_one_call_is_one_document(shared: Sheaf, owner: str, write: WriteFile) -> None:
    path = write("crane.txt", OLD)
    files = await _ingest(shared, owner, path, path)
    assert len({file["document_id"] for file in files}) == 1
    assert (await shared.documents(owner=owner)).total == 1
    assert await _found(shared, owner, "Osprelline") == ["crane.txt"]


async def test_changed_content_replaces_the_older_under_the_same_id(
    shared: Sheaf, owner: str, write: WriteFile
) -> None:
    [first] = await _ingest(shared, owner, write("crane.txt", OLD))
    before = _files(shared)
    [second] = await _ingest(shared, owner, write("crane.txt", NEW))
    assert (second["status"], second["document_id"]) == ("replaced", first["document_id"])
    assert await _found(shared, owner, "Osprelline") == []
    assert await _found(shared, owner, "Quillmarra") == ["crane.txt"]
    answer = await shared.ask("How many tonnes does the harbour crane lift?", owner=owner)
    assert "65" in answer["answer"]
    assert "40" not in answer["answer"]
    assert (await shared.documents(owner=owner)).total == 1
    assert await _rows(shared, owner) == (1, 1)
    assert (await _kept(shared, owner))["revisions"] == 1
    assert len(_files(shared)) == len(before)
    assert _files(shared) != before


async def test_while_a_document_is_replaced_search_finds_the_old_or_the_new_and_never_both_or_none(
    shared: Sheaf, owner: str, write: WriteFile
) -> None:
    await _ingest(shared, owner, write("crane.txt", OLD))
    path = write("crane.txt", NEW)
    work = asyncio.create_task(_ingest(shared, owner, path))
    seen = []
    while not work.done():
        result = await shared.search("harbour crane tonnes", owner=owner)
        seen.append([word for hit in result["hits"] for word in ("Osprelline", "Quillmarra") if word in hit["content"]])
    await work
    assert seen[0] == ["Osprelline"]
    turn = seen.index(["Quillmarra"]) if ["Quillmarra"] in seen else len(seen)
    assert seen == [["Osprelline"]] * turn + [["Quillmarra"]] * (len(seen) - turn)


async def test_a_version_that_cannot_be_read_leaves_the_older_one_in_place(
    shared: Sheaf, owner: str, write: WriteFile
) -> None:
    await _ingest(shared, owner, write("crane.txt", OLD))
    path = write("crane.txt", "")
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    [failed] = await _ingest(shared, owner, path)
    assert failed["status"] == "failed"
    assert failed["error"]["code"] == "unsupported_type"
    assert await _found(shared, owner, "Osprelline") == ["crane.txt"]


async def test_a_copy_is_linked_and_outlives_the_original(shared: Sheaf, owner: str, write: WriteFile) -> None:
    [original] = await _ingest(shared, owner, write("crane.txt", OLD))
    rows = await _rows(shared, owner)
    files = _files(shared)
    [copy] = await _ingest(shared, owner, write("copy of crane.txt", OLD))
    assert copy["status"] == "linked"
    assert copy["document_id"] != original["document_id"]
    assert copy["chunk_count"] == original["chunk_count"]
    assert await _rows(shared, owner) == rows
    assert _files(shared) == files
    assert len(await _found(shared, owner, "Osprelline")) == 1

    await shared.delete(original["document_id"], owner=owner)
    assert await _found(shared, owner, "Osprelline") == ["copy of crane.txt"]
    answer = await shared.ask("How many tonnes does the harbour crane Osprelline lift?", owner=owner)
    assert answer["status"] == "answered"
    assert {citation["file_name"] for citation in answer["citations"]} == {"copy of crane.txt"}
    assert await _rows(shared, owner) == rows
    assert _files(shared) == files

    await shared.delete(copy["document_id"], owner=owner)
    assert await _rows(shared, owner) == (0, 0)


async def test_copies_in_one_call_are_read_once(shared: Sheaf, owner: str, write: WriteFile) -> None:
    files = await _ingest(shared, owner, write("a.txt", OLD), write("b.txt", OLD))
    assert sorted(file["status"] for file in files) == ["linked", "ready"]
    assert await _rows(shared, owner) == (1, 1)


async def test_nothing_is_left_of_a_deleted_document(shared: Sheaf, owner: str, write: WriteFile) -> None:
    others = _files(shared)
    path = write("crane.md", f"# Harbour cranes\n\nDOI 10.1234/osprelline.1\n\n## Lift\n\n{OLD}\nSee dock.md.\n")
    [file] = await _ingest(shared, owner, path)
    answer = await shared.ask("How many tonnes does the harbour crane Osprelline lift?", owner=owner)
    assert answer["status"] == "answered"
    kept = await _kept(shared, owner)
    assert {"documents", "revisions", "pages", "sections", "names", "cache", "term_frequencies"} <= set(kept)

    assert await shared.delete(file["document_id"], owner=owner) == "crane.md"
    assert await _found(shared, owner, "Osprelline") == []
    assert await _rows(shared, owner) == (0, 0)
    assert _files(shared) == others
    assert await _kept(shared, owner) == {"collections": 1, "sessions": 1}, "a conversation is not a document's"
    gone = await shared.ask("How many tonnes does the harbour crane Osprelline lift?", owner=owner)
    assert gone["status"] == "no_evidence"
    assert gone["citations"] == []
    with pytest.raises(NotFoundError):
        await shared.delete(file["document_id"], owner=owner)

    [again] = await _ingest(shared, owner, path)
    assert again["status"] == "ready"
    assert await _found(shared, owner, "Osprelline") == ["crane.md"]


async def test_a_deleted_document_does_not_answer_in_a_session_that_knew_it(
    shared: Sheaf, owner: str, write: WriteFile
) -> None:
    [file] = await _ingest(shared, owner, write("crane.txt", OLD))
    first = await shared.ask("How many tonnes does the crane Osprelline lift?", owner=owner)
    await shared.delete(file["document_id"], owner=owner)
    second = await shared.ask("When was it built?", owner=owner, session_id=first["session_id"])
    assert second["status"] == "no_evidence"
    assert "1987" not in second["answer"]
    assert second["citations"] == []


async def test_anothers_document_cannot_be_deleted(shared: Sheaf, owner: str, write: WriteFile) -> None:
    [file] = await _ingest(shared, owner, write("crane.txt", OLD))
    with pytest.raises(NotFoundError) as refused:
        await shared.delete(file["document_id"], owner="a stranger")
    assert "crane.txt" not in str(refused.value)
    assert await _found(shared, owner, "Osprelline") == ["crane.txt"]


async def test_the_same_content_of_two_owners_is_kept_apart(shared: Sheaf, owner: str, write: WriteFile) -> None:
    path = write("crane.txt", OLD)
    [mine] = await _ingest(shared, owner, path)
    [theirs] = await _ingest(shared, f"{owner} two", path)
    assert theirs["status"] == "ready"
    assert theirs["document_id"] != mine["document_id"]
    await shared.delete(mine["document_id"], owner=owner)
    assert await _found(shared, f"{owner} two", "Osprelline") == ["crane.txt"]


WORDS = ("Osprelline", "Quillmarra", "Thornwhistle")
NAMES = ("a.txt", "b.txt")
PUT = st.tuples(st.sampled_from(NAMES), st.sampled_from(WORDS))
STEPS = st.lists(st.one_of(st.lists(PUT, min_size=1, max_size=2, unique_by=lambda put: put[0]), st.sampled_from(NAMES)))


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS.filter(lambda steps: 2 <= len(steps) <= 6))
async def test_after_any_sequence_search_finds_what_is_there(
    shared: Sheaf, write: WriteFile, steps: list[list[tuple[str, str]] | str]
) -> None:
    owner = uuid4().hex
    there: dict[str, str] = {}
    ids: dict[str, str] = {}
    await shared.catalogue.ensure_collection(owner, "default", shared.library.configured_kind())
    for step in steps:
        if isinstance(step, list):
            paths = [write(name, f"The harbour crane {word} lifts 40 tonnes.\n") for name, word in step]
            for file in await _ingest(shared, owner, *paths):
                assert file["error"] is None
                ids[file["file_name"]] = file["document_id"]
            there.update(step)
        elif step in there:
            await shared.delete(ids[step], owner=owner)
            del there[step]
        else:
            with pytest.raises(NotFoundError):
                await shared.delete(ids.get(step, "unknown"), owner=owner)

        listed = (await shared.documents(owner=owner)).documents
        assert {(each.file_name, each.status) for each in listed} == {(name, "ready") for name in there}
        for word in WORDS:
            bearers = {name for name, shown in there.items() if shown == word}
            found = await _found(shared, owner, word)
            assert len(found) == (1 if bearers else 0)
            assert set(found) <= bearers
    assert await _rows(shared, owner) == (len(set(there.values())),) * 2
