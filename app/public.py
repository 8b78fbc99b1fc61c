"""Records of the catalogue and results of the graph as outsiders see them: the JSON of the command line and of HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.catalogue.records import CollectionRecord, DocumentRecord
from nodes.domain.chat import Hit, Source, SourceReference, Turn, Unavailable


def public_document(record: DocumentRecord) -> dict[str, Any]:
    """A document, in any status."""
    return {
        "document_id": record.document_id,
        "collection_id": record.collection_id,
        "file_name": record.file_name,
        "title": record.title,
        "status": record.status,
        "page_count": record.page_count,
        "chunk_count": record.chunk_count,
        "created_at": record.created_at,
        "updated_at": record.updated_at,
        "metadata": record.metadata,
        "notice": record.notice,
        "error": record.error,
    }


def public_collection(record: CollectionRecord) -> dict[str, Any]:
    """A collection with its counts."""
    return {
        "collection_id": record.collection_id,
        "name": record.name,
        "embedding_model": record.embedding_model,
        "store": record.store,
        "dimensions": record.dimensions,
        "weight": record.weight,
        "document_count": record.document_count,
        "chunk_count": record.chunk_count,
        "created_at": record.created_at,
    }


def public_hit(hit: Hit) -> dict[str, Any]:
    """A passage that was found."""
    return {
        "chunk_id": hit["chunk_id"],
        "document_id": hit["document_id"],
        "collection_id": hit["collection_id"],
        "file_name": hit["file_name"],
        "title": hit["title"],
        "pages": hit["pages"],
        "section_path": hit["section_path"],
        "section_type": hit["section_type"],
        "content": hit["content"],
        "score": hit["scores"].get("final", 0.0),
        "scores": hit["scores"],
        "selected_because": hit["selected_because"],
    }


def public_unavailable(unavailable: Sequence[Unavailable]) -> list[dict[str, Any]]:
    """Collections that an answer had to do without, each with what it failed for."""
    return [{key: each[key] for key in ("collection_id", "name", "code", "reason")} for each in unavailable]


def public_reference(source: Source | SourceReference) -> dict[str, Any]:
    """A numbered source without its text: where it stands, and why it was chosen."""
    return {
        "index": source["index"],
        "document_id": source["document_id"],
        "file_name": source["file_name"],
        "title": source["title"],
        "pages": source["pages"],
        "section_path": source["section_path"],
        "chunk_id": source["hits"][0],
        "chunk_ids": source["hits"],
        "score": source["score"],
        "selected_because": source["selected_because"],
    }


def public_source(source: Source) -> dict[str, Any]:
    """A numbered source, as the answer was given it."""
    return {**public_reference(source), "content": source["content"]}


def public_turn(turn: Turn) -> dict[str, Any]:
    """A question and its answer, as a conversation kept them."""
    return {
        "answer_id": turn["answer_id"],
        "asked_at": turn["asked_at"],
        "question": turn["question"],
        "standalone_question": turn["standalone_question"],
        "query_type": turn["query_type"],
        "answer": turn["answer"],
        "citations": turn["citations"],
        "sources": [public_reference(source) for source in turn["sources"]],
        "status": turn["status"],
    }
