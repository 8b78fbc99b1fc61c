from __future__ import annotations

import string
from collections.abc import Callable
from typing import Any

import pytest
from llama_index.core.llms import CompletionResponse, CompletionResponseGen, CustomLLM, LLMMetadata

from nodes.chat import expansion_prompts, rerank_prompts
from nodes.chat.expand_query import expand_query, parse_paraphrases
from nodes.domain.chat import Options, Plan


class Writer(CustomLLM):
    """Writes what each prompt asks for, unless it is broken."""

    broken: bool = False

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(model_name="writer")

    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        if self.broken:
            raise TimeoutError
        paraphrases = "1. How much is set aside for the harbour?\n- harbour budget\n\n* What does the harbour get?"
        return CompletionResponse(text=paraphrases if "other ways" in prompt else " The harbour receives 4 million. ")

    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponseGen:
        raise NotImplementedError


async def expanded(runtime: Any, plan: Plan, **options: Any) -> Any:
    state: Any = {
        "standalone_question": "What is the harbour budget?",
        "plan": plan,
        "options": Options.model_validate(options).model_dump(),
    }
    return await expand_query(state, runtime)


async def test_each_compared_thing_is_searched_without_a_model(
    make_plan: Callable[..., Plan], make_runtime: Callable[..., Any]
) -> None:
    plan = make_plan(query_type="comparison", sub_queries=["north harbour budget", "harbour budget"], expand=True)
    update = await expanded(make_runtime(), plan, hyde=True)
    assert update["queries"] == ["harbour budget", "north harbour budget"]
    assert update["hypothetical"] == ""
    assert "no language model" in update["trace"][0]["why"]


@pytest.mark.parametrize(
    ("changes", "hyde", "queries", "hypothetical"),
    [
        ({"expand": True}, True, 3, "The harbour receives 4 million."),
        ({"expand": True}, False, 3, ""),
        ({"expand": False}, True, 1, "The harbour receives 4 million."),
        ({"expand": True, "query_type": "factual"}, True, 1, ""),
    ],
)
async def test_a_model_adds_what_was_asked_for(
    make_plan: Callable[..., Plan],
    make_runtime: Callable[..., Any],
    changes: dict[str, Any],
    hyde: bool,
    queries: int,
    hypothetical: str,
) -> None:
    update = await expanded(make_runtime(language_model=Writer()), make_plan(**changes), hyde=hyde)
    assert update["queries"][0] == "harbour budget"
    assert len(update["queries"]) == queries
    assert update["hypothetical"] == hypothetical


async def test_a_failing_model_leaves_the_question_and_says_so(
    make_plan: Callable[..., Plan], make_runtime: Callable[..., Any]
) -> None:
    update = await expanded(make_runtime(language_model=Writer(broken=True)), make_plan(expand=True), hyde=True)
    assert update["queries"] == ["harbour budget"]
    assert update["hypothetical"] == ""
    assert update["trace"][0]["decided"]["failures"] == ["TimeoutError", "TimeoutError"]
    assert "the model failed" in update["trace"][0]["why"]


def test_paraphrases_are_lines_without_marks_repetitions_or_essays() -> None:
    reply = '1) Who pays?\n2. "Who pays?"\n- Whose money is it?\nknown\n' + "x" * 600 + "\n2023 costs?\nA fourth?"
    assert parse_paraphrases(reply, ["Known"]) == ["Who pays?", "Whose money is it?", "2023 costs?"]


@pytest.mark.parametrize(
    ("prompt", "fields"),
    [
        (expansion_prompts.HYPOTHETICAL_PROMPT, {"question"}),
        (expansion_prompts.PARAPHRASE_PROMPT, {"question", "count"}),
        (rerank_prompts.RELEVANCE_PROMPT, {"question", "passages"}),
        (rerank_prompts.PASSAGE_TEMPLATE, {"number", "title", "content"}),
    ],
)
def test_placeholders(prompt: str, fields: set[str]) -> None:
    assert {name for _, name, _, _ in string.Formatter().parse(prompt) if name} == fields
