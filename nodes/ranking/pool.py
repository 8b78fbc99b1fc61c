"""The pool: the passages that a question is weighed against, with its terms counted in each."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nodes.ranking.bm25 import bm25_parts
from nodes.ranking.features import BODY, FIELD_COUNT, Block, directions
from nodes.ranking.runs import starts

SPREAD_COST = 0.1
"""Of a cosine, against a chunk on two pages as the one that shows its passage: the other page may be of another."""
WORDS_SHARE = 0.3
"""For a chunk that says the question best in words, beside its cosine: which chunk shows a large passage."""
_LOW_BITS = np.uint32(0xFFFF)
"""Of a term's key: a flag for each of them is looked up quickly."""


@dataclass(frozen=True, eq=False)
class Pool:
    """P passages and T terms."""

    block: Block
    keys: NDArray[np.uint32]
    """(T,) the question's terms."""
    counts: NDArray[np.float32]
    """(3, P, T) occurrences in body, titles and labels."""
    cosines: NDArray[np.float32]
    """(P,) the best of a passage's chunks, -1..1."""
    best_chunks: NDArray[np.int64]
    """(P,) the chunk that shows the passage, as an index into the block's chunks."""

    def body_scores(self, weights: NDArray[np.float32], average: float | None = None) -> NDArray[np.float32]:
        """(P,) BM25 of the bodies.

        Args:
            weights: (T,) idf of the question's terms.
            average: Mean length; None for that of the passages at hand.
        """
        scores: NDArray[np.float32] = bm25_parts(self.body, self.block.lengths[:, BODY], weights, average=average).sum(
            axis=1
        )
        return scores

    @property
    def shown_chunks(self) -> NDArray[np.uint32]:
        """(P,) the index in its document of the chunk that shows each passage."""
        found: NDArray[np.uint32] = self.block.chunks[self.best_chunks]
        return found

    @property
    def average(self) -> float:
        """Mean body length of the passages, 1 or more."""
        return max(1.0, float(self.block.lengths[:, BODY].mean()))

    @property
    def body(self) -> NDArray[np.float32]:
        """(P, T) occurrences in the body."""
        found: NDArray[np.float32] = self.counts[BODY]
        return found


def pool_of(
    block: Block,
    keys: NDArray[np.uint32],
    question: NDArray[np.float32],
    in_words: NDArray[np.float32] | None = None,
) -> Pool:
    """The pool of a question.

    Args:
        block: The passages.
        keys: Distinct terms of the question, as `term_key` has them.
        question: Its embedding, (D,).
        in_words: (S,) 0..1, how well each chunk says it in words, where that decides which one shows a passage.
    """
    vectors = directions(block.vectors)
    norm = math.sqrt(question @ question) or 1.0
    similar = vectors @ (question / norm).astype(np.float32)
    cosines, best = best_of_each(similar, block.homes, block.passage_count)
    if in_words is not None or (block.spread > 1).any():
        # A chunk that runs over two pages shows its passage only where no other chunk does nearly as well.
        shown = similar - SPREAD_COST * (block.spread > 1) + (WORDS_SHARE * in_words if in_words is not None else 0)
        _, best = best_of_each(shown, block.homes, block.passage_count)
    return Pool(block, keys, field_counts(block, keys), cosines, best)


def field_counts(block: Block, keys: NDArray[np.uint32]) -> NDArray[np.float32]:
    """Occurrences of terms in body, titles and labels, shape (3, P, T)."""
    found = np.zeros((FIELD_COUNT, block.passage_count, len(keys)), np.float32)
    if not len(keys):
        return found
    # Nearly all postings are of other terms, which a look at their low bits tells five times quicker than a search.
    asked = np.zeros(_LOW_BITS + 1, bool)
    asked[keys & _LOW_BITS] = True
    near = asked[block.terms & _LOW_BITS].nonzero()[0]
    order = np.argsort(keys, kind="stable")
    known = keys[order]
    place = np.minimum(np.searchsorted(known, block.terms[near]), len(keys) - 1)
    same = known[place] == block.terms[near]
    hits = near[same]
    found[block.fields[hits], block.passages[hits], order[place[same]]] = block.counts[hits]
    return found


def best_of_each(
    scores: NDArray[np.float32], homes: NDArray[np.uint32], count: int
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """The best score of each of `count` groups and where it stands; -1 and -1 for a group without any.

    Args:
        scores: (S,) -1..1.
        homes: (S,) the group of each, ascending.
        count: Number of groups.
    """
    best = np.full(count, -1.0, scores.dtype)
    where = np.full(count, -1, np.int64)
    if len(scores):
        firsts = starts(homes)
        best[homes[firsts]] = np.maximum.reduceat(scores, firsts)
        rows = (scores == best[homes]).nonzero()[0]
        # The first of equals: of several rows for one place, the one that is written last stays.
        where[homes[rows[::-1]]] = rows[::-1]
    return best, where
