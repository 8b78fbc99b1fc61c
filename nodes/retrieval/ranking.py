"""The ranking of one collection: what the store proposed, and the pages of the documents that are meant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nodes.documents.chunks import chunk_place
from nodes.domain.chat import CandidateList, DocumentView, Options, Plan, RoutedDocument, ScoreName
from nodes.domain.switches import Features
from nodes.language.days import day_terms
from nodes.language.entities import names_in
from nodes.language.questions import asks_count
from nodes.language.terms import analyse
from nodes.ports import Catalogue, Collection
from nodes.ranking.bm25 import rarity
from nodes.ranking.books import LONG_BOOK, NAME_WEIGHT, Book, score_book, worth_entering
from nodes.ranking.features import BODY, Block, term_keys
from nodes.ranking.fusion import normalise, reciprocal_rank_fusion, weighted_fusion
from nodes.ranking.grains import code_share
from nodes.ranking.implementations import LEAST_CODE, beside_code, implementations_first
from nodes.ranking.long_tables import days_first, tables_among, telling_days
from nodes.ranking.merging import Ranked, fuse_queries, rank_books, rank_pool, together
from nodes.ranking.pool import field_counts
from nodes.ranking.routing import MARGIN, bearing, content_score, within_margin
from nodes.ranking.standing import Searched
from nodes.retrieval.pooling import CandidatePool, QueryTerms, read_pool, read_terms, scores_in_words

MOST_BOOKS = 6
"""Documents that are entered, at most, of those that were looked into."""
BOOK_MARGIN = 1.0
"""Of `r` behind the best, see `nodes.ranking.routing`: narrower than for a look, once their contents are known."""


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
    catalogue: Catalogue,
    collection: Collection,
    candidates: Sequence[CandidateList],
    documents: Sequence[RoutedDocument],
    plan: Plan,
    options: Options,
    views: Mapping[str, DocumentView],
    features: Features,
) -> Ranking:
    """Ranks what the lists of one collection propose, each query for itself, and fuses the queries."""
    looks = "passages" in features or "routing" in features
    rankings: list[list[Ranked]] = []
    looked_into: list[dict[str, Any]] = []
    searched: Searched | None = None
    lowered: frozenset[str] = frozenset()
    tables = tables_among(views)
    for position, query in enumerate(dict.fromkeys(found["query"] for found in candidates)):
        lists = [found for found in candidates if found["query"] == query]
        synonyms = plan["synonyms"] if position == 0 else []
        terms = await read_terms(catalogue, collection, query, lists[0]["embedding"], synonyms)
        pooled = await read_pool(catalogue, collection, terms, lists, views) if looks else None
        if position == 0 and pooled is not None:
            searched = Searched(
                pooled.pool, terms.weights, terms.document_frequencies, terms.document_count, terms.embedding
            )
        as_stored = {key for key, view in views.items() if not view["passage_starts"]}
        outside: list[Ranked] = []
        days = term_keys(day_terms(query))
        if "passages" in features:
            outside = _outside(pooled, terms, plan, options, features)
            if pooled is not None:
                outside = days_first(outside, telling_days(pooled.pool, pooled.owners, days), tables)
            if pooled is not None and code_share(pooled.pool) >= LEAST_CODE:
                found = beside_code(plan["search_text"], views)
                if found and "implementations" in features:
                    lowered = found
                    outside = implementations_first(outside, lowered)
        else:
            as_stored = set(views)
        if as_stored:
            outside += _as_stored(lists, as_stored, options)
        inside: list[Ranked] = []
        if position == 0 and options.document_filter == "soft":
            inside, looked_into, books = await _inside(
                catalogue, collection, terms, pooled, lists, documents, plan, features
            )
            for home, book in books.items():
                telling = telling_days(book.pool, [home] * book.pool.block.passage_count, days)
                inside = days_first(inside, telling, tables)
        long = any(book["entered"] and book["passages"] >= LONG_BOOK for book in looked_into)
        rankings.append(together(inside, outside, long=long))
    return Ranking(fuse_queries(rankings), looked_into, searched, len(lowered))


def _outside(
    pooled: CandidatePool | None, terms: QueryTerms, plan: Plan, options: Options, features: Features
) -> list[Ranked]:
    if pooled is None:
        return []
    return rank_pool(
        pooled.pool,
        pooled.owners,
        terms.idf,
        terms.weights,
        fusion=options.fusion,
        alpha=options.alpha,
        feedback=plan["feedback"],
        smooth=plan["smooth"],
        features=features,
    )


async def _inside(
    catalogue: Catalogue,
    collection: Collection,
    terms: QueryTerms,
    pooled: CandidatePool | None,
    candidates: Sequence[CandidateList],
    documents: Sequence[RoutedDocument],
    plan: Plan,
    features: Features,
) -> tuple[list[Ranked], list[dict[str, Any]], dict[str, Book]]:
    """Pages of the documents that the question means, where entering them is worth it, and those documents."""
    meant = {
        each["revision_id"]: each
        for each in documents
        if each["collection_id"] == collection.collection_id and each["passages"] > 1 and each["name"] > 0
    }
    if not meant:
        return [], [], {}
    priors = {revision_id: float(each["prior"]) for revision_id, each in meant.items()}
    average = pooled.pool.average if pooled is not None else 1.0
    books: dict[str, Book] = {}
    names = _Names.of(plan["search_text"], terms)
    in_tables = plan["asks_amount"] and not asks_count(plan["search_text"])
    own_weights = terms.weights if in_tables or "light_names" not in features else names.lighter(terms)
    for revision_id in within_margin(priors, MARGIN):
        block = await catalogue.all_passages(collection.owner, revision_id)
        if block is None:
            continue
        if "name_content" in features:
            priors[revision_id] += names.weight_in(block)
        books[revision_id] = score_book(
            block,
            terms.keys,
            terms.idf,
            own_weights,
            terms.embedding,
            asks_amount=in_tables and "table_rows" in features,
            average=average,
            in_words=scores_in_words(block, [revision_id] * block.passage_count, candidates),
            features=features,
        )
    best_body = float(pooled.pool.body_scores(terms.idf).max(initial=0.0)) if pooled is not None else 0.0
    entered = _worth_entering(books, priors, meant, best_body, terms)
    told = [
        {
            "file_name": meant[each]["file_name"],
            "passages": meant[each]["passages"],
            "r": round(priors[each], 3),
            "entered": each in entered,
        }
        for each in books
    ]
    return rank_books(entered, priors), told, entered


def _worth_entering(
    books: Mapping[str, Book],
    priors: Mapping[str, float],
    meant: Mapping[str, RoutedDocument],
    best_body: float,
    terms: QueryTerms,
) -> dict[str, Book]:
    """Of the documents that were looked into, those near the best that say more of the question than other passages."""
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


def _as_stored(lists: Sequence[CandidateList], revision_ids: Set[str], options: Options) -> list[Ranked]:
    """Chunks of these documents, which have no features, by the store's own scores or ranks, fused; 0..1."""
    scores: dict[str, dict[str, float]] = {"dense": {}, "bm25": {}}
    for found in lists:
        best = normalise({chunk["chunk_id"]: chunk["score"] for chunk in found["chunks"]})
        for chunk in found["chunks"]:
            if chunk["revision_id"] in revision_ids:
                scores[found["kind"]][chunk["chunk_id"]] = best[chunk["chunk_id"]]
    if options.fusion == "rrf":
        fused = normalise(reciprocal_rank_fusion([list(by_kind) for by_kind in scores.values()]))
    else:
        fused = weighted_fusion(scores["dense"], scores["bm25"], options.alpha)
    ranked: list[Ranked] = []
    for chunk_id, score in fused.items():
        found_scores: dict[ScoreName, float] = {"fused": score}
        ranked.append(Ranked(*chunk_place(chunk_id), found_scores))
    return ranked
