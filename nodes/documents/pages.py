"""Pages as LlamaIndex readers give them, as the state keeps them."""

from __future__ import annotations

from collections.abc import Sequence

from llama_index.core.schema import Document

from nodes.domain.documents import FileProperties, Page


def pages_of(documents: Sequence[Document]) -> tuple[list[Page], FileProperties, str]:
    """Pages, the file's own properties and its media type, from one LlamaIndex document a page.

    A reader that sets only `text` will do: pages are then numbered in order, and nothing is marked.
    """
    pages: list[Page] = [
        {
            "number": int(document.metadata.get("page", number)),
            "text": document.text,
            "headings": document.metadata.get("headings", []),
            "tables": document.metadata.get("tables", []),
            "furniture": document.metadata.get("furniture", []),
        }
        for number, document in enumerate(documents, start=1)
    ]
    first = documents[0].metadata if documents else {}
    properties: FileProperties = first.get("properties", {})
    return pages, properties, str(first.get("media_type", ""))
