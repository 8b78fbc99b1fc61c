"""What speaks for each document of a collection: its names, its facts, its summary, and the names that lead to it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from nodes.domain.chat import DocumentView, Plan
from nodes.domain.switches import Feature, Features
from nodes.language.query_terms import query_terms
from nodes.ports import Catalogue, Collection
from nodes.ranking.routing import (
    MARGIN,
    SUMMARY_WEIGHT,
    best_possible,
    document_words,
    facts_score,
    name_prefixes,
    name_score,
    question_runs,
    word_worths,
    words_meant,
)
from nodes.retrieval.searching import dense_search, text_search

CANDIDATES = 50
"""Summaries that each of the two searches proposes."""
MOST_MEANT = 2_000
"""Documents that one word of a question may mean, at most: a word that more are called by tells none apart."""
FIRST_SCORED = 100
"""Of the documents that a word proposes, before the others are held against the best of these."""
NAMED = 2.0
"""What a title, alias or identifier in the question adds to a document that bears it."""
_NAMES: Mapping[str, Feature] = {
    "file_name": "file_names",
    "title": "document_titles",
    "organisation": "organisations",
    "short_form": "organisations",
}
"""The feature that each source of the words of a document is a part of."""


class Scored(NamedTuple):
    """A document, and what speaks for it."""

    view: DocumentView
    parts: Mapping[str, float]
    prior: float
    """The sum of the parts."""
    bearers: Mapping[str, int] = {}
    """How many documents bear each word of its names that the question has."""


async def score_documents(
    catalogue: Catalogue,
    collection: Collection,
    plan: Plan,
    query: str,
    count: int,
    *,
    features: Features,
    always: bool,
) -> list[Scored]:
    """Documents of one collection that a word of theirs, their summary or their terms propose, each with its parts.

    Where the question means none by its name, nothing follows from the rest: the passages themselves tell more. Those
    that cannot come within the margin of the best are left out, unless `always` says that all are wanted.

    Args:
        catalogue: Knows the words of the documents.
        collection: Where they are.
        plan: Of the question.
        query: What their summaries are searched for.
        count: Documents of all collections that are asked.
        features: The parts that are on.
        always: Whether documents are wanted even where the question names none.
    """
    owner = collection.owner
    runs = question_runs(plan["search_text"], plan["short_names"])
    meant = await catalogue.meant(owner, collection.collection_id, words_meant(runs), name_prefixes(runs), MOST_MEANT)
    if not meant.words and not always:
        return []
    worth = word_worths(runs, meant.frequencies, count)
    possible = best_possible(meant.words, meant.cut, worth, plan)
    first = list(meant.words) if always else await _likeliest(catalogue, collection, plan, possible)
    summaries, named = await asyncio.gather(_summaries(catalogue, collection, query), catalogue.visible(owner, first))
    scoring = _Scoring(plan, features, worth, meant.frequencies, summaries)
    views = {**named, **summaries.views}
    scored = [scoring.of(view) for view in views.values()]
    if len(first) < len(meant.words):
        # For those that are left nothing speaks but words and facts, and often no more than a word of thousands.
        least = max((each.prior for each in scored), default=0.0) - MARGIN
        known = {*first, *views}
        rest = [each for each in meant.words if each not in known and possible[each] >= least]
        scored += [scoring.of(view) for view in (await catalogue.visible(owner, rest)).values()]
    return scored


async def _likeliest(
    catalogue: Catalogue, collection: Collection, plan: Plan, possible: Mapping[str, float]
) -> list[str]:
    """The revisions that are scored first: all that the question names, then those that may come to most."""
    named = await _bearers(catalogue, collection, plan)
    ordered = sorted(possible, key=lambda each: (each not in named, -possible[each], each))
    return ordered[: max(FIRST_SCORED, sum(each in named for each in ordered))]


async def _bearers(catalogue: Catalogue, collection: Collection, plan: Plan) -> Set[str]:
    """Revisions that bear a name of the question, all that it may name among them."""
    if not plan["named_documents"]:
        return frozenset()
    postings = await catalogue.postings(collection.owner, collection.collection_id, list(plan["names"]))
    return frozenset(revision_id for found in postings.values() for revision_id in found.bearers)


class _Summaries(NamedTuple):
    """Documents whose summaries were found, by revision id."""

    views: Mapping[str, DocumentView]
    similar: Mapping[str, float]
    """Cosine to the question, -1..1."""
    matching: Mapping[str, float]
    """BM25."""


async def _summaries(catalogue: Catalogue, collection: Collection, query: str) -> _Summaries:
    store, terms = collection.summaries, query_terms(query)
    embedding = await collection.embedding.aget_query_embedding(query)
    dense, text = await asyncio.gather(
        dense_search(catalogue, collection, store, embedding, CANDIDATES),
        text_search(catalogue, collection, store, terms, CANDIDATES),
    )
    return _Summaries(
        {each.view["revision_id"]: each.view for each in (*dense, *text)},
        {each.view["revision_id"]: each.score for each in dense},
        {each.view["revision_id"]: each.score for each in text},
    )


@dataclass(frozen=True)
class _Scoring:
    """What the documents of one collection are scored by."""

    plan: Plan
    features: Features
    worth: Callable[[str], float]
    """Of a word, see `word_worths`."""
    frequencies: Mapping[str, int]
    """How many documents have each word."""
    summaries: _Summaries

    def of(self, view: DocumentView) -> Scored:
        """A document with its parts."""
        words = _words(view, self.features)
        meant = [word for found in words.values() for word in found if self.worth(word)]
        parts = {
            # Most documents are here for their summary, and bear no word of the question.
            "name": name_score(words, self.worth) if meant else 0.0,
            "facts": facts_score(self.plan, view),
            "named": NAMED * (view["document_id"] in self.plan["named_documents"]),
            **self._of_summary(view["revision_id"]),
        }
        bearers = {word: self.frequencies.get(word, 1) for word in meant}
        return Scored(view, parts, round(sum(parts.values()), 6), bearers)

    def _of_summary(self, revision_id: str) -> dict[str, float]:
        weight = SUMMARY_WEIGHT if "summaries" in self.features else 0.0
        _, similar, matching = self.summaries
        return {
            "text": weight * matching.get(revision_id, 0.0) / self._best_match,
            "summary": weight * max(0.0, similar.get(revision_id, 0.0)),
        }

    @cached_property
    def _best_match(self) -> float:
        return max(self.summaries.matching.values(), default=0.0) or 1.0


def _words(view: DocumentView, features: Features) -> Mapping[str, Sequence[str]]:
    words = document_words(view)
    if features.issuperset(_NAMES.values()):
        return words
    return {source: found for source, found in words.items() if _NAMES[source] in features}
