from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from llama_index.core.schema import NodeRelationship, RelatedNodeInfo

from app.settings import ElasticsearchSettings
from app.stores.elasticsearch_mapping import IndexSpec, index_settings, mappings, vector_index
from app.stores.elasticsearch_queries import scope_filter, to_query
from app.stores.elasticsearch_rows import COLUMN_FIELDS, METADATA_FIELDS, document_key, documents_of, node_of_source
from app.stores.filters import Leaf, resolve_filters
from app.stores.rows import Scope
from nodes.domain.errors import InvalidRequestError
from tests.app.stores.contract import row, where

SCOPE = Scope("ann", "reports", 4)
COMPLETE: dict[str, Any] = {
    "file_name": "report.pdf",
    "document_title": "A report",
    "section_title": "Results",
    "section_path": ["Part", "Results"],
    "keywords": ["revenue", "growth"],
    "enriched_content": "[Document: A report]\nRevenue grew.",
    "token_count": 4,
    "section_index": 2,
    "section_depth": 1,
    "is_abstract": False,
    "is_conclusion": True,
    "is_methodology": False,
    "extraction_strategy": "complete",
    "content_completeness": "full",
    "original_section_length": 800,
    "total_chunks": 9,
    "pages": [1, 2],
    "spans": [{"page": 1, "start": 0, "end": 13}],
}


def source_of(node: Any) -> dict[str, Any]:
    [document] = documents_of([node], SCOPE)
    source: dict[str, Any] = json.loads(document.source)
    return source


def test_what_a_field_holds_is_stored_once() -> None:
    source = source_of(row("a", **COMPLETE))

    assert "payload" not in source
    assert {field.name for field in METADATA_FIELDS.values()} | set(COLUMN_FIELDS.values()) <= set(source)
    assert source["sectionPath"] == ["Part", "Results"]
    assert source["content"] == "Revenue grew."
    assert source["schemaVersion"] == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("token_count", "four"),
        ("token_count", True),
        ("token_count", 2**70),
        ("is_abstract", 1),
        ("pages", ["one"]),
        ("pages", 3),
        ("section_path", "Part > Results"),
        ("keywords", [1]),
        ("spans", [{"page": 1.5}]),
        ("spans", [[1, 2]]),
        ("file_name", None),
        ("total_chunks", None),
    ],
)
def test_what_a_field_does_not_take_is_kept_all_the_same(name: str, value: object) -> None:
    node = row("a")
    node.metadata[name] = value

    source = source_of(node)

    assert METADATA_FIELDS[name].name not in source
    assert node_of_source(source) == node


@given(
    metadata=st.dictionaries(
        st.sampled_from([*METADATA_FIELDS, "note", "payload", "embedding"]),
        st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.text() | st.integers(), max_size=3),
    ),
    text=st.text(),
)
def test_a_node_comes_back_equal(metadata: dict[str, Any], text: str) -> None:
    node = row("a", text=text, terms="terms")
    node.metadata |= metadata
    node.relationships[NodeRelationship.SOURCE] = RelatedNodeInfo(node_id="document-1")

    assert node_of_source(source_of(node)) == node


def test_a_row_from_before_has_defaults() -> None:
    node = node_of_source({"id": "a", "owner": "ann", "collectionId": "reports", "content": "Old.", "chunkIndex": 3})

    assert (node.node_id, node.text) == ("a", "Old.")
    assert node.metadata == {"owner": "ann", "collection_id": "reports", "chunk_index": 3}


def test_keys_differ_where_scopes_or_ids_do() -> None:
    scopes = [Scope("ann", "reports", 4), Scope("ann", "report", 4), Scope("annr", "eports", 4)]
    keys = {document_key(scope, each) for scope in scopes for each in ("", "a", "sa")}

    assert len(keys) == 9
    assert document_key(scopes[0], "a") == document_key(Scope("ann", "reports", 3), "a")


def test_a_column_too_long_to_be_found_by_is_refused() -> None:
    documents_of([row("a", document_id="x" * 32_766)], SCOPE)
    with pytest.raises(InvalidRequestError, match="document_id"):
        documents_of([row("a", document_id="é" * 16_384)], SCOPE)


def test_every_search_is_held_to_its_scope() -> None:
    owner, collection, selected = scope_filter("ann", "reports", resolve_filters(where("id", "a"), "ann", "reports"))

    assert owner == {"term": {"owner": {"value": "ann"}}}
    assert collection == {"term": {"collectionId": {"value": "reports"}}}
    assert selected == {"term": {"id": {"value": "a"}}}
    assert scope_filter("ann", "reports", False)[-1] == {"match_none": {}}


def test_nothing_stands_for_a_field_that_is_not_there() -> None:
    leaf = resolve_filters(where("chunk_type", None), "ann", "reports")
    assert isinstance(leaf, Leaf)

    assert to_query(leaf) == {"bool": {"must_not": [{"exists": {"field": "chunkType"}}]}}


def test_names_of_indexes_say_what_is_in_them() -> None:
    spec = IndexSpec("sheaf", "chunks", "openai:text-embedding-3-large", 3072)

    assert spec.alias == "sheaf-chunks-openai-text-embedding-3-large-3072"
    assert spec.index_name() == f"{spec.alias}-v1"


def test_the_settings_reach_the_index() -> None:
    options = ElasticsearchSettings(shards=3, replicas=1, vector_index="bbq_hnsw")
    settings = index_settings(options, "8.19.0")

    assert (settings["number_of_shards"], settings["number_of_replicas"]) == (3, 1)
    assert settings["similarity"] == {"sheaf_bm25": {"type": "BM25", "k1": 1.2, "b": 0.75}}
    assert "mapping" not in settings
    assert index_settings(options, "9.2.1")["mapping"] == {"exclude_source_vectors": False}
    fields = mappings(IndexSpec("sheaf", "chunks", "m", 3072), options)["properties"]
    assert fields["embedding"]["dims"] == 3072
    assert fields["embedding"]["index_options"] == {"type": "bbq_hnsw"}
    assert vector_index(4, options) == "int8_hnsw"
