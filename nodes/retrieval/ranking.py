"""The ranking of one collection: what the store proposed, and the pages of the documents that are meant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nodes.documents.chunks import chunk_place
from nodes.domain.chat import CandidateList, DocumentView, Plan, RoutedDocument, ScoreName
from nodes.domain.options import Options
from nodes.domain.switches import Features
from nodes.language.asked_kinds import asks_count
from nodes.language.days import day_terms
from nodes.language.entities import names_in
from nodes.language.terms import analyse
from nodes.ports import Catalogue, Collection
from nodes.ranking.bm25 import rarity
from nodes.ranking.books import LONG_BOOK, NAME_WEIGHT, Book, score_book, worth_entering
from nodes.ranking.features import BODY, Block, term_keys
from nodes.ranking.fusion import normalise, reciprocal_rank_fusion, weighted_fusion
from nodes.ranking.grains import Blend, code_share
from nodes.ranking.implementations import LEAST_CODE, beside_code, implementations_first
from nodes.ranking.long_tables import days_first, tables_among, telling_days
from nodes.ranking.merging import Ranked, fuse_queries, rank_books, rank_pool, together
from nodes.ranking.pool import field_counts
from nodes.ranking.routing import MARGIN, bearing, content_score, within_margin
from nodes.ranking.standing import Searched
from nodes.ranking.weighted_terms import QueryTerms
from nodes.retrieval.pooling import CandidatePool, read_pool, read_terms, scores_in_words

MOST_BOOKS = 6
"""Documents that are entered, at most, of those that were looked into."""
BOOK_MARGIN = 1.0
"""Of `r` behind the best, see `nodes.ranking.routing`: narrower than for a look, once their contents are known."""


@dataclass(frozen=True)
class Asked:
    """What every collection is asked."""

    plan: Plan
    options: Options
    documents: Sequence[RoutedDocument]
    """Those that the question may mean, of all collections."""
    views: Mapping[str, DocumentView]
    """Of what was found, by revision id."""
    features: Features
    """The parts that are on."""

    @cached_property
    def tables(self) -> frozenset[str]:
        """The revision ids of files of rows among what was found."""
        return tables_among(self.views)


@dataclass(frozen=True)
class Ranking:
    """Passages of one collection, best first, and which documents were entered."""

    passages: Sequence[Ranked]
    books: Sequence[dict[str, Any]]
    """`file_name`, `passages`, `r` and `entered` of each document that was looked into."""
    searched: Searched | None = None
    """What the collection has of the question; None where no passage has features."""
    beside_code: int = 0
    """Documents that only test code or list its changes, and count for less."""


async def rank_collection(
    catalogue: Catalogue, collection: Collection, candidates: Sequence[CandidateList], asked: Asked
) -> Ranking:
    """Ranks what the lists of one collection propose, each query for itself, and fuses the queries.

    The first query is the question: it alone has synonyms, enters documents and is held against other collections.
    """
    by_query: dict[str, list[CandidateList]] = {}
    for found in candidates:
        by_query.setdefault(found["query"], []).append(found)
    ranked = [
        await _ranked(catalogue, collection, lists, asked, is_question=not position)
        for position, lists in enumerate(by_query.values())
    ]
    if not ranked:
        return Ranking([], [])
    passages = fuse_queries([each.passages for each in ranked])
    return replace(ranked[0], passages=passages, beside_code=max(each.beside_code for each in ranked))


@dataclass(frozen=True, eq=False)
class _Query:
    """One of the queries that a collection was searched for, and what came of it."""

    text: str
    terms: QueryTerms
    candidates: Sequence[CandidateList]
    pooled: CandidatePool | None
    """The passages that hold a candidate; None where none has features, or no part that is on looks at them."""
    asked: Asked

    @property
    def average(self) -> float:
        """Mean body length of the passages at hand."""
        return self.pooled.pool.average if self.pooled is not None else 1.0

    @property
    def best_body(self) -> float:
        """The best BM25 of a passage at hand."""
        return float(self.pooled.pool.body_scores(self.terms.idf).max(initial=0.0)) if self.pooled is not None else 0.0


@dataclass(frozen=True)
class _Inside:
    """What the documents that the question means say."""

    passages: Sequence[Ranked] = ()
    looked_into: Sequence[dict[str, Any]] = ()
    """See `Ranking.books`."""

    @property
    def is_long(self) -> bool:
        """Whether a document that was entered is a long one."""
        return any(book["entered"] and book["passages"] >= LONG_BOOK for book in self.looked_into)


async def _ranked(
    catalogue: Catalogue,
    collection: Collection,
    candidates: Sequence[CandidateList],
    asked: Asked,
    *,
    is_question: bool,
) -> Ranking:
    """What the lists of one query propose."""
    synonyms = asked.plan["synonyms"] if is_question else []
    text, embedding = candidates[0]["query"], candidates[0]["embedding"]
    terms = await read_terms(catalogue, collection, text, embedding, synonyms)
    looks = "passages" in asked.features or "routing" in asked.features
    pooled = await read_pool(catalogue, collection, terms, candidates, asked.views) if looks else None
    query = _Query(text, terms, candidates, pooled, asked)
    outside, lowered = _outside(query)
    enters = is_question and asked.options.document_filter == "soft"
    inside = await _inside(catalogue, collection, query) if enters else _Inside()
    searched = Searched(pooled.pool, terms) if is_question and pooled is not None else None
    passages = together(inside.passages, outside, long=inside.is_long)
    return Ranking(passages, inside.looked_into, searched, len(lowered))


def _outside(query: _Query) -> tuple[list[Ranked], Set[str]]:
    """Passages by their features, chunks of documents without as the store has them; which documents count for less."""
    asked, ranked, lowered = query.asked, list[Ranked](), frozenset[str]()
    as_stored = set(asked.views)
    if "passages" in asked.features:
        if query.pooled is not None:
            ranked, lowered = _of_pool(query, query.pooled)
        as_stored = {revision_id for revision_id, view in asked.views.items() if not view["passage_starts"]}
    if as_stored:
        ranked = [*ranked, *_as_stored(query.candidates, as_stored, asked)]
    return ranked, lowered


def _of_pool(query: _Query, pooled: CandidatePool) -> tuple[list[Ranked], frozenset[str]]:
    """Passages by their features; between source code tests and lists of changes count for less."""
    asked = query.asked
    ranked = rank_pool(
        pooled.pool,
        pooled.owners,
        query.terms,
        Blend(asked.options.fusion, asked.plan["alpha"], asked.features),
        feedback=asked.plan["feedback"],
        smooth=asked.plan["smooth"],
    )
    if asked.tables:
        days = term_keys(day_terms(query.text))
        ranked = days_first(ranked, telling_days(pooled.pool, pooled.owners, days), asked.tables)
    if "implementations" not in asked.features or code_share(pooled.pool) < LEAST_CODE:
        return ranked, frozenset()
    lowered = beside_code(asked.plan["search_text"], asked.views)
    return implementations_first(ranked, lowered) if lowered else ranked, lowered


async def _inside(catalogue: Catalogue, collection: Collection, query: _Query) -> _Inside:
    """Pages of the documents that the question means, where entering them is worth it."""
    meant = {
        each["revision_id"]: each
        for each in query.asked.documents
        if each["collection_id"] == collection.collection_id and each["passages"] > 1 and each["name"] > 0
    }
    if not meant:
        return _Inside()
    priors = {revision_id: float(each["prior"]) for revision_id, each in meant.items()}
    names = _Names.of(query.asked.plan["search_text"], query.terms)
    books: dict[str, Book] = {}
    for revision_id in within_margin(priors, MARGIN):
        block = await catalogue.all_passages(collection.owner, revision_id)
        if block is None:
            continue
        if "name_content" in query.asked.features:
            priors[revision_id] += names.weight_in(block)
        books[revision_id] = _scored(block, revision_id, query, names)
    entered = _worth_entering(books, priors, meant, query)
    looked_into = [
        {
            "file_name": meant[each]["file_name"],
            "passages": meant[each]["passages"],
            "r": round(priors[each], 3),
            "entered": each in entered,
        }
        for each in books
    ]
    return _Inside(_days_first_inside(rank_books(entered, priors), entered, query), looked_into)


def _scored(block: Block, revision_id: str, query: _Query, names: _Names) -> Book:
    """A document that its name led to: that counts less in it, unless an amount is asked for."""
    plan, features = query.asked.plan, query.asked.features
    in_tables = plan["asks_amount"] and not asks_count(plan["search_text"])
    keeps_weights = in_tables or "light_names" not in features
    return score_book(
        block,
        query.terms,
        query.terms.weights if keeps_weights else names.lighter(query.terms),
        asks_amount=in_tables and "table_rows" in features,
        average=query.average,
        in_words=scores_in_words(block, [revision_id] * block.passage_count, query.candidates),
        features=features,
    )


def _days_first_inside(inside: list[Ranked], books: Mapping[str, Book], query: _Query) -> list[Ranked]:
    """Pages of books, those rows first that are of an exact day which is asked for."""
    days = term_keys(day_terms(query.text))
    for revision_id, book in books.items():
        telling = telling_days(book.pool, [revision_id] * book.pool.block.passage_count, days)
        inside = days_first(inside, telling, query.asked.tables)
    return inside


def _worth_entering(
    books: Mapping[str, Book],
    priors: Mapping[str, float],
    meant: Mapping[str, RoutedDocument],
    query: _Query,
) -> dict[str, Book]:
    """Of the documents that were looked into, those near the best that say more of the question than other passages."""
    terms, best_body = query.terms, query.best_body
    near = within_margin({each: priors[each] for each in books}, BOOK_MARGIN, MOST_BOOKS)
    return {
        each: books[each]
        for each in near
        if worth_entering(
            books[each],
            name=meant[each]["name"],
            bearing=bearing(meant[each]["bearers"], terms.frequencies, terms.document_count),
            facts=meant[each]["facts"],
            best_body=best_body,
        )
    }


@dataclass(frozen=True, eq=False)
class _Names:
    """The terms of the question's names, and how rare each is."""

    keys: NDArray[np.uint32]
    rarities: list[float]

    @classmethod
    def of(cls, question: str, terms: QueryTerms) -> _Names:
        """Those of a question; numbers are left out, they are periods and amounts."""
        found = dict.fromkeys(term for name in names_in(question) for term in analyse(name) if not term[0].isdigit())
        return cls(term_keys(found), [rarity(terms.frequencies.get(term, 0), terms.document_count) for term in found])

    def lighter(self, terms: QueryTerms) -> NDArray[np.float32]:
        """(T,) the weights of a question's terms within a document that its names led to."""
        is_name = np.isin(terms.keys, self.keys)
        return np.asarray(np.where(is_name, NAME_WEIGHT, 1) * terms.weights, dtype=np.float32)

    def weight_in(self, block: Block) -> float:
        """How much a document holds of them, see `routing.content_score`."""
        return content_score(field_counts(block, self.keys)[BODY].sum(axis=0).tolist(), self.rarities)


def _as_stored(lists: Sequence[CandidateList], revision_ids: Set[str], asked: Asked) -> list[Ranked]:
    """Chunks of these documents, which have no features, by the store's own scores or ranks, fused; 0..1."""
    scores: dict[str, dict[str, float]] = {"dense": {}, "bm25": {}}
    for found in lists:
        best = normalise({chunk["chunk_id"]: chunk["score"] for chunk in found["chunks"]})
        for chunk in found["chunks"]:
            if chunk["revision_id"] in revision_ids:
                scores[found["kind"]][chunk["chunk_id"]] = best[chunk["chunk_id"]]
    if asked.options.fusion == "rrf":
        fused = normalise(reciprocal_rank_fusion([list(by_kind) for by_kind in scores.values()]))
    else:
        fused = weighted_fusion(scores["dense"], scores["bm25"], asked.plan["alpha"])
    ranked: list[Ranked] = []
    for chunk_id, score in fused.items():
        found_scores: dict[ScoreName, float] = {"fused": score}
        ranked.append(Ranked(*chunk_place(chunk_id), found_scores))
    return ranked
