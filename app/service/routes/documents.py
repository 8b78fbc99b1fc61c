"""Documents: what is there, in which state, cut into which chunks."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import Path, Query, Response

from app.browsing import document_chunks, vector_documents
from app.public import public_document
from app.service.dependencies import CurrentOwner, CurrentSheaf
from app.service.errors import error_responses
from app.service.owned_routes import owned_routes
from app.service.schemas import (
    After,
    CollectionIds,
    Document,
    DocumentChunk,
    DocumentDetail,
    DocumentId,
    DocumentName,
    Documents,
    Limit,
    MetadataCount,
    MetadataCounts,
    VectorDocument,
    VectorDocuments,
    VectorField,
)
from app.sheaf import Sheaf
from nodes.domain.documents import DocumentStatus

router = owned_routes("documents")

VECTOR_FIELDS: tuple[VectorField, ...] = ("id", "document_id", "file_name", "chunk_index", "text", "embedding")


@router.get("/documents", responses=error_responses("not_found"))
async def list_documents(
    sheaf: CurrentSheaf,
    owner: CurrentOwner,
    collection_id: CollectionIds = None,
    status: Annotated[DocumentStatus | None, Query(description="only in this status")] = None,
    file_name: Annotated[str | None, Query(description="only of this name")] = None,
    after: After = None,
    limit: Limit = 100,
) -> Documents:
    """Documents in every status, in the order they came, a page at a time."""
    among = await _checked(sheaf, owner, collection_id)
    page = await sheaf.catalogue.documents(owner, among, status, after, limit, file_name=file_name)
    documents = [Document.model_validate(public_document(record)) for record in page.documents]
    return Documents(documents=documents, total=page.total, next=page.next)


@router.get("/documents/{document_id}", responses=error_responses("not_found"))
async def read_document(sheaf: CurrentSheaf, owner: CurrentOwner, document_id: DocumentId) -> DocumentDetail:
    """One document, with its summary and the other names that its content goes by."""
    record = await sheaf.catalogue.document(owner, document_id)
    return DocumentDetail(
        **public_document(record),
        summary=record.summary,
        media_type=record.media_type,
        byte_count=record.byte_count,
        aliases=record.aliases,
    )


@router.delete("/documents/{document_id}", status_code=HTTPStatus.NO_CONTENT, responses=error_responses("not_found"))
async def delete_document(sheaf: CurrentSheaf, owner: CurrentOwner, document_id: DocumentId) -> None:
    """Deletes a document wholly; from the reply on, no search finds it."""
    await sheaf.delete(document_id, owner=owner)


@router.get("/document-names", responses=error_responses("not_found"))
async def list_document_names(
    sheaf: CurrentSheaf,
    owner: CurrentOwner,
    response: Response,
    collection_id: CollectionIds = None,
    after: After = None,
    limit: Limit = 1000,
) -> list[DocumentName]:
    """Names of the documents that can be searched. Where there are more, the header `X-Next` is the next `after`."""
    among = await _checked(sheaf, owner, collection_id)
    page = await sheaf.catalogue.documents(owner, among, after=after, limit=limit)
    if page.next is not None:
        response.headers["X-Next"] = page.next
    return [
        DocumentName(
            source_name=record.file_name,
            title=record.title,
            chunk_count=record.chunk_count,
            total_chunks=record.chunk_count,
            document_id=record.document_id,
            collection_id=record.collection_id,
        )
        for record in page.documents
        if record.live_revision_id is not None
    ]


@router.get("/document-chunks/{source_name:path}", responses=error_responses("not_found", "retrieval_failed"))
async def list_document_chunks(
    sheaf: CurrentSheaf,
    owner: CurrentOwner,
    source_name: Annotated[str, Path(description="a file name", examples=["annual-report-2023.pdf"])],
    collection_id: Annotated[str | None, Query(description="only in this collection")] = None,
) -> list[DocumentChunk]:
    """The chunks of the document of this name, in order; an empty list while it is not searchable."""
    return [
        DocumentChunk.model_validate(chunk) for chunk in await document_chunks(sheaf, owner, source_name, collection_id)
    ]


@router.get("/metadata", responses=error_responses("not_found"))
async def list_metadata(
    sheaf: CurrentSheaf,
    owner: CurrentOwner,
    collection_id: CollectionIds = None,
    field: Annotated[str | None, Query(description="only this field")] = None,
    after: After = None,
    limit: Limit = 100,
) -> MetadataCounts:
    """What values the metadata of searchable documents have: what `options.metadata` of a question can ask for."""
    among = await _checked(sheaf, owner, collection_id)
    page = await sheaf.catalogue.metadata_page(owner, among, field, after, limit)
    counts = [
        MetadataCount(field=each.field, value=each.value, document_count=each.document_count) for each in page.values
    ]
    return MetadataCounts(metadata=counts, next=page.next)


@router.get(
    "/vector-documents", response_model_exclude_unset=True, responses=error_responses("not_found", "retrieval_failed")
)
async def list_vector_documents(
    sheaf: CurrentSheaf,
    owner: CurrentOwner,
    collection_id: CollectionIds = None,
    fields: Annotated[list[VectorField] | None, Query(description="which fields to give; may be repeated")] = None,
    after: After = None,
    limit: Annotated[int, Query(ge=1, le=200, description="the most to give")] = 50,
) -> VectorDocuments:
    """Chunks as they lie in the store, with their vectors, a page at a time."""
    among = await _checked(sheaf, owner, collection_id)
    if among is None:
        among = [each.collection_id for each in await sheaf.catalogue.collections(owner, private=True)]
    wanted = frozenset(VECTOR_FIELDS if fields is None else fields)
    page = await vector_documents(sheaf, owner, among, wanted, after, limit)
    rows = [VectorDocument.model_validate(row) for row in page.rows]
    return VectorDocuments(vector_documents=rows, next=page.next)


async def _checked(sheaf: Sheaf, owner: str, collection_ids: list[str] | None) -> list[str] | None:
    """The ids, each made sure of; None where none were given. Raises NotFoundError."""
    if not collection_ids:
        return None
    return [(await sheaf.catalogue.collection(owner, each)).collection_id for each in collection_ids]
