from __future__ import annotations

from pathlib import Path

import pytest
from elasticsearch import Elasticsearch

from app.stores.elasticsearch import ElasticsearchVectorStore
from app.stores.elasticsearch_factory import ElasticsearchStores
from app.stores.rows import Scope
from tests.app.stores.contract import OpenStore, StoreContract
from tests.app.stores.elasticsearch_server import empty, kept_prefix, needs_server, prefix, raw, settings_for

__all__ = ["kept_prefix", "prefix", "raw"]

MODEL = "wordllama-256"


@needs_server
class TestElasticsearch(StoreContract):
    @pytest.fixture
    def store_factory(
        self, tmp_path: Path, kept_prefix: str, prefix: str, raw: Elasticsearch, request: pytest.FixtureRequest
    ) -> OpenStore:
        # Deleted rows count in BM25's statistics until a merge.
        own = prefix if "bm25" in request.node.name else kept_prefix
        empty(raw, own)
        # Kept for as long as the test runs, as processes would.
        factories: list[ElasticsearchStores] = []

        def make(owner: str, collection_id: str, dimensions: int) -> ElasticsearchVectorStore:
            factories.append(ElasticsearchStores(settings_for(tmp_path, own)))
            return factories[-1].open("chunks", Scope(owner, collection_id, dimensions), MODEL)

        return make
