"""Two versions of a document, of which it is asked what changed, or an amendment: they are read whole."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from nodes.answering.disagreeing.told_apart import are_called_as_versions
from nodes.answering.several.versions import asks_what_changed
from nodes.documents.chunks import chunk_id
from nodes.domain.chat import Hit
from nodes.language.amendments import names_amendment
from nodes.ports import Collection
from nodes.retrieval.beside import hit_beside
from nodes.retrieval.reaching import FurtherReading
from nodes.retrieval.searching import read_rows
from nodes.retrieval.siblings import amends

MOST_OF_VERSION = 24
"""Chunks of a version: of a longer one there is no room for all."""
_FIRST_HITS = 4
"""Of which one is of the amendment that is meant."""


async def read_versions(reading: FurtherReading, question: str, hits: Sequence[Hit]) -> list[Hit]:
    """What two versions among the documents of the hits say besides, by place; and an amendment that is found first.

    Nothing where it is not asked what changed. Neither of two versions may be long, nor the amendment.

    Args:
        reading: Reads catalogue and stores.
        question: The standalone question.
        hits: What is read, best first.
    """
    versions = [*_amendment(hits, question), *_versions(hits)] if asks_what_changed(question) else []
    if not versions:
        return []
    context, known = reading.context, {hit["chunk_id"] for hit in hits}
    views = await context.catalogue.visible(context.owner, [hit["revision_id"] for hit in versions])

    async def read(collection: Collection) -> list[Hit]:
        own = {
            chunk_id(hit["revision_id"], index): hit
            for hit in versions
            if hit["collection_id"] == collection.collection_id and hit["revision_id"] in views
            for index in range(hit["total_chunks"])
        }
        rows = await read_rows(collection, [each for each in own if each not in known])
        return [
            hit_beside(rows[each], views[beside["revision_id"]], beside, "may say otherwise than the other version")
            for each, beside in own.items()
            if each in rows
        ]

    return await reading.all_of((hit["collection_id"] for hit in versions), read)


def _amendment(hits: Sequence[Hit], question: str) -> list[Hit]:
    """The first hit that is of an amendment, of the best if the question speaks of one; none where that is long."""
    best = hits[: _FIRST_HITS if names_amendment(question) else 1]
    found = next((hit for hit in best if amends(hit["title"], hit["file_name"])), None)
    return [found] if found is not None and found["total_chunks"] <= MOST_OF_VERSION else []


def _versions(hits: Sequence[Hit]) -> list[Hit]:
    """The best hit of each of the first two documents that are versions of one; none where there are none, or long."""
    best: dict[str, Hit] = {}
    for hit in hits:
        best.setdefault(hit["document_id"], hit)
    for one, other in itertools.combinations(best.values(), 2):
        titles, file_names = (one["title"], other["title"]), (one["file_name"], other["file_name"])
        if are_called_as_versions(titles, file_names):
            pair = [one, other]
            return pair if all(hit["total_chunks"] <= MOST_OF_VERSION for hit in pair) else []
    return []
