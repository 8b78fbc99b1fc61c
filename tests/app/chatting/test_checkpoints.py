"""What was said in a conversation, in SQLite and in PostgreSQL."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, aclosing, closing
from pathlib import Path
from typing import Any, cast

import aiosqlite
import pytest
from langgraph.checkpoint.base import Checkpoint, empty_checkpoint

from app.chatting.checkpoints import open_checkpoints
from app.settings import Settings, load_settings
from app.sheaf import Sheaf
from nodes.domain.errors import UnavailableError
from tests.app import postgresql_server

QUESTIONS = ("Who sits on the board?", "And in 2022?", "How long is the pier?")


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=postgresql_server.needs_postgresql)])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    if request.param == "sqlite":
        yield load_settings(home=tmp_path / "home")
        return
    with postgresql_server.database() as url:
        yield load_settings(home=tmp_path / "home", database_url=url)


@pytest.fixture
async def sheaf(settings: Settings) -> AsyncIterator[Sheaf]:
    async with Sheaf(settings) as opened:
        for owner in ("local", "ann"):
            await opened.catalogue.ensure_collection(owner, "default", opened.library.configured_kind())
        yield opened


async def questions(sheaf: Sheaf, session_id: str, owner: str = "local") -> list[str]:
    return [turn["question"] for turn in (await sheaf.conversations.turns(owner, session_id)).turns]


def kept(settings: Settings) -> tuple[list[tuple[str, int]], int]:
    """Checkpoints of each conversation, and what is left of older ones."""
    counted = "SELECT thread_id, count(*) FROM checkpoints GROUP BY thread_id ORDER BY 1"
    if settings.database_url is None:
        with sqlite3.connect(settings.conversations_path) as connection:
            old = "SELECT count(*) FROM writes WHERE checkpoint_id NOT IN (SELECT checkpoint_id FROM checkpoints)"
            return connection.execute(counted).fetchall(), connection.execute(old).fetchone()[0]
    import psycopg

    unnamed = (
        "SELECT count(*) FROM checkpoint_blobs AS blob WHERE NOT EXISTS (SELECT 1 FROM checkpoints AS each "
        "WHERE each.thread_id = blob.thread_id "
        "AND each.checkpoint -> 'channel_versions' ->> blob.channel = blob.version)"
    )
    written = (
        "SELECT count(*) FROM checkpoint_writes WHERE checkpoint_id NOT IN (SELECT checkpoint_id FROM checkpoints)"
    )
    with psycopg.connect(settings.database_url) as server:
        left = [server.execute(query).fetchall()[0][0] for query in (unnamed, written)]
        return [(str(thread), int(number)) for thread, number in server.execute(counted)], sum(left)


async def test_only_the_newest_checkpoint_stays_and_it_holds_everything(sheaf: Sheaf, settings: Settings) -> None:
    for question in QUESTIONS:
        await sheaf.ask(question, session_id="one")
        await sheaf.ask(question, session_id="two", owner="ann")
    assert await questions(sheaf, "one") == list(QUESTIONS)
    assert await questions(sheaf, "two", "ann") == list(QUESTIONS)
    assert kept(settings) == ([("ann/two", 1), ("local/one", 1)], 0)
    await sheaf.conversations.forget("ann", "two")
    assert await questions(sheaf, "two", "ann") == []
    assert kept(settings) == ([("local/one", 1)], 0)


def stored(settings: Settings) -> bytes:
    """All that the conversations say, wherever it stands."""
    if settings.database_url is None:
        with closing(sqlite3.connect(settings.conversations_path)) as connection:
            rows = connection.execute("SELECT checkpoint, metadata FROM checkpoints").fetchall()
            rows += connection.execute("SELECT value, '' FROM writes").fetchall()
        return b"".join(value if isinstance(value, bytes) else value.encode() for row in rows for value in row)
    import psycopg

    tables = {
        "checkpoints": "convert_to(checkpoint::text || metadata::text, 'UTF8')",
        "checkpoint_blobs": "blob",
        "checkpoint_writes": "blob",
    }
    with psycopg.connect(settings.database_url) as server:
        found = [server.execute(f"SELECT {what} FROM {table}").fetchall() for table, what in tables.items()]
    return b"".join(bytes(value or b"") for rows in found for (value,) in rows)


async def leave(sheaf: Sheaf, question: str, session_id: str) -> None:
    """Asks, and goes as soon as there are sources."""
    async with aclosing(await sheaf.stream(question, session_id=session_id)) as events:
        async for event in events:
            if event.name == "sources":
                return


async def test_a_question_that_was_left_leaves_nothing(sheaf: Sheaf, settings: Settings) -> None:
    await sheaf.ask(QUESTIONS[0], session_id="old")
    for session_id in ("old", "new"):
        await leave(sheaf, "Is Jane Roe ill?", session_id)
    assert QUESTIONS[0].encode() in stored(settings)
    assert b"Jane Roe" not in stored(settings)
    assert await questions(sheaf, "old") == [QUESTIONS[0]]
    assert kept(settings) == ([("local/old", 1)], 0)
    assert [(each.session_id, each.title) for each in await sheaf.catalogue.sessions("local")] == [
        ("old", QUESTIONS[0])
    ], "nothing was said in the new one"
    await sheaf.ask(QUESTIONS[1], session_id="new")
    await sheaf.ask(QUESTIONS[2], session_id="new")
    assert (await sheaf.catalogue.session("local", "new")).title == QUESTIONS[1]


async def test_a_session_that_somebody_made_or_uses_stays_where_a_question_was_left(sheaf: Sheaf) -> None:
    await sheaf.catalogue.ensure_session("local", "made")
    await leave(sheaf, "Is Jane Roe ill?", "made")
    used = await sheaf.catalogue.ensure_session("local", "used")
    await asyncio.sleep(0.001)
    await sheaf.catalogue.ensure_session("local", "used")
    await sheaf.catalogue.drop_unused_session(used)
    assert {each.session_id for each in await sheaf.catalogue.sessions("local")} == {"made", "used"}


async def test_an_answer_that_is_being_kept_is_kept_also_where_the_client_goes(
    sheaf: Sheaf, settings: Settings
) -> None:
    turn = sheaf.conversations.turn(await sheaf.catalogue.ensure_session("local", "one"))
    answered = (await sheaf.ask(QUESTIONS[0], session_id="other"))["session_id"]
    [said] = (await sheaf.conversations.turns("local", answered)).turns
    async with turn as place:
        keeping = asyncio.ensure_future(place.keep(said))
        await asyncio.sleep(0)
        keeping.cancel()
        await asyncio.wait({keeping})
        assert keeping.cancelled()
    assert await questions(sheaf, "one") == [QUESTIONS[0]]
    assert (await sheaf.catalogue.session("local", "one")).title == QUESTIONS[0]


async def test_a_session_that_is_deleted_meanwhile_gets_no_title(sheaf: Sheaf) -> None:
    await sheaf.catalogue.keep_asked("local", "gone", ["Who?"], "Who?")
    assert await sheaf.catalogue.sessions("local") == []
    await sheaf.catalogue.ensure_session("local", "one", "Mine")
    await sheaf.catalogue.ensure_session("local", "two")
    for owner, session_id in (("local", "one"), ("ann", "two")):
        await sheaf.catalogue.keep_asked(owner, session_id, ["Who?"], "Who?")
    assert {each.session_id: each.title for each in await sheaf.catalogue.sessions("local")} == {
        "one": "Mine",
        "two": "",
    }


async def test_a_conversation_goes_on_after_a_restart(sheaf: Sheaf, settings: Settings) -> None:
    await sheaf.ask(QUESTIONS[0], session_id="one")
    async with Sheaf(settings) as again:
        await again.ask(QUESTIONS[1], session_id="one")
    assert await questions(sheaf, "one") == list(QUESTIONS[:2])


async def test_questions_of_one_session_wait_for_each_other(sheaf: Sheaf) -> None:
    asked = [f"{question} {number}" for number in range(3) for question in QUESTIONS]
    await asyncio.gather(*(sheaf.ask(question, session_id="one") for question in asked))
    assert sorted(await questions(sheaf, "one")) == sorted(asked)


async def test_two_services_lose_no_turn_of_one_session(sheaf: Sheaf, settings: Settings) -> None:
    if settings.database_url is None:
        pytest.skip("SQLite is for one service")
    async with Sheaf(settings) as other:
        asked = [f"{question} {number}" for number in range(3) for question in QUESTIONS]
        await asyncio.gather(
            *((sheaf, other)[number % 2].ask(question, session_id="one") for number, question in enumerate(asked))
        )
        assert sorted(await questions(other, "one")) == sorted(asked)
    assert kept(settings) == ([("local/one", 1)], 0)


async def test_several_make_the_tables_at_once(sheaf: Sheaf, settings: Settings) -> None:
    async with AsyncExitStack() as stack:
        opened = [Sheaf(settings) for _ in range(3)]
        await asyncio.gather(*(stack.enter_async_context(each) for each in opened))
        savers = (open_checkpoints(each.catalogue, settings) for each in [sheaf, *opened])
        await asyncio.gather(*(stack.enter_async_context(saver) for saver in savers))
    await sheaf.ask(QUESTIONS[0], session_id="one")


async def test_who_comes_first_to_a_new_file_turns_nobody_away(sheaf: Sheaf, settings: Settings) -> None:
    if settings.database_url is not None:
        pytest.skip("a server has no new files")
    for number in range(40):
        elsewhere = settings.model_copy(update={"home": settings.home / str(number)})
        elsewhere.home.mkdir()
        async with AsyncExitStack() as stack:
            savers = (open_checkpoints(sheaf.catalogue, elsewhere) for _ in range(4))
            await asyncio.gather(*(stack.enter_async_context(saver) for saver in savers))


async def test_a_server_that_is_away_is_unavailable(sheaf: Sheaf, settings: Settings) -> None:
    if settings.database_url is None:
        pytest.skip("SQLite has no server")
    from app.chatting.postgresql_checkpoints import open_saver

    away = "postgresql://me:word@127.0.0.1:1/none"
    async with open_saver(away, settings.database.model_copy(update={"connect_timeout_seconds": 2})) as saver:
        with pytest.raises(UnavailableError, match="cannot be read or kept") as raised:
            await saver.aget_tuple({"configurable": {"thread_id": "local/one"}})
    assert "127.0.0.1" not in str(raised.value.report())


async def test_conversations_that_cannot_be_written_are_told_as_that(tmp_path: Path) -> None:
    settings = load_settings(home=tmp_path / "home")
    async with Sheaf(settings) as sheaf:
        async with open_checkpoints(sheaf.catalogue, settings) as saver:
            # As on a disk without room: no page more than it has.
            await saver.conn.execute("PRAGMA max_page_count = 1")  # type: ignore[attr-defined]  # SQLite's own
            config: Any = {"configurable": {"thread_id": "ann/1", "checkpoint_ns": ""}}
            checkpoint = {**empty_checkpoint(), "channel_values": {"history": "a" * 100_000}}
            with pytest.raises(UnavailableError, match="is full") as raised:
                await saver.aput(config, cast("Checkpoint", checkpoint), {}, {})
            assert "Make room" in raised.value.hint
        settings.conversations_path.unlink()
        settings.conversations_path.mkdir()
        with pytest.raises(UnavailableError, match="cannot be read or kept"):
            async with open_checkpoints(sheaf.catalogue, settings):
                pass


@pytest.mark.parametrize("strategy", ["delete", "keep_latest"])
async def test_who_is_cancelled_while_a_conversation_is_changed_leaves_it_whole_and_the_file_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, strategy: str
) -> None:
    settings = load_settings(home=tmp_path / "home")
    async with Sheaf(settings) as sheaf, open_checkpoints(sheaf.catalogue, settings) as saver:
        hand_over: Callable[..., Awaitable[Any]] = aiosqlite.Connection._execute
        for at in range(1, 8):
            config: Any = {"configurable": {"thread_id": "local/s", "checkpoint_ns": ""}}
            for _ in range(2):
                await saver.aput(config, empty_checkpoint(), {}, {})
            changing = asyncio.create_task(saver.aprune(["local/s"], strategy=strategy))
            count = 0

            async def cancelling(connection: aiosqlite.Connection, *arguments: Any) -> Any:
                nonlocal count
                count += 1
                if count == at:  # noqa: B023 - used up before the next
                    changing.cancel()  # noqa: B023 - the same
                return await hand_over(connection, *arguments)

            with monkeypatch.context() as patched:
                patched.setattr(aiosqlite.Connection, "_execute", cancelling)
                await asyncio.wait({changing})
            with closing(sqlite3.connect(settings.conversations_path, timeout=0)) as other:
                other.execute("BEGIN IMMEDIATE")
                left = other.execute("SELECT count(*) FROM checkpoints").fetchone()[0]
                other.execute("ROLLBACK")
            assert left == (0 if strategy == "delete" else 1)
