"""Condense the question: a follow-up becomes a question that stands alone."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from langgraph.runtime import Runtime

from nodes.domain.chat import CandidateList, Hit, RoutedDocument, Similar, TraceEntry, Turn
from nodes.domain.options import Options
from nodes.language.followups import stand_alone
from nodes.ports import ChatPorts
from nodes.trace import entry


class Input(TypedDict):
    """The question and the conversation before it."""

    question: str
    history: list[Turn]
    mode: NotRequired[Literal["chat", "search"]]
    options: NotRequired[dict[str, Any]]


class Update(TypedDict):
    """The question as it is searched and answered, and a clean slate: only the history outlives a question."""

    standalone_question: str
    mode: Literal["chat", "search"]
    options: dict[str, Any]
    rounds: int
    overtaken: int
    similar: Similar | None
    hypothetical: str
    documents: list[RoutedDocument]
    scope: dict[str, list[str]] | None
    candidates: list[CandidateList]
    hits: list[Hit]
    below_threshold: list[Hit]
    trace: list[TraceEntry]


async def condense_question(state: Input, runtime: Runtime[ChatPorts]) -> Update:  # noqa: ARG001 - the shape of a node
    """Carries names and years over from the last turn by rule; a complete question stays as it is."""
    result = stand_alone(state["question"], state.get("history") or [])
    decided = {
        "standalone_question": result.question,
        "changed": result.question != " ".join(state["question"].split()),
        "carried": list(result.carried),
    }
    return {
        "standalone_question": result.question,
        "mode": state.get("mode", "chat"),
        "options": Options.model_validate(state.get("options") or {}).model_dump(),
        "rounds": 0,
        "overtaken": 0,
        "similar": None,
        "hypothetical": "",
        "documents": [],
        "scope": None,
        "candidates": [],
        "hits": [],
        "below_threshold": [],
        "trace": [entry("condense_question", result.why, decided)],
    }
