"""Brings the catalogue's tables to the newest schema."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from sqlalchemy import Connection, inspect, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from app.catalogue.database import Database
from app.catalogue.models import Base
from nodes.domain.errors import UnavailableError

HEAD = "0010"
"""The newest revision in `migrations/versions`, written here so that a start at head need not import Alembic."""


async def migrate(database: Database) -> None:
    """Creates or upgrades the tables, in one transaction. Quick where there is nothing to do; safe to run at once.

    Raises:
        UnavailableError: the database cannot be opened, or a newer version of Sheaf has upgraded it.
    """
    async with database.read() as connection:
        version = await connection.run(_version)
    if _is_newest(version):
        return
    async with database.write() as connection:
        await connection.run_sync(_upgrade)


def _is_newest(version: str | None) -> bool:
    """Whether there is nothing to do.

    Raises:
        UnavailableError: a newer version of Sheaf has upgraded the database.
    """
    if version is not None and version > HEAD:
        raise UnavailableError(
            f"The catalogue has the schema {version} of a newer version of Sheaf; this one knows {HEAD}.",
            hint="Use that version, or bring a backup from before the upgrade back into an empty SHEAF_HOME: "
            "sheaf restore DIR.",
        )
    return version == HEAD


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()


def _upgrade(connection: Connection) -> None:
    version = _version(connection)
    if _is_newest(version):  # Another process was quicker; it may be of a newer version.
        return
    if version is None and connection.dialect.name == "sqlite":
        for statement in _newest_schema():
            connection.exec_driver_sql(statement)
        connection.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": HEAD})
        return
    from alembic import command
    from alembic.config import Config

    if connection.dialect.name == "postgresql":
        # A large table takes as long as it takes, in the statements and between them.
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


@cache
def _newest_schema() -> tuple[str, ...]:
    """What makes all tables in a new file of SQLite, as every migration after another would: a tenth of the time."""
    dialect = sqlite.dialect()
    tables = Base.metadata.sorted_tables
    indexes = [each for table in tables for each in sorted(table.indexes, key=lambda index: str(index.name))]
    return (
        *(str(CreateTable(each).compile(dialect=dialect)) for each in tables),
        *(str(CreateIndex(each).compile(dialect=dialect)) for each in indexes),
        "CREATE TABLE alembic_version "
        "(version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))",
    )
