"""Documents as a question sees them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from sys import intern
from typing import Any

from sqlalchemy import Row, Select, Text, cast, select

from app.catalogue.models import DocumentRow, RevisionRow
from nodes.documents.file_names import file_stem
from nodes.domain.chat import DocumentView


class StoredMetadata(Mapping[str, Any]):
    """Metadata that is decoded when it is first asked for: a question sees hundreds of views and reads a few.

    Args:
        text: a JSON object.
    """

    def __init__(self, text: str) -> None:
        self._text: str | None = text
        self._decoded: dict[str, Any] = {}

    @property
    def _fields(self) -> dict[str, Any]:
        text = self._text
        if text is not None:
            # In this order: another thread may read it meanwhile.
            self._decoded = json.loads(text)
            self._text = None
        return self._decoded

    def __getitem__(self, key: str) -> Any:
        return self._fields[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)


def shown_title(title: str, file_name: str) -> str:
    """The title of a document that is built: its content's, else one made from its own name, which copies do not share.

    Args:
        title: as its revision has it.
        file_name: of the document.
    """
    return title or file_stem(file_name) or file_name


def view_query() -> Select[*tuple[Any, ...]]:
    """Documents that are visible, each with the revision it shows."""
    return select(
        DocumentRow.owner,
        DocumentRow.document_id,
        RevisionRow.revision_id,
        DocumentRow.collection_id,
        DocumentRow.file_name,
        RevisionRow.title,
        RevisionRow.media_type,
        DocumentRow.created_at,
        RevisionRow.page_count,
        RevisionRow.chunk_count,
        RevisionRow.passage_starts,
        RevisionRow.is_entry,
        cast(RevisionRow.found, Text).label("found"),
    ).join(RevisionRow, RevisionRow.revision_id == DocumentRow.live_revision_id)


def view_of(row: Row[*tuple[Any, ...]]) -> DocumentView:
    """The view of one row of `view_query`."""
    return {
        "document_id": row.document_id,
        "revision_id": intern(row.revision_id),
        "collection_id": intern(row.collection_id),
        "file_name": row.file_name,
        "title": shown_title(row.title, row.file_name),
        "media_type": row.media_type or "",
        "created_at": row.created_at,
        "page_count": row.page_count,
        "chunk_count": row.chunk_count,
        "passage_starts": row.passage_starts,
        "is_entry": row.is_entry,
        "metadata": StoredMetadata(row.found),
    }
