"""SQLAlchemy's engines for the catalogue: how SQLite's file is opened, and how PostgreSQL is connected to."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakSet

from sqlalchemy import Engine, NullPool, create_engine, event, make_url
from sqlalchemy.engine import URL, Dialect
from sqlalchemy.engine import Connection as SyncConnection
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.util import await_only

from app.extras import require
from nodes.domain.errors import InvalidRequestError, UnavailableError

if TYPE_CHECKING:
    from app.settings import DatabaseSettings

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
}
BUSY_SECONDS = 30
"""How long a connection to SQLite waits for others that hold the file."""
_ONE_WAIT_SECONDS = 0.1
"""For which the thread of a writer waits in SQLite, where nobody can stop it; then it waits on the event loop."""
WRITE_UNTIL = "sheaf_write_until"
"""Option of a connection of `writing_engine`: it begins transactions, and waits for others until this moment."""
_SQLITE_READERS = 4
_PAUSE_SECONDS = 0.1
"""Between two attempts to connect again."""
_SQLITE_PAUSE_SECONDS = 0.01
WRITE_AHEAD = "journal_mode = WAL"

CursorKind = TypeVar("CursorKind", bound=sqlite3.Cursor)


class ClosingConnection(sqlite3.Connection):
    """A connection to SQLite that is truly closed by `close`.

    SQLite only marks a connection as closed while one of its statements has rows that nobody has read; until that
    statement is gone as well, the transaction stays open, and with it the write lock of the file. Whoever is cancelled
    while a thread works for him leaves such a statement behind, in a cursor that lives on in a traceback.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._cursors: WeakSet[sqlite3.Cursor] = WeakSet()

    def cursor(self, factory: Callable[[sqlite3.Connection], CursorKind] = sqlite3.Cursor) -> CursorKind:  # type: ignore[assignment, override]  # the stubs tell any factory apart from the default
        """A cursor, which `close` closes as well. `execute` and its like make theirs here too."""
        cursor = super().cursor(factory)
        self._cursors.add(cursor)
        return cursor

    def close(self) -> None:
        """Ends all statements, rolls back, and closes."""
        # A connection that is closed already refuses both, and one whose disk fails is rolled back by closing it.
        with contextlib.suppress(sqlite3.Error):
            for cursor in list(self._cursors):
                cursor.close()
            self.rollback()
        super().close()


def async_url(url: str) -> URL:
    """The URL with the driver that is used for it.

    Raises:
        InvalidRequestError: it cannot be read, names another kind of database, or SQLite without a file.
    """
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


def writing_engine(url: URL, settings: DatabaseSettings) -> AsyncEngine:
    """For transactions.

    Raises:
        UnavailableError: the driver is not installed, or the folder of SQLite's file cannot be made.
    """
    if url.get_backend_name() == "sqlite":
        return _sqlite_engine(url)
    arguments = connect_arguments(url, settings)
    _require_driver()
    engine = create_async_engine(url, connect_args=arguments, **_pool(settings))
    _reconnect(engine.sync_engine, settings, _pause_on_the_loop)
    return engine


def reading_engine(url: URL, settings: DatabaseSettings) -> tuple[Engine, int]:
    """For single queries, from any thread; with the number of threads that it has connections for."""
    if url.get_backend_name() == "sqlite":
        # The connection that was used last has its pages at hand. More than SQLite's own 2 MB of them make questions no
        # quicker: 7 ms of lookups each over 100,000 chunks, with 16 MB as well, which all connections together made 64.
        engine = create_engine(url.set(drivername="sqlite"), connect_args={"timeout": BUSY_SECONDS}, pool_use_lifo=True)
        _prepare(engine, ("query_only = ON",), time.sleep)
        return engine, _SQLITE_READERS
    _require_driver()
    engine = create_engine(
        url, isolation_level="AUTOCOMMIT", connect_args=connect_arguments(url, settings), **_pool(settings)
    )
    _reconnect(engine, settings, time.sleep)
    return engine, settings.pool_size + settings.overflow


def locking_engine(url: URL, settings: DatabaseSettings) -> AsyncEngine | None:
    """For the one connection that holds locks, see `Locks`; None where the database has none."""
    if url.get_backend_name() == "sqlite":
        return None
    arguments = connect_arguments(url, settings)
    engine = create_async_engine(url, connect_args=arguments, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    _reconnect(engine.sync_engine, settings, _pause_on_the_loop)
    return engine


def connect_arguments(url: URL, settings: DatabaseSettings) -> dict[str, Any]:
    """What every connection to PostgreSQL begins with; what the URL says itself comes before it."""
    statement = round(settings.statement_timeout_seconds * 1000)
    # Frees the turn to write of a process that was stopped in the middle, before others have waited too long for it.
    idle = round(settings.idle_transaction_timeout_seconds * 1000)
    arguments = {
        "application_name": "sheaf",
        "connect_timeout": settings.connect_timeout_seconds,
        # A server whose machine is gone says nothing: without these, a connection to it waits for hours.
        "keepalives_idle": 30,
        "keepalives_interval": 10,
        "keepalives_count": 3,
        "tcp_user_timeout": 60_000,
        "options": f"-c statement_timeout={statement} -c idle_in_transaction_session_timeout={idle}",
    }
    return {name: value for name, value in arguments.items() if name not in url.query}


def _require_driver() -> None:
    require("psycopg", lack="The driver for PostgreSQL is not installed.", hint="Install sheaf[postgresql].")


def _pool(settings: DatabaseSettings) -> dict[str, Any]:
    # Asked whether they still live before they are used: the server may have been restarted.
    return {"pool_pre_ping": True, "pool_size": settings.pool_size, "max_overflow": settings.overflow}


def _reconnect(engine: Engine, settings: DatabaseSettings, pause: Callable[[float], Any]) -> None:
    """Lets a process that has been connected wait while its server is restarted, for as long as a connection may take.

    A server that has never been reached is more likely not there at all, and one is told so at once.
    """
    import psycopg

    was_connected = False

    @event.listens_for(engine, "do_connect")
    def connect(dialect: Dialect, _record: Any, arguments: Any, named: Any) -> Any:
        nonlocal was_connected
        end = time.monotonic() + settings.connect_timeout_seconds
        while True:
            try:
                connection = dialect.connect(*arguments, **named)
            except psycopg.OperationalError:
                if not was_connected or time.monotonic() >= end:
                    raise
                pause(_PAUSE_SECONDS)
            else:
                was_connected = True
                return connection


def _sqlite_engine(url: URL) -> AsyncEngine:
    path = Path(url.database or "")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnavailableError(
            f"The folder of the catalogue cannot be made: {path.parent}", hint="Check SHEAF_HOME."
        ) from error
    engine = create_async_engine(url, connect_args={"timeout": _ONE_WAIT_SECONDS, "factory": ClosingConnection})
    pragmas = (WRITE_AHEAD, "synchronous = NORMAL", "foreign_keys = ON")
    _prepare(engine.sync_engine, pragmas, _pause_on_the_loop)

    @event.listens_for(engine.sync_engine, "begin")
    def start(connection: SyncConnection) -> None:
        # Reading needs no transaction: without one, SQLite ends each query's by itself, and that is quicker.
        until = connection.get_execution_options().get(WRITE_UNTIL)
        if until is not None:
            patiently(lambda: connection.exec_driver_sql("BEGIN IMMEDIATE"), _pause_on_the_loop, until)

    return engine


def _pause_on_the_loop(seconds: float) -> None:
    await_only(asyncio.sleep(seconds))


def patiently(
    execute: Callable[[], Any], pause: Callable[[float], Any] = time.sleep, until: float | None = None
) -> None:
    """Does something to a file of SQLite that others may hold just now, as often as it takes.

    A new file is put into write-ahead mode by whoever comes first. SQLite does not wait there for another who is just
    doing the same, whatever time it was given.

    Args:
        execute: does it; tried once at least.
        pause: waits for some seconds.
        until: when to give up, by the monotonic clock; in `BUSY_SECONDS` if None.

    Raises:
        sqlite3.OperationalError: somebody has held it all the time, or the reason is another.
        OperationalError: the same, where it is done through SQLAlchemy.
    """
    end = time.monotonic() + BUSY_SECONDS if until is None else until
    while True:
        try:
            execute()
        except (sqlite3.OperationalError, OperationalError) as error:
            if not _is_busy(error) or time.monotonic() >= end:
                raise
            pause(_SQLITE_PAUSE_SECONDS)
        else:
            return


def _is_busy(error: sqlite3.OperationalError | OperationalError) -> bool:
    reason = error.orig if isinstance(error, OperationalError) else error
    # Its low byte is the kind of error; the others tell which of them.
    return getattr(reason, "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF == sqlite3.SQLITE_BUSY


def _prepare(engine: Engine, pragmas: Sequence[str], pause: Callable[[float], Any]) -> None:
    """Makes every new connection to SQLite begin with these."""

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        # Without this the driver opens transactions by its own rules; `start` does it by ours.
        connection.isolation_level = None
        cursor = connection.cursor()
        try:
            for pragma in pragmas:
                patiently(partial(cursor.execute, f"PRAGMA {pragma}"), pause)
        except BaseException:
            # The pool has not taken it over yet, and its thread would live on.
            connection.close()
            raise
        cursor.close()
