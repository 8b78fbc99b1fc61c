"""Ids of collections are given once, and sessions keep to the collections that are their own."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from sqlalchemy import update

from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.collections import make_collection
from app.catalogue.database import Database
from app.catalogue.models import CollectionRow, SessionRow
from app.catalogue.records import CollectionKind, CollectionRecord
from nodes.domain.errors import InvalidRequestError, NotFoundError

KIND = CollectionKind("wordllama", 256, "lancedb")
MOMENT = "2026-01-01T00:00:00.000000Z"


async def test_a_collection_made_again_has_another_id(bench: Any, catalogue: SqlCatalogue) -> None:
    first = await bench.collection()
    assert await bench.collection() == first
    await catalogue.delete_collection("ann", first)
    second = await bench.collection()
    assert second != first
    with pytest.raises(NotFoundError):
        await catalogue.delete_collection("ann", first)
    await catalogue.delete_collection("ann", second)
    assert await bench.collection() not in (first, second)


async def test_the_first_of_a_name_has_the_same_id_on_every_machine(bench: Any) -> None:
    """Equal scores are ordered by ids: what is measured anew is to come out the same."""
    assert await bench.collection() == "ce19846f25c02f349"
    assert await bench.collection(name="other") == "cabaed72e7fc3c143"


@pytest.mark.parametrize("seed", range(3))
async def test_no_order_of_making_renaming_and_deleting_gives_an_id_twice(
    bench: Any, catalogue: SqlCatalogue, seed: int
) -> None:
    random, names = Random(seed), ["a", "b", "c"]
    given: list[str] = []
    for _ in range(80):
        there = await catalogue.collections("ann")
        free = sorted(set(names) - {each.name for each in there})
        action = random.choice(["make", "make", "rename", "delete"])
        if action == "make" and free:
            given.append(await bench.collection(name=random.choice(free)))
        elif action == "rename" and there and free:
            await catalogue.rename("ann", random.choice(there).collection_id, random.choice(free))
        elif action == "delete" and there:
            await catalogue.delete_collection("ann", random.choice(there).collection_id)
    assert len(given) > 10
    assert len(set(given)) == len(given)


async def test_a_session_that_comes_back_has_another_private_collection(catalogue: SqlCatalogue) -> None:
    private = []
    for _ in range(2):
        await catalogue.ensure_session("ann", "s1")
        private.append((await catalogue.private_collection("ann", "s1", KIND)).collection_id)
        assert (await catalogue.private_collection("ann", "s1", KIND)).collection_id == private[-1]
        deleted = await catalogue.delete_session("ann", "s1")
        assert deleted is not None
        assert (deleted.collection_id, deleted.store) == (private[-1], "lancedb")
    assert private[0] != private[1]


async def test_names_of_private_collections_are_refused(bench: Any, catalogue: SqlCatalogue) -> None:
    shared = await bench.collection(name="papers")
    await catalogue.ensure_session("ann", "s1")
    private = await catalogue.private_collection("ann", "s1", KIND)
    for name in ("session abc", private.name):
        with pytest.raises(InvalidRequestError, match="session "):
            await catalogue.ensure_collection("ann", name, KIND)
        with pytest.raises(InvalidRequestError, match="session "):
            await catalogue.rename("ann", shared, name)
    assert {each.name for each in await catalogue.collections("ann", private=True)} == {"papers", private.name}


@pytest.mark.parametrize("name", ["", "  ", " papers", "papers ", "papers\u00a0"])
async def test_names_that_look_like_others_are_refused(bench: Any, catalogue: SqlCatalogue, name: str) -> None:
    shared = await bench.collection(name="papers")
    for refused in (
        catalogue.ensure_collection("ann", name, KIND),
        catalogue.create_collection("ann", name, KIND),
        catalogue.rename("ann", shared, name),
    ):
        with pytest.raises(InvalidRequestError, match="blanks around it"):
            await refused
    assert [each.name for each in await catalogue.collections("ann")] == ["papers"]


async def test_a_collection_that_has_blanks_around_its_name_goes_on(catalogue: SqlCatalogue, database_url: str) -> None:
    older = await _older(database_url, " papers ")
    assert (await catalogue.ensure_collection("ann", " papers ", KIND)).collection_id == older.collection_id
    assert (await catalogue.find_collection("ann", " papers ")).collection_id == older.collection_id
    assert (await catalogue.rename("ann", older.collection_id, "papers")).name == "papers"


async def _older(database_url: str, name: str) -> CollectionRecord:
    """A shared collection with the name of a private one, as older versions let the command line make it."""
    database = Database(database_url)
    try:
        async with database.write() as connection:
            return await make_collection(connection, "ann", name, KIND, now=MOMENT)
    finally:
        await database.close()


async def test_a_session_leaves_a_shared_collection_alone_that_has_its_name(
    bench: Any, catalogue: SqlCatalogue, database_url: str
) -> None:
    shared = (await _older(database_url, "session s1")).collection_id
    await bench.add({"a.txt": "apples"}, name="session s1")
    await catalogue.ensure_session("ann", "s1")
    private = await catalogue.private_collection("ann", "s1", KIND)
    assert (private.session_id, private.collection_id == shared) == ("s1", False)
    assert (await catalogue.session("ann", "s1")).collection_id == private.collection_id
    deleted = await catalogue.delete_session("ann", "s1")
    assert deleted is not None
    assert deleted.collection_id == private.collection_id
    [left] = await catalogue.collections("ann", private=True)
    assert (left.collection_id, left.document_count) == (shared, 1)


async def test_a_session_gives_back_a_shared_collection_that_it_had_taken(
    catalogue: SqlCatalogue, database_url: str
) -> None:
    shared = (await _older(database_url, "session s1")).collection_id
    for session_id in ("s1", "s2"):
        await catalogue.ensure_session("ann", session_id)
    database = Database(database_url)
    try:
        async with database.write() as connection:
            await connection.execute(update(SessionRow).values(collection_id=shared))
    finally:
        await database.close()
    private = await catalogue.private_collection("ann", "s1", KIND)
    assert (await catalogue.session("ann", "s1")).collection_id == private.collection_id != shared
    assert await catalogue.delete_session("ann", "s2") is None
    await catalogue.delete_session("ann", "s1")
    assert [each.collection_id for each in await catalogue.collections("ann", private=True)] == [shared]


async def test_who_knows_that_a_collection_was_embedded_anew_opens_it_so(
    catalogue: SqlCatalogue, database_url: str
) -> None:
    made = await catalogue.ensure_collection("ann", "default", KIND)
    # Memory that is late, as it is for some milliseconds on a server.
    catalogue._database.remembered_seconds = 1000
    assert (await catalogue.collection("ann", made.collection_id)).generation == 0
    other = await SqlCatalogue.open(database_url)
    async with other._database.write(made.collection_id) as connection:
        await connection.execute(update(CollectionRow).values(generation=1))
    await other.close()
    assert await catalogue.generations("ann", [made.collection_id]) == {made.collection_id: 1}
    assert (await catalogue.collection("ann", made.collection_id)).generation == 1
    assert (await catalogue.find_collection("ann", "default")).generation == 1
