"""Why nothing may have been found, beside that nothing is there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from nodes.answering.citing.markers import inert
from nodes.domain.regexes import lazy_regex
from nodes.ports import Catalogue

NO_DOCUMENTS = "no documents are there yet; upload some"
"""What is told as not searched where nothing is."""
_FILE_NAME = lazy_regex(r"[^\W_]\.[^\W\d_]\w{1,4}(?!\w)")
_MOST_TOLD = 3
"""Files that one answer names."""


def names_a_file(question: str) -> bool:
    """Whether a question has what may be the name of a file, with its extension."""
    return _FILE_NAME.search(question) is not None


async def unreadable(
    catalogue: Catalogue, owner: str, collection_ids: Sequence[str], question: str, names: Iterable[str]
) -> list[str]:
    """The files that a question names and nobody could read, with the reason, in words; at most three.

    Args:
        catalogue: Knows the documents.
        owner: Who asks.
        collection_ids: What was searched.
        question: As it stands alone.
        names: Of its plan; of "locked pdf" the first word may be the name.
    """
    keys = [*names]
    if names_a_file(question):
        keys += [key.rpartition(" ")[0] for key in keys if " " in key]
    failed = await catalogue.failed_documents(owner, collection_ids, list(dict.fromkeys(keys)))
    told = [
        reason if name in reason else f"“{name}” could not be read ({reason})"
        for name, reason in ((name, reason.rstrip(".")) for name, reason in failed.items())
    ]
    return list(map(inert, told[:_MOST_TOLD]))


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
