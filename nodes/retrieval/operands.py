"""The rows that a figure is reckoned from: a ratio needs the balance sheet, whatever its question is most like."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from nodes.answering.context.joining import join_neighbours
from nodes.answering.reckoning.told_values import (
    asked_calculation,
    is_interim,
    is_of_statement,
    needed_values,
    surest_row,
)
from nodes.documents.chunks import chunk_id
from nodes.documents.rows import hit_of
from nodes.domain.chat import Hit, Source
from nodes.language.calculations import Reading
from nodes.ports import Collection
from nodes.ranking.features import LABELS, Block, term_keys
from nodes.ranking.order import final_score, with_scores
from nodes.ranking.pool import field_counts
from nodes.retrieval.beside import BESIDE_SHARE
from nodes.retrieval.reaching import FurtherReading
from nodes.retrieval.searching import read_rows

MOST_PASSAGES = 12
"""Of a document, with a row that is called like a value: those with the most rows, as statements are."""
MOST_CHUNKS = 80
"""Of these, that are read."""


class _Told(NamedTuple):
    """A hit, and what is read of it."""

    hit: Hit
    source: Source


async def with_operands(reading: FurtherReading, question: str, hits: Sequence[Hit]) -> list[Hit]:
    """The hits; where a figure is asked for that can be reckoned, what tells its values goes before the rest.

    For each value that is the hit of the document whose row tells it most surely; where that is of no statement, the
    passages are read as well of which the labels of rows say the value. The document is that of the best hit that tells
    of whole years. What tells a value has 0.9 of the score of the best hit, where it has not more.

    Args:
        reading: Reads catalogue and stores.
        question: The standalone question.
        hits: What is read, best first.
    """
    calculation = asked_calculation(question)
    if calculation is None:
        return [*hits]
    first = next((hit for hit in hits if not is_interim({**_alone(hit), "content": ""})), None)
    if first is None:
        return [*hits]
    own = [_Told(hit, _alone(hit)) for hit in hits if hit["revision_id"] == first["revision_id"]]
    year, values = max(calculation.years), needed_values(calculation)
    # In a thread: the rows of whole pages are read.
    told = [await asyncio.to_thread(_surest, own, value, year) for value in values]
    lacking = [value for value, one in zip(values, told, strict=True) if one is None or not is_of_statement(one.source)]

    async def read(collection: Collection) -> list[Hit]:
        return await _read(reading, collection, own, lacking, year)

    found = await reading.all_of([first["collection_id"]] if lacking else [], read)
    known = [one.hit for value, one in zip(values, told, strict=True) if one is not None and value not in lacking]
    telling = {hit["chunk_id"]: hit for hit in [*known, *found]}
    least = BESIDE_SHARE * max(map(final_score, hits))
    lifted = [with_scores(hit, {"final": max(least, final_score(hit))}) for hit in telling.values()]
    return [*lifted, *(hit for hit in hits if hit["chunk_id"] not in telling)]


async def _read(
    reading: FurtherReading, collection: Collection, own: Sequence[_Told], values: Sequence[Reading], year: int
) -> list[Hit]:
    """For each value the chunk of a document that tells it most surely, where one does: a hit, or one that is read."""
    context, revision_id = reading.context, own[0].hit["revision_id"]
    views = await context.catalogue.visible(context.owner, [revision_id])
    block = await context.catalogue.all_passages(context.owner, revision_id)
    if block is None or revision_id not in views:
        return []
    wanted = {value: [chunk_id(revision_id, each) for each in _chunks_with_row(block, value)] for value in values}
    rows = await read_rows(collection, list(dict.fromkeys(each for ids in wanted.values() for each in ids)))
    known = {one.hit["chunk_id"] for one in own}
    why = "has a value that the figure is made of"
    hits: list[Hit] = [
        {**hit_of(row, views[revision_id]), "selected_because": why}
        for row_id, row in rows.items()
        if row_id not in known
    ]
    read = {hit["chunk_id"]: _Told(hit, _alone(hit)) for hit in hits}
    found = [
        await asyncio.to_thread(_surest, [*own, *(read[each] for each in ids if each in read)], value, year)
        for value, ids in wanted.items()
    ]
    return [one.hit for one in found if one is not None]


def _chunks_with_row(block: Block, value: Reading) -> list[int]:
    """Indexes of the chunks of pages, or sections, the labels of whose rows have all words of a name of the value."""
    held = np.zeros(block.passage_count, bool)
    for name in value.operand.names:
        held |= (field_counts(block, term_keys(sorted(name)))[LABELS] > 0).all(axis=1)
    places = held.nonzero()[0]
    best = places[np.argsort(-block.rows[places], kind="stable")][:MOST_PASSAGES]
    chunks = [int(chunk) for place in best for chunk in block.chunks[block.homes == place]]
    return chunks[:MOST_CHUNKS]


def _surest(told: Sequence[_Told], value: Reading, year: int) -> _Told | None:
    """What tells a value most surely, of equals the first; None where nothing does."""
    sure = [surest_row(one.source, value, year) for one in told]
    best = max(range(len(told)), key=lambda place: (sure[place], -place), default=None)
    return told[best] if best is not None and sure[best][0] else None


def _alone(hit: Hit) -> Source:
    return join_neighbours([hit])[0]
