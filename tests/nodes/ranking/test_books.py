from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.language.query_terms import query_terms
from nodes.ranking.books import Book, score_book, worth_entering
from nodes.ranking.features import Block, term_keys
from nodes.ranking.weighted_terms import QueryTerms

MakeBlock = Callable[..., Block]


def score(
    block: Block,
    question: str,
    *,
    weights: Sequence[float] | None = None,
    term_weights: Sequence[float] | None = None,
    asks_amount: bool = False,
) -> Book:
    terms = query_terms(question)
    ones = np.ones(len(terms), np.float32)
    asked = QueryTerms(
        term_keys(terms),
        np.array(weights or ones, np.float32),
        ones,
        document_count=1,
        frequencies={},
        document_frequencies=ones,
        embedding=np.ones(block.vectors.shape[1], np.float32),
    )
    return score_book(block, asked, np.array(term_weights or ones, np.float32), asks_amount=asks_amount, average=5.0)


def test_the_rarity_of_a_word_is_that_in_the_document_itself(make_block: MakeBlock) -> None:
    report = make_block(["revenue revenue segment", "revenue lease", "revenue revenue board", "revenue members"])
    book = score(report, "revenue lease", weights=[9.0, 0.1])
    assert int(book.scores.argmax()) == 1, "every page of the report speaks of revenue"
    assert int(book.body.argmax()) == 0, "beside other documents the collection's own rarity counts"


def test_a_synonym_counts_less_than_the_word_that_was_asked_for(make_block: MakeBlock) -> None:
    report = make_block(["revenue", "turnover", "members"])
    asked, synonym, other = score(report, "revenue turnover", term_weights=[1.0, 0.5]).scores.tolist()
    assert asked > synonym > other


def test_pages_of_tables_come_first_where_an_amount_is_asked_for(make_block: MakeBlock) -> None:
    report = make_block(["net sales rose", "net sales rose"], rows=[0, 12])
    assert score(report, "net sales").scores.tolist() == pytest.approx([score(report, "net sales").scores[0]] * 2)
    asked = score(report, "net sales", asks_amount=True).scores
    assert asked[1] > asked[0]


def test_headings_and_row_labels_count_beside_the_body(make_block: MakeBlock) -> None:
    bodies = ["long-term debt and other words"] * 3
    for changes in ({"titles": ["", "Long-term debt", ""]}, {"labels": ["", "long-term debt", ""]}):
        plain, lifted, _ = score(make_block(bodies, **changes), "long-term debt").scores.tolist()
        assert lifted > plain


@given(
    st.lists(st.tuples(st.text("ab c", max_size=10), st.integers(0, 99)), min_size=1, max_size=6),
    st.booleans(),
)
@settings(max_examples=50, deadline=None)
def test_scores_are_in_their_range(make_block: MakeBlock, pages: list[tuple[str, int]], asks_amount: bool) -> None:
    bodies = [body for body, _ in pages]
    block = make_block(bodies, titles=bodies, labels=bodies, rows=[rows for _, rows in pages])
    book = score(block, "a b", asks_amount=asks_amount)
    assert ((book.scores >= 0) & (book.scores <= 1 + 1e-5)).all()
    assert book.best_body == book.body.max()


def test_a_document_is_entered_where_it_is_named_long_or_fitting_and_its_words_compete(make_block: MakeBlock) -> None:
    short = score(make_block(["net sales rose", "board"]), "net sales")
    long = score(make_block(["net sales rose"] + ["board"] * 40), "net sales")
    enough = short.best_body
    named = partial(worth_entering, name=4.0, bearing=1.0)
    assert named(long, facts=0.0, best_body=long.best_body)
    assert not named(short, facts=0.0, best_body=enough), "a name alone may be a common word"
    assert named(short, facts=4.0, best_body=enough)
    assert not named(long, facts=0.0, best_body=long.best_body, bearing=0.01), "other texts say that word too"
    assert named(long, facts=4.0, best_body=long.best_body, bearing=0.01)
    assert not named(long, facts=0.0, best_body=long.best_body, name=0.1), "hardly named"
    assert named(long, facts=4.0, best_body=5 * long.best_body), "a name that is rare in texts lifts others more"
    assert not named(short, facts=4.0, best_body=5 * short.best_body), "of a short one all is seen anyway"
    assert not named(long, facts=4.0, best_body=50 * long.best_body), "others say far more of it"
