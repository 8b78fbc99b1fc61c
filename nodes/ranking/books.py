"""Pages of the documents that a question means: ranked inside each, with the statistics of that document.

Inside an annual report "revenue" says little, over a collection it says much; so the idf is the document's own.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nodes.domain.switches import DEFAULT, Feature, Features
from nodes.ranking.bm25 import bm25_parts, idf
from nodes.ranking.features import BODY, LABELS, TITLES, Block
from nodes.ranking.grains import FIELD_B, divided
from nodes.ranking.pool import Pool, pool_of
from nodes.ranking.weighted_terms import QueryTerms

BODY_WEIGHT = 1.0
"""Of BM25 in the body; this and the next three are shares of one sum, each of a score of 0..1."""
TITLES_WEIGHT = 0.5
"""Of first lines and headings: worth .108 of the right pages among the first five (`headings`, docs/ablation.md)."""
LABELS_WEIGHT = 0.5
"""Of the labels of table rows: worth .031 of the pages, not for sure (`row_labels`)."""
DENSE_WEIGHT = 0.5
"""Of the best cosine: worth .046 of the pages, not for sure (`dense`)."""
TABLE_WEIGHT = 0.3
"""Of the share of table rows, where an amount is asked for: moves one page of 65 up and one down (`table_rows`)."""
FULL_TABLE_ROWS = 15
"""Rows from which on a page counts as nothing but a table."""
NAME_WEIGHT = 0.3
"""What a name counts within a document that it led to, where no amount is asked for.

Statements bear the name above their tables, and prose has it where a firm speaks of itself in the third person.
"""

_FIELDS: tuple[Feature, ...] = ("words", "headings", "row_labels", "dense")

LEAST_NAME = 1.5
"""Of `routing.name_score`, 0 to about 8, to enter a document: a single common word of its name gives less."""
LEAST_BEARING = 0.05
"""Of `routing.bearing`, 0..1: of twenty documents that say the word, one bears it."""
LEAST_BODY_SHARE = 0.6
"""Of the best passage's BM25: what a document that is entered for its name has to say of the question at least."""
LEAST_BODY_SHARE_WITH_FACTS = 0.3
"""The same where its year, date or form is asked for, too: then it is surely meant."""
LEAST_BODY_SHARE_OF_LONG = 0.15
"""The same of a long one: it is meant however common a word its name is, and where in it is what has to be found."""
LONG_BOOK = 16
"""Passages from which on a document is worth entering for its name alone."""


@dataclass(frozen=True, eq=False)
class Book:
    """The passages of one document, scored."""

    pool: Pool
    scores: NDArray[np.float32]
    """(P,) 0..1."""
    body: NDArray[np.float32]
    """(P,) BM25 with the idf of the collection: what a passage is worth beside those of other documents."""

    @property
    def best_body(self) -> float:
        """The best of `body`."""
        return float(self.body.max(initial=0.0))


def score_book(
    block: Block,
    terms: QueryTerms,
    term_weights: NDArray[np.float32],
    *,
    asks_amount: bool,
    average: float,
    in_words: NDArray[np.float32] | None = None,
    features: Features = DEFAULT,
) -> Book:
    """Scores every passage: `sum of w x / max of x, over the sum of w`.

    x are body BM25 (w 1), first lines or headings (0.5), table row labels (0.5), best cosine (0.5), and where an
    amount is asked for the passage's share of table rows, `min(rows, 15) / 15` (0.3).

    Args:
        block: All passages of the document.
        terms: Of the question; their idf in the collection is for `body` alone.
        term_weights: (T,) their weights in here: what the document is called by may count less than elsewhere.
        asks_amount: whether it asks for an amount, a ratio or a change.
        average: Mean body length outside, for `body` alone.
        in_words: (S,) see `pool_of`.
        features: The parts that are on; w of the others does not count.
    """
    pool = pool_of(block, terms.keys, terms.embedding, in_words)
    own = term_weights * idf((pool.body > 0).sum(axis=0).astype(np.float32), block.passage_count)
    if "document_statistics" not in features:
        own = terms.idf
    lengths = block.lengths
    parts = [
        (BODY_WEIGHT, divided(bm25_parts(pool.body, lengths[:, BODY], own).sum(axis=1))),
        (TITLES_WEIGHT, divided(bm25_parts(pool.counts[TITLES], lengths[:, TITLES], own, b=FIELD_B).sum(axis=1))),
        (LABELS_WEIGHT, divided(bm25_parts(pool.counts[LABELS], lengths[:, LABELS], own, b=FIELD_B).sum(axis=1))),
        (DENSE_WEIGHT, divided(np.maximum(pool.cosines, 0))),
    ]
    parts = [part for name, part in zip(_FIELDS, parts, strict=True) if name in features]
    if asks_amount:
        rows = np.minimum(block.rows, FULL_TABLE_ROWS) / FULL_TABLE_ROWS
        parts.append((TABLE_WEIGHT, rows.astype(np.float32)))
    total = sum(weight for weight, _ in parts) or 1.0
    scores = np.zeros(block.passage_count, np.float32)
    for weight, part in parts:
        scores += np.float32(weight / total) * part
    return Book(pool, scores, pool.body_scores(terms.idf, average))


def worth_entering(book: Book, *, name: float, bearing: float, facts: float, best_body: float) -> bool:
    """Whether a document's pages are ranked apart: it is named, it is long or its facts fit, and its words compete.

    A name alone may be a common word, and a document that is meant but says nothing of the question would push out
    those that do.

    Args:
        book: The document.
        name: Its `routing.name_score`.
        bearing: Its `routing.bearing`.
        facts: Its `routing.facts_score`.
        best_body: Best BM25 of any passage at hand, with the same idf.
    """
    long = book.pool.block.passage_count >= LONG_BOOK
    if facts > 0:
        fits, share = True, LEAST_BODY_SHARE_OF_LONG if long else LEAST_BODY_SHARE_WITH_FACTS
    else:
        fits, share = long and bearing >= LEAST_BEARING, LEAST_BODY_SHARE
    return name >= LEAST_NAME and fits and book.best_body >= share * best_body
