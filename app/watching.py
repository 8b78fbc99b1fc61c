"""`FILE#page=N`: finds the chunks of a page, so that a search can tell what became of them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from app.catalogue.catalogue import SqlCatalogue
from app.library import CollectionLibrary
from nodes.documents.chunks import chunk_id
from nodes.domain.chat import DocumentView, TraceEntry
from nodes.domain.errors import InvalidRequestError, MissingDocumentError, NotFoundError
from nodes.domain.regexes import lazy_regex
from nodes.retrieval.searching import read_rows
from nodes.trace import counted
from nodes.watching import Watch, verdict

_PLACE = lazy_regex(r"(?P<file>.+?)(?:#page=(?P<page>[1-9][0-9]{0,5}))?", re.DOTALL)
_MOST_OF_A_NAME = 100
"""Documents of one name that are looked through for one that can be seen."""


async def watch_for(
    catalogue: SqlCatalogue, library: CollectionLibrary, owner: str, collection_ids: Sequence[str], place: str
) -> Watch:
    """A watch for a page, or for a whole document.

    Args:
        catalogue: knows the documents.
        library: opens the collection of the one that is meant.
        owner: who asks.
        collection_ids: what is searched.
        place: `FILE#page=N` with N from 1, or `FILE`.

    Raises:
        InvalidRequestError: it is not of this form, or nothing that could be found stands on the page.
        NotFoundError: no document of this name, or no such page, is among what is searched.
    """
    form = _PLACE.fullmatch(place)
    if form is None:
        raise InvalidRequestError(f"why is {place!r}.", hint="Name a place: FILE#page=N, with N from 1.")
    page = None if form["page"] is None else int(form["page"])
    view, collection_id = await _document(catalogue, owner, collection_ids, form["file"])
    if page is not None and page > view["page_count"]:
        pages = counted(view["page_count"], "page")
        raise NotFoundError(f"{view['file_name']} has {pages}.", hint=f"There is no page {page}.")
    ids = [chunk_id(view["revision_id"], index) for index in range(view["chunk_count"])]
    if page is not None:
        rows = await read_rows(await library.open(owner, collection_id), ids)
        on_page = [each for each in ids if each in rows and page in rows[each].metadata["pages"]]
        if not on_page:
            raise InvalidRequestError(
                f"No passage stands on page {page} of {view['file_name']}: nothing could find it.",
                hint="The page is blank, or a picture without recognised text.",
            )
        ids = _with_passages(view, ids, on_page)
    return Watch(place, view["document_id"], frozenset(ids))


def explained(trace: Sequence[TraceEntry]) -> dict[str, Any]:
    """What became of the watched page, as outsiders see it: `{"place", "found", "verdict", "steps"}`."""
    seen = [(entry["node"], entry["watched"]) for entry in trace if "watched" in entry]
    found, told = verdict(trace)
    steps = [{"node": node, **{key: value for key, value in each.items() if key != "place"}} for node, each in seen]
    return {"place": seen[0][1]["place"] if seen else "", "found": found, "verdict": told, "steps": steps}


async def _document(
    catalogue: SqlCatalogue, owner: str, collection_ids: Sequence[str], name: str
) -> tuple[DocumentView, str]:
    page = await catalogue.documents(owner, collection_ids, file_name=name, limit=_MOST_OF_A_NAME)
    records = {each.live_revision_id: each for each in page.documents if each.live_revision_id is not None}
    views = await catalogue.visible(owner, sorted(records))
    for revision_id, record in records.items():
        if revision_id in views:
            return views[revision_id], record.collection_id
    near = await catalogue.near_name(owner, collection_ids, name)
    hint = "Give the name of its file." if near is None else f"Did you mean `{near}`?"
    raise MissingDocumentError(f"No document {name!r} is among what is searched.", hint=hint)


def _with_passages(view: DocumentView, ids: Sequence[str], on_page: Sequence[str]) -> list[str]:
    """The chunks of a page with those of their passages: a passage is ranked as one, and shown by any of its chunks."""
    starts = view["passage_starts"]
    if not starts:
        return list(on_page)
    passages = {bisect_right(starts, ids.index(each)) for each in on_page}
    return [each for index, each in enumerate(ids) if bisect_right(starts, index) in passages]
