"""However many write at once, the catalogue holds what it would hold had one written what is there now."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from sqlalchemy import select

from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.models import (
    CacheDocument,
    CacheRow,
    DocumentRow,
    RevisionRow,
)
from app.catalogue.records import ClaimedRevision
from nodes.domain.errors import NotFoundError
from nodes.language.terms import analyse
from tests.app.catalogue.derived_tables import DERIVED_TABLES

IDS = {"revision_id", "collection_id", "owner"}
COLLECTIONS = ("papers", "letters")
NAMES = tuple(f"{name}.txt" for name in ("apples", "pears", "plums", "quinces"))
TEXTS = ("apples and pears", "pears are not apples", "plums in winter", "a quince is hard")


@pytest.fixture
async def writers(database_url: str, new_clock: Callable[[], Any]) -> AsyncIterator[list[SqlCatalogue]]:
    """Several, each with connections of its own, as several processes have."""
    opened = [await SqlCatalogue.open(database_url, new_clock()) for _ in range(3)]
    yield opened
    for each in opened:
        await each.close()


async def test_many_write_in_the_same_and_in_other_collections_at_once(
    writers: list[SqlCatalogue], new_bench: Callable[..., Any], new_clock: Callable[[], Any]
) -> None:
    benches = [new_bench(each, new_clock()) for each in writers]
    for name in COLLECTIONS:
        await benches[0].collection("ann", name)
    await asyncio.gather(*(_wander(bench, random.Random(seed)) for seed, bench in enumerate(benches * 2)))
    first = benches[0]
    for name in COLLECTIONS:
        collection_id = await first.collection("ann", name)
        while left := await _claimed(first, collection_id):
            await _publish(first, "ann", left)
    there = await _documents(writers[0], "ann")
    assert sum(there.values()) == len(there)
    for name in COLLECTIONS:
        # One may have nothing left in it.
        await first.collection("bob", name)
    for collection, name, text in sorted(there):
        registered = await first.register({name: text}, "bob", collection)
        claimed = await first.catalogue.claim(
            "bob", worker="w", lease_seconds=60, revision_ids=[each.revision_id for each in registered]
        )
        await _publish(first, "bob", claimed)
    assert await _documents(writers[0], "bob") == there
    for collection in COLLECTIONS:
        after, fresh = [await _kept(writers[0], owner, collection) for owner in ("ann", "bob")]
        for table, rows in fresh.items():
            assert (table, after[table]) == (table, rows)
    assert await _dangling(writers[0]) == []


async def _wander(bench: Any, chance: random.Random) -> None:
    """Brings documents, takes some away, and asks questions between."""
    for number in range(8):
        collection = chance.choice(COLLECTIONS)
        collection_id = await bench.collection("ann", collection)
        if chance.random() < 0.7:
            files = {name: f"{chance.choice(TEXTS)} {name}" for name in chance.sample(NAMES, 2)}
            await bench.register(files, "ann", collection)
            await _publish(bench, "ann", await _claimed(bench, collection_id))
        page = await bench.catalogue.documents("ann")
        if page.documents and chance.random() < 0.5:
            try:
                await bench.catalogue.delete_document("ann", chance.choice(page.documents).document_id)
            except NotFoundError:
                continue  # Another was quicker.
        ids = [each.document_id for each in page.documents]
        await bench.catalogue.cache_put("ann", "answer", {f"{chance.randrange(5)}": number}, ids)
        await bench.catalogue.ensure_session("ann", f"{chance.randrange(3)}")


async def _claimed(bench: Any, collection_id: str) -> list[ClaimedRevision]:
    found: list[ClaimedRevision] = await bench.catalogue.claim(
        "ann", worker="w", lease_seconds=60, collection_id=collection_id
    )
    return found


async def _publish(bench: Any, owner: str, claimed: list[ClaimedRevision]) -> None:
    if not claimed:
        return
    known = {bench.file(name, f"{text} {name}").content_hash: f"{text} {name}" for name in NAMES for text in TEXTS}
    texts = {each.revision_id: known[each.content_hash] for each in claimed}
    await bench.catalogue.publish(
        owner,
        [bench.built(each, [texts[each.revision_id]]) for each in claimed],
        {each: sorted(set(analyse(text))) for each, text in texts.items()},
        {each.revision_id: bench.features([texts[each.revision_id]], each.file_name) for each in claimed},
    )
    postings: dict[str, Any] = {
        each: (
            [{"key": text, "kind": "title", "weight": 1.0}],
            [{"key": key, "chunk_index": 0, "context": text} for key in analyse(text)],
        )
        for each, text in texts.items()
    }
    await bench.catalogue.put_all_names(owner, postings)


async def _documents(catalogue: SqlCatalogue, owner: str) -> Counter[tuple[str, str, str]]:
    """Collection, name and text of what is visible."""
    found: Counter[tuple[str, str, str]] = Counter()
    for collection in await catalogue.collections(owner):
        for document in (await catalogue.documents(owner, [collection.collection_id])).documents:
            assert document.status == "ready"
            [text] = (await catalogue.page_texts(owner, str(document.live_revision_id))).values()
            found[collection.name, document.file_name, text] += 1
    return found


async def _kept(catalogue: SqlCatalogue, owner: str, collection: str) -> dict[str, Counter[str]]:
    """The rows of a collection, ids left out: revisions are told apart by their content."""
    collection_id = (await catalogue.find_collection(owner, collection)).collection_id
    async with catalogue._database.read() as connection:
        revisions = await connection.execute(
            select(RevisionRow.revision_id, RevisionRow.content_hash, RevisionRow.state).where(
                RevisionRow.collection_id == collection_id
            )
        )
        contents = {each: content if state == "live" else state for each, content, state in revisions}
        found: dict[str, Counter[str]] = {}
        for table in DERIVED_TABLES:
            columns = table.__table__.c
            mine = columns.collection_id == collection_id if "collection_id" in columns else columns.owner == owner
            rows = await connection.execute(select(table.__table__).where(mine))
            found[table.__tablename__] = Counter(
                f"{contents.get(row.get('revision_id', ''), '')} "
                f"{sorted((name, value) for name, value in row.items() if name not in IDS)}"
                for row in map(dict, rows.mappings())
                if row.get("revision_id", "") in {"", *contents}
            )
    return found


async def _dangling(catalogue: SqlCatalogue) -> list[str]:
    """Kept values that rest on documents that are gone."""
    there = select(DocumentRow.document_id)
    gone = select(CacheRow.key).join(
        CacheDocument,
        (CacheDocument.owner == CacheRow.owner)
        & (CacheDocument.kind == CacheRow.kind)
        & (CacheDocument.key == CacheRow.key),
    )
    async with catalogue._database.read() as connection:
        return list((await connection.execute(gone.where(CacheDocument.document_id.not_in(there)))).scalars())
