"""Postings: what a document bears and what its chunks mention, from which links between documents are read."""

from __future__ import annotations

from collections.abc import Sequence

from nodes.documents.mentions import chunk_mentions
from nodes.documents.names import document_names
from nodes.domain.documents import DocumentMetadata, Mention, Name


def postings_of(
    file_name: str, metadata: DocumentMetadata, contents: Sequence[tuple[int, str]]
) -> tuple[list[Name], list[Mention]]:
    """Names and mentions of a document; work in proportion to its text, whatever else the collection holds.

    Args:
        file_name: its name in the collection, and its title where the metadata has none.
        metadata: title, identifiers, authors, patent parents and technologies are read.
        contents: chunk index and content of every chunk, in order; the first opens the document.
    """
    title = metadata.get("title", file_name)
    names = document_names(title, file_name, metadata, contents[0][1] if contents else "")
    return names, [mention for index, content in contents for mention in chunk_mentions(index, content)]
