"""Plain text: whatever its encoding, with the pages and headings that people give it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from app.reading.encoding import decode
from app.reading.furniture import furniture_lines, furniture_spans
from app.reading.hyphenation import BREAK, hyphenation_of
from app.reading.layout import plain_page
from app.reading.normalise import normalise_text
from app.reading.text_headings import text_headings
from app.reading.text_lines import TextLine, text_lines
from nodes.domain.documents import Page
from nodes.domain.regexes import lazy_regex

_BROKEN = lazy_regex(r"(?<=[a-zß-öø-ÿ]{2})[-\u2010](?=\r?\n[ \t]*[a-zß-öø-ÿ]{2})")
"""A hyphen at a line's end may break a word: normalisation decides, as it does for a PDF."""
_COLUMNS = lazy_regex(r" {2,}")
_LONGEST_PAGE = 150
"""Lines; pages of paper have 50 to 70."""
_MOST_LINES = 200_000
"""A longer text is a log or a dump; its lines would take more memory than a reader has."""


def read_text(path: Path, file_name: str) -> list[Page]:
    """The pages that form feeds part, else the whole file as one; with headings, running headers and footers.

    Raises:
        EmptyFileError: It holds nothing but white space.
    """
    raws = _split_pages(_BROKEN.sub(BREAK, decode(path.read_bytes())))
    hyphenation = hyphenation_of(raws) if any(BREAK in raw for raw in raws) else None
    texts = [normalise_text(raw, hyphenation) for raw in raws]
    whole = plain_page("".join(texts), file_name)
    pages: list[Page] = [{**whole, "number": n, "text": text, "headings": []} for n, text in enumerate(texts, start=1)]
    if sum(text.count("\n") for text in texts) > _MOST_LINES:
        return pages
    lines = [[*text_lines(index, page["text"])] for index, page in enumerate(pages)]
    lines = [*_without_furniture(pages, lines)]
    for index, heading in text_headings([line for of_page in lines for line in of_page]):
        pages[index]["headings"].append(heading)
    return pages


def _split_pages(raw: str) -> list[str]:
    """Between form feeds, where they part pages that fit on paper, and not parts of a program."""
    pages = raw.removesuffix("\n").removesuffix("\f").split("\f")
    return pages if all(page.count("\n") <= _LONGEST_PAGE for page in pages) else [raw]


def _without_furniture(pages: Sequence[Page], lines: Sequence[Sequence[TextLine]]) -> Iterator[list[TextLine]]:
    written = [[line for line in of_page if line.text] for of_page in lines]
    shown = [[line.text for line in of_page] for of_page in written]
    furniture = furniture_lines(shown) if len(pages) > 1 else [_edges_of_manual(shown[0])]
    for page, of_page, own, positions in zip(pages, lines, written, furniture, strict=True):
        running = [own[position] for position in sorted(positions)]
        page["furniture"] = furniture_spans(page["number"], page["text"], [(line.start, line.end) for line in running])
        yield [line for line in of_page if line not in running]


def _edges_of_manual(shown: Sequence[str]) -> set[int]:
    """First and last line of a manual page: three columns each, of which the first and the last name the page."""
    first, last = (_COLUMNS.split(shown[position]) for position in (0, -1))
    is_manual = len(first) == len(last) == 3 and first[0] == first[2] == last[2]
    return {0, len(shown) - 1} if is_manual else set()
