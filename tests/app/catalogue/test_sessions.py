"""Sessions are taken up in one statement, and nobody who does so at the same time as others gets half of one."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import event

from app.catalogue.records import CollectionKind, SessionRecord
from nodes.domain.errors import NotFoundError


@contextlib.contextmanager
def _written(catalogue: Any) -> Iterator[list[str]]:
    """The statements that are sent to where the catalogue writes."""
    statements: list[str] = []

    def told(*given: Any) -> None:
        # SQLite takes its turn with a statement of its own.
        if given[2] != "BEGIN IMMEDIATE":
            statements.append(given[2])

    engine = catalogue._database._engine.sync_engine
    event.listen(engine, "before_cursor_execute", told)
    yield statements
    event.remove(engine, "before_cursor_execute", told)


async def test_a_session_is_taken_up_in_one_statement(bench: Any, catalogue: Any) -> None:
    shared = [await bench.collection(name=name) for name in ("one", "two")]
    made = await catalogue.ensure_session("ann", "s1", "First")
    private = await catalogue.private_collection("ann", "s1", CollectionKind("wordllama", 256, "lancedb"))
    await catalogue.attach("ann", "s1", shared)
    await catalogue.ensure_session("bob", "of-bob", "Mine")
    with _written(catalogue) as statements:
        taken_up = await catalogue.ensure_session("ann", "s1")
        assert taken_up == await catalogue.session("ann", "s1")
        renamed = await catalogue.ensure_session("ann", "s1", "Second")
        assert renamed == await catalogue.session("ann", "s1")
        fresh = await catalogue.ensure_session("ann")
        assert fresh == await catalogue.session("ann", fresh.session_id)
        with pytest.raises(NotFoundError):
            await catalogue.ensure_session("ann", "of-bob", "Hers")
    assert len(statements) == 4, statements
    assert (taken_up.title, renamed.title, fresh.title) == ("First", "Second", "")
    assert (taken_up.collection_id, taken_up.attached) == (private.collection_id, sorted(shared))
    assert (fresh.collection_id, fresh.attached) == (None, [])
    assert made.created_at == taken_up.created_at < taken_up.updated_at < renamed.updated_at
    assert [(each.session_id, each.title) for each in await catalogue.sessions("bob")] == [("of-bob", "Mine")]


async def test_of_several_owners_that_ask_for_a_session_at_once_one_has_it(catalogue: Any) -> None:
    owners = ["ann", "bob", "cy", "dee"] * 4
    for number in range(3):
        found = await asyncio.gather(
            *(catalogue.ensure_session(owner, f"s{number}", owner) for owner in owners), return_exceptions=True
        )
        [has_it] = {each.owner for each in found if isinstance(each, SessionRecord)}
        assert sum(isinstance(each, NotFoundError) for each in found) == 12
        assert (await catalogue.session(has_it, f"s{number}")).title == has_it


async def test_a_session_that_is_deleted_meanwhile_is_whole_or_gone(bench: Any, catalogue: Any) -> None:
    shared = await bench.collection()

    async def delete() -> None:
        with contextlib.suppress(NotFoundError):
            await catalogue.delete_session("ann", "s")

    async def attach() -> None:
        with contextlib.suppress(NotFoundError):
            await catalogue.attach("ann", "s", [shared])

    async def take_up() -> None:
        assert (await catalogue.ensure_session("ann", "s")).attached in ([], [shared])

    await catalogue.ensure_session("ann", "s")
    await asyncio.gather(*(work() for _ in range(8) for work in (delete, take_up, attach, take_up)))
    last = await catalogue.ensure_session("ann", "s")
    assert [last] == await catalogue.sessions("ann")


async def test_a_session_is_found_by_all_the_words_of_its_title_and_questions(catalogue: Any) -> None:
    for session_id, title in (("s1", ""), ("s2", "Ærø und die STRASSE"), ("s3", "100% of it")):
        await catalogue.ensure_session("ann", session_id, title)
    await catalogue.ensure_session("bob", "s4", "Herons of Ærø")
    await catalogue.keep_asked("ann", "s1", ["Where do the\nHERONS nest?", "And in Årø?"], "Where do they nest?")
    await catalogue.keep_asked("ann", "s2", ["Who lives there?"], "Not this")

    async def found(words: str) -> list[str]:
        page = await catalogue.session_page("ann", words=words)
        assert page.total == len(page.sessions)
        return sorted(each.session_id for each in page.sessions)

    wanted = {"heron": ["s1"], "årø they": ["s1"], "ærø Straße lives": ["s2"], "herons lives": [], "0%": ["s3"]}
    assert {words: await found(words) for words in wanted} == wanted
    assert await found("not this") == await found("_") == []
    assert await found("  ") == ["s1", "s2", "s3"]
    await catalogue.ensure_session("ann", "s2", "Mainland")
    assert (await found("straße"), await found("mainland")) == ([], ["s2"])


async def test_it_is_known_of_a_session_that_nothing_was_chosen_for_it_and_that_none_was(catalogue: Any) -> None:
    assert not (await catalogue.ensure_session("ann", "s1")).collections_chosen
    await catalogue.attach("ann", "s1", [])
    assert (await catalogue.session("ann", "s1")).collections_chosen
    unused = await catalogue.ensure_session("ann", "s1")
    assert unused.collections_chosen
    await catalogue.drop_unused_session(unused)
    assert await catalogue.sessions("ann") == [unused]
