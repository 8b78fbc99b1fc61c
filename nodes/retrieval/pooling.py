"""The pool of one query in one collection: from chunks that the store proposed to passages with their features."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nodes.documents.chunks import chunk_id, chunk_place
from nodes.documents.passages import LARGEST_READ
from nodes.domain.chat import CandidateList, DocumentView
from nodes.language.days import day_terms
from nodes.language.query_terms import part_terms, query_terms
from nodes.ports import Catalogue, Collection
from nodes.ranking.bm25 import idf
from nodes.ranking.features import Block, term_keys
from nodes.ranking.fusion import normalise
from nodes.ranking.pool import Pool, pool_of
from nodes.ranking.weighted_terms import QueryTerms

SYNONYM_WEIGHT = 0.5
"""Of a term that only a synonym gives, beside 1 for those of the question."""
PART_WEIGHT = 0.5
"""Of a compound's part. The compound is a term itself: with parts that count whole, "PL/Perl" would be asked thrice."""


@dataclass(frozen=True, eq=False)
class CandidatePool:
    """Passages that were proposed, with the revision of each."""

    pool: Pool
    owners: Sequence[str]


async def read_terms(
    catalogue: Catalogue,
    collection: Collection,
    query: str,
    embedding: Sequence[float],
    synonyms: Sequence[str] = (),
) -> QueryTerms:
    """The statistics of a query. Parts of its compounds, and terms of its synonyms, count half."""
    own, asked = searched_terms(query), query_terms(query)
    terms = [*own, *synonym_terms(own, synonyms)]
    known = await catalogue.document_frequencies(collection.owner, collection.collection_id, terms)
    frequencies = np.array([known.frequencies.get(term, 0) for term in terms], np.float32)
    parts = part_terms(query)
    # A day that no document writes in one word weighs nothing: its words say all of it.
    unwritten = {term for term in own[len(asked) :] if not known.frequencies.get(term)}
    own_weights = [0.0 if term in unwritten else PART_WEIGHT if term in parts else 1.0 for term in own]
    weights = np.array(own_weights + [SYNONYM_WEIGHT] * (len(terms) - len(own)), np.float32)
    return QueryTerms(
        term_keys(terms),
        weights * idf(frequencies, known.document_count),
        weights,
        known.document_count,
        known.frequencies,
        frequencies,
        np.asarray(embedding, np.float32),
    )


def searched_terms(query: str) -> list[str]:
    """The distinct terms of a query, in order, and those of its exact days in other notations."""
    return list(dict.fromkeys([*query_terms(query), *day_terms(query)]))


def synonym_terms(own: Sequence[str], synonyms: Sequence[str]) -> list[str]:
    """The terms of synonyms that are not among the question's own, each once."""
    return list(dict.fromkeys(term for phrase in synonyms for term in query_terms(phrase) if term not in own))


async def read_pool(
    catalogue: Catalogue,
    collection: Collection,
    terms: QueryTerms,
    candidates: Sequence[CandidateList],
    views: Mapping[str, DocumentView],
) -> CandidatePool | None:
    """The passages that hold a proposed chunk; None where none has features.

    Args:
        catalogue: Keeps the features.
        collection: Where it was searched.
        terms: Of the query.
        candidates: The lists of this query.
        views: Of the documents, by revision id.
    """
    # By id: half of what is found by words is found by meaning too.
    revisions = {chunk["chunk_id"]: chunk["revision_id"] for found in candidates for chunk in found["chunks"]}
    places = {passage_of(chunk, views[home]) for chunk, home in revisions.items() if home in views}
    # In a fixed order: equal scores must not depend on which list came first.
    passages = await catalogue.passages(collection.owner, sorted(places))
    if passages.block is None:
        return None
    owners = [revision_id for revision_id, _ in passages.places]
    in_words = scores_in_words(passages.block, owners, candidates)
    return CandidatePool(pool_of(passages.block, terms.keys, terms.embedding, in_words), owners)


def scores_in_words(
    block: Block, owners: Sequence[str], candidates: Sequence[CandidateList]
) -> NDArray[np.float32] | None:
    """What full text search said of each chunk, (S,) 0..1, in passages too large to be read whole; None without any.

    A smaller passage is read whole, whichever of its chunks stands for it: there what it says is best shown by what is
    most like the question.

    Args:
        block: P passages.
        owners: (P,) the revision of each.
        candidates: The lists of one query.
    """
    bounds = np.searchsorted(block.homes, np.arange(block.passage_count + 1))
    large = np.flatnonzero(np.diff(bounds) > LARGEST_READ).tolist()
    if not large:
        return None
    found = np.zeros(len(block.chunks), np.float32)
    for each in candidates:
        if each["kind"] != "bm25":
            continue
        scores = normalise({chunk["chunk_id"]: chunk["score"] for chunk in each["chunks"]})
        for place in large:
            for row in range(bounds[place], bounds[place + 1]):
                found[row] = scores.get(chunk_id(owners[place], int(block.chunks[row])), 0.0)
    return found


def passage_of(chunk: str, view: DocumentView) -> tuple[str, int]:
    """Revision id and place of the passage that a chunk, given by its id, stands in."""
    if len(view["passage_starts"]) < 2:
        return view["revision_id"], 0
    revision_id, index = chunk_place(chunk)
    return revision_id, max(0, bisect_right(view["passage_starts"], index) - 1)
