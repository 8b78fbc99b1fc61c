"""What Sheaf runs on in a test: all of it embedded, or Elasticsearch and PostgreSQL.

A test that is marked `both_stacks` runs on either. Its settings come from `stack.settings(home)`, so that a home stands
for a database and for indexes of its own as well.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Protocol
from uuid import uuid4

import pytest

from app.catalogue.database import batches
from app.settings import Settings, load_settings
from app.sheaf import Sheaf
from app.stores.base import scoped
from tests.app import postgresql_server

ELASTICSEARCH_URL = os.environ.get("TEST_ELASTICSEARCH_URL", "")
"""Of a server whose indexes beginning with `t-` tests may make and remove."""
needs_elasticsearch = pytest.mark.skipif(not ELASTICSEARCH_URL, reason="TEST_ELASTICSEARCH_URL names no server")
needs_servers = pytest.mark.skipif(
    not (ELASTICSEARCH_URL and postgresql_server.URL),
    reason="TEST_ELASTICSEARCH_URL and TEST_POSTGRESQL_URL name no servers",
)


class Stack(Protocol):
    """Gives homes their settings."""

    name: str

    def settings(self, home: Path, **changes: Any) -> Settings:
        """The settings of a home; the same backends every time."""
        ...

    def environment(self, home: Path) -> dict[str, str]:
        """The same for a process, beside what is in its environment."""
        ...

    async def copy(self, source: Path, target: Path) -> Path:
        """A copy of a home that nobody has open, with everything that belongs to it."""
        ...


class Embedded:
    """Everything in the home's folder."""

    name = "embedded"

    def settings(self, home: Path, **changes: Any) -> Settings:
        """Nothing but the folder."""
        return load_settings(home=home, **changes)

    def environment(self, home: Path) -> dict[str, str]:
        """Nothing but the folder."""
        return {"SHEAF_HOME": str(home)}

    async def copy(self, source: Path, target: Path) -> Path:
        """A copy of the folder."""
        return Path(await asyncio.to_thread(shutil.copytree, source, target))


class Scale:
    """Elasticsearch and PostgreSQL; the work on uploads beside the service, unless a test starts workers."""

    name = "scale"

    def __init__(self) -> None:
        self._databases = ExitStack()
        self._backends: dict[Path, dict[str, Any]] = {}
        self._empty = ""
        """The URL of a database with the newest tables, and nothing in them."""

    def settings(self, home: Path, **changes: Any) -> Settings:
        """A database and a prefix of indexes of its own, made when the home is first named.

        Its tables are there: to copy them is quicker than migrating for every home.
        """
        given = self._backend(home)
        ingest = {**given["ingest"], **changes.pop("ingest", {})}
        return load_settings(home=home, **{**given, **changes, "ingest": ingest})

    def environment(self, home: Path) -> dict[str, str]:
        """The same as variables."""
        given = self._backend(home)
        return {
            "SHEAF_HOME": str(home),
            "SHEAF_STORE": given["store"],
            "SHEAF_ELASTICSEARCH_URL": given["elasticsearch_url"],
            "SHEAF_ELASTICSEARCH__INDEX_PREFIX": given["elasticsearch"]["index_prefix"],
            "SHEAF_DATABASE_URL": given["database_url"],
            "SHEAF_INGEST__WORKED_BY": "service",
        }

    async def copy(self, source: Path, target: Path) -> Path:
        """A copy of the folder, of the database, and of the rows."""
        await asyncio.to_thread(shutil.copytree, source, target)
        self._backend(target, template=self._backend(source)["database_url"])
        async with Sheaf(self.settings(source)) as old, Sheaf(self.settings(target)) as new:
            for each in await old.collections():
                rows = await old.library.open(each.owner, each.collection_id)
                copies = await new.library.open(each.owner, each.collection_id)
                for kept, copied in ((rows.chunks, copies.chunks), (rows.summaries, copies.summaries)):
                    nodes = await scoped(kept).aget_nodes(include_embeddings=True)
                    await copied.async_add(nodes)
                await copies.refresh()
        return target

    def close(self) -> None:
        """Drops the databases and the indexes, if any test has come to it."""
        if not self._backends:
            return
        from elasticsearch import Elasticsearch

        with Elasticsearch(ELASTICSEARCH_URL) as client:
            prefixes = [given["elasticsearch"]["index_prefix"] for given in self._backends.values()]
            for some in batches(prefixes, 20):
                # Many at once: the server writes down all that it has after each deletion.
                names = client.indices.get(index=[f"{prefix}-*" for prefix in some], ignore_unavailable=True)
                if names:
                    client.indices.delete(index=sorted(names))
        self._databases.close()

    def _backend(self, home: Path, template: str = "") -> Mapping[str, Any]:
        if home not in self._backends:
            if not template and not self._empty:
                self._empty = self._databases.enter_context(postgresql_server.migrated_database())
            database = postgresql_server.database(template or self._empty)
            self._backends[home] = {
                "database_url": self._databases.enter_context(database),
                "store": "elasticsearch",
                "elasticsearch_url": ELASTICSEARCH_URL,
                "elasticsearch": {"index_prefix": f"t-{uuid4().hex[:12]}"},
                "ingest": {"worked_by": "service"},
            }
        return self._backends[home]
