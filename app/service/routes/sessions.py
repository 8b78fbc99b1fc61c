"""Sessions: conversations with the collections that they search."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import Query

from app.catalogue.records import SessionRecord
from app.removal import remove_session
from app.service.dependencies import CurrentOwner, CurrentSheaf
from app.service.errors import error_responses
from app.service.owned_routes import owned_routes
from app.service.schemas import (
    After,
    AttachedCollections,
    Limit,
    NewSession,
    Session,
    SessionChange,
    SessionId,
    Sessions,
)

router = owned_routes("sessions")


@router.post("/sessions", status_code=HTTPStatus.CREATED, responses=error_responses("not_found", "too_large"))
async def create_session(sheaf: CurrentSheaf, owner: CurrentOwner, wanted: NewSession) -> Session:
    """Begins a conversation, with shared collections to search where some are named."""
    for collection_id in wanted.collection_ids:
        await sheaf.catalogue.collection(owner, collection_id)
    record = await sheaf.catalogue.ensure_session(owner, title=wanted.title)
    if "collection_ids" in wanted.model_fields_set:
        await sheaf.catalogue.attach(owner, record.session_id, wanted.collection_ids)
    return _public(await sheaf.catalogue.session(owner, record.session_id))


@router.get("/sessions")
async def list_sessions(
    sheaf: CurrentSheaf,
    owner: CurrentOwner,
    words: Annotated[
        str, Query(max_length=200, description="only with all of these in their titles or questions, in any case")
    ] = "",
    after: After = None,
    limit: Limit = 100,
) -> Sessions:
    """Conversations, the last used first, a page at a time."""
    page = await sheaf.catalogue.session_page(owner, after, limit, words=words)
    return Sessions(sessions=[_public(record) for record in page.sessions], total=page.total, next=page.next)


@router.get("/sessions/{session_id}", responses=error_responses("not_found"))
async def read_session(sheaf: CurrentSheaf, owner: CurrentOwner, session_id: SessionId) -> Session:
    """One conversation; `GET /sessions/{session_id}/messages` has what was said in it."""
    return _public(await sheaf.catalogue.session(owner, session_id))


@router.patch("/sessions/{session_id}", responses=error_responses("not_found", "too_large"))
async def rename_session(
    sheaf: CurrentSheaf, owner: CurrentOwner, session_id: SessionId, change: SessionChange
) -> Session:
    """Gives a conversation another title."""
    await sheaf.catalogue.session(owner, session_id)
    return _public(await sheaf.catalogue.ensure_session(owner, session_id, change.title))


@router.put("/sessions/{session_id}/collections", responses=error_responses("not_found", "too_large"))
async def attach_collections(
    sheaf: CurrentSheaf, owner: CurrentOwner, session_id: SessionId, wanted: AttachedCollections
) -> Session:
    """Sets which shared collections a conversation searches beside what was dropped into it."""
    await sheaf.catalogue.attach(owner, session_id, wanted.collection_ids)
    return _public(await sheaf.catalogue.session(owner, session_id))


@router.delete("/sessions/{session_id}", status_code=HTTPStatus.NO_CONTENT, responses=error_responses("not_found"))
async def delete_session(sheaf: CurrentSheaf, owner: CurrentOwner, session_id: SessionId) -> None:
    """Deletes a conversation with what was said in it, what was dropped into it, and its feedback."""
    await remove_session(sheaf, owner, session_id)


def _public(record: SessionRecord) -> Session:
    return Session(
        session_id=record.session_id,
        title=record.title,
        created_at=record.created_at,
        updated_at=record.updated_at,
        collection_id=record.collection_id,
        attached=record.attached,
        collections_chosen=record.collections_chosen,
    )
