"""The sides of a comparison: what their documents say of what is compared, wherever in them it stands."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from nodes.documents.entries import mostly_entries
from nodes.domain.chat import Hit, Plan
from nodes.language.query_terms import query_terms
from nodes.language.terms import analyse
from nodes.ports import Collection
from nodes.ranking.opinions import sides_told
from nodes.retrieval.beside import hit_beside
from nodes.retrieval.reaching import FurtherReading
from nodes.retrieval.searching import read_rows, text_search

SIDE_DOCUMENTS = 2
"""Documents that are searched for each side: those of the best hits."""
SIDE_CHUNKS = 2
"""Chunks of each."""


async def read_sides(reading: FurtherReading, plan: Plan, hits: Sequence[Hit]) -> list[Hit]:
    """What the documents about each side say of what is compared, none of the hits.

    A search for the whole question finds where the sides are spoken of, and of a long document perhaps another place.
    Each has 0.9 of the score of the best hit of its document. Entries are short, and read as they are.
    """
    sides = plan["comparison_sides"]
    of_sides = frozenset(term for side in sides for term in analyse(side))
    compared = [term for term in query_terms(plan["search_text"]) if term not in of_sides]
    if not sides or not compared or mostly_entries(hits):
        return []
    context, best, known = reading.context, _documents(hits, sides), {hit["chunk_id"] for hit in hits}

    async def search(collection: Collection, beside: Hit) -> list[Hit]:
        chunks, within = collection.chunks, [beside["revision_id"]]
        found = await text_search(context.catalogue, collection, chunks, compared, SIDE_CHUNKS, within)
        views = {each.row_id: each.view for each in found if each.row_id not in known}
        rows = await read_rows(collection, list(views))
        why = "says of a side what is compared"
        return [hit_beside(row, views[row_id], beside, why) for row_id, row in rows.items()]

    async def read(collection: Collection) -> list[Hit]:
        own = [hit for hit in best if hit["collection_id"] == collection.collection_id]
        return [hit for found in await asyncio.gather(*(search(collection, hit) for hit in own)) for hit in found]

    return await reading.all_of((hit["collection_id"] for hit in best), read)


def _documents(hits: Sequence[Hit], sides: Sequence[str]) -> list[Hit]:
    """The best hit of each document that is searched."""
    told = sides_told(hits, sides)
    first: dict[str, Hit] = {}
    for hit in hits:
        first.setdefault(hit["revision_id"], hit)
    about = [[each for each, hit in first.items() if side in told[hit["chunk_id"]]] for side in range(len(sides))]
    return [first[each] for each in dict.fromkeys(each for side in about for each in side[:SIDE_DOCUMENTS])]
