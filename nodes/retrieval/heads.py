"""What stands at the head of the documents of sources: whose they are, where no title says it."""

from __future__ import annotations

from collections.abc import Sequence

from nodes.documents.heads import head_of
from nodes.domain.chat import Source
from nodes.ports import ChatPorts


async def read_heads(context: ChatPorts, sources: Sequence[Source]) -> dict[str, str]:
    """By document id the lines above its text; of several documents only, as they tell one from another.

    Args:
        context: Where the pages are.
        sources: That are asked about.
    """
    revisions = {source["document_id"]: source["revision_id"] for source in sources}
    if len(revisions) < 2:
        return {}
    firsts = await context.catalogue.texts_of_pages(context.owner, [(each, 1) for each in revisions.values()])
    return {document: head_of(firsts.get((revision, 1), "")) for document, revision in revisions.items()}
