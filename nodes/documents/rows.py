"""Rows of the store: what a chunk or a summary is filtered, searched and shown by, and a hit read back from one."""

from __future__ import annotations

from functools import lru_cache

from llama_index.core.schema import BaseNode, TextNode

from nodes.domain.chat import DocumentView, Hit
from nodes.domain.documents import Chunk, IngestDocument
from nodes.language.terms import analyse


def chunk_row(owner: str, collection_id: str, document: IngestDocument, chunk: Chunk) -> TextNode:
    """The row of a chunk, its embedding still to come: `text` is the raw content."""
    return TextNode(
        id_=chunk["chunk_id"],
        text=chunk["content"],
        metadata={
            "owner": owner,
            "collection_id": collection_id,
            "revision_id": document["revision_id"],
            "document_id": document["document_id"],
            "chunk_index": chunk["chunk_index"],
            "total_chunks": chunk["total_chunks"],
            "section_type": chunk["section_type"],
            "section_index": chunk["section_index"],
            "section_title": chunk["section_title"],
            "section_path": chunk["section_path"],
            "section_depth": chunk["section_depth"],
            "is_abstract": chunk["is_abstract"],
            "is_conclusion": chunk["is_conclusion"],
            "is_methodology": chunk["is_methodology"],
            "chunk_type": chunk["chunk_type"],
            "extraction_strategy": chunk["extraction_strategy"],
            "content_completeness": chunk["content_completeness"],
            "original_section_length": chunk.get("original_section_length"),
            "spans": chunk["spans"],
            "pages": chunk["pages"],
            "token_count": chunk["token_count"],
            "file_name": document["file_name"],
            "document_title": document["metadata"].get("title", document["file_name"]),
            "keywords": document["embedded_keywords"],
            "enriched_content": chunk["enriched_content"],
            "table_header": chunk.get("table_header"),
            "terms": " ".join(chunk_terms(document, chunk)),
        },
    )


def chunk_terms(document: IngestDocument, chunk: Chunk) -> list[str]:
    """The terms that full-text search finds a chunk by: title, section path, keywords, then the content.

    That of a later part of a table is also about what its columns are called.
    """
    fields = (
        document["metadata"].get("title", document["file_name"]),
        " ".join(chunk["section_path"]),
        " ".join(document["embedded_keywords"]),
        chunk.get("table_header", ""),
    )
    return [term for field in fields for term in _heading_terms(field)] + analyse(chunk["content"])


@lru_cache(maxsize=1024)
def _heading_terms(text: str) -> tuple[str, ...]:
    """Terms of what many chunks of a document are headed by."""
    return tuple(analyse(text))


def summary_id(revision_id: str) -> str:
    """The id of the row that holds the summary of a revision."""
    return f"{revision_id}-summary"


def revision_of(row_id: str) -> str:
    """The revision that a row belongs to, whether of a chunk or of a summary."""
    return row_id.rpartition("-")[0]


def summary_row(owner: str, collection_id: str, document: IngestDocument) -> TextNode:
    """The row that document-level search finds a document by: its terms are what it is called and what it is about."""
    metadata = document["metadata"]
    title = metadata.get("title", document["file_name"])
    facts = [title, document["file_name"], document["summary"]]
    facts += [" ".join(document["embedded_keywords"]), " ".join(metadata.get("topics", []))]
    facts += metadata.get("organisations", []) + metadata.get("authors", []) + metadata.get("identifiers", [])
    facts += [*metadata.get("fiscal_periods", []), metadata.get("document_type", "")]
    return TextNode(
        id_=summary_id(document["revision_id"]),
        text=document["summary"],
        metadata={
            "owner": owner,
            "collection_id": collection_id,
            "revision_id": document["revision_id"],
            "document_id": document["document_id"],
            "chunk_index": 0,
            "section_type": "content",
            "chunk_type": "summary",
            "terms": " ".join(term for fact in facts for term in analyse(fact)),
        },
    )


def summary_text(document: IngestDocument) -> str:
    """What is embedded for document-level search."""
    return text_of_summary(document["metadata"].get("title", document["file_name"]), document["summary"])


def text_of_summary(title: str, summary: str) -> str:
    """The text that stands for a document of this title and summary."""
    return f"{title}\n{summary}"


def hit_of(row: BaseNode, view: DocumentView) -> Hit:
    """A hit from a store's row and the visible document it belongs to.

    Name and title come from the catalogue, so that a renamed or linked document is cited by the name it has now.
    Rows without the newer fields still make a hit, with defaults.
    """
    data = row.metadata
    return {
        "chunk_id": row.node_id,
        "document_id": view["document_id"],
        "revision_id": view["revision_id"],
        "collection_id": view["collection_id"],
        "file_name": view["file_name"],
        "title": view["title"],
        "media_type": view["media_type"],
        "created_at": view["created_at"],
        "pages": data.get("pages") or [1],
        "spans": data.get("spans") or [],
        "section_index": data.get("section_index", 0),
        "section_title": data.get("section_title", ""),
        "section_path": data.get("section_path") or [],
        "section_type": data.get("section_type", "content"),
        "chunk_index": data.get("chunk_index", 0),
        "total_chunks": data.get("total_chunks", 1),
        "is_entry": view["is_entry"],
        "content": row.get_content(),
        "table_header": data.get("table_header") or "",
        "token_count": data.get("token_count", 0),
        "chunk_type": data.get("chunk_type", "content"),
        "extraction_strategy": data.get("extraction_strategy", "complete"),
        "content_completeness": data.get("content_completeness", "full"),
        "scores": {},
        "selected_because": "",
    }
