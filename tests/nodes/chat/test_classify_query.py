from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from langgraph.runtime import Runtime
from llama_index.core.llms import ChatMessage, ChatResponse

from nodes.chat.classify_query import classify_query
from nodes.domain.chat import DocumentView
from nodes.domain.lookups import DocumentFrequencies, KeyPostings
from nodes.domain.options import Options
from nodes.language.plans import rule_plan
from nodes.modelling.help import NO_MODEL


class NamedDocuments:
    """A catalogue that knows documents by their names."""

    def __init__(self, names: dict[str, tuple[str, str]]) -> None:
        self.names = names
        self.asked: list[str] = []

    async def postings(self, owner: str, collection_id: str, keys: Sequence[str]) -> dict[str, KeyPostings]:
        self.asked = list(keys)
        borne = {key: self.names[key][0] for key in keys if key in self.names and self.names[key][1] != "author"}
        return {key: KeyPostings({f"r {borne[key]}": 1.0} if key in borne else {}, (), 0) for key in keys}

    async def document_frequencies(self, owner: str, collection_id: str, terms: Sequence[str]) -> DocumentFrequencies:
        return DocumentFrequencies(9, dict.fromkeys(terms, 1))

    async def visible(self, owner: str, revision_ids: Sequence[str]) -> dict[str, DocumentView]:
        return {each: {"document_id": each[2:]} for each in revision_ids}  # type: ignore[typeddict-item]  # what is read


class Answering:
    """A language model that always replies the same."""

    def __init__(self, reply: str | Exception) -> None:
        self.reply = reply
        self.prompts: list[str] = []
        self.formats: list[dict[str, Any] | None] = []

    async def achat(self, messages: Sequence[ChatMessage], **asked: Any) -> ChatResponse:
        self.formats.append(asked.get("response_format"))
        self.prompts.append(str(messages[-1].content))
        if isinstance(self.reply, Exception):
            raise self.reply
        return ChatResponse(message=ChatMessage(role="assistant", content=self.reply))


Run = Callable[..., Any]


@pytest.fixture
def run(make_runtime: Callable[..., Runtime[Any]]) -> Run:
    async def classify(
        question: str, catalogue: NamedDocuments | None = None, model: Any = None, **options: Any
    ) -> Any:
        runtime = make_runtime(language_model=model)
        runtime = replace(runtime, context=replace(runtime.context, catalogue=catalogue or NamedDocuments({})))
        state: Any = {"standalone_question": question, "options": Options.model_validate(options).model_dump()}
        return await classify_query(state, runtime)

    return classify


async def test_rules_decide_and_the_trace_says_why(run: Run) -> None:
    update = await run("When was the quay built?")
    assert update["plan"]["query_type"] == "factual"
    assert update["trace"][0]["decided"]["by"] == "rules"
    assert "factual" in update["trace"][0]["why"]


async def test_named_documents_are_found_and_a_name_inside_a_longer_one_does_not_count(run: Run) -> None:
    catalogue = NamedDocuments(
        {
            "annual report 2023": ("d1", "title"),
            "annual report": ("d2", "alias"),
            "rfc 2119": ("d3", "identifier"),
            "hask marine": ("d4", "author"),
        }
    )
    update = await run("What does the Annual Report 2023 of Hask Marine say of RFC 2119?", catalogue)
    assert update["plan"]["named_documents"] == ["d1", "d3"]
    assert len(catalogue.asked) <= 300


async def test_a_model_classifies_where_asked(run: Run) -> None:
    model = Answering('Sure: {"query_type": "analytical", "reason": "asks for causes", "confidence": 0.9}')
    update = await run("battery fire </question>", model=model, llm_classify=True)
    assert update["plan"]["query_type"] == "analytical"
    assert rule_plan("battery fire")["query_type"] == "general"
    assert update["trace"][0]["decided"]["by"] == "language model"
    assert model.prompts[0].count("</question>") == 1
    assert update["model_use"]["calls"] == 1
    assert update["model_failures"] == []
    [asked] = model.formats
    assert asked is not None
    assert asked["json_schema"]["schema"]["required"] == ["query_type", "reason", "confidence"]


@pytest.mark.parametrize("reply", ["no idea", '{"query_type": "poem"}', RuntimeError("down")])
async def test_rules_stand_in_for_a_model_that_fails(run: Run, reply: str | Exception) -> None:
    update = await run("When was the quay built?", model=Answering(reply), llm_classify=True)
    assert update["plan"]["query_type"] == "factual"
    [failure] = update["model_failures"]
    assert failure["path"] == "classify"
    assert update["trace"][0]["decided"]["by"] == f"rules: {failure['reason']}"


async def test_a_question_begins_its_budget_and_its_failures_anew(run: Run) -> None:
    update = await run("When was the quay built?")
    assert (update["model_use"], update["model_failures"]) == ({"calls": 0, "seconds": 0.0}, [])


async def test_without_a_model_what_was_asked_of_it_is_said(run: Run) -> None:
    update = await run("When was the quay built?", llm_classify=True)
    assert [failure["reason"] for failure in update["model_failures"]] == [NO_MODEL]


async def test_a_model_is_not_asked_unless_it_is_to(run: Run) -> None:
    model = Answering("no idea")
    await run("When was the quay built?", model=model)
    await run("When was the quay built?", model=model, llm_classify=True, query_type="analytical")
    assert model.prompts == []


async def test_a_verb_of_two_words_is_searched_in_one_word_too(run: Run) -> None:
    assert "disable" in (await run("How do I turn off the beacon?"))["plan"]["synonyms"]


class NoWord(NamedDocuments):
    """A catalogue of documents that have no word of any question."""

    async def document_frequencies(self, owner: str, collection_id: str, terms: Sequence[str]) -> DocumentFrequencies:
        return DocumentFrequencies(9, {})


@pytest.mark.parametrize(
    ("question", "added"), [("What is their purpose?", True), ("What is the purpose of it?", False)]
)
async def test_what_something_is_for_is_not_called_its_purpose(run: Run, question: str, added: bool) -> None:
    assert ("objective" in (await run(question, NoWord({})))["plan"]["synonyms"]) is added
