"""Pages of text with nothing else on them, for what is read of a whole document."""

from __future__ import annotations

from nodes.domain.documents import Page


def page(text: str, number: int = 1) -> Page:
    return {"number": number, "text": text, "headings": [], "tables": [], "furniture": []}


def pages(*texts: str) -> list[Page]:
    return [page(text, number) for number, text in enumerate(texts, start=1)]
