"""The catalogue's records as outsiders see them: the JSON of the command line and of HTTP."""

from __future__ import annotations

from typing import Any

from app.catalogue.records import CollectionRecord, DocumentRecord


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
        "error": record.error,
    }


def public_collection(record: CollectionRecord) -> dict[str, Any]:
    """A collection with its counts."""
    return {
        "collection_id": record.collection_id,
        "name": record.name,
        "embedding_model": record.embedding_model,
        "dimensions": record.dimensions,
        "weight": record.weight,
        "document_count": record.document_count,
        "chunk_count": record.chunk_count,
        "created_at": record.created_at,
    }
