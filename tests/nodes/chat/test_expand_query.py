from __future__ import annotations

import string
from collections.abc import Callable
from typing import Any

import pytest
from llama_index.core.llms import CompletionResponse, CompletionResponseGen, CustomLLM, LLMMetadata
from pydantic import Field

from nodes.chat import classification_prompts, expansion_prompts, rerank_prompts
from nodes.chat.expand_query import expand_query
from nodes.domain.chat import Plan
from nodes.modelling.limits import ModelLimits


class Writer(CustomLLM):
    """Writes what each prompt asks for, unless it is broken."""

    broken: bool = False
    replies: dict[str, str] = Field(
        default_factory=lambda: {
            "other ways": '{"queries": ["How much is set aside?", "harbour budget", "What does the harbour get?"]}',
            "compares things": 'So: {"queries": ["What does the north harbour get?", "And what does the south?"]}',
            "would answer": " The harbour receives 4 million. ",
        }
    )

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(model_name="writer")

    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        if self.broken:
            raise TimeoutError
        return CompletionResponse(text=next(reply for part, reply in self.replies.items() if part in prompt))

    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponseGen:
        raise NotImplementedError


async def expanded(runtime: Any, plan: Plan) -> Any:
    state: Any = {
        "standalone_question": "What is the harbour budget?",
        "plan": plan,
    }
    return await expand_query(state, runtime)


async def test_each_compared_thing_is_searched_without_a_model(
    make_plan: Callable[..., Plan], make_runtime: Callable[..., Any]
) -> None:
    plan = make_plan(query_type="comparison", sub_queries=["north harbour budget", "harbour budget"], hyde=True)
    update = await expanded(make_runtime(), plan)
    assert update["queries"] == ["harbour budget", "north harbour budget"]
    assert update["hypothetical"] == ""
    assert "no language model" in update["trace"][0]["why"]


@pytest.mark.parametrize(
    ("changes", "queries", "hypothetical"),
    [
        ({"expand": True, "hyde": True}, 3, "The harbour receives 4 million."),
        ({"expand": True}, 3, ""),
        ({"hyde": True}, 1, "The harbour receives 4 million."),
        ({"expand": True, "query_type": "comparison", "comparison_sides": ["north", "south"]}, 3, ""),
        ({"expand": True, "query_type": "comparison"}, 5, ""),
    ],
)
async def test_a_model_adds_what_the_plan_asks_for(
    make_plan: Callable[..., Plan],
    make_runtime: Callable[..., Any],
    changes: dict[str, Any],
    queries: int,
    hypothetical: str,
) -> None:
    update = await expanded(make_runtime(language_model=Writer()), make_plan(**changes))
    assert update["queries"][0] == "harbour budget"
    assert len(update["queries"]) == queries
    assert update["hypothetical"] == hypothetical
    assert update["model_failures"] == []


async def test_a_failing_model_leaves_the_question_and_says_so(
    make_plan: Callable[..., Plan], make_runtime: Callable[..., Any]
) -> None:
    plan = make_plan(query_type="comparison", expand=True, hyde=True)
    update = await expanded(make_runtime(language_model=Writer(broken=True)), plan)
    assert update["queries"] == ["harbour budget"]
    assert update["hypothetical"] == ""
    assert {failure["path"] for failure in update["model_failures"]} == {"split", "paraphrase", "hyde"}
    assert all(failure["fallback"] in update["trace"][0]["why"] for failure in update["model_failures"])


async def test_calls_over_the_budget_are_not_made(
    make_plan: Callable[..., Plan], make_runtime: Callable[..., Any]
) -> None:
    runtime = make_runtime(language_model=Writer(), model_limits=ModelLimits(calls=1))
    update = await expanded(runtime, make_plan(expand=True, hyde=True))
    assert update["model_use"]["calls"] == 1
    [failure] = update["model_failures"]
    assert failure["reason"] == "The calls of the language model that a question has are used up (1)."


@pytest.mark.parametrize("reply", ['{"queries": []}', '{"queries": ["harbour budget"]}', "1. Who pays?", "{"])
async def test_replies_of_no_use_are_failures(
    make_plan: Callable[..., Plan], make_runtime: Callable[..., Any], reply: str
) -> None:
    runtime = make_runtime(language_model=Writer(replies={"": reply}))
    update = await expanded(runtime, make_plan(query_type="comparison", expand=True))
    assert update["queries"] == ["harbour budget"]
    assert [failure["path"] for failure in update["model_failures"]] == ["split", "paraphrase"]


@pytest.mark.parametrize(
    ("prompt", "fields"),
    [
        (expansion_prompts.HYPOTHETICAL_PROMPT, {"question"}),
        (expansion_prompts.PARAPHRASE_PROMPT, {"question", "count"}),
        (expansion_prompts.SPLIT_PROMPT, {"question", "count"}),
        (classification_prompts.CLASSIFY_PROMPT, {"types", "question"}),
        (rerank_prompts.RELEVANCE_PROMPT, {"question", "count", "passages"}),
        (rerank_prompts.PASSAGE_TEMPLATE, {"number", "title", "content"}),
    ],
)
def test_placeholders(prompt: str, fields: set[str]) -> None:
    assert {name for _, name, _, _ in string.Formatter().parse(prompt) if name} == fields
