"""The database behind the catalogue: SQLite in a file, or PostgreSQL. Several processes may use it at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    JSON,
    ColumnElement,
    Engine,
    FromClause,
    Integer,
    SQLColumnExpression,
    TableValuedAlias,
    Text,
    bindparam,
    cast,
    column,
    create_engine,
    event,
    func,
    make_url,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL
from sqlalchemy.engine import Connection as SyncConnection
from sqlalchemy.exc import DatabaseError, InterfaceError, NoSuchModuleError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from app.catalogue.models import Base
from app.catalogue.reader import Connection, Reader
from nodes.domain.errors import InvalidRequestError, UnavailableError

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
}
_UNUSABLE = (OperationalError, InterfaceError, DatabaseError)
"""Not their subclasses: a violated constraint or a wrong statement is a fault of ours. A damaged file is the last."""
_BUSY_SECONDS = 30
_WRITERS = 7_307_463
"""The number of PostgreSQL's advisory lock; any constant does."""
_BATCH = 5_000
"""Values in one IN list: well under the 32,766 parameters of SQLite and the 65,535 of PostgreSQL."""

ROWS_AT_ONCE = 500
"""In one statement: their parameters are made on the event loop, which must not stand still for long."""
_CACHE_KIBIBYTES = 16_384

Value = TypeVar("Value")


class Database:
    """Connections and transactions. Belongs to one event loop."""

    def __init__(self, url: str) -> None:
        """Opens nothing yet.

        Args:
            url: SQLAlchemy URL, with or without its driver: `sqlite:////a/file.db`, `postgresql://host/name`.

        Raises:
            InvalidRequestError: the URL names another kind of database, or SQLite without a file.
            UnavailableError: the driver is not installed.
        """
        self._url = _async_url(url)
        self.is_sqlite = self._url.get_backend_name() == "sqlite"
        self._engine = _create_engine(self._url)
        self._reader = Reader(_reading_engine(self._url))
        # Writers of this process queue here in order; those of other processes wait in SQLite's busy handler.
        self._turn = asyncio.Lock()

    @property
    def name(self) -> str:
        """The URL without its password, for messages."""
        return self._url.render_as_string(hide_password=True)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Reader]:
        """For queries; each sees what is committed when it runs."""
        with self._explained():
            yield self._reader

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: committed at the end, rolled back on any error. Writers of all processes take turns.

        On SQLite it takes the write lock at once: a transaction that reads first and then wants to write would be
        refused, without waiting, if another has written in between. On PostgreSQL an advisory lock does the same, so
        that what holds on the one holds on the other and no two transactions can deadlock; they are short.
        """
        with self._explained():
            async with self._turn_to_write(), self._engine.connect() as connection:
                await connection.execution_options(sheaf_write=True)
                async with connection.begin():
                    if not self.is_sqlite:
                        await connection.execute(select(func.pg_advisory_xact_lock(_WRITERS)))
                    yield connection

    async def close(self) -> None:
        """Closes all connections."""
        await asyncio.to_thread(self._reader.close)
        await self._engine.dispose()

    @asynccontextmanager
    async def _turn_to_write(self) -> AsyncIterator[None]:
        if not self.is_sqlite:
            yield
            return
        async with self._turn:
            yield

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (DatabaseError, InterfaceError) as error:
            if type(error) not in _UNUSABLE:
                raise
            raise UnavailableError(
                f"The catalogue at {self.name} cannot be used: {error.orig}",
                hint="Check SHEAF_DATABASE_URL, or that SHEAF_HOME is a folder that may be written to.",
            ) from error


def insert_into(connection: AsyncConnection, model: type[Base]) -> sqlite.Insert | postgresql.Insert:
    """An INSERT that knows ON CONFLICT, which SQLite and PostgreSQL spell alike and SQLAlchemy keeps apart."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert(model)
    return postgresql.insert(model)


def listed(connection: Connection, parameter: str) -> TableValuedAlias:
    """The items of a JSON list of texts, given as this parameter (as text), as rows with the column `value`.

    A statement over a list of any length stays the same statement, so that it is worked out once.
    """
    if connection.dialect.name == "sqlite":
        return func.json_each(bindparam(parameter, type_=Text)).table_valued(column("value", Text))
    return func.json_array_elements_text(cast(bindparam(parameter, type_=Text), JSON)).table_valued(
        column("value", Text)
    )


def listed_pairs(connection: Connection, parameter: str) -> tuple[FromClause, ColumnElement[str], ColumnElement[int]]:
    """The items of a JSON list of pairs of a text and an integer, given as this parameter: rows, and both parts.

    What is joined to them is looked up pair by pair. Asked for a list of pairs, SQLite would read the whole table.
    """
    if connection.dialect.name == "sqlite":
        pairs = func.json_each(bindparam(parameter, type_=Text)).table_valued(column("value", Text))
        value = pairs.c.value
        return pairs, cast(func.json_extract(value, "$[0]"), Text), cast(func.json_extract(value, "$[1]"), Integer)
    decoded = cast(bindparam(parameter, type_=Text), JSON)
    pairs = func.json_array_elements(decoded).table_valued(column("value", JSON))
    value = pairs.c.value
    return pairs, cast(value.op("->>")(0), Text), cast(value.op("->>")(1), Integer)


def among(connection: Connection, column: SQLColumnExpression[Any], parameter: str) -> ColumnElement[bool]:
    """Whether a column is one of the texts of a list, see `listed`."""
    return column.in_(select(listed(connection, parameter).c.value))


async def insert_rows(connection: AsyncConnection, model: type[Base], rows: Sequence[dict[str, Any]]) -> None:
    """Inserts rows, if there are any."""
    for batch in batches(rows, ROWS_AT_ONCE):
        await connection.execute(insert_into(connection, model), list(batch))


def batches(values: Sequence[Value], size: int = _BATCH) -> Iterator[Sequence[Value]]:
    """The values in pieces that fit into one statement."""
    for start in range(0, len(values), size):
        yield values[start : start + size]


def _async_url(url: str) -> URL:
    try:
        parsed = make_url(url)
    except Exception as error:
        raise InvalidRequestError(
            "The database URL cannot be read.", hint="SHEAF_DATABASE_URL looks like sqlite:////path/to/file.db."
        ) from error
    driver = _DRIVERS.get(parsed.drivername.partition("+")[0])
    if driver is None:
        raise InvalidRequestError(
            f"The catalogue cannot be kept in {parsed.drivername}.", hint="Use sqlite:///… or postgresql://…"
        )
    if driver.startswith("sqlite") and parsed.database in {None, "", ":memory:"}:
        raise InvalidRequestError(
            "The catalogue needs a file: every connection to SQLite in memory is a database of its own.",
            hint="SHEAF_DATABASE_URL looks like sqlite:////path/to/file.db.",
        )
    return parsed.set(drivername=driver)


def _create_engine(url: URL) -> AsyncEngine:
    if url.get_backend_name() == "sqlite":
        return _sqlite_engine(url)
    try:
        return create_async_engine(url, pool_pre_ping=True)
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise UnavailableError(
            f"The driver for {url.get_backend_name()} is not installed.", hint="Install psycopg[binary]."
        ) from error


def _sqlite_engine(url: URL) -> AsyncEngine:
    path = Path(url.database or "")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnavailableError(
            f"The folder of the catalogue cannot be made: {path.parent}", hint="Check SHEAF_HOME."
        ) from error
    engine = create_async_engine(url, connect_args={"timeout": _BUSY_SECONDS})
    _prepare(engine.sync_engine, ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"))

    @event.listens_for(engine.sync_engine, "begin")
    def start(connection: SyncConnection) -> None:
        # Reading needs no transaction: without one, SQLite ends each query's by itself, and that is quicker.
        if connection.get_execution_options().get("sheaf_write", False):
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _reading_engine(url: URL) -> Engine:
    """For single queries, from any thread."""
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True, isolation_level="AUTOCOMMIT")
    # The connection that was used last has its pages at hand.
    engine = create_engine(url.set(drivername="sqlite"), connect_args={"timeout": _BUSY_SECONDS}, pool_use_lifo=True)
    _prepare(engine, ("query_only = ON", f"cache_size = -{_CACHE_KIBIBYTES}"))
    return engine


def _prepare(engine: Engine, pragmas: Sequence[str]) -> None:
    """Makes every new connection to SQLite begin with these."""

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        # Without this the driver opens transactions by its own rules; `start` does it by ours.
        connection.isolation_level = None
        cursor = connection.cursor()
        try:
            for pragma in pragmas:
                cursor.execute(f"PRAGMA {pragma}")
        except BaseException:
            # The pool has not taken it over yet, and its thread would live on.
            connection.close()
            raise
        cursor.close()
