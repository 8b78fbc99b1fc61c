"""Databases for tests on the PostgreSQL server that TEST_POSTGRESQL_URL names; each is made anew and dropped again."""

from __future__ import annotations

import asyncio
import os
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest

from app.catalogue.catalogue import SqlCatalogue

URL = os.environ.get("TEST_POSTGRESQL_URL", "")
"""Of any database on a server whose user may create others."""
needs_postgresql = pytest.mark.skipif(not URL, reason="TEST_POSTGRESQL_URL names no server")


@contextmanager
def database(template: str = "") -> Iterator[str]:
    """The URL of a fresh database.

    Args:
        template: URL of a database to copy, which nobody is connected to; without it, an empty one that sorts text as
            English does, so that whatever has to be sorted by code points says so itself.
    """
    import psycopg

    name = f"sheaf_test_{uuid.uuid4().hex}"
    how = "TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'en-US'"
    if template:
        how = f"TEMPLATE {urlsplit(template).path.lstrip('/')}"
    with psycopg.connect(URL, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} {how}")
    try:
        yield urlsplit(URL)._replace(path=f"/{name}").geturl()
    finally:
        with psycopg.connect(URL, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def migrated_database() -> Iterator[str]:
    """The URL of a fresh database that holds the newest tables, without rows, to be copied."""
    with database() as url:
        # In a thread of its own: whoever asks may run a loop already.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, _migrate(url)).result()
        yield url


async def _migrate(url: str) -> None:
    await (await SqlCatalogue.open(url)).close()
