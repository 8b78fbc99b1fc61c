"""Postings in memory: BM25 as the table's own index has it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.stores.postings import Postings, PostingsBuilder

TERMS = ("tide", "tidal", "Ebbe", "潮", "1.5", "a-b")
texts = st.lists(st.sampled_from(TERMS), max_size=9).map(" ".join)


def postings_of(*batches: Sequence[str | None]) -> Postings:
    builder = PostingsBuilder()
    for each in batches:
        builder.add(pa.array(each, pa.string()))
    return builder.built()


@given(st.lists(texts, max_size=12), st.lists(st.sampled_from([*TERMS, "unheard"]), max_size=5))
def test_the_score_is_that_of_the_formula(rows: list[str], asked: list[str]) -> None:
    said = [each.split() for each in rows]
    speaking = [each for each in said if each]
    average = sum(map(len, said)) / max(1, len(speaking))

    def score(words: list[str]) -> float:
        total = 0.0
        for term in asked:
            n, frequency = sum(term in each for each in said), words.count(term)
            idf = math.log(1 + (len(speaking) - n + 0.5) / (n + 0.5))
            total += idf * frequency * 2.2 / (frequency + 1.2 * (0.25 + 0.75 * len(words) / (average or 1)))
        return total

    assert postings_of(rows).scores(asked).tolist() == pytest.approx([score(words) for words in said], abs=1e-5)


@given(st.lists(texts, max_size=12), st.integers(0, 12))
def test_it_is_the_same_in_however_many_batches(rows: list[str], cut: int) -> None:
    whole, parted = postings_of(rows), postings_of(rows[:cut], rows[cut:])
    assert parted.scores(TERMS).tolist() == whole.scores(TERMS).tolist()


def test_rows_without_terms_are_no_rows_to_the_statistics() -> None:
    spoken = postings_of(["tide tide", "ebb"]).scores(["tide"])[0]
    assert postings_of([None, "tide tide", "", " ", "ebb"]).scores(["tide"]).tolist() == [0, spoken, 0, 0, 0]


def test_a_term_may_stand_more_often_than_a_byte_counts() -> None:
    often, seldom = postings_of(["tide " * 300 + "ebb " * 300, "tide " * 44 + "ebb " * 556]).scores(["tide"]).tolist()
    assert often > seldom
