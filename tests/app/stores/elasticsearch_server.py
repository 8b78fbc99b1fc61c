"""Indexes of a test's own on the server that TEST_ELASTICSEARCH_URL names, removed when the test is done."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from elasticsearch import Elasticsearch
from elasticsearch.helpers import bulk, scan

from app.settings import Settings, load_settings

URL = os.environ.get("TEST_ELASTICSEARCH_URL")
needs_server = pytest.mark.skipif(URL is None, reason="TEST_ELASTICSEARCH_URL names no Elasticsearch")


def settings_for(home: Path, prefix: str, url: str | None = URL, **options: Any) -> Settings:
    """Settings for indexes of this prefix."""
    return load_settings(
        home=home, store="elasticsearch", elasticsearch_url=url, elasticsearch={"index_prefix": prefix, **options}
    )


@pytest.fixture
def raw() -> Iterator[Elasticsearch]:
    """A client of the test's own."""
    with Elasticsearch(URL or "http://127.0.0.1:1") as client:
        yield client


@pytest.fixture
def prefix() -> Iterator[str]:
    """A prefix of index names of this test's own."""
    yield from _own_prefix()


@pytest.fixture(scope="module")
def kept_prefix() -> Iterator[str]:
    """A prefix of this module's own: making an index takes longer than most tests do."""
    yield from _own_prefix()


def _own_prefix() -> Iterator[str]:
    name = f"test-{uuid.uuid4().hex[:12]}"
    yield name
    with Elasticsearch(URL or "http://127.0.0.1:1") as client:
        if found := list(client.indices.get(index=f"{name}-*", features="aliases").body):
            client.indices.delete(index=",".join(found))


def empty(client: Elasticsearch, prefix: str) -> None:
    """Removes every row; Elasticsearch forgets a segment of which nothing is left, and its statistics with it."""
    client.indices.refresh(index=f"{prefix}-*")
    rows = [
        {"_op_type": "delete", "_index": hit["_index"], "_id": hit["_id"]}
        for hit in scan(client, index=f"{prefix}-*", _source=False)
    ]
    bulk(client, rows, refresh=True)
