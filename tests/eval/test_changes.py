"""Questions and names are changed in one way, the same each time, and what is gold stays."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.changes import CHANGES, changed, instructed, misspelt
from eval.cli_parts import collection_of
from eval.datasets import Dataset, Question, SourceDocument
from eval.instructions import INSTRUCTIONS

CHOICES: dict[str, Any] = {"with": [], "group_by": None}


@pytest.fixture
def dataset() -> Dataset:
    documents = [SourceDocument(f"{name}.pdf", f"{name}.pdf", path=Path(f"{name}.pdf")) for name in ("tides", "ropes")]
    questions = [Question("q1", "How strong is the tidal current?", {}, {"tides.pdf": 1.0})]
    return Dataset("harbour", "document", documents, questions, 0, [])


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_the_same_each_time_and_keeps_the_gold(dataset: Dataset, change: str) -> None:
    once = changed(dataset, change)
    assert once == changed(dataset, change)
    assert once.name == f"harbour with {change}"
    assert once.questions[0].gold == {"tides.pdf": 1.0}
    assert [document.item for document in once.documents] == ["tides.pdf", "ropes.pdf"]
    assert (once.questions, once.documents) != (dataset.questions, dataset.documents)


def test_no_change_is_none(dataset: Dataset) -> None:
    assert changed(dataset, None) is dataset


def test_what_only_asks_differently_is_asked_of_the_same_documents(dataset: Dataset) -> None:
    names = {change: collection_of(changed(dataset, change), CHOICES) for change in CHANGES}
    assert names["typing-errors"] == names["instructions"] == collection_of(dataset, CHOICES)
    assert names["file-names"] != names["typing-errors"]


def test_names_that_say_nothing_are_distinct_and_keep_their_kind(dataset: Dataset) -> None:
    names = [document.file_name for document in changed(dataset, "file-names").documents]
    assert sorted(names) == ["scan-00001.pdf", "scan-00002.pdf"]


def test_an_instruction_belongs_to_its_question_and_how_many_are_taken_away_is_told(dataset: Dataset) -> None:
    questions = [Question(f"q{number}", f"How old is well {number}?", {}, {}) for number in range(200)]
    several = changed(replace(dataset, questions=questions), "instructions")
    assert [each.text for each in several.questions] == [instructed(each) for each in questions]
    assert all(one.text in other.text for one, other in zip(questions, several.questions, strict=True))
    used = {each.text.replace(one.text, "{}") for one, each in zip(questions, several.questions, strict=True)}
    assert used <= set(INSTRUCTIONS)
    assert len(used) > 30
    [note] = several.notes
    said = re.fullmatch(r"of 200 instructions (\d+) are taken away whole", note)
    assert said is not None
    assert 0 < int(said[1]) < 200, "there are some that no pattern was made for"


@given(st.text(alphabet="abcdefgh -", max_size=40), st.integers(0, 1000))
def test_one_word_at_most_is_misspelt_and_its_ends_stay(text: str, seed: int) -> None:
    before, after = text.split(" "), misspelt(text, random.Random(seed)).split(" ")
    assert len(before) == len(after)
    touched = [(one, other) for one, other in zip(before, after, strict=True) if one != other]
    assert len(touched) <= 1
    assert all(one[0] == other[0] and one[-1] == other[-1] for one, other in touched)
    assert all(abs(len(one) - len(other)) <= 1 for one, other in touched)
