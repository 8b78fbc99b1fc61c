"""Thumbs: what users thought of answers."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import Query

from app.catalogue.records import FeedbackRecord
from app.chatting.feedback import give_feedback
from app.service.dependencies import CurrentOwner, CurrentSheaf, WithinLimit
from app.service.errors import error_responses
from app.service.owned_routes import owned_routes
from app.service.schemas import After, Feedback, FeedbackList, FeedbackReceipt, Limit, NewFeedback

router = owned_routes("feedback")


@router.post(
    "/feedback",
    status_code=HTTPStatus.CREATED,
    dependencies=[WithinLimit],
    responses=error_responses("not_found", "too_large", "rate_limited"),
)
async def create_feedback(sheaf: CurrentSheaf, owner: CurrentOwner, given: NewFeedback) -> FeedbackReceipt:
    """Keeps what a user thought of an answer that was given in one of their conversations."""
    feedback_id = await give_feedback(
        sheaf, owner, given.session_id, given.answer_id, given.value, comment=given.comment
    )
    return FeedbackReceipt(feedback_id=feedback_id)


@router.get("/feedback", responses=error_responses("not_found"))
async def list_feedback(
    sheaf: CurrentSheaf,
    owner: CurrentOwner,
    session_id: Annotated[str | None, Query(description="only of this session")] = None,
    after: After = None,
    limit: Limit = 100,
) -> FeedbackList:
    """Feedback, the oldest first, a page at a time."""
    if session_id is not None:
        await sheaf.catalogue.session(owner, session_id)
    page = await sheaf.catalogue.feedback_page(owner, session_id, after, limit)
    return FeedbackList(feedback=[_public(record) for record in page.feedback], total=page.total, next=page.next)


def _public(record: FeedbackRecord) -> Feedback:
    return Feedback(
        feedback_id=record.feedback_id,
        answer_id=record.answer_id,
        value=record.value,
        session_id=record.session_id,
        comment=record.comment,
        created_at=record.created_at,
    )
