"""Papers of one kind, of which it is asked which is the most: "Which offer is the cheapest?" is told by all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from nodes.answering.disagreeing.issues import are_of_one_series
from nodes.documents.chunks import chunk_id
from nodes.documents.entries import mostly_short_entries
from nodes.documents.heads import head_of
from nodes.domain.chat import DocumentView, Hit
from nodes.language.paper_kinds import paper_kinds
from nodes.language.query_terms import query_terms
from nodes.language.superlatives import asks_order
from nodes.ports import ChatPorts, Collection
from nodes.ranking.order import final_score
from nodes.retrieval.beside import hit_beside
from nodes.retrieval.called_alike import called_alike
from nodes.retrieval.reaching import FurtherReading
from nodes.retrieval.searching import read_rows, text_search

MOST_OF_FAMILY = 8
"""Documents that are read."""
SHORT = 12
"""Chunks of a document that is read whole."""
MOST_SEARCHED = 3
"""Chunks of a longer one."""
_FEWEST = 2


async def read_family(reading: FurtherReading, question: str, hits: Sequence[Hit]) -> list[Hit]:
    """What the documents of one kind say besides, where it is asked which of them is the most of something.

    The kind is that of which the hits are the best: what a question says of one of them, the others may say otherwise.
    With them those that are called alike are read, and are no hits.

    Args:
        reading: Reads catalogue and stores.
        question: The standalone question.
        hits: What is read, best first.
    """
    if not asks_order(question) or mostly_short_entries(hits):
        return []
    context, known = reading.context, {hit["chunk_id"] for hit in hits}
    family = await _family(context, question, hits)
    followed = await _with_those_called_alike(context, family, reading.scope)
    terms = query_terms(question)

    async def read(collection: Collection) -> list[Hit]:
        own = [(hit, view) for hit, view in followed if hit["collection_id"] == collection.collection_id]
        told = await asyncio.gather(*(_read(context, collection, hit, view, terms, known) for hit, view in own))
        return [hit for found in told for hit in found]

    return await reading.all_of((hit["collection_id"] for hit, _ in followed), read)


async def _family(context: ChatPorts, question: str, hits: Sequence[Hit]) -> list[Hit]:
    """The best hit of each document of the kind that most speaks for: that the question names, or of the best hits."""
    best: dict[str, Hit] = {}
    for hit in hits:
        best.setdefault(hit["revision_id"], hit)
    pages = await asyncio.gather(*(context.catalogue.page_texts(context.owner, each, [1]) for each in best))
    members: dict[str, list[Hit]] = {}
    for hit, page in zip(best.values(), pages, strict=True):
        for kind in paper_kinds(f"{hit['title']} {head_of(page.get(1, ''))}"):
            members.setdefault(kind, []).append(hit)
    asked = paper_kinds(question)
    families = {kind: own for kind, own in members.items() if len(own) >= _FEWEST}
    named = {kind: own for kind, own in families.items() if kind in asked} or families
    return max(named.values(), key=lambda own: sum(map(final_score, own)), default=[])[:MOST_OF_FAMILY]


async def _with_those_called_alike(
    context: ChatPorts, family: Sequence[Hit], scope: Mapping[str, list[str]] | None
) -> list[tuple[Hit, DocumentView]]:
    """The documents of some hits, and others whose titles are one with theirs but for numbers, months and versions."""
    views = await context.catalogue.visible(context.owner, [hit["revision_id"] for hit in family])
    followed = {hit["revision_id"]: (hit, views[hit["revision_id"]]) for hit in family if hit["revision_id"] in views}
    for home in dict.fromkeys(hit["collection_id"] for hit in family):
        own = {each: view for each, (hit, view) in followed.items() if hit["collection_id"] == home}
        alike = await called_alike(context, home, own)
        within = None if scope is None else frozenset(scope.get(home, ()))
        wanted = frozenset[str]().union(*alike.values()) - followed.keys()
        others = await context.catalogue.visible(context.owner, sorted(wanted if within is None else wanted & within))
        for each, view in others.items():
            of_series = [own for own in alike if each in alike[own]]
            beside = next((own for own in of_series if are_of_one_series(view["title"], views[own]["title"])), "")
            if beside:
                followed[each] = (followed[beside][0], view)
    return [*followed.values()][:MOST_OF_FAMILY]


async def _read(
    context: ChatPorts,
    collection: Collection,
    beside: Hit,
    view: DocumentView,
    terms: Sequence[str],
    known: set[str],
) -> list[Hit]:
    """The chunks of a short document, of another those that say most of the question."""
    revision_id = view["revision_id"]
    if view["chunk_count"] <= SHORT:
        wanted = [chunk_id(revision_id, index) for index in range(view["chunk_count"])]
    else:
        found = await text_search(context.catalogue, collection, collection.chunks, terms, MOST_SEARCHED, [revision_id])
        wanted = [each.row_id for each in found]
    rows = await read_rows(collection, [each for each in wanted if each not in known])
    why = f"is of the same kind as {beside['file_name']}"
    return [hit_beside(rows[each], view, beside, why) for each in wanted if each in rows]
