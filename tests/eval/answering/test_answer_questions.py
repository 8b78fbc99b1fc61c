"""Which questions are asked, and what is taken for their answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from eval.answering.questions import AnswerQuestions, read_answer_questions
from eval.datasets import load_dataset
from eval.jsonl import DatasetError
from tests.eval.answer_sets import CORPUS, QRELS, QUERIES, write_questions
from tests.eval.conftest import MakeDataset


def read(make_dataset: MakeDataset, questions: Mapping[str, tuple[str, Mapping[str, Any]]]) -> AnswerQuestions:
    folder = make_dataset({}, QRELS, corpus=CORPUS)
    write_questions(folder, questions)
    return read_answer_questions(folder, load_dataset(folder))


def test_known_questions_bring_their_gold_and_the_others_their_kind(make_dataset: MakeDataset) -> None:
    asked = read(make_dataset, QUERIES)
    assert [(each.question.id, each.references) for each in asked.known] == [
        ("born", ("Ulmsund",)),
        ("county", ("the Brennmark", "Brenn")),
        ("ferry", ("Torsnes Verft",)),
    ]
    assert set(asked.known[1].question.gold) == {"lindqvale", "ulmsund"}
    assert {kind: [each.id for each in those] for kind, those in asked.refusals.items()} == {"far_away": ["moon"]}
    assert asked.left_out == 1


@pytest.mark.parametrize(
    ("metadata", "references"),
    [({"answer": 0.66}, ("0.66",)), ({"answer": True}, ("yes",)), ({"answer": [" a ", ""]}, ("a",))],
)
def test_answers_that_are_no_strings(
    make_dataset: MakeDataset, metadata: dict[str, Any], references: tuple[str, ...]
) -> None:
    asked = read(make_dataset, {"born": ("Where?", metadata)})
    assert asked.known[0].references == references


def test_an_unanswerable_question_is_never_asked_for_its_answer(make_dataset: MakeDataset) -> None:
    questions: dict[str, tuple[str, Mapping[str, Any]]] = {
        "born": ("Where?", {"answer": "x"}),
        "no": ("Who?", {"answer": "nothing", "unanswerable": True}),
    }
    asked = read(make_dataset, questions)
    assert [each.question.id for each in asked.known] == ["born"]
    assert list(asked.refusals) == ["unanswerable"]


def test_a_known_question_needs_no_gold(make_dataset: MakeDataset) -> None:
    asked = read(make_dataset, {"born": ("Where?", {"answer": "x"}), "free": ("Who?", {"answer": "y"})})
    assert [dict(each.question.gold) for each in asked.known] == [{"lindqvale": 1.0}, {}]


def test_the_limit_is_for_known_questions_and_for_each_kind(make_dataset: MakeDataset) -> None:
    folder = make_dataset({}, QRELS, corpus=CORPUS)
    write_questions(folder, {**QUERIES, "mars": ("Who is on Mars?", {"unanswerable": "far_away"})})
    other = make_dataset({"a": "What is a quark?", "b": "What is a lepton?"}, [("a", "a", 1)], name="physics")
    asked = read_answer_questions(folder, load_dataset(folder), refuse_from=other, limit=1)
    assert len(asked.known) == 1
    assert {kind: [each.id for each in those] for kind, those in asked.refusals.items()} == {
        "far_away": ["moon"],
        "other_set": ["a"],
    }


@pytest.mark.parametrize("metadata", [{"answer": {}}, {"answer": [None]}, {"unanswerable": 3}])
def test_wrong_fields_are_told_with_their_line(make_dataset: MakeDataset, metadata: dict[str, Any]) -> None:
    with pytest.raises(DatasetError, match=r"queries\.jsonl:1: metadata\."):
        read(make_dataset, {"born": ("Where?", metadata)})


def test_a_dataset_without_known_answers_is_refused(make_dataset: MakeDataset) -> None:
    with pytest.raises(DatasetError, match=r"no question with metadata\.answer"):
        read(make_dataset, {"born": ("Where?", {})})
