"""Condense the question: a follow-up becomes a question that stands alone."""

from __future__ import annotations

from typing import TypedDict

from langgraph.runtime import Runtime

from nodes.domain.chat import TraceEntry, Turn
from nodes.domain.ports import ChatPorts
from nodes.language.followups import stand_alone
from nodes.trace import entry


class Input(TypedDict):
    """The question and the conversation before it."""

    question: str
    history: list[Turn]


class Update(TypedDict, total=False):
    """The question as it is searched and answered."""

    standalone_question: str
    trace: list[TraceEntry]


async def condense_question(state: Input, runtime: Runtime[ChatPorts]) -> Update:  # noqa: ARG001 - the shape of a node
    """Carries names and years over from the last turn by rule; a complete question stays as it is."""
    result = stand_alone(state["question"], state.get("history") or [])
    decided = {
        "standalone_question": result.question,
        "changed": result.question != " ".join(state["question"].split()),
        "carried": list(result.carried),
    }
    return {"standalone_question": result.question, "trace": [entry("condense_question", result.why, decided)]}
