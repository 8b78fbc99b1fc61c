"""How a node lies in Elasticsearch: its fields, their types, and the way back to an equal node."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import orjson
from llama_index.core.schema import BaseNode, TextNode

from app.stores.filters import TEXT_COLUMNS, is_text, is_whole_number
from app.stores.rows import EMBEDDED, Scope, node_of, row_of, vectors_of
from nodes.domain.errors import InvalidRequestError

SCHEMA_VERSION = 1
"""Of documents: rises when a field is added that older rows have to be given. Rows without it are from before."""

VECTOR_FIELD = "embedding"
TEXT_FIELD = "content"
TERMS_FIELD = "terms"
PAYLOAD_FIELD = "payload"

_LONGEST_KEYWORD_BYTES = 32_766
"""Lucene's longest term. A longer value would be kept and never found."""
_NO_PAYLOAD = '{"metadata": {}, "node": {}}'


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_text_list(value: object) -> bool:
    return isinstance(value, list) and all(is_text(entry) for entry in value)


def _is_number_list(value: object) -> bool:
    return isinstance(value, list) and all(is_whole_number(entry) for entry in value)


def _is_span_list(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(span, dict) and all(is_text(key) and is_whole_number(place) for key, place in span.items())
        for span in value
    )


_TEXT: dict[str, Any] = {"type": "text", "analyzer": "standard", "index_options": "freqs"}
_KEYWORD: dict[str, Any] = {"type": "keyword", "ignore_above": 8191}
_NUMBER: dict[str, Any] = {"type": "long"}
_FLAG: dict[str, Any] = {"type": "boolean"}


class Field(NamedTuple):
    """A field that is filled from the metadata: how it is mapped, and which values it takes."""

    name: str
    mapping: dict[str, Any]
    takes: Callable[[object], bool]


METADATA_FIELDS: dict[str, Field] = {
    "file_name": Field("fileName", _TEXT, is_text),
    "document_title": Field("documentTitle", _TEXT, is_text),
    "section_title": Field("sectionTitle", _TEXT, is_text),
    "section_path": Field("sectionPath", _KEYWORD, _is_text_list),
    "keywords": Field("keywords", _TEXT, _is_text_list),
    "enriched_content": Field("enrichedContent", _TEXT, is_text),
    "token_count": Field("tokenCount", _NUMBER, is_whole_number),
    "section_index": Field("sectionIndex", _NUMBER, is_whole_number),
    "section_depth": Field("sectionDepth", _NUMBER, is_whole_number),
    "is_abstract": Field("isAbstract", _FLAG, _is_flag),
    "is_conclusion": Field("isConclusion", _FLAG, _is_flag),
    "is_methodology": Field("isMethodology", _FLAG, _is_flag),
    "extraction_strategy": Field("extractionStrategy", _KEYWORD, is_text),
    "content_completeness": Field("contentCompleteness", _KEYWORD, is_text),
    "original_section_length": Field("originalSectionLength", _NUMBER, is_whole_number),
    "total_chunks": Field("totalChunks", _NUMBER, is_whole_number),
    "pages": Field("pages", _NUMBER, _is_number_list),
    "spans": Field("spans", {"type": "object", "enabled": False}, _is_span_list),
}
"""Fields by the name that metadata has for them, beside the columns that rows are filtered by."""

COLUMN_FIELDS: dict[str, str] = {
    "id": "id",
    "owner": "owner",
    "collection_id": "collectionId",
    "revision_id": "revisionId",
    "document_id": "documentId",
    "section_type": "sectionType",
    "chunk_type": "chunkType",
    "chunk_index": "chunkIndex",
}
"""Fields by the name of the column that filters know them by."""

_TAKES = {name: field.takes for name, field in METADATA_FIELDS.items()}
_FIELDS = (
    COLUMN_FIELDS | {"terms": TERMS_FIELD, "text": TEXT_FIELD} | {n: field.name for n, field in METADATA_FIELDS.items()}
)


class Document(NamedTuple):
    """A document on its way into an index."""

    key: str
    """Its `_id`."""
    row_id: str
    source: bytes
    """JSON."""


def document_key(scope: Scope, row_id: str) -> str:
    """The `_id` of a row: collections share an index, and two of them may call a row the same."""
    key = hashlib.blake2b(digest_size=20)
    for part in (scope.owner, scope.collection_id, row_id):
        encoded = part.encode()
        key.update(len(encoded).to_bytes(8, "big") + encoded)
    return key.hexdigest()


def documents_of(nodes: Sequence[BaseNode], scope: Scope) -> list[Document]:
    """Nodes as documents; of equal ids the last one counts.

    Raises:
        InvalidRequestError, ConflictError: see `rows.row_of` and `rows.vectors_of`; or a column that is too long to
            be filtered by.
    """
    distinct = list({node.node_id: node for node in nodes}.values())
    vectors = vectors_of(distinct, scope.dimensions)
    documents = []
    for node, vector in zip(distinct, vectors, strict=True):
        row = row_of(node, scope, _TAKES)
        _check_lengths(row)
        source: dict[str, Any] = {_FIELDS[name]: row[name] for name in row if name in _FIELDS and row[name] is not None}
        if row["payload"] != _NO_PAYLOAD:
            source[PAYLOAD_FIELD] = row["payload"]
        source |= {VECTOR_FIELD: vector, "schemaVersion": SCHEMA_VERSION}
        # Single floats are written with as many digits as they need, half of what Python gives them.
        encoded = orjson.dumps(source, option=orjson.OPT_SERIALIZE_NUMPY)
        documents.append(Document(document_key(scope, row["id"]), row["id"], encoded))
    return documents


def _check_lengths(row: Mapping[str, Any]) -> None:
    for name in TEXT_COLUMNS:
        value = row[name]
        if (
            value is not None
            and len(value) > _LONGEST_KEYWORD_BYTES // 4
            and len(value.encode()) > _LONGEST_KEYWORD_BYTES
        ):
            raise InvalidRequestError(
                f"{name} of row {row['id'][:80]!r} is longer than {_LONGEST_KEYWORD_BYTES} bytes."
            )


def node_of_source(source: Mapping[str, Any]) -> TextNode:
    """The node of a document that was read. What a document from before does not have is left out."""
    row = {name: source.get(field) for name, field in _FIELDS.items()}
    row["text"] = row["text"] or ""
    row["payload"] = source.get(PAYLOAD_FIELD, _NO_PAYLOAD)
    row["vector"] = source.get(VECTOR_FIELD)
    return node_of(row, METADATA_FIELDS)


def excluded_fields(*, embeddings: bool, terms: bool, embedded: bool = True) -> list[str]:
    """What need not be read. Terms, and the text as it is embedded, are as long as the text."""
    wanted = {VECTOR_FIELD: embeddings, TERMS_FIELD: terms, METADATA_FIELDS[EMBEDDED].name: embedded}
    return [name for name, is_wanted in wanted.items() if not is_wanted]
