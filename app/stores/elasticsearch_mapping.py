"""What an index is like: its name, its fields, its settings, and which version of all that it has."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from app.settings import ElasticsearchSettings
from app.stores.base import Kind
from app.stores.elasticsearch_rows import (
    COLUMN_FIELDS,
    METADATA_FIELDS,
    PAYLOAD_FIELD,
    TERMS_FIELD,
    TEXT_FIELD,
    VECTOR_FIELD,
)
from app.stores.filters import NUMBER_COLUMNS

MAPPING_VERSION = 1
"""Rises with every change below that an index which is there cannot be given; see `upgrade_index`."""

META = "sheaf"
BM25_K1 = 1.2
BM25_B = 0.75
OVERSAMPLING = {"hnsw": None, "int8_hnsw": 1.5, "bbq_hnsw": 3.0}
"""How many times as many vectors are compared exactly as are wanted, where the index keeps them rounded."""

_SIMILARITY = "sheaf_bm25"
_CONTENT_ANALYZER = "sheaf_content"
_SHORTEST_FOR_BITS = 64
_MOST_TERMS = 1_000_000
_VECTORS_LEFT_OUT_SINCE = (9, 2)


class IndexSpec(NamedTuple):
    """Which index a collection's rows belong to: one for each kind of row and each embedding model.

    Collections share it and are told apart by their filter: thousands of them, one for each session, would be
    thousands of indexes. So BM25's statistics are those of a shard, with every collection in it. That is
    enough to propose what Sheaf ranks, which it does by its own statistics of the one collection. Rows are not routed
    by collection: a large one would fill one shard, while a small one costs each shard next to nothing.
    """

    prefix: str
    kind: Kind
    model: str
    dimensions: int

    @property
    def family(self) -> str:
        """What the names of all indexes of the model begin with, whatever its dimensions."""
        return f"{self.prefix}-{self.kind}-" + re.sub(r"[^a-z0-9._]+", "-", self.model.lower()).strip("-._")

    @property
    def alias(self) -> str:
        """The name that is read and written; it stands for the index of the newest version."""
        return f"{self.family}-{self.dimensions}"

    def index_name(self, version: int = MAPPING_VERSION) -> str:
        """The index itself."""
        return f"{self.alias}-v{version}"


def mappings(spec: IndexSpec, options: ElasticsearchSettings) -> dict[str, Any]:
    """The fields. What is not listed is kept and not indexed, so that a newer version's rows can be read back."""
    columns = {
        field: {"type": "long"} if column in NUMBER_COLUMNS else {"type": "keyword"}
        for column, field in COLUMN_FIELDS.items()
    }
    return {
        "dynamic": False,
        "_meta": {META: {"version": MAPPING_VERSION, "model": spec.model, "dimensions": spec.dimensions}},
        "properties": {
            **columns,
            **{field.name: field.mapping for field in METADATA_FIELDS.values()},
            # Analysed by Sheaf, as questions are: split at blanks and otherwise left as they are.
            TERMS_FIELD: {
                "type": "text",
                "analyzer": "whitespace",
                "similarity": _SIMILARITY,
                "index_options": "freqs",
            },
            # Searched for rows from before there were terms: nearest to what Sheaf's analysis does.
            TEXT_FIELD: {
                "type": "text",
                "analyzer": _CONTENT_ANALYZER,
                "similarity": _SIMILARITY,
                "index_options": "freqs",
            },
            VECTOR_FIELD: {
                "type": "dense_vector",
                "dims": spec.dimensions,
                "index": True,
                "similarity": "cosine",
                "index_options": {"type": vector_index(spec.dimensions, options)},
            },
            PAYLOAD_FIELD: {"type": "keyword", "index": False, "doc_values": False},
            "schemaVersion": {"type": "integer"},
        },
    }


def vector_index(dimensions: int, options: ElasticsearchSettings) -> str:
    """What searches the vectors: as set, but short vectors cannot be rounded to bits."""
    if options.vector_index == "bbq_hnsw" and dimensions < _SHORTEST_FOR_BITS:
        return "int8_hnsw"
    return options.vector_index


def index_settings(options: ElasticsearchSettings, server_version: str) -> dict[str, Any]:
    """Shards, copies, refreshing, analysis and similarity.

    Args:
        options: as set.
        server_version: such as `8.19.0`.
    """
    settings: dict[str, Any] = {
        "number_of_shards": options.shards,
        "number_of_replicas": options.replicas,
        # Sheaf asks for a refresh when a document becomes visible; a new segment every second would only cost.
        "refresh_interval": "60s",
        "max_terms_count": _MOST_TERMS,
        "similarity": {_SIMILARITY: {"type": "BM25", "k1": BM25_K1, "b": BM25_B}},
        "analysis": {
            "filter": {"sheaf_stems": {"type": "stemmer", "language": "english"}},
            "analyzer": {
                _CONTENT_ANALYZER: {
                    "type": "custom",
                    "tokenizer": "standard",
                    "filter": ["cjk_width", "lowercase", "asciifolding", "cjk_bigram", "sheaf_stems"],
                }
            },
        },
    }
    if tuple(int(part) for part in re.findall(r"\d+", server_version)[:2]) >= _VECTORS_LEFT_OUT_SINCE:
        # Newer servers keep vectors out of what is read; backfilling and copying need them.
        settings["mapping"] = {"exclude_source_vectors": False}
    return settings
