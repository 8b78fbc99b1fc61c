"""Questions: answered as events or in one reply, or searched only; and the conversations they stand in."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Query, Request

from app.public import public_turn
from app.service.chat_schemas import ChatReply, ChatRequest, MessagesReply, SearchReply, SearchRequest
from app.service.clients import while_connected
from app.service.dependencies import CurrentOwner, CurrentSheaf, WithinLimit
from app.service.errors import error_responses
from app.service.events import EVENT_STREAM, event_response
from app.service.owned_routes import owned_routes

router = owned_routes("chat")

_STREAM_EXAMPLE = """event: trace
data: {"node": "classify_query", "seconds": 0.001, "why": "factual: …", "decided": {}, "dropped": []}

event: sources
data: [{"index": 1, "file_name": "annual-report-2023.pdf", "pages": [3], "content": "…"}]

event: token
data: {"text": "The cooperative had 447 members. [1]"}

event: citation
data: {"index": 1, "quote": "447 members", "verified": true}

event: done
data: {"answer": "The cooperative had 447 members. [1]", "citations": [], "status": "answered"}
"""
_STREAM = {"text/event-stream": {**EVENT_STREAM["text/event-stream"], "example": _STREAM_EXAMPLE}}


@router.post(
    "/chat",
    dependencies=[WithinLimit],
    response_model=ChatReply,
    responses={
        200: {"content": _STREAM, "description": "The answer: as events, or as one object"},
        **error_responses("not_found", "too_large", "retrieval_failed", "rate_limited"),
    },
)
async def chat(request: Request, asked: ChatRequest, sheaf: CurrentSheaf, owner: CurrentOwner) -> Any:
    """Answers a question from the documents; every statement carries `[n]`.

    As events, in this order: `trace` as each step ends; `sources`, the numbered sources, once, before any text; `token`
    (`{"text"}`) as the answer is worded; `reset` where a model broke off and the text so far is taken back; one
    `citation` each; at last `done` with the whole answer, or `error` with what went wrong. A comment now and then keeps
    the connection open. When the client goes away the work stops, and the conversation keeps nothing of that question.

    With `"stream": false` it is one JSON reply.
    """
    arguments: dict[str, Any] = {
        "owner": owner,
        "collection_ids": asked.collection_ids,
        "options": asked.given_options(),
        "session_id": asked.session_id,
        "why": asked.why,
    }
    if not asked.stream:
        return await while_connected(request, sheaf.ask(asked.question, **arguments))
    events = await sheaf.stream(asked.question, **arguments)
    return event_response(events, "Answering the question", heartbeat_seconds=sheaf.settings.service.heartbeat_seconds)


@router.post(
    "/search",
    dependencies=[WithinLimit],
    responses=error_responses("not_found", "too_large", "retrieval_failed", "rate_limited"),
)
async def search(request: Request, asked: SearchRequest, sheaf: CurrentSheaf, owner: CurrentOwner) -> SearchReply:
    """Finds passages, best first, without an answer; the trace tells how."""
    found = await while_connected(
        request,
        sheaf.search(
            asked.question,
            owner=owner,
            collection_ids=asked.collection_ids,
            options=asked.given_options(),
            session_id=asked.session_id,
            why=asked.why,
        ),
    )
    return SearchReply.model_validate(found)


@router.get("/sessions/{session_id}/messages", responses=error_responses("not_found"))
async def messages(
    session_id: str,
    sheaf: CurrentSheaf,
    owner: CurrentOwner,
    after: Annotated[int, Query(ge=0, le=1_000_000_000, description="messages to leave out, from the oldest")] = 0,
    limit: Annotated[int, Query(ge=1, le=1000, description="most messages of a page")] = 100,
) -> MessagesReply:
    """What was asked and answered in a conversation, the oldest first, each with the citations it was given with."""
    page = await sheaf.conversations.turns(owner, session_id, after=after, limit=limit)
    return MessagesReply.model_validate(
        {
            "session_id": session_id,
            "messages": [public_turn(turn) for turn in page.turns],
            "total": page.total,
            "next": page.next,
        }
    )
