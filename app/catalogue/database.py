"""The database behind the catalogue: SQLite in a file, or PostgreSQL. Several processes may use it at once."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import (
    JSON,
    ColumnElement,
    FromClause,
    Integer,
    SQLColumnExpression,
    TableValuedAlias,
    Text,
    bindparam,
    cast,
    column,
    func,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DatabaseError, DataError, DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection

from app.catalogue.bulk import copy_rows, is_worth_copying
from app.catalogue.engines import (
    BUSY_SECONDS,
    WRITE_UNTIL,
    async_url,
    locking_engine,
    reading_engine,
    writing_engine,
)
from app.catalogue.locks import Locks, lock_number
from app.catalogue.models import Base
from app.catalogue.reader import Reader
from app.room import NO_ROOM_HINT, require_room
from nodes.domain.errors import InvalidRequestError, UnavailableError

if TYPE_CHECKING:
    from app.settings import DatabaseSettings

_UNUSABLE = (OperationalError, InterfaceError, DatabaseError)
"""Not their subclasses: a violated constraint or a wrong statement is a fault of ours, unless it cost the connection.

A damaged file is the last.
"""
_WRITERS = 7_307_463
"""The number of PostgreSQL's advisory lock; any constant does."""
_BATCH = 5_000
"""Values in one IN list: well under the 32,766 parameters of SQLite and the 65,535 of PostgreSQL."""

REMEMBERED_SECONDS = 0.02
"""On PostgreSQL, how long a process takes for true what it has read of collections: a question asks dozens of times.

Whoever changes what is visible waits as long after his commit, so that nobody sees less than what he was told is done.
"""
_SQLITE_REMEMBERED_SECONDS = 0.005
"""The same on SQLite, where asking whether anybody has committed takes .05 ms: every 2 ms it was .03 of a question."""
_VISIBLE = "sheaf_visible"
_LEAST_BUSY_SECONDS = 1.0
"""How long a writer waits for other processes at least, however long he has waited for others of this one."""
_PROBED = "readiness"

ROWS_AT_ONCE = 500
"""In one statement: their parameters are made on the event loop, which must not stand still for long."""

Value = TypeVar("Value")


class Database:
    """Connections and transactions. Belongs to one event loop."""

    def __init__(self, url: str, settings: DatabaseSettings | None = None) -> None:
        """Opens nothing yet.

        Args:
            url: SQLAlchemy URL, with or without its driver: `sqlite:////a/file.db`, `postgresql://host/name`.
            settings: of PostgreSQL's pools; as it comes if None.

        Raises:
            InvalidRequestError: the URL names another kind of database, or SQLite without a file.
            UnavailableError: the driver is not installed.
        """
        if settings is None:
            from app.settings import DatabaseSettings

            settings = DatabaseSettings()
        self._url = async_url(url)
        self.is_sqlite = self._url.get_backend_name() == "sqlite"
        self._engine = writing_engine(self._url, settings)
        self._reader = Reader(*reading_engine(self._url, settings))
        self._locks = Locks(
            locking_engine(self._url, settings),
            settings.connect_timeout_seconds,
            folder=Path(f"{self._url.database}-locks"),
        )
        self.writes = 0
        """Writes of this process that have ended."""
        self.remembered_seconds = _SQLITE_REMEMBERED_SECONDS if self.is_sqlite else REMEMBERED_SECONDS
        # Writers of this process queue here in order; those of other processes wait in SQLite's busy handler.
        self._turn = asyncio.Lock()

    @property
    def name(self) -> str:
        """The URL without its driver and password, for messages."""
        return self._url.set(drivername=self._url.get_backend_name()).render_as_string(hide_password=True)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Reader]:
        """For queries; each sees what is committed when it runs."""
        with self._explained():
            yield self._reader

    @asynccontextmanager
    async def write(self, *areas: str) -> AsyncIterator[AsyncConnection]:
        """A transaction: committed at the end, rolled back on any error. Writers of all processes take turns.

        On SQLite it takes the write lock at once: a transaction that reads first and then wants to write would be
        refused, without waiting, if another has written in between. On PostgreSQL advisory locks do the same, so that
        what holds on the one holds on the other and no two transactions can deadlock; they are short.

        Areas let writers pass each other there. A writer that names none excludes all others. One that names some
        excludes those without areas, and those who name one of the same. So whoever names areas must not touch a row
        that somebody with other areas may write, must know its areas before it begins, and may take on only one more:
        that of `evict_cached`, which comes after all others everywhere. Everyone takes the common lock first, shared
        or not, then areas in one order: nobody waits in a circle.

        Args:
            areas: what alone is written: `collection_area`, `cache_area`, or another name for rows of one's own.

        Raises:
            UnavailableError: the database cannot be used; nothing was written, unless it broke off in the very end.
        """
        is_visible = False
        try:
            with self._explained(writing=True):
                async with self._transaction(areas) as connection:
                    connection.info.pop(_VISIBLE, None)
                    yield connection
                    is_visible = connection.info.pop(_VISIBLE, False)
        finally:
            self.writes += 1
        if is_visible:
            # What other processes remember from before is out of date when this returns.
            await asyncio.sleep(self.remembered_seconds)

    @asynccontextmanager
    async def write_at_once(self) -> AsyncIterator[AsyncConnection]:
        """For one statement that is a transaction by itself, and right whoever writes beside it.

        It waits for no turn but that of the rows that it writes, and holds nothing while it waits: so it may write what
        those with areas or without any write as well. Not for what questions see.

        Raises:
            UnavailableError: the database cannot be used; nothing was written, unless it broke off in the very end.
        """
        try:
            with self._explained(writing=True):
                if self.is_sqlite:
                    # Everyone takes turns there, and waits for other processes in one way.
                    async with self._transaction() as connection:
                        yield connection
                    return
                async with self._engine.connect() as connection:
                    await connection.execution_options(isolation_level="AUTOCOMMIT")
                    yield connection
        finally:
            self.writes += 1

    @asynccontextmanager
    async def _transaction(self, areas: Sequence[str] = ()) -> AsyncIterator[AsyncConnection]:
        # Who has waited long for others of this process finds soon whether another process lets nobody write: or each
        # of them would wait for it as long as the one before.
        until = time.monotonic() + BUSY_SECONDS
        async with self._turn_to_write(), AsyncExitStack() as stack:
            yield await self._begin(stack, areas, max(until, time.monotonic() + _LEAST_BUSY_SECONDS))

    async def _begin(self, stack: AsyncExitStack, areas: Sequence[str], until: float) -> AsyncConnection:
        """A connection whose turn to write has come; begun once more where it is lost before that."""
        try:
            return await self._try_to_begin(stack, areas, until)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        return await self._try_to_begin(stack, areas, until)

    async def _try_to_begin(self, stack: AsyncExitStack, areas: Sequence[str], until: float) -> AsyncConnection:
        async with AsyncExitStack() as attempt:
            connection = await attempt.enter_async_context(self._engine.connect())
            await connection.execution_options(**{WRITE_UNTIL: until})
            await attempt.enter_async_context(connection.begin())
            if self.is_sqlite:
                pass
            elif areas:
                await connection.execute(select(func.pg_advisory_xact_lock_shared(_WRITERS)))
                await take_areas(connection, areas)
            else:
                await connection.execute(select(func.pg_advisory_xact_lock(_WRITERS)))
            await stack.enter_async_context(attempt.pop_all())
        return connection

    @asynccontextmanager
    async def locked(self, *names: str) -> AsyncIterator[None]:
        """Holds locks by these names, see `Locks`. Whoever holds some must not take others.

        Raises:
            UnavailableError: the database does not answer; or what went on inside was cancelled, since the connection
                was lost, and another has taken one of them.
        """
        async with AsyncExitStack() as stack:
            with self._explained():
                try:
                    await stack.enter_async_context(self._locks.held(*names))
                except TimeoutError as error:
                    raise self._unavailable("it does not answer") from error
            yield

    async def check_writable(self, seconds: float) -> None:
        """Makes sure that a transaction can begin, and leaves nothing of it: a database may answer and take nothing.

        Args:
            seconds: the longest time that it may take.

        Raises:
            UnavailableError: it cannot.
        """
        try:
            with self._explained():
                async with asyncio.timeout(seconds), self._transaction((_PROBED,)):
                    pass
        except TimeoutError as error:
            raise self._unavailable(f"nothing could be written for {seconds:.0f} seconds", is_held=True) from error

    def check_room(self) -> None:
        """Makes sure that SQLite has room for its file; of PostgreSQL's disk nothing is known.

        Raises:
            UnavailableError: the disk is full.
        """
        if self.is_sqlite:
            require_room(Path(self._url.database or "").absolute().parent)

    async def close(self) -> None:
        """Closes all connections."""
        await asyncio.to_thread(self._reader.close)
        await self._locks.close()
        await self._engine.dispose()

    @asynccontextmanager
    async def _turn_to_write(self) -> AsyncIterator[None]:
        if not self.is_sqlite:
            yield
            return
        async with self._turn:
            yield

    @contextmanager
    def _explained(self, *, writing: bool = False) -> Iterator[None]:
        try:
            yield
        except PoolTimeoutError as error:
            raise self._unavailable("all its connections are in use") from error
        except DataError as error:
            raise InvalidRequestError(
                f"A value cannot be kept in the catalogue: {str(error.orig).strip()}.", hint="Leave that character out."
            ) from error
        except (DatabaseError, InterfaceError) as error:
            if type(error) not in _UNUSABLE and not error.connection_invalidated:
                raise
            # The first line says it; those behind it are advice for who set up the server.
            reason = str(error.orig).strip().partition("\n")[0]
            if writing and error.connection_invalidated:
                reason += ". The connection was lost while writing: nothing was kept, unless it was done just then."
            is_full = getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
            is_held = getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY
            is_damaged = type(error) is DatabaseError
            raise self._unavailable(reason, is_damaged=is_damaged, is_full=is_full, is_held=is_held) from error

    def _unavailable(
        self, reason: str, *, is_damaged: bool = False, is_full: bool = False, is_held: bool = False
    ) -> UnavailableError:
        hint = "Check that PostgreSQL runs, and that SHEAF_DATABASE_URL names it."
        if self.is_sqlite and is_damaged:
            hint = "The file is damaged. Bring a backup back into an empty folder, SHEAF_HOME: sheaf restore DIR."
        elif is_full:
            hint = NO_ROOM_HINT
        elif is_held:
            hint = "Try again; if it lasts, look for another program that writes to the database and does not end."
        elif self.is_sqlite:
            hint = "Check SHEAF_DATABASE_URL, or that SHEAF_HOME is a folder that may be written to."
        return UnavailableError("The catalogue cannot be used.", hint=hint, detail=f"{self.name}: {reason}")


def mark_visible(connection: AsyncConnection) -> None:
    """Says that this transaction changes what questions see: who waits for it may ask any process at once."""
    connection.info[_VISIBLE] = True


def collection_area(collection_id: str) -> str:
    """Everything of one collection: its documents and revisions, what is kept of them, its counts and version."""
    return f"collection {collection_id}"


def cache_area(owner: str) -> str:
    """An owner's kept values, which may rest on documents of several collections."""
    return f"cache {owner}"


async def take_areas(connection: AsyncConnection, areas: Sequence[str]) -> None:
    """Waits for areas in a transaction; see `Database.write`. On SQLite there is one for everything."""
    if connection.dialect.name == "sqlite":
        return
    for number in sorted(map(lock_number, set(areas))):
        await connection.execute(select(func.pg_advisory_xact_lock(number)))


def insert_into(connection: AsyncConnection, model: type[Base]) -> sqlite.Insert | postgresql.Insert:
    """An INSERT that knows ON CONFLICT, which SQLite and PostgreSQL spell alike and SQLAlchemy keeps apart."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert(model)
    return postgresql.insert(model)


def listed(dialect: str, parameter: str) -> TableValuedAlias:
    """The items of a JSON list of texts, given as this parameter (as text), as rows with the column `value`.

    A statement over a list of any length stays the same statement, so that it is worked out once.
    """
    if dialect == "sqlite":
        return func.json_each(bindparam(parameter, type_=Text)).table_valued(column("value", Text))
    return func.json_array_elements_text(cast(bindparam(parameter, type_=Text), JSON)).table_valued(
        column("value", Text)
    )


def listed_pairs(dialect: str, parameter: str) -> tuple[FromClause, ColumnElement[str], ColumnElement[int]]:
    """The items of a JSON list of pairs of a text and an integer, given as this parameter: rows, and both parts.

    What is joined to them is looked up pair by pair. Asked for a list of pairs, SQLite would read the whole table.
    """
    if dialect == "sqlite":
        pairs = func.json_each(bindparam(parameter, type_=Text)).table_valued(column("value", Text))
        value = pairs.c.value
        return pairs, cast(func.json_extract(value, "$[0]"), Text), cast(func.json_extract(value, "$[1]"), Integer)
    decoded = cast(bindparam(parameter, type_=Text), JSON)
    pairs = func.json_array_elements(decoded).table_valued(column("value", JSON))
    value = pairs.c.value
    return pairs, cast(value.op("->>")(0), Text), cast(value.op("->>")(1), Integer)


def among(dialect: str, column: SQLColumnExpression[Any], parameter: str) -> ColumnElement[bool]:
    """Whether a column is one of the texts of a list, see `listed`."""
    return column.in_(select(listed(dialect, parameter).c.value))


async def insert_rows(connection: AsyncConnection, model: type[Base], rows: Sequence[dict[str, Any]]) -> None:
    """Inserts rows, if there are any."""
    if is_worth_copying(connection, rows):
        await copy_rows(connection, model.metadata.tables[model.__tablename__], rows)
        return
    for batch in batches(rows, ROWS_AT_ONCE):
        await connection.execute(insert_into(connection, model), list(batch))


def batches(values: Sequence[Value], size: int = _BATCH) -> Iterator[Sequence[Value]]:
    """The values in pieces that fit into one statement."""
    for start in range(0, len(values), size):
        yield values[start : start + size]
