from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.ranking.bm25 import K1, B, bm25_parts, idf

TERMS = "abc"
texts = st.lists(st.lists(st.sampled_from("abcd"), min_size=1, max_size=8), min_size=1, max_size=6)


@given(texts, st.sampled_from([None, 2.0, 9.5]), st.floats(0, 1))
@settings(max_examples=60)
def test_it_is_what_the_formula_says(found: list[list[str]], average: float | None, b: float) -> None:
    counts = np.array([[text.count(term) for term in TERMS] for text in found], np.float32)
    lengths = np.array([len(text) for text in found], np.int32)
    frequencies = np.array([sum(term in text for text in found) for term in TERMS], np.float32)
    weights = idf(frequencies, len(found))
    parts = bm25_parts(counts, lengths, weights, average=average, b=b)
    mean = max(1.0, average or sum(map(len, found)) / len(found))
    for place, text in enumerate(found):
        counted = Counter(text)
        for number, term in enumerate(TERMS):
            holding = sum(term in other for other in found)
            rarity = math.log(1 + (len(found) - holding + 0.5) / (holding + 0.5))
            norm = K1 * (1 - b + b * len(text) / mean)
            expected = rarity * counted[term] * (K1 + 1) / (counted[term] + norm)
            assert parts[place, number] == pytest.approx(expected, rel=1e-4)


@given(st.integers(1, 100_000), st.data())
@settings(max_examples=60)
def test_every_term_tells_something_and_rare_ones_more(count: int, data: st.DataObject) -> None:
    frequencies = np.array(sorted(data.draw(st.lists(st.integers(0, 2 * count), min_size=2, max_size=5))), np.float32)
    weights = idf(frequencies, count)
    assert (weights > 0).all(), "even where statistics are behind and a term stands in more texts than there are"
    assert (np.diff(weights) <= 0).all()


def test_nothing_scores_nothing() -> None:
    empty = bm25_parts(np.zeros((0, 2), np.float32), np.zeros(0, np.int32), np.ones(2, np.float32))
    assert empty.shape == (0, 2)
    blank = bm25_parts(np.zeros((1, 1), np.float32), np.zeros(1, np.int32), np.ones(1, np.float32), b=B)
    assert blank.tolist() == [[0.0]]
