"""What stands above a source on its page: what heads a table may be there, and in no source."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from nodes.domain.chat import Source
from nodes.ports import ChatPorts


async def read_above(context: ChatPorts, sources: Sequence[Source]) -> dict[int, str]:
    """By the number of each source the text of its page up to where it begins; of none without a page.

    Args:
        context: where the pages are.
        sources: that are asked about.
    """
    first = {source["index"]: source["spans"][0] for source in sources if source["spans"]}
    pages: dict[str, set[int]] = {}
    for source in sources:
        if source["index"] in first:
            pages.setdefault(source["revision_id"], set()).add(first[source["index"]]["page"])
    texts = await asyncio.gather(
        *(context.catalogue.page_texts(context.owner, each, sorted(numbers)) for each, numbers in pages.items())
    )
    by_page = {
        (revision_id, number): text
        for revision_id, found in zip(pages, texts, strict=True)
        for number, text in found.items()
    }
    return {
        source["index"]: by_page.get((source["revision_id"], span["page"]), "")[: span["start"]]
        for source in sources
        if (span := first.get(source["index"])) is not None
    }
