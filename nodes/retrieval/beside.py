"""Hits that were not found themselves, and are read for one that was: they stand beside it, or go on about it."""

from __future__ import annotations

from collections.abc import Sequence, Set

from llama_index.core.schema import BaseNode

from nodes.documents.chunks import chunk_id
from nodes.documents.rows import hit_of
from nodes.domain.chat import DocumentView, Hit
from nodes.ports import ChatPorts, Collection
from nodes.ranking.order import final_score, with_scores
from nodes.retrieval.searching import read_rows, text_search

MOST_SEARCHED = 3
"""Chunks of a longer document that are read beside a hit."""
BESIDE_SHARE = 0.9
"""Of the score of the hit that they are read for: less, as the question itself did not find them."""


def hit_beside(row: BaseNode, view: DocumentView, hit: Hit, why: str) -> Hit:
    """A chunk that is read for a hit, behind which its score places it.

    Args:
        row: Of the chunk, in the store.
        view: Of its document.
        hit: That it is read for.
        why: It was selected.
    """
    return {**with_scores(hit_of(row, view), {"final": BESIDE_SHARE * final_score(hit)}), "selected_because": why}


async def document_beside(
    context: ChatPorts,
    collection: Collection,
    beside: Hit,
    view: DocumentView,
    terms: Sequence[str],
    known: Set[str],
    *,
    short: int,
    opening: bool = False,
    why: str,
) -> list[Hit]:
    """The chunks of a short document; of another those that say most of some terms.

    Args:
        context: Reads the catalogue.
        collection: Where the document is.
        beside: The hit that it is read for.
        view: Of the document.
        terms: What is looked for.
        known: Chunks that are hits already.
        short: Chunks of a document that is read whole.
        opening: Whether the first chunk of a longer one is read as well.
        why: They were selected.
    """
    revision_id = view["revision_id"]
    if view["chunk_count"] <= short:
        wanted = [chunk_id(revision_id, index) for index in range(view["chunk_count"])]
    else:
        found = await text_search(context.catalogue, collection, collection.chunks, terms, MOST_SEARCHED, [revision_id])
        first = [chunk_id(revision_id, 0)] if opening else []
        wanted = list(dict.fromkeys([*first, *(each.row_id for each in found)]))
    rows = await read_rows(collection, [each for each in wanted if each not in known])
    return [hit_beside(rows[each], view, beside, why) for each in wanted if each in rows]
