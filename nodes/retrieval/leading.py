"""Where the best passages lead: what other documents say of a name that the question only describes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence, Set

from nodes.answering.choosing.leading import Lead, leads_of, led_to, may_lead_on
from nodes.answering.context.joining import join_neighbours
from nodes.documents.entries import mostly_short_entries
from nodes.documents.rows import hit_of
from nodes.domain.chat import Hit, Plan
from nodes.language.query_terms import query_terms
from nodes.language.terms import analyse
from nodes.ports import ChatPorts, Collection
from nodes.ranking.order import final_score, with_scores
from nodes.retrieval.frequencies import added_frequencies
from nodes.retrieval.reaching import FurtherReading
from nodes.retrieval.searching import read_rows, text_search

LEADING_SOURCES = 8
"""Sources whose sentences may lead on."""
LED_TO = 3
"""Passages that leads bring in."""
CANDIDATES = 20
"""Passages that a lead is searched for; those that say most of what it leaves open go on."""
LED_SHARE = 0.5
"""Of the score of the last hit: the question itself did not find what is led to."""


async def read_led_to(
    reading: FurtherReading, question: str, plan: Plan, hits: Sequence[Hit], beside: Set[str] = frozenset()
) -> list[Hit]:
    """At most three passages that the best ones lead to, none of the hits among them but those that only stand beside.

    Each has half the score of the last hit: the question itself did not find them. Entries lead on by the walk
    (`nodes.retrieval.walking`), which knows what they are named for.

    Args:
        reading: Reads catalogue and stores.
        question: The standalone question.
        plan: What classify_query decided.
        hits: What is read, best first.
        beside: Chunk ids of those that but stand beside one: there may be no room for them, as for what is led to.
    """
    if not may_lead_on(plan) or mostly_short_entries(hits):
        return []
    context, scope = reading.context, reading.scope
    frequencies = await added_frequencies(context, query_terms(question))
    sources = join_neighbours(hits)
    first, others = sources[:LEADING_SOURCES], sources[LEADING_SOURCES:]
    # In a thread: the sentences of whole pages are read.
    leads = await asyncio.to_thread(leads_of, question, plan, first, frequencies, others)
    if not leads:
        return []
    known = {hit["chunk_id"] for hit in hits} - beside

    async def follow(collection: Collection) -> list[tuple[float, Hit]]:
        within = None if scope is None else scope.get(collection.collection_id, [])
        found = await asyncio.gather(*(_of_lead(context, collection, lead, within) for lead in leads))
        return [each for of_lead in found for each in of_lead if each[1]["chunk_id"] not in known]

    found = await reading.all_of((hit["collection_id"] for hit in hits), follow)
    best = {hit["chunk_id"]: hit for _, hit in sorted(found, key=lambda each: (-each[0], each[1]["chunk_id"]))}
    score = LED_SHARE * min((final_score(hit) for hit in hits), default=0.0)
    return [
        {**with_scores(hit, {"final": score}), "selected_because": "says more of what the best passages name"}
        for hit in list(best.values())[:LED_TO]
    ]


async def _of_lead(
    context: ChatPorts, collection: Collection, lead: Lead, within: Sequence[str] | None
) -> list[tuple[float, Hit]]:
    """What a search for the names and what is left open finds, as far as it says both; with how much it says."""
    terms = dict.fromkeys([*(term for name in lead.names for term in analyse(name)), *lead.open])
    found = await text_search(context.catalogue, collection, collection.chunks, list(terms), CANDIDATES, within)
    rows = await read_rows(collection, [each.row_id for each in found])
    hits = [hit_of(rows[each.row_id], each.view) for each in found if each.row_id in rows]
    return [(worth, hit) for hit in hits if (worth := led_to(hit, lead)) > 0]
