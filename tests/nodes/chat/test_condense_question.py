from collections.abc import Callable
from typing import Any

from langgraph.runtime import Runtime

from nodes.chat.condense_question import condense_question
from nodes.domain.chat import Turn

BEFORE: Turn = {
    "answer_id": "a1",
    "asked_at": "2026-01-31T12:00:00Z",
    "question": "What was Hask Marine's revenue in 2022?",
    "standalone_question": "What was Hask Marine's revenue in 2022?",
    "query_type": "factual",
    "answer": "5 [1]",
    "citations": [],
    "sources": [],
    "status": "answered",
}


async def test_a_follow_up_is_completed_and_the_trace_says_what_it_took(
    make_runtime: Callable[..., Runtime[Any]],
) -> None:
    update = await condense_question({"question": "and in 2023?", "history": [BEFORE]}, make_runtime())
    assert update["standalone_question"] == "What was Hask Marine's revenue in 2023?"
    decided = update["trace"][0]["decided"]
    assert decided["changed"]
    assert decided["carried"] == ["Hask Marine"]


async def test_a_complete_question_is_passed_on(make_runtime: Callable[..., Runtime[Any]]) -> None:
    update = await condense_question({"question": "Who built the quay?", "history": [BEFORE]}, make_runtime())
    assert update["standalone_question"] == "Who built the quay?"
    assert not update["trace"][0]["decided"]["changed"]
