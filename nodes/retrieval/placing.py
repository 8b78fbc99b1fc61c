"""Places of hits whose rows were written before rows had any: found again in the stored pages."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from nodes.documents.placing import Place, Placing
from nodes.domain.chat import Hit
from nodes.ports import Catalogue, ChatPorts


async def place_of(catalogue: Catalogue, owner: str, revision_id: str, content: str) -> Place | None:
    """Where a text of a revision stands in its stored pages; None where it does not."""
    placing = await _placing(catalogue, owner, revision_id)
    return await asyncio.to_thread(placing.place, content)


async def with_places(context: ChatPorts, hits: Sequence[Hit]) -> list[Hit]:
    """The hits in their order; those of old rows with the pages, spans and section that their text has now.

    Costs nothing where every row has its fields. A text that is not found keeps the defaults.
    """
    placings: dict[str, Placing] = {}
    for revision_id in dict.fromkeys(hit["revision_id"] for hit in hits if _is_old(hit)):
        placings[revision_id] = await _placing(context.catalogue, context.owner, revision_id)

    def place_all() -> list[Hit]:
        return [_placed(hit, placings[hit["revision_id"]], context) if _is_old(hit) else hit for hit in hits]

    return await asyncio.to_thread(place_all) if placings else list(hits)


def _is_old(hit: Hit) -> bool:
    """Ingestion counts the tokens of every chunk, and none has no token."""
    return not hit["spans"] and hit["token_count"] == 0


def _placed(hit: Hit, placing: Placing, context: ChatPorts) -> Hit:
    place = placing.place(hit["content"])
    placed: Hit = {**hit, "token_count": context.tokenizer.count(hit["content"])}
    if place is not None:
        placed |= {"pages": place.pages, "spans": place.spans}
        if (section := place.section) is not None:
            placed |= {
                "section_index": section["section_index"],
                "section_title": section["title"],
                "section_path": section["path"],
                "section_type": section["section_type"],
            }
    return placed


async def _placing(catalogue: Catalogue, owner: str, revision_id: str) -> Placing:
    texts = await catalogue.page_texts(owner, revision_id)
    return Placing(texts, await catalogue.sections(owner, revision_id))
