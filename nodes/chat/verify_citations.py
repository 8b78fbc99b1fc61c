"""Verify the citations: every `[n]` exists, and its source bears out what it is cited for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NotRequired, TypedDict

from langgraph.runtime import Runtime

from nodes.answering.citing.citations import verify_answer
from nodes.answering.citing.uncited import uncited_statements
from nodes.domain.chat import Citation, Hit, Plan, ScoreName, Source, SourceReference, TraceEntry, Turn
from nodes.ports import ChatPorts
from nodes.trace import counted, entry


class Input(TypedDict):
    """The answer with its draft citations, and what it was given."""

    question: str
    answer_id: NotRequired[str]
    asked_at: NotRequired[str]
    standalone_question: str
    plan: Plan
    answer: str
    citations: list[Citation]
    status: Literal["answered", "no_evidence"]
    sources: list[Source]
    hits: list[Hit]


class Update(TypedDict, total=False):
    """The answer without markers that lead nowhere, its citations, and the turn for the history."""

    answer: str
    citations: list[Citation]
    unsupported: list[str]
    history: list[Turn]
    trace: list[TraceEntry]


async def verify_citations(state: Input, runtime: Runtime[ChatPorts]) -> Update:  # noqa: ARG001 - the shape of a node
    """Holds each cited sentence against its source; unsupported ones are marked, markers without a source removed.

    What a model states without any citation is held against all sources; quotes have theirs from the start.
    """
    checked = verify_answer(state["answer"], state["sources"], state["citations"], state.get("hits") or [])
    verified = sum(citation["verified"] for citation in checked.citations)
    is_worded = state["status"] == "answered" and not state["citations"]
    is_small_talk = state["plan"]["query_type"] == "conversational"
    uncited = uncited_statements(checked.answer, state["sources"]) if is_worded and not is_small_talk else []
    scores = {hit["chunk_id"]: hit["scores"] for hit in state.get("hits") or []}
    turn: Turn = {
        "answer_id": state.get("answer_id", ""),
        "asked_at": state.get("asked_at", ""),
        "question": state["question"],
        "standalone_question": state["standalone_question"],
        "query_type": state["plan"]["query_type"],
        "answer": checked.answer,
        "citations": checked.citations,
        "sources": [_reference(source, scores) for source in state["sources"]],
        "status": state["status"],
    }
    decided = {
        "citations": len(checked.citations),
        "verified": verified,
        "unsupported": checked.unsupported,
        "uncited": uncited,
    }
    why = f"{verified} of {len(checked.citations)} citations are borne out by their source"
    if uncited:
        why += f"; {counted(len(uncited), 'statement')} without a citation and without a source that bears it out"
    dropped = [{"index": number, "reason": "no such source"} for number in checked.removed]
    return {
        "answer": checked.answer,
        "citations": checked.citations,
        "unsupported": [*checked.unsupported, *uncited],
        "history": [turn],
        "trace": [entry("verify_citations", why, decided, dropped)],
    }


def _reference(source: Source, scores: Mapping[str, dict[ScoreName, float]]) -> SourceReference:
    own = [scores[each] for each in source["hits"] if each in scores]
    best = max(own, key=lambda each: each.get("final", 0.0), default={})
    return {
        "index": source["index"],
        "document_id": source["document_id"],
        "file_name": source["file_name"],
        "title": source["title"],
        "section_path": source["section_path"],
        "pages": source["pages"],
        "hits": source["hits"],
        "score": source["score"],
        "scores": {name: round(score, 4) for name, score in best.items()},
        "selected_because": source["selected_because"],
    }
