"""What users think of answers, kept with what learning from it needs."""

from __future__ import annotations

from typing import Any

from app.sheaf import Sheaf
from nodes.domain.errors import NotFoundError

_TURNS_AT_ONCE = 1000
"""Of a conversation, read while an answer of it is looked for."""


async def give_feedback(
    sheaf: Sheaf, owner: str, session_id: str, answer_id: str, value: int, *, comment: str = ""
) -> str:
    """Keeps what a user thought of an answer, with its question and sources; the id it got.

    Args:
        sheaf: where it is kept.
        owner: who.
        session_id: in which conversation.
        answer_id: of which answer.
        value: 1 for good, -1 for bad.
        comment: in the user's words.

    Raises:
        NotFoundError: this owner has no such session, or no such answer was given in it.
    """
    payload = await _exchange(sheaf, owner, session_id, answer_id)
    return await sheaf.catalogue.add_feedback(
        owner, answer_id, value, session_id=session_id, comment=comment, payload=payload
    )


async def _exchange(sheaf: Sheaf, owner: str, session_id: str, answer_id: str) -> dict[str, Any]:
    after: int | None = 0
    while after is not None:
        page = await sheaf.conversations.turns(owner, session_id, after=after, limit=_TURNS_AT_ONCE)
        for turn in page.turns:
            if turn["answer_id"] == answer_id:
                kept = ("question", "standalone_question", "query_type", "status", "sources", "citations")
                return {name: value for name, value in turn.items() if name in kept}
        after = page.next
    raise NotFoundError(
        f"No answer {answer_id} was given in this session.", hint="GET /sessions/{session_id}/messages lists them."
    )
