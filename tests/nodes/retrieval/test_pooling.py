from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.documents.chunks import chunk_id
from nodes.documents.passages import PassageText
from nodes.domain.chat import CandidateList, DocumentView
from nodes.domain.lookups import DocumentFrequencies
from nodes.language.terms import analyse
from nodes.ports import Collection, FoundPassages
from nodes.ranking.features import features_of, pack, quantised, term_keys, unpack
from nodes.retrieval.pooling import passage_of, read_pool, read_terms, scores_in_words


def view(starts: Sequence[int], revision_id: str = "r1") -> DocumentView:
    return cast("DocumentView", {"revision_id": revision_id, "passage_starts": list(starts)})


@given(st.lists(st.integers(1, 4), min_size=1, max_size=8), st.data())
@settings(max_examples=50)
def test_every_chunk_stands_in_the_passage_that_began_last(sizes: list[int], data: st.DataObject) -> None:
    starts = [sum(sizes[:place]) for place in range(len(sizes))]
    index = data.draw(st.integers(0, sum(sizes) - 1))
    home = next(place for place in reversed(range(len(sizes))) if starts[place] <= index)
    assert passage_of(chunk_id("r1", index), view(starts)) == ("r1", home)


class Features:
    """A catalogue of two documents, the first with features, the other from before there were any."""

    texts: Mapping[tuple[str, int], str] = {("r1", 0): "tide and quay", ("r1", 1): "ferry", ("r2", 0): "quay"}
    frequencies: Mapping[str, int] = {"tide": 1, "quay": 90, "20250607": 1}

    async def passages(self, owner: str, wanted: Sequence[tuple[str, int]]) -> FoundPassages:
        there = [place for place in wanted if place in self.texts and owner == "ann"]
        packed = [
            pack(
                features_of(
                    PassageText(1, self.texts[place], "", "", 0, place[1], (1,)), quantised(np.ones((1, 2), np.float32))
                )
            )
            for place in there
        ]
        return FoundPassages(there, unpack(packed) if packed else None)

    async def document_frequencies(self, owner: str, collection_id: str, terms: Sequence[str]) -> DocumentFrequencies:
        return DocumentFrequencies(100, {term: self.frequencies[term] for term in terms if term in self.frequencies})


@pytest.fixture
def catalogue() -> Any:
    return Features()


def candidates(kind: str, scores: Mapping[int, float]) -> CandidateList:
    chunks = [{"chunk_id": chunk_id("r1", index), "score": score} for index, score in scores.items()]
    return cast("CandidateList", {"kind": kind, "chunks": chunks})


def test_words_tell_which_chunk_shows_a_passage_that_is_too_large_to_be_read_whole() -> None:
    def found(count: int) -> list[float] | None:
        text = PassageText(1, "tide", "", "", 0, 3, (1,) * count)
        block = features_of(text, quantised(np.ones((count, 2), np.float32)))
        lists = [candidates("dense", {4: 0.9}), candidates("bm25", {5: 8.0, 11: 4.0, 90: 9.0})]
        scores = scores_in_words(block, ["r1"], lists)
        return None if scores is None else scores.tolist()

    assert found(8) is None
    assert found(9) == pytest.approx([0, 0, 8 / 9, 0, 0, 0, 0, 0, 4 / 9])


HOME = cast("Collection", type("Home", (), {"owner": "ann", "collection_id": "c1"})())


def found(*chunk_ids: str) -> CandidateList:
    chunks = [{"chunk_id": each, "revision_id": each.split("-")[0], "score": 1.0} for each in chunk_ids]
    return cast("CandidateList", {"chunks": chunks})


async def test_terms_carry_how_much_they_tell_in_the_collection(catalogue: Any) -> None:
    terms = await read_terms(catalogue, HOME, "tide quay walrus", [1.0, 0.0])
    tide, quay, walrus = terms.idf.tolist()
    assert walrus > tide > quay > 0
    assert terms.document_count == 100
    assert len(terms.keys) == len(analyse("tide quay walrus"))


async def test_terms_of_synonyms_are_searched_as_well_and_count_less(catalogue: Any) -> None:
    plain = await read_terms(catalogue, HOME, "tide", [1.0, 0.0])
    more = await read_terms(catalogue, HOME, "tide", [1.0, 0.0], ["ebb and tide", "quay"])
    assert len(more.keys) == 3, "a term of the question is not counted again"
    assert more.keys[0] == plain.keys[0]
    assert more.weights[0] == 1.0
    assert (more.weights[1:] < 1.0).all()
    assert more.idf[0] == plain.idf[0]


async def test_parts_of_a_compound_count_less_than_words(catalogue: Any) -> None:
    terms = await read_terms(catalogue, HOME, "walrus of tide-quay", [1.0, 0.0])
    assert terms.weights.tolist() == [1.0, 0.5, 0.5, 1.0]


async def test_an_exact_day_is_searched_as_a_table_writes_it(catalogue: Any) -> None:
    days = term_keys(["20250607", "07.06.2025"])
    terms = await read_terms(catalogue, HOME, "tide of 7 June 2025", [1.0, 0.0])
    weight = dict(zip(terms.keys.tolist(), terms.weights.tolist(), strict=True))
    assert [weight[day] for day in days.tolist()] == [1.0, 0.0], "what no document writes so weighs nothing"


async def test_the_pool_holds_each_proposed_passage_once_in_a_fixed_order(catalogue: Any) -> None:
    terms = await read_terms(catalogue, HOME, "tide", [1.0, 0.0])
    views = {"r1": view([0, 1], "r1"), "r2": view([0], "r2"), "r3": view([], "r3")}
    ids = [chunk_id("r2", 0), chunk_id("r1", 1), chunk_id("r1", 0), chunk_id("r3", 0), chunk_id("gone", 0)]
    pooled = await read_pool(catalogue, HOME, terms, [found(*ids), found(*ids[::-1])], views)
    assert pooled is not None
    assert list(pooled.owners) == ["r1", "r1", "r2"]
    assert pooled.pool.body[:, 0].tolist() == [1.0, 0.0, 0.0]
    again = await read_pool(catalogue, HOME, terms, [found(*ids[::-1])], views)
    assert again is not None
    assert again.owners == pooled.owners


async def test_there_is_no_pool_where_nothing_has_features(catalogue: Any) -> None:
    terms = await read_terms(catalogue, HOME, "tide", [1.0, 0.0])
    assert await read_pool(catalogue, HOME, terms, [found(chunk_id("r3", 0))], {"r3": view([], "r3")}) is None
    assert await read_pool(catalogue, HOME, terms, [], {}) is None
