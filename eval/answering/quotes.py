"""Whether quotes stand verbatim where they are said to come from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.sheaf import LOCAL_OWNER, Sheaf
from nodes.documents.spans import text_of


class QuoteChecker:
    """Holds quotes against the stored text of the document and place they are cited from."""

    def __init__(self, sheaf: Sheaf) -> None:
        self._catalogue = sheaf.catalogue
        self._library = sheaf.library
        self._texts: dict[tuple[str, tuple[int, ...]], list[str]] = {}

    async def stands(self, citation: Mapping[str, Any]) -> bool:
        """Whether the quote stands, character by character, in what is stored of the citation's place.

        That is a cited page, a section of it (which page ends and running headers do not interrupt), or else the
        cited passage itself, as no page holds a summary. A quote of nothing stands nowhere.
        """
        quote = citation["quote"]
        if not quote:
            return False
        document_id, numbers = citation["document_id"], tuple(citation["pages"])
        if (document_id, numbers) not in self._texts:
            self._texts[document_id, numbers] = await self._place(document_id, numbers)
        if any(quote in text for text in self._texts[document_id, numbers]):
            return True
        return quote in await self._passage(document_id, citation["chunk_id"])

    async def _place(self, document_id: str, numbers: tuple[int, ...]) -> list[str]:
        texts: list[str] = []
        for revision_id in await self._catalogue.revisions(LOCAL_OWNER, [document_id]):
            pages = await self._catalogue.page_texts(LOCAL_OWNER, revision_id)
            texts += [pages[number] for number in numbers if number in pages]
            for section in await self._catalogue.sections(LOCAL_OWNER, revision_id):
                if set(section["pages"]) & set(numbers):
                    texts.append(text_of(section["spans"], pages))
        return texts

    async def _passage(self, document_id: str, chunk_id: str) -> str:
        for collection_id in (await self._catalogue.revisions(LOCAL_OWNER, [document_id])).values():
            collection = await self._library.open(LOCAL_OWNER, collection_id)
            for node in await collection.chunks.aget_nodes([chunk_id]):
                return str(node.get_content())
        return ""
