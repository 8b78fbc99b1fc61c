"""Papers of one kind, of which it is asked which is the most: "Which offer is the cheapest?" is told by all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from nodes.answering.disagreeing.issues import are_of_one_series
from nodes.documents.entries import mostly_short_entries
from nodes.documents.heads import head_of
from nodes.domain.chat import DocumentView, Hit
from nodes.language.paper_kinds import CALLED, paper_kinds
from nodes.language.query_terms import query_terms
from nodes.language.superlatives import asks_order, asks_price, asks_quickest
from nodes.language.terms import analyse
from nodes.language.years import asked_period
from nodes.ports import ChatPorts, Collection
from nodes.ranking.order import final_score
from nodes.retrieval.beside import MOST_SEARCHED, document_beside
from nodes.retrieval.called_alike import called_alike
from nodes.retrieval.reaching import FurtherReading
from nodes.retrieval.searching import text_search

MOST_OF_FAMILY = 8
"""Documents that are read."""
MOST_PROPOSED = 32
"""Chunks that say what papers of a kind are called, whose documents may be of it."""
_FEWEST = 2
_TERMS = {kind: frozenset(analyse(words)) for kind, words in CALLED.items()}
_OF_PRICES = frozenset(analyse("total price sum cost amount"))
_OF_DURATIONS = frozenset(analyse("day days week weeks month months year years"))


async def read_family(reading: FurtherReading, question: str, hits: Sequence[Hit]) -> list[Hit]:
    """What the documents of one kind say besides, where it is asked which of them is the most of something.

    The kind is that of which the hits are the best: what a question says of one of them, the others may say otherwise.
    With them those that are called alike are read, and where the question names the kind all that call themselves so.

    Args:
        reading: Reads catalogue and stores.
        question: The standalone question.
        hits: What is read, best first.
    """
    if not asks_order(question) or mostly_short_entries(hits):
        return []
    context, known = reading.context, {hit["chunk_id"] for hit in hits}
    kind, family = await _family(context, question, hits)
    terms = list(dict.fromkeys([*query_terms(question), *sorted(_told_by(question))]))

    async def read(collection: Collection) -> list[Hit]:
        own = [hit for hit in family if hit["collection_id"] == collection.collection_id]
        within = None if reading.scope is None else frozenset(reading.scope.get(collection.collection_id, ()))
        others = await _others(context, collection, kind if kind in _asked(question) else "", own, within)
        told = await asyncio.gather(*(_read(context, collection, *each, terms, known) for each in others))
        return [hit for found in told for hit in found]

    return await reading.all_of((hit["collection_id"] for hit in family), read)


def _asked(question: str) -> frozenset[str]:
    """The kinds that a question names; who is the cheapest, or quickest, is asked of offers, which month of reports."""
    asked = frozenset(analyse(question))
    if named := frozenset(kind for kind, terms in _TERMS.items() if asked & terms):
        return named
    if asks_price(question) or asks_quickest(question):
        return frozenset({"offer"})
    return frozenset({"report"}) if asked_period(question) else frozenset()


def _told_by(question: str) -> frozenset[str]:
    """Terms that tell what is asked for in other words: a price by "total", how long something takes by "weeks"."""
    return _OF_PRICES if asks_price(question) else _OF_DURATIONS


async def _family(context: ChatPorts, question: str, hits: Sequence[Hit]) -> tuple[str, list[Hit]]:
    """The kind that the question names, or that of the best hits; the best hit of each document of it."""
    best: dict[str, Hit] = {}
    for hit in hits:
        best.setdefault(hit["revision_id"], hit)
    kinds = await _kinds(context, {each: hit["title"] for each, hit in best.items()})
    members: dict[str, list[Hit]] = {}
    for each, hit in best.items():
        for kind in kinds[each]:
            members.setdefault(kind, []).append(hit)
    asked = _asked(question) & members.keys()
    families = {kind: own for kind, own in members.items() if kind in asked or (not asked and len(own) >= _FEWEST)}
    kind = max(families, key=lambda each: sum(map(final_score, families[each])), default="")
    return kind, families.get(kind, [])[:MOST_OF_FAMILY]


async def _kinds(context: ChatPorts, titles: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """The kinds of papers that documents are by their titles and heads, by revision."""
    firsts = await context.catalogue.texts_of_pages(context.owner, [(each, 1) for each in titles])
    return {each: paper_kinds(f"{title} {head_of(firsts.get((each, 1), ''))}") for each, title in titles.items()}


async def _others(
    context: ChatPorts, collection: Collection, kind: str, family: Sequence[Hit], within: frozenset[str] | None
) -> list[tuple[Hit, DocumentView]]:
    """The documents of some hits, and others whose titles are one with theirs but for numbers, months and versions.

    With a kind those as well that call themselves papers of this kind.
    """
    views = await context.catalogue.visible(context.owner, [hit["revision_id"] for hit in family])
    family = [hit for hit in family if hit["revision_id"] in views]
    if not family:
        return []
    alike = await called_alike(context, collection.collection_id, views)
    terms = sorted(_TERMS[kind]) if kind else []
    allowed = None if within is None else sorted(within)
    found = await text_search(context.catalogue, collection, collection.chunks, terms, MOST_PROPOSED, allowed)
    called = {each.view["revision_id"]: each.view for each in found}
    kinds = await _kinds(context, {each: view["title"] for each, view in called.items()})
    wanted = frozenset[str]().union(*alike.values())
    others = await context.catalogue.visible(context.owner, sorted(wanted if within is None else wanted & within))
    of_family = {hit["revision_id"]: (hit, views[hit["revision_id"]]) for hit in family}
    for each, view in (called | others).items():
        titled = (hit for hit in family if each in alike[hit["revision_id"]])
        of_series = next((hit for hit in titled if are_of_one_series(view["title"], hit["title"])), None)
        if of_series or kind in kinds.get(each, ()):
            of_family.setdefault(each, (of_series or family[0], view))
    return [*of_family.values()][:MOST_OF_FAMILY]


async def _read(
    context: ChatPorts,
    collection: Collection,
    beside: Hit,
    view: DocumentView,
    terms: Sequence[str],
    known: set[str],
) -> list[Hit]:
    why = f"is of the same kind as {beside['file_name']}"
    return await document_beside(context, collection, beside, view, terms, known, short=MOST_SEARCHED, why=why)
