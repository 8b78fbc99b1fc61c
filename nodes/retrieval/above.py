"""What stands above a source on its page: what heads a table may be there, and in no source."""

from __future__ import annotations

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
    places = {
        source["index"]: (source["revision_id"], first[source["index"]]["page"])
        for source in sources
        if source["index"] in first
    }
    texts = await context.catalogue.texts_of_pages(context.owner, list(places.values()))
    return {index: texts.get(place, "")[: first[index]["start"]] for index, place in places.items()}
