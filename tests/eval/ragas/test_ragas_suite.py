"""Ragas's own metrics over rows, with a stand-in for the model's server that speaks Ragas's JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from bs4 import BeautifulSoup
from rich.console import Console

from app.models.wordllama import WordLlamaEmbedding
from app.settings import load_settings
from eval.comparing.results import compare
from eval.datasets import Dataset
from eval.html_report import render_report
from eval.ingesting import IngestMeasure
from eval.ragas.metrics import (
    Metric,
    citation_metrics,
    judging_client,
    metrics_of_model,
    metrics_without_model,
    prepare_ragas,
)
from eval.ragas.report import ragas_page, ragas_tables
from eval.ragas.rows import Row
from eval.ragas.suite import Scored, ragas_result, score_rows
from nodes.domain.errors import UnavailableError
from tests.openai_server import OpenAIServer, fails, garbage, says

STATEMENTS = "Break down each sentence"
VERDICTS = "judge the faithfulness"
QUESTION = "Generate a question for the given answer"
USEFUL = "verify if the context was useful"
ATTRIBUTED = "analyze each statement in the answer"

PASSAGE = "Petra Lindqvale chairs the board.\nShe was born on Little Hask in 1957 and was a pilot. " + "More. " * 40
OTHER = "Sheep graze on the hill above the quarry until October, when the wind turns and the grass is gone. " * 3
ROW = Row(
    "born",
    "When was Petra Lindqvale born?",
    "answer",
    group="fact",
    references=("1957", "in the year 1957"),
    gold=("people.txt#page=1", "book.pdf#page=2"),
    reference_contexts=("She was born on Little Hask in 1957",),
    answer="Petra Lindqvale was born in 1957.",
    contexts=(OTHER, PASSAGE),
    context_items=("hill.txt#page=1", "people.txt#page=1"),
    citations=4,
    verified=3,
    found=4,
    cited_items=("people.txt#page=1", "hill.txt#page=1"),
    sentences=2,
    cited_sentences=1,
)
REFUSED = replace(ROW, question_id="lost", answer="Nothing was found.", refused=True, citations=0, cited_items=())
MOON = Row("moon", "Who walked on the moon?", "unanswerable", refused=True)
BROKEN = Row("broken", "What broke?", "answer", references=("it",), gold=("a",), error="retrieval_failed: No store.")


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as running:
        running.when(STATEMENTS, says(json.dumps({"statements": ["She was born in 1957.", "She is tall."]})))
        verdict = {"statement": "s", "reason": "r"}
        verdicts = {"statements": [{**verdict, "verdict": 1}, {**verdict, "verdict": 0}]}
        running.when(VERDICTS, says(json.dumps(verdicts)))
        running.when(QUESTION, says(json.dumps({"question": ROW.question, "noncommittal": 0})))
        running.when(
            USEFUL,
            says(json.dumps({"reason": "r", "verdict": 0})),
            says(json.dumps({"reason": "r", "verdict": 1})),
        )
        attributed = {"classifications": [{"statement": "s", "reason": "r", "attributed": 1}]}
        running.when(ATTRIBUTED, says(json.dumps(attributed)))
        yield running


@asynccontextmanager
async def of_model(server: OpenAIServer) -> AsyncIterator[list[Metric]]:
    settings = load_settings(llm="openai", openai_base_url=server.url, openai_api_key="secret", openai_model="judge")
    async with judging_client(settings) as client:
        yield metrics_of_model(client, settings.openai_model, WordLlamaEmbedding())


async def one(row: Row, metrics: Sequence[Metric]) -> Scored:
    [scored] = await score_rows([row], metrics)
    return scored


async def test_ragas_s_metrics_without_a_model_judge_what_was_found_and_said() -> None:
    scored = await one(ROW, metrics_without_model())

    assert scored.failures == {}
    figures = scored.figures
    # The gold sentence stands in the second of two passages; one of two gold pages is among two found.
    assert figures["non_llm_context_precision_with_reference"] == pytest.approx(0.5)
    assert figures["non_llm_context_recall"] == 1.0
    assert figures["id_based_context_precision"] == figures["id_based_context_recall"] == 0.5
    assert figures["string_present"] == 1.0
    assert figures["exact_match"] == 0.0
    assert 0 < figures["non_llm_string_similarity"] < 1
    assert "refused" not in figures


async def test_citations_are_judged_by_gold_by_verification_and_by_coverage() -> None:
    figures = (await one(ROW, citation_metrics())).figures

    assert figures == {
        "citation_precision": 0.5,
        "citations_verified": 0.75,
        "quotes_found": 1.0,
        "citation_coverage": 0.5,
        "answered": 1.0,
    }


async def test_a_refusal_states_nothing_and_what_found_nothing_has_no_precision() -> None:
    lost = await one(replace(REFUSED, contexts=(), context_items=()), metrics_without_model())
    moon = await one(MOON, metrics_without_model())

    assert lost.figures["answered"] == 0.0
    assert lost.figures["id_based_context_precision"] == lost.figures["non_llm_context_recall"] == 0.0
    assert "citation_coverage" not in lost.figures
    assert moon.figures == {"refused": 1.0}


async def test_ragas_s_metrics_of_a_model_ask_the_server_of_the_settings(server: OpenAIServer) -> None:
    async with of_model(server) as metrics:
        scored = await one(ROW, metrics)

    assert scored.failures == {}
    assert scored.figures == pytest.approx(
        {"faithfulness": 0.5, "answer_relevancy": 1.0, "context_precision": 0.5, "context_recall": 1.0}, abs=1e-3
    )
    assert {request.body["model"] for request in server.requests} == {"judge"}
    assert {request.key for request in server.requests} == {"Bearer secret"}
    assert len(server.asked(USEFUL)) == 2


async def test_a_refusal_is_not_asked_whether_it_is_faithful(server: OpenAIServer) -> None:
    async with of_model(server) as metrics:
        scored = await one(REFUSED, metrics)

    assert scored.figures.keys() == {"context_precision", "context_recall"}
    assert not server.asked(STATEMENTS)


async def test_a_server_that_fails_and_replies_that_are_no_json_are_failures_with_their_reason(
    server: OpenAIServer,
) -> None:
    server.when(STATEMENTS, fails(500))
    server.when(QUESTION, says("I would rather not."))
    server.when(USEFUL, garbage())
    async with of_model(server) as metrics:
        scored = await one(ROW, metrics)

    assert scored.figures.keys() == {"context_recall"}
    assert scored.failures.keys() == {"faithfulness", "answer_relevancy", "context_precision"}
    assert scored.failures["faithfulness"].startswith(("InternalServerError", "InstructorRetryException"))
    assert all(reason and "secret" not in reason for reason in scored.failures.values())


async def test_a_reply_that_holds_nothing_to_judge_is_a_failure_and_no_figure(server: OpenAIServer) -> None:
    server.when(STATEMENTS, says(json.dumps({"statements": []})))
    async with of_model(server) as metrics:
        scored = await one(ROW, metrics)

    assert "faithfulness" not in scored.figures
    assert "no number" in scored.failures["faithfulness"]


async def test_a_question_that_failed_counts_against_every_metric_of_its_answer() -> None:
    scored = await one(BROKEN, metrics_without_model())

    assert scored.figures == {}
    assert set(scored.failures.values()) == {"the question failed: retrieval_failed: No store."}
    assert {"id_based_context_recall", "string_present", "citation_precision", "answered"} <= scored.failures.keys()
    assert "refused" not in scored.failures


async def test_the_result_counts_what_was_scored_what_failed_and_what_does_not_apply() -> None:
    metrics = citation_metrics()
    result = _result(await score_rows([ROW, REFUSED, MOON, BROKEN], metrics), metrics)

    assert result["metrics"]["answered"] == {
        "source": "sheaf",
        "mean": 0.5,
        "mean_failed_as_zero": pytest.approx(1 / 3, abs=1e-6),
        "scored": 2,
        "failed": 1,
        "not_applicable": 1,
    }
    assert {each["question_id"] for each in result["failed"]} == {"broken"}
    assert result["by_kind"]["fact"]["answered"] == 0.5
    assert [row["question_id"] for row in result["per_question"]] == ["born", "lost", "moon", "broken"]
    assert compare(result, result)["measures"]["answered"]["questions"] == 2


async def test_tables_and_page_show_every_failing_row() -> None:
    metrics = citation_metrics()
    result = _result(await score_rows([ROW, BROKEN], metrics), metrics)
    console = Console(file=StringIO(), width=160)
    console.print(ragas_tables(result))
    shown = console.file.getvalue() if isinstance(console.file, StringIO) else ""
    page = BeautifulSoup(render_report(ragas_page(result, {"date": "2026-01-01"})), "html.parser").get_text()

    for name in result["metrics"]:
        assert name in shown
        assert name in page
    assert shown.count("failed: broken") == len(result["failed"]) > 0
    assert "retrieval_failed: No store." in page


def test_ragas_is_kept_from_calling_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAGAS_DO_NOT_TRACK", "1")
    prepare_ragas()
    from ragas._analytics import do_not_track

    assert do_not_track()


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rapidfuzz", None)

    with pytest.raises(UnavailableError) as caught:
        metrics_without_model()

    assert "sheaf[eval]" in caught.value.hint


def _result(scored: Sequence[Scored], metrics: Sequence[Metric]) -> dict[str, Any]:
    dataset = Dataset("islands", "page", [], [], 0, [])
    ingested = IngestMeasure("c", 1.0, {}, 0, 0.0, 0.0, [])
    return ragas_result(dataset, scored, metrics, ingested, model=None, notes=[], settings={})
