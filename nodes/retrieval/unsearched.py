"""Why nothing may have been found, beside that nothing is there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nodes.ports import Catalogue

NO_DOCUMENTS = "no documents are there yet; upload some"
"""What is told as not searched where nothing is."""


async def is_without_documents(catalogue: Catalogue, owner: str, collection_ids: Sequence[str]) -> bool:
    """Whether these collections hold nothing that can be searched, and nothing that soon can."""
    if await catalogue.count_documents(owner, collection_ids):
        return False
    return not await catalogue.count_unread(owner, collection_ids)


async def unsearched(
    catalogue: Catalogue, owner: str, collection_ids: Sequence[str], metadata: Mapping[str, Any]
) -> list[str]:
    """What was not searched, in words: documents that are still being read, and those without the metadata asked for.

    Args:
        catalogue: knows the documents.
        owner: who asks.
        collection_ids: what was searched.
        metadata: what their documents had to be; empty where nothing was asked for.
    """
    told: list[str] = []
    if unread := await catalogue.count_unread(owner, collection_ids):
        told.append(f"{unread:,} document{'s are' if unread > 1 else ' is'} still being read")
    if metadata and not await catalogue.find_documents(owner, collection_ids, metadata, 1):
        facts = " and ".join(f"{field} “{value}”" for field, value in sorted(metadata.items()))
        told.append(f"no document has the {facts}")
    return told
