"""Level 1: which documents the question is about, by catalogue facts, vectors and full text."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence, Set
from typing import Any, NamedTuple, TypedDict

from langgraph.runtime import Runtime

from nodes.domain.chat import DocumentView, Options, Plan, RoutedDocument, TraceEntry, Unavailable
from nodes.domain.switches import Feature, Features
from nodes.language.query_terms import query_terms
from nodes.ports import Catalogue, ChatPorts, Collection
from nodes.ranking.routing import (
    MARGIN,
    MOST_ROUTED,
    SUMMARY_WEIGHT,
    best_possible,
    document_words,
    facts_score,
    name_prefixes,
    name_score,
    question_runs,
    within_margin,
    word_worths,
    words_meant,
)
from nodes.retrieval.reaching import in_each, told
from nodes.retrieval.searching import MOST_OF_A_FILTER, dense_search, text_search
from nodes.trace import counted, entry

SKIP_AT_OR_UNDER = 3
"""Documents of all collections together: so few are all read as they are."""
CANDIDATES = 50
"""Summaries that each of the two searches proposes."""
MOST_TOLD = 1_000
"""Documents left out that the trace names."""
MOST_MEANT = 2_000
"""Documents that one word of a question may mean, at most: a word that more are called by tells none apart."""
FIRST_SCORED = 100
"""Of the documents that a word proposes, before the others are held against the best of these."""
NAMED = 2.0
"""What a title, alias or identifier in the question adds to a document that bears it."""


class Input(TypedDict):
    """What is asked."""

    plan: Plan
    queries: list[str]
    options: dict[str, Any]
    unavailable: list[Unavailable]


class Update(TypedDict):
    """The documents, best first."""

    documents: list[RoutedDocument]
    scope: dict[str, list[str]] | None
    unavailable: list[Unavailable]
    trace: list[TraceEntry]


async def retrieve_documents(state: Input, runtime: Runtime[ChatPorts]) -> Update:
    """A prior for every later score; under the hard filter the only documents that are searched."""
    context, plan = runtime.context, state["plan"]
    options = Options.model_validate(state["options"])
    count = await context.catalogue.count_documents(context.owner, context.collection_ids)
    filtered = options.document_filter == "hard" or bool(options.metadata)
    off = "routing" not in context.features and not filtered
    if off or (count <= SKIP_AT_OR_UNDER and not options.metadata):
        why = f"{counted(count, 'document')}: all are searched"
        trace = [entry("retrieve_documents", why, {"documents": count})]
        return {"documents": [], "scope": None, "unavailable": [], "trace": trace}

    reached = await in_each(
        context,
        "retrieve_documents",
        context.collection_ids,
        lambda collection: _score(context, collection, plan, state["queries"][0], count, always=filtered),
        seconds=options.collection_seconds,
        unavailable=state["unavailable"],
    )
    scored = [document for documents in reached.results.values() for document in documents]
    if options.metadata:
        scored = await _allowed(context, options, scored)
    scored.sort(key=lambda each: (-each.prior, each.view["document_id"]))
    if options.document_filter == "hard":
        most, left_out = options.max_documents, f"only the best {options.max_documents} are searched"
    else:
        most = len(within_margin({each.view["document_id"]: each.prior for each in scored}))
        left_out = "too far under the best" if most < MOST_ROUTED else f"only the best {most} come before others"
    kept, rest = [_document(each) for each in scored[:most]], scored[most : most + MOST_TOLD]
    within = scored[:most] if options.document_filter == "hard" else scored
    scope = _by_collection(within) if options.metadata or (filtered and within) else None
    decided = {
        "documents": count,
        "relevant": len(kept),
        "filter": options.document_filter,
        "searched": count if scope is None else len(within),
        "best": [{"file_name": each["file_name"], "prior": each["prior"], "why": each["why"]} for each in kept[:5]],
    }
    why = f"{len(kept)} of {counted(count, 'document')} look relevant"
    if not kept and not filtered:
        why = f"the question means none of {counted(count, 'document')} by its name: all are searched"
    trace = [entry("retrieve_documents", why + told(reached.unavailable), decided, _dropped(rest, left_out))]
    return {"documents": kept, "scope": scope, "unavailable": reached.unavailable, "trace": trace}


class Scored(NamedTuple):
    """A document, and what speaks for it."""

    view: DocumentView
    parts: Mapping[str, float]
    prior: float
    """The sum of the parts."""
    bearers: Mapping[str, int] = {}
    """How many documents bear each word of its names that the question has."""


async def _allowed(context: ChatPorts, options: Options, scored: Sequence[Scored]) -> list[Scored]:
    """What a metadata filter lets through, with the scores of those that have some."""
    allowed = await context.catalogue.find_documents(
        context.owner, context.collection_ids, options.metadata, MOST_OF_A_FILTER
    )
    known = {each.view["document_id"]: each for each in scored}
    return [known.get(view["document_id"], Scored(view, {}, 0.0)) for view in allowed]


def _dropped(documents: Sequence[Scored], reason: str) -> list[dict[str, Any]]:
    return [
        {
            "document_id": each.view["document_id"],
            "file_name": each.view["file_name"],
            "prior": each.prior,
            "reason": reason,
        }
        for each in documents
    ]


def _by_collection(documents: Sequence[Scored]) -> dict[str, list[str]]:
    scope: dict[str, list[str]] = {}
    for each in documents:
        scope.setdefault(each.view["collection_id"], []).append(each.view["revision_id"])
    return scope


async def _score(
    context: ChatPorts, collection: Collection, plan: Plan, query: str, count: int, *, always: bool
) -> list[Scored]:
    """Documents of one collection that a word of theirs, their summary or their terms propose, each with its parts.

    Where the question means none by its name, nothing follows from the rest: the passages themselves tell more. Those
    that cannot come within the margin of the best are left out, unless `always` says that all are wanted.
    """
    catalogue, summaries = context.catalogue, collection.summaries
    runs = question_runs(plan["search_text"], plan["short_names"])
    meant = await catalogue.meant(
        collection.owner, collection.collection_id, words_meant(runs), name_prefixes(runs), MOST_MEANT
    )
    if not meant.words and not always:
        return []
    worth = word_worths(runs, meant.frequencies, count)
    possible = best_possible(meant.words, meant.cut, worth, plan)
    first = list(meant.words)
    if not always:
        named = await _bearers(catalogue, collection, plan)
        first.sort(key=lambda each: (each not in named, -possible[each], each))
        first = first[: max(FIRST_SCORED, sum(each in named for each in first))]
    embedding = await collection.embedding.aget_query_embedding(query)
    views, dense, text = await asyncio.gather(
        catalogue.visible(collection.owner, first),
        dense_search(catalogue, collection, summaries, embedding, CANDIDATES),
        text_search(catalogue, collection, summaries, query_terms(query), CANDIDATES),
    )
    views = {**views, **{each.view["revision_id"]: each.view for each in (*dense, *text)}}
    similar = {each.view["revision_id"]: each.score for each in dense}
    matching = {each.view["revision_id"]: each.score for each in text}
    best_match = max(matching.values(), default=0.0) or 1.0
    summary_weight = SUMMARY_WEIGHT if "summaries" in context.features else 0.0

    def score(view: DocumentView) -> Scored:
        revision_id = view["revision_id"]
        words = _words(view, context.features)
        meant_words = [word for found in words.values() for word in found if worth(word)]
        parts = {
            # Most documents are here for their summary, and bear no word of the question.
            "name": name_score(words, worth) if meant_words else 0.0,
            "facts": facts_score(plan, view),
            "named": NAMED * (view["document_id"] in plan["named_documents"]),
            "text": summary_weight * matching.get(revision_id, 0.0) / best_match,
            "summary": summary_weight * max(0.0, similar.get(revision_id, 0.0)),
        }
        bearers = {word: meant.frequencies.get(word, 1) for word in meant_words}
        return Scored(view, parts, round(sum(parts.values()), 6), bearers)

    scored = [score(view) for view in views.values()]
    if len(first) < len(meant.words):
        # For those that are left nothing speaks but words and facts, and often no more than a word of thousands.
        least = max((each.prior for each in scored), default=0.0) - MARGIN
        known = {*first, *views}
        rest = [each for each in meant.words if each not in known and possible[each] >= least]
        scored += [score(view) for view in (await catalogue.visible(collection.owner, rest)).values()]
    return scored


async def _bearers(catalogue: Catalogue, collection: Collection, plan: Plan) -> Set[str]:
    """Revisions that bear a name of the question, all that it may name among them."""
    if not plan["named_documents"]:
        return frozenset()
    postings = await catalogue.postings(collection.owner, collection.collection_id, list(plan["names"]))
    return frozenset(revision_id for found in postings.values() for revision_id in found.bearers)


_NAMES: Mapping[str, Feature] = {
    "file_name": "file_names",
    "title": "document_titles",
    "organisation": "organisations",
    "short_form": "organisations",
}


def _words(view: DocumentView, features: Features) -> Mapping[str, Sequence[str]]:
    words = document_words(view)
    if features.issuperset(_NAMES.values()):
        return words
    return {source: found for source, found in words.items() if _NAMES[source] in features}


_REASONS = {
    "name": "its name is in the question",
    "facts": "period, date or form fits",
    "named": "the question names it",
    "text": "title and facts match",
    "summary": "its summary is similar",
}


def _document(scored: Scored) -> RoutedDocument:
    view, parts = scored.view, scored.parts
    return {
        "document_id": view["document_id"],
        "revision_id": view["revision_id"],
        "collection_id": view["collection_id"],
        "file_name": view["file_name"],
        "prior": scored.prior,
        "name": parts.get("name", 0.0),
        "facts": parts.get("facts", 0.0),
        "bearers": scored.bearers,
        "passages": len(view["passage_starts"]),
        "why": ", ".join(reason for part, reason in _REASONS.items() if parts.get(part, 0.0) > 0) or "metadata matches",
    }
