"""Many rows at once."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import JSON, Table
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

_FEW = 20
"""So many rows are as quick with a plain INSERT."""


def is_worth_copying(connection: AsyncConnection, rows: Sequence[dict[str, Any]]) -> bool:
    """Whether `copy_rows` can be used, and is quicker than a plain INSERT."""
    return connection.dialect.name == "postgresql" and len(rows) > _FEW


async def copy_rows(connection: AsyncConnection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Inserts rows with PostgreSQL's COPY: half the time of an INSERT for each.

    Args:
        connection: in a transaction, on PostgreSQL.
        table: where they go.
        rows: one or more, all with the same columns by their keys; the other columns have defaults in the database.
    """
    keys = list(rows[0])
    columns = [table.c[key] for key in keys]
    decoded = [isinstance(column.type, JSON) for column in columns]
    quote = connection.dialect.identifier_preparer.quote
    target = f"{quote(table.name)} ({', '.join(quote(column.name) for column in columns)})"
    driver = (await connection.get_raw_connection()).driver_connection
    if driver is None:
        raise RuntimeError("the connection is closed")
    with _as_sqlalchemy_says_it(target):
        async with driver.cursor() as cursor, cursor.copy(f"COPY {target} FROM STDIN") as copy:
            for row in rows:
                values = (row[key] for key in keys)
                await copy.write_row(
                    [json.dumps(value) if is_json else value for value, is_json in zip(values, decoded, strict=True)]
                )


@contextmanager
def _as_sqlalchemy_says_it(target: str) -> Iterator[None]:
    """A lost connection is told apart by SQLAlchemy's errors, and the driver is used past it here."""
    import psycopg

    try:
        yield
    except psycopg.OperationalError as error:
        raise OperationalError(f"COPY {target}", None, error) from error
    except psycopg.InterfaceError as error:
        raise InterfaceError(f"COPY {target}", None, error) from error
