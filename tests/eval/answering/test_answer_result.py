"""Figures of answers that are known by heart."""

from __future__ import annotations

from typing import Any

import pytest

from eval.answering.questions import KnownQuestion
from eval.answering.result import AnswerRun, Failure, Measured, Refused, answers_result, joined
from eval.datasets import Dataset, Question
from eval.ingesting import IngestMeasure

INGESTED = IngestMeasure("eval", 1.0, {}, 0, 0.0, 0.0, [])
FAILURE = Failure("answer", "q", {"code": "retrieval_failed", "message": "Away.", "hint": ""})


def known(answer: str, *gold: str) -> KnownQuestion:
    return KnownQuestion(Question("q", "Who?", {}, dict.fromkeys(gold, 1.0)), (answer,))


def figures(*measured: Measured, **refusals: Refused) -> dict[str, Any]:
    dataset = Dataset("set", "page", [], [], 0, [])
    failures = [FAILURE for each in measured if each.failed]
    return answers_result(dataset, AnswerRun(measured, failures, ["a note"]), refusals, INGESTED, ["first"], {})


def test_the_bound_is_what_the_sources_hold_and_recall_what_the_quotes_hold() -> None:
    result = figures(
        Measured(known("tide"), failed=False, quotes=("the tide",), sources=("the tide turns",)),
        Measured(known("noon"), failed=False, quotes=("the tide",), sources=("at noon",)),
        Measured(known("moon"), failed=False, quotes=("the tide",), sources=("at noon",)),
        Measured(known("tide"), failed=True),
        Measured(known("no"), failed=False, quotes=("no",)),
    )
    assert (result["questions"], result["scored"], result["short"]) == (5, 4, 4)
    assert result["answer_recall"] == 0.25
    assert result["answer_recall_bound"] == 0.5
    assert result["wrongly_refused"] == 0
    assert [each["question_id"] for each in result["failed"]] == ["q"]
    assert result["notes"] == ["first", "a note"]


def test_what_an_answer_states_counts_whether_it_is_quoted_or_reckoned_and_no_refusal_does() -> None:
    result = figures(
        Measured(known("0.83"), False, quotes=("2,912 3,527",), text="The ratio: 0.83 (2,912 / 3,527)"),
        Measured(known("tide"), False, quotes=("the tide",), text="the tide"),
        Measured(known("noon"), False, refused=True, text="I looked for noon"),
        Measured(known("moon"), failed=True),
    )
    assert result["answer_stated"] == 0.5
    assert result["answer_recall"] == 0.25
    assert [each["metrics"]["answer_stated"] for each in result["per_question"]] == [1, 1, 0, 0]


def test_cited_items_and_quotes_are_pooled_and_questions_without_gold_left_out() -> None:
    result = figures(
        Measured(
            known("x", "a#page=1", "b#page=1"), False, cited_items=("a#page=1", "b#page=2", "c#page=1"), documents=3
        ),
        Measured(known("x", "a#page=1", "b#page=1"), False, cited_items=("a#page=1",), documents=1),
        Measured(known("x", "a#page=1", "a#page=2"), False, quotes=("one", "two"), found=1),
        Measured(known("x"), False, quotes=("one", "two"), found=2, cited_items=("z#page=1",)),
    )
    assert result["citation_precision"] == 0.5
    assert result["two_documents"] == 0.5
    assert result["quotes_found"] == 0.75


def test_length_is_that_of_answers_and_latency_that_of_replies() -> None:
    result = figures(
        Measured(known("x"), False, sentences=2, words=10, seconds=0.1),
        Measured(known("x"), False, refused=True, sentences=9, words=90, seconds=0.3),
        Measured(known("x"), True),
    )
    assert (result["sentences"], result["words"]) == (2, 10)
    assert result["latency_ms"]["p50"] == pytest.approx(200)
    assert result["wrongly_refused"] == pytest.approx(1 / 3, abs=1e-6)


def test_a_share_of_nothing_is_null() -> None:
    result = figures(odd=joined([]), even=joined([Refused(3, 1, ()), Refused(1, 1, (FAILURE,))]))
    shares = ("answer_recall", "answer_recall_bound", "token_recall", "quotes_found", "citation_precision")
    assert {result[key] for key in (*shares, "two_documents", "sentences", "words", "wrongly_refused")} == {None}
    assert {result["latency_ms"][key] for key in ("p50", "p95")} == {None}
    assert result["refused"] == {"odd": None, "even": 0.5}
    assert result["refused_questions"] == {"odd": 0, "even": 4}
    assert len(result["failed"]) == 1
