"""Postings of a small table in memory: BM25 over its terms without asking the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nodes.ranking.bm25 import K1, B, idf
from nodes.ranking.runs import begins, runs

if TYPE_CHECKING:
    import pyarrow as pa

_ROW_BITS = 32
_MOST_COUNT = 65_535
_TERM_BYTES = 150
"""Of a term and its place in a dictionary, about."""


@dataclass(frozen=True, eq=False)
class Postings:
    """Which of N rows hold each of T terms, P pairs in all."""

    places: Mapping[str, int]
    """T terms, each with its number."""
    firsts: NDArray[np.int64]
    """(T + 1,) where the pairs of each term begin."""
    rows: NDArray[np.int32]
    """(P,) row numbers, ascending within a term."""
    counts: NDArray[np.uint16]
    """(P,) how often the term stands there, 65,535 at most."""
    norms: NDArray[np.float32]
    """(N,) `k1 (1 - b + b length / average)` of each row."""
    row_count: int
    """Rows that hold any term."""

    def scores(self, terms: Sequence[str]) -> NDArray[np.float32]:
        """(N,) BM25 of every row, 0 where it holds none of the terms; what is asked for twice counts twice.

        `sum of idf tf (k1 + 1) / (tf + k1 (1 - b + b length / average))` over the terms (Robertson et al. 1994), by the
        rows that hold any term: what LanceDB's index of full text gives, when it is up to date.
        """
        scores = np.zeros(len(self.norms), np.float32)
        asked = {self.places[term]: times for term, times in Counter(terms).items() if term in self.places}
        found = {place: slice(self.firsts[place], self.firsts[place + 1]) for place in asked}
        frequencies = np.array([pairs.stop - pairs.start for pairs in found.values()], np.float32)
        weights = (K1 + 1) * np.array(list(asked.values()), np.float32) * idf(frequencies, self.row_count)
        for pairs, weight in zip(found.values(), weights, strict=True):
            rows, counts = self.rows[pairs], self.counts[pairs].astype(np.float32)
            scores[rows] += weight * counts / (counts + self.norms[rows])
        return scores

    @property
    def byte_count(self) -> int:
        """Bytes in memory, nearly."""
        arrays = (self.firsts, self.rows, self.counts, self.norms)
        return sum(int(each.nbytes) for each in arrays) + _TERM_BYTES * len(self.places)


class PostingsBuilder:
    """Counts terms, a batch of rows at a time: all of them at once would take several times the memory."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}
        self._lengths: list[NDArray[np.int64]] = []
        self._batches: list[_Batch] = []
        self._row_count = 0

    def add(self, texts: pa.StringArray) -> None:
        """Counts the next rows, whose terms stand between blanks; a row may have none, or be null."""
        import pyarrow as pa
        import pyarrow.compute as pc

        # Arrow's own pool keeps for each thread what was needed at most: twice of what is kept here in the end.
        pool = pa.system_memory_pool()
        split = pc.utf8_split_whitespace(texts, memory_pool=pool)
        words = pc.dictionary_encode(pc.list_flatten(split, memory_pool=pool), memory_pool=pool)
        places = [self._places.setdefault(each, len(self._places)) for each in words.dictionary.to_pylist()]
        terms = np.array(places, np.int64)[words.indices.to_numpy()]
        rows = np.repeat(np.arange(len(split)), np.diff(split.offsets.to_numpy()))
        # A blank at an end, and a row without terms, leave an empty one.
        said = terms != self._places.get("", -1)
        terms, rows = terms[said], rows[said]
        self._lengths.append(np.bincount(rows, minlength=len(split)))
        pairs, counts = np.unique(terms << _ROW_BITS | rows + self._row_count, return_counts=True)
        terms, frequencies = np.unique(pairs >> _ROW_BITS, return_counts=True)
        self._batches.append(
            _Batch(
                terms,
                frequencies,
                (pairs & (2**_ROW_BITS - 1)).astype(np.int32),
                np.minimum(counts, _MOST_COUNT).astype(np.uint16),
            )
        )
        self._row_count += len(split)

    def built(self) -> Postings:
        """What was counted; the builder is of no more use."""
        lengths = np.concatenate([np.empty(0, np.int64), *self._lengths])
        frequencies = np.zeros(len(self._places), np.int64)
        for batch in self._batches:
            frequencies[batch.terms] += batch.frequencies
        firsts = begins(frequencies)
        pair_count = int(frequencies.sum())
        rows, counts = np.empty(pair_count, np.int32), np.empty(pair_count, np.uint16)
        following = firsts.copy()
        while self._batches:
            batch = self._batches.pop(0)
            places = runs(following[batch.terms], batch.frequencies)
            rows[places], counts[places] = batch.rows, batch.counts
            following[batch.terms] += batch.frequencies
        speaking = int(np.count_nonzero(lengths))
        average = max(1, int(lengths.sum())) / max(1, speaking)
        norms = (K1 * (1 - B) + K1 * B * lengths / average).astype(np.float32)
        return Postings(self._places, np.append(firsts, pair_count), rows, counts, norms, speaking)


class _Batch(NamedTuple):
    """What some rows hold."""

    terms: NDArray[np.int64]
    """Ascending."""
    frequencies: NDArray[np.int64]
    """In how many of the rows each of them stands."""
    rows: NDArray[np.int32]
    """Of each term those that hold it, ascending."""
    counts: NDArray[np.uint16]
    """How often."""
