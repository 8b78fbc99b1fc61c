"""HTML that was laid out for paper: where its pages break, and which lines recur at their edges."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.reading.furniture import furniture_lines, furniture_spans
from app.reading.text_lines import text_lines
from nodes.domain.documents import Page
from nodes.domain.regexes import lazy_regex

if TYPE_CHECKING:
    from bs4 import BeautifulSoup

_BREAK = "\ue0f1\ue0f2"
"""Characters of no writing."""
_BROKEN = lazy_regex(rf"(?:^---\s*)?\n*[ \t]*{_BREAK}[ \t]*\n*")
_BREAKS = re.compile(r"(?:page-)?break-(before|after)\s*:\s*(?:always|page|left|right)", re.IGNORECASE)
_MARKED = lazy_regex(r"[#|\s-]*")


def mark_page_breaks(soup: BeautifulSoup) -> None:
    """Puts a mark where the styles of elements outside tables say that a page ends."""
    for element in soup.find_all(style=_BREAKS):
        if element.find_parent("table") is not None:
            continue
        mark = soup.new_tag("p", string=_BREAK)
        said = _BREAKS.search(str(element.get("style")))
        if said is not None and said[1].lower() == "before":
            element.insert_before(mark)
        else:
            element.insert_after(mark)
        if element.name == "hr":
            element.decompose()


def parted_at_breaks(text: str) -> list[str]:
    """The texts of the pages between the marks, in order, without the blank ones."""
    return [part for part in _BROKEN.split(text) if part.strip()]


def with_furniture(pages: Sequence[Page]) -> list[Page]:
    """The pages, with their running headers, footers and page numbers."""
    if len(pages) == 1:
        return [*pages]
    lines = [[line for line in text_lines(n, page["text"]) if line.text] for n, page in enumerate(pages)]
    found = furniture_lines([[_MARKED.sub("", line.text, count=1) for line in of_page] for of_page in lines])
    return [
        {
            **page,
            "furniture": furniture_spans(
                page["number"], page["text"], [(own[each].start, own[each].end) for each in sorted(positions)]
            ),
        }
        for page, own, positions in zip(pages, lines, found, strict=True)
    ]
