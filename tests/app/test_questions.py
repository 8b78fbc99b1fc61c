"""Questions to the sample documents: what is cited is there, what fails says so, the same gets the same answer."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from app.samples import demo_questions
from app.settings import load_settings
from app.sheaf import Sheaf
from nodes.domain.errors import InvalidRequestError, NotFoundError, RetrievalFailedError
from nodes.domain.options import Options
from tests.app.stacks import Stack

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.both_stacks]

QUESTIONS = [
    "Summarize the annual report 2023",
    "What documents do I have?",
    "Is the warranty of the amended contract longer than that of the contract of 2022?",
    *(each["question"] for each in demo_questions() if each["kind"] != "unanswerable"),
    "What was the revenue in 2022?",
    "Compare net generation in 2022 and 2023.",
    "How did net generation develop from 2021 to 2023?",
    "What does claim 1 of the blade patent cover?",
    "Who are the inventors of the blade patent?",
    "How do I lock out a turbine before maintenance?",
    "What steps follow a fire in the battery?",
    "Summarise the annual report 2023.",
    "What methods did the biofouling paper use?",
    "Which documents mention Gannet Race?",
    "What is the tariff for electricity from Gannet Race?",
    "When was the amended supply contract signed?",
    "What is budgeted for maintenance in 2024?",
    "What was the highest tide in 2023?",
    "Who chairs the board?",
    "Why was the meter of Tern wrong?",
    "battery capacity",
    "Explain how biofouling reduces the yield, in detail.",
    "Was genau regelt der Vertrag über die Batterie?",
    "What are the liquidated damages for late delivery?",
]
NOBODY_KNOWS = [
    "Who is the captain of the research vessel Albatross?",
    "What is the boiling point of tungsten hexafluoride?",
    "qwxzv plmkj",
]
ALTERNATIVES: dict[str, list[Any]] = {
    "top_k": [1, 100],
    "max_documents": [1, 1000],
    "document_filter": ["soft", "hard"],
    "candidates_multiplier": [1, 50],
    "fusion": ["rrf", "weighted"],
    "alpha": [0, 1],
    "min_chunks_per_document": [1, 20],
    "threshold": [True, False],
    "query_type": ["comparison", "procedural", "relational", "summary", "conversational", "general"],
    "hyde": [True],
    "expansion": [True, False],
    "llm_classify": [True],
    "rerank": [True],
    "follow_links": [True, False],
    "widen": [True, False],
    "context_style": ["plain", "rich"],
    "max_context_tokens": [100, 100_000],
    "metadata": [{"document_type": "contract"}, {"document_type": "no such type"}],
}


async def _check_citations(sheaf: Sheaf, answer: dict[str, Any]) -> None:
    """Every citation resolves to a passage of a document, and its quote stands on the pages that it names."""
    [collection] = await sheaf.collections()
    chunks = (await sheaf.library.open("local", collection.collection_id)).chunks
    for citation in answer["citations"]:
        record = await sheaf.catalogue.document("local", citation["document_id"])
        assert (record.file_name, record.title) == (citation["file_name"], citation["title"])
        assert record.live_revision_id is not None
        texts = await sheaf.catalogue.page_texts("local", record.live_revision_id, citation["pages"])
        assert sorted(texts) == citation["pages"]
        assert citation["quote"].strip()
        assert citation["quote"] in "".join(texts[page] for page in citation["pages"])
        [node] = await chunks.aget_nodes(node_ids=[citation["chunk_id"]])
        assert node.metadata["document_id"] == citation["document_id"]
        assert citation["verified"] is True
    marked = {int(number) for number in re.findall(r"\[(\d+)\]", answer["answer"])}
    assert marked == {citation["index"] for citation in answer["citations"]}


@pytest.mark.parametrize("question", QUESTIONS)
async def test_every_citation_resolves_and_its_quote_stands_on_its_pages(samples: Sheaf, question: str) -> None:
    answer = await samples.ask(question)
    await _check_citations(samples, answer)
    assert (answer["status"] == "answered") == bool(answer["citations"])
    assert answer["answer"].strip()


@pytest.mark.parametrize(
    "each",
    [pytest.param(each, id=each["kind"]) for each in demo_questions()],
)
async def test_the_questions_of_the_demo_are_answered_from_the_right_documents(samples: Sheaf, each: Any) -> None:
    answer = await samples.ask(each["question"])
    cited = {citation["file_name"] for citation in answer["citations"]}
    assert answer["status"] == ("answered" if each["expects"]["documents"] else "no_evidence")
    assert set(each["expects"]["documents"]) <= cited
    for words in each["expects"]["contains"]:
        assert words in answer["answer"]


@pytest.mark.parametrize("question", NOBODY_KNOWS)
async def test_what_nothing_answers_is_refused(samples: Sheaf, question: str) -> None:
    answer = await samples.ask(question)
    assert answer["status"] == "no_evidence"
    assert answer["citations"] == []
    assert re.search(r"\[\d+\]", answer["answer"]) is None


async def test_the_same_question_gives_the_same_hits_and_the_same_answer(
    stack: Stack, samples: Sheaf, sample_copy: Path
) -> None:
    question = "Which battery warranty do the supply contracts give?"
    first, second = await samples.search(question), await samples.search(question)
    assert first["hits"]
    assert first["hits"] == second["hits"]
    answer, again = await samples.ask(question), await samples.ask(question)
    assert again["cached"] is True
    async with Sheaf(stack.settings(sample_copy)) as other:
        (sample_copy / "conversations.sqlite").unlink(missing_ok=True)
        elsewhere = await other.ask(question, options={})
        assert (await other.search(question))["hits"] == first["hits"]
    for key in ("answer", "citations", "status", "query_type"):
        assert answer[key] == again[key] == elsewhere[key]


async def test_hits_stand_by_score_and_then_by_id_and_none_twice(samples: Sheaf) -> None:
    hits = (await samples.search("battery", options={"top_k": 100, "query_type": "factual"}))["hits"]
    assert len(hits) > 8
    order = [(-hit["score"], hit["chunk_id"]) for hit in hits]
    assert order == sorted(order)
    assert len({hit["chunk_id"] for hit in hits}) == len(hits)


@pytest.mark.parametrize(("name", "value"), [(name, each) for name, values in ALTERNATIVES.items() for each in values])
async def test_every_option_is_taken(samples: Sheaf, name: str, value: Any) -> None:
    answer = await samples.ask("How long is the warranty of the battery?", options={name: value})
    await _check_citations(samples, answer)
    if name == "metadata" and value["document_type"] == "no such type":
        assert answer["status"] == "no_evidence"


async def test_every_promised_option_is_there() -> None:
    assert set(ALTERNATIVES) <= set(Options.model_fields)


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"top_k": 0}, "top_k"),
        ({"top_k": 101}, "top_k"),
        ({"top_k": "many"}, "top_k"),
        ({"alpha": 1.5}, "alpha"),
        ({"alpha": float("nan")}, "alpha"),
        ({"fusion": "sum"}, "fusion"),
        ({"query_type": "riddle"}, "query_type"),
        ({"max_context_tokens": 1}, "max_context_tokens"),
        ({"metadata": ["x"]}, "metadata"),
        ({"topk": 3}, "topk"),
    ],
)
async def test_an_option_that_cannot_be_is_refused_by_name(samples: Sheaf, options: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidRequestError, match=rf"options\.{field}\b") as refused:
        await samples.ask("How long is the warranty?", options=options)
    assert (f"`{field}` is: " in refused.value.hint) == (field in Options.model_fields)
    assert "docs/options.md" in refused.value.hint


async def test_an_option_that_is_none_is_refused_with_the_nearest(samples: Sheaf) -> None:
    with pytest.raises(InvalidRequestError) as refused:
        await samples.ask("How long is the warranty?", options={"topk": 3})
    assert "Did you mean `top_k`?" in refused.value.hint


@pytest.mark.parametrize("question", ["", "  \n\t", "?"])
async def test_an_empty_question_is_refused(samples: Sheaf, question: str) -> None:
    with pytest.raises(InvalidRequestError, match="question"):
        await samples.ask(question)


@pytest.mark.parametrize(
    "question",
    ["🎉", "' OR 1=1 --", '"unbalanced', "a" * 20_000, "\x00 battery", "\x1b[31mbattery", "AND NOT (", "* ~ ^ :"],
)
async def test_odd_questions_are_answered_or_refused_and_never_break(samples: Sheaf, question: str) -> None:
    answer = await samples.ask(question)
    assert answer["status"] in ("answered", "no_evidence")
    await _check_citations(samples, answer)


async def test_an_unknown_collection_is_an_error_that_names_those_there_are(samples: Sheaf) -> None:
    with pytest.raises(NotFoundError, match="default") as refused:
        await samples.ask("How long is the warranty?", collections=["reports"])
    assert "'reports'" in refused.value.message


async def test_a_follow_up_question_uses_the_history_of_its_session_and_of_no_other(samples: Sheaf) -> None:
    first = await samples.ask("What was the net generation of the cooperative in 2022?")
    assert "7,150" in first["answer"]
    follow = await samples.ask("And in 2023?", session_id=first["session_id"])
    assert follow["session_id"] == first["session_id"]
    assert "9,840" in follow["answer"]
    standalone = next(entry for entry in follow["trace"] if entry["node"] == "condense_question")
    assert "generation" in str(standalone["decided"])
    alone = await samples.ask("And in 2023?")
    assert alone["session_id"] != first["session_id"]
    assert "generation" not in str(alone["trace"][0]["decided"])


@pytest.mark.both_stacks(False)
@pytest.mark.parametrize("lost", ["rows", "tables"])
async def test_a_store_that_fails_is_an_error_and_not_an_empty_answer(sample_copy: Path, lost: str) -> None:
    tables = sorted((sample_copy / "store").glob("*.lance"))
    assert tables
    for table in tables:
        shutil.rmtree(table / "data" if lost == "rows" else table)
    async with Sheaf(load_settings(home=sample_copy)) as sheaf:
        with pytest.raises(RetrievalFailedError) as failed:
            await sheaf.ask("How long is the warranty of the battery?")
        assert failed.value.hint
        with pytest.raises(RetrievalFailedError):
            await sheaf.search("How long is the warranty of the battery?")


def _spoil(database: Path) -> None:
    for path in filter(Path.is_file, database.parent.glob(f"{database.name}*")):
        path.write_bytes(b"this is no database" * 1000)


@pytest.mark.both_stacks(False)
async def test_a_catalogue_that_fails_is_an_error_and_not_an_empty_answer(sample_copy: Path) -> None:
    async with Sheaf(load_settings(home=sample_copy)) as sheaf:
        context = await sheaf.chat_context("local", ["default"])
        assert context.collection_ids
        _spoil(sample_copy / "catalogue.sqlite")
        with pytest.raises(Exception) as failed:  # noqa: PT011 - the code is what counts
            await sheaf.search("How long is the warranty of the battery?")
        assert getattr(failed.value, "code", None) in ("retrieval_failed", "unavailable")
