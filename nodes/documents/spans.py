"""Texts by where they stand on their pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nodes.domain.documents import Span


def text_of(spans: Iterable[Span], pages: Mapping[int, str]) -> str:
    """What stands at these places, one after the other.

    Args:
        spans: the places.
        pages: the texts of their pages by number.
    """
    return "".join(pages[span["page"]][span["start"] : span["end"]] for span in spans)
