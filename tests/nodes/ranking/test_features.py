from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from nodes.documents.passages import PassageText
from nodes.language.terms import analyse
from nodes.ranking.features import (
    BODY,
    LABELS,
    TITLES,
    Block,
    directions,
    features_of,
    pack,
    quantised,
    term_key,
    term_keys,
    unpack,
)

ONE = quantised(np.ones((1, 2), np.float32))

words = st.text("ab ct 19,\n", max_size=40)
vectors = arrays.arrays(
    np.float32, st.tuples(st.integers(1, 4), st.just(5)), elements=st.floats(-1, 1, width=32, allow_subnormal=False)
)


@st.composite
def passages(draw: st.DrawFn) -> Block:
    found = draw(vectors)
    text = PassageText(
        draw(st.integers(1, 3_000)),
        draw(words),
        draw(words),
        draw(words),
        draw(st.integers(0, 90)),
        draw(st.integers(0, 9_000)),
        tuple(draw(st.lists(st.integers(1, 300), min_size=len(found), max_size=len(found)))),
    )
    return features_of(text, quantised(found), title=draw(words))


def columns(block: Block) -> dict[str, tuple[Any, ...]]:
    arrays_of = {each.name: getattr(block, each.name) for each in fields(block)}
    return {name: (each.dtype.str, each.shape, each.tolist()) for name, each in arrays_of.items()}


@given(passages())
@settings(max_examples=60, deadline=None)
def test_a_packed_passage_comes_back_whole(block: Block) -> None:
    packed = pack(block)
    assert columns(unpack([packed])) == columns(block)
    assert pack(unpack([packed])) == packed


def counted(block: Block, passage: int, field: int) -> dict[int, int]:
    chosen = (block.passages == passage) & (block.fields == field)
    return dict(zip(block.terms[chosen].tolist(), block.counts[chosen].tolist(), strict=True))


@given(words, words, words)
@settings(max_examples=60, deadline=None)
def test_every_term_is_counted_in_its_field(body: str, titles: str, labels: str) -> None:
    block = features_of(PassageText(1, body, titles, labels, 0, 0, (1,)), ONE)
    for field, text in ((BODY, body), (TITLES, titles), (LABELS, labels)):
        terms = [term for term in analyse(text) if field == BODY or not term[0].isdigit()]
        assert counted(block, 0, field) == {term_key(term): number for term, number in Counter(terms).items()}
        assert block.lengths[0, field] == len(terms)


def test_the_title_of_a_document_that_is_one_passage_is_part_of_its_body() -> None:
    block = features_of(PassageText(1, "tides", "", "", 0, 0, (1,)), ONE, title="Harbour")
    [harbour, tides] = term_keys(analyse("Harbour tides")).tolist()
    assert counted(block, 0, BODY) == {harbour: 1, tides: 1}


def test_a_very_frequent_term_stays_within_its_column() -> None:
    block = features_of(PassageText(1, "tide " * 300, "", "", 0, 0, (1,)), ONE)
    assert block.counts.max() == 255
    assert block.lengths[0, BODY] == 300


@given(st.lists(passages(), min_size=1, max_size=4))
@settings(max_examples=40, deadline=None)
def test_packed_passages_come_back_in_order(parts: list[Block]) -> None:
    whole = unpack([pack(part) for part in parts])
    assert whole.passage_count == len(parts)
    chunks = 0
    for place, part in enumerate(parts):
        for field in (BODY, TITLES, LABELS):
            assert counted(whole, place, field) == counted(part, 0, field)
        assert whole.lengths[place].tolist() == part.lengths[0].tolist()
        assert (whole.pages[place], whole.rows[place]) == (part.pages[0], part.rows[0])
        mine = np.flatnonzero(whole.homes == place)
        assert mine.tolist() == list(range(chunks, chunks + len(part.chunks)))
        assert whole.vectors[mine].tolist() == part.vectors.tolist()
        assert whole.chunks[mine].tolist() == part.chunks.tolist()
        assert whole.spread[mine].tolist() == part.spread.tolist()
        chunks += len(part.chunks)


def test_other_bytes_and_other_versions_are_refused(make_block: Callable[..., Block]) -> None:
    packed = pack(make_block(["tides"]))
    with pytest.raises(ValueError, match="version"):
        unpack([b"\xff\xff\x00\x00" + packed[4:]])
    with pytest.raises(ValueError, match="not the features"):
        unpack([packed, b""])
    for damaged in (packed[:-3], packed + b"123"):
        with pytest.raises(ValueError, match="too early or too late"):
            unpack([packed, damaged])
    with pytest.raises(ValueError, match="no passages"):
        unpack([])
    other = features_of(PassageText(1, "tides", "", "", 0, 0, (1,)), quantised(np.ones((1, 7), np.float32)))
    with pytest.raises(ValueError, match="dimensions side by side"):
        unpack([packed, pack(other)])


def test_what_is_read_cannot_be_written(make_block: Callable[..., Block]) -> None:
    block = unpack([pack(make_block(["tides"]))])
    with pytest.raises(ValueError, match="read-only"):
        block.vectors[0, 0] = 1


directed = arrays.arrays(np.float32, (6,), elements=st.floats(-1, 1, width=32, allow_subnormal=False)).filter(
    lambda vector: bool(np.abs(vector).max() > 0.01)
)


@given(directed, st.floats(0.1, 100))
@settings(max_examples=80)
def test_directions_are_kept_to_a_hundredth_and_lengths_forgotten(vector: Any, scale: float) -> None:
    real = vector / np.linalg.norm(vector)
    [found] = directions(quantised(vector[None]))
    assert np.linalg.norm(found) == pytest.approx(1, abs=1e-5)
    assert float(found @ real) > 0.999
    assert np.abs(directions(quantised((vector * np.float32(scale))[None]))[0] - found).max() < 0.02


def test_a_vector_without_direction_stays_so() -> None:
    assert directions(quantised(np.zeros((2, 3), np.float32))).tolist() == [[0, 0, 0]] * 2
    assert directions(quantised(np.zeros((0, 3), np.float32))).shape == (0, 3)
