from __future__ import annotations

from pathlib import Path

import pytest

from app.settings import load_settings
from app.stores.lancedb import LanceDBStore
from app.stores.rows import Scope
from app.stores.stores import Stores
from nodes.domain.errors import RetrievalFailedError, UnavailableError

SCOPE = Scope("ann", "reports", 4)
NOBODY = "http://name:secret@127.0.0.1:1"


async def test_each_collection_is_opened_where_it_lives(tmp_path: Path) -> None:
    from app.stores.elasticsearch import ElasticsearchVectorStore

    stores = Stores(load_settings(home=tmp_path, elasticsearch_url=NOBODY))

    assert isinstance(stores.open("lancedb", "chunks", SCOPE, "model"), LanceDBStore)
    scaled = stores.open("elasticsearch", "chunks", SCOPE, "model")
    assert isinstance(scaled, ElasticsearchVectorStore)
    assert scaled.index_name == "sheaf-chunks-model-4"
    await stores.close()


async def test_a_store_that_nothing_says_where_it_is(tmp_path: Path) -> None:
    stores = Stores(load_settings(home=tmp_path))

    with pytest.raises(UnavailableError, match="elasticsearch") as raised:
        stores.open("elasticsearch", "chunks", SCOPE, "model")
    assert "SHEAF_ELASTICSEARCH_URL" in raised.value.hint


async def test_what_is_used_is_described_and_checked(tmp_path: Path) -> None:
    embedded = Stores(load_settings(home=tmp_path))
    embedded.load()
    assert await embedded.describe() == f"LanceDB at {tmp_path / 'store'}"
    assert await embedded.upgrade() == 0
    await embedded.close()

    scaled = Stores(load_settings(home=tmp_path, store="elasticsearch", elasticsearch_url=NOBODY))
    scaled.load()
    for attempt in (scaled.check(), scaled.describe()):
        with pytest.raises(RetrievalFailedError, match=r"could not be reached: .* http://127\.0\.0\.1:1"):
            await attempt
    await scaled.close()
