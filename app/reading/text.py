"""Plain text: whatever its encoding, with the pages and headings that people give it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from app.reading.encoding import decode
from app.reading.furniture import furniture_lines, furniture_spans
from app.reading.hyphenation import BREAK, hyphenation_of
from app.reading.layout import plain_page
from app.reading.normalise import normalise_text
from app.reading.text_headings import text_headings
from app.reading.text_lines import TextLine, is_drawn_line, text_lines
from app.reading.text_tables import expanded_tabs, with_tables
from nodes.domain.documents import Page, Span
from nodes.domain.regexes import lazy_regex

_BROKEN = lazy_regex(r"(?<=[a-zß-öø-ÿ]{2})[-\u2010](?=\r?\n[ \t]*[a-zß-öø-ÿ]{2})")
"""A hyphen at a line's end may break a word: normalisation decides, as it does for a PDF."""
_COLUMNS = lazy_regex(r" {2,}")
_MOST_LINES_WITH_TABLES = 50_000
"""A longer text is no longer looked through for tables: it is what a program wrote."""
_OF_PROSE = frozenset({"", ".txt", ".text", ".asc"})
"""Extensions of files with tables that are laid out with blanks. What looks like one in code is none."""
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
    pages: list[Page] = [
        {**whole, "number": n, "text": text, "headings": [], "tables": []} for n, text in enumerate(texts, start=1)
    ]
    if sum(text.count("\n") for text in texts) > _MOST_LINES:
        return pages
    is_prose = Path(file_name).suffix.lower() in _OF_PROSE
    if is_prose and not _is_manual(pages) and sum(text.count("\n") for text in texts) <= _MOST_LINES_WITH_TABLES:
        for page, raw in zip(pages, raws, strict=True):
            expanded = normalise_text(expanded_tabs(raw), hyphenation) if "\t" in raw else ""
            page["text"], page["tables"] = with_tables(page["text"], expanded)
    lines = [[*_beside_tables(page, text_lines(index, page["text"]))] for index, page in enumerate(pages)]
    lines = [*_without_furniture(pages, lines)]
    for index, heading in text_headings([line for of_page in lines for line in of_page]):
        pages[index]["headings"].append(heading)
    if is_prose:
        for page, of_page in zip(pages, lines, strict=True):
            page["furniture"] = _with_rules(page, of_page)
    return pages


def _split_pages(raw: str) -> list[str]:
    """Between form feeds, where they part pages that fit on paper, and not parts of a program."""
    pages = raw.removesuffix("\n").removesuffix("\f").split("\f")
    return pages if all(page.count("\n") <= _LONGEST_PAGE for page in pages) else [raw]


def _is_manual(pages: Sequence[Page]) -> bool:
    shown = [line for line in pages[0]["text"].split("\n") if line.strip()]
    return len(pages) == 1 and bool(_edges_of_manual([line.strip() for line in shown]))


def _beside_tables(page: Page, lines: Iterable[TextLine]) -> Iterator[TextLine]:
    """The lines of a page, of each table one, between blank ones: no row is a heading, a rule or a page number."""
    tables = iter(page["tables"])
    table = next(tables, None)
    for line in lines:
        while table is not None and line.start >= table["end"]:
            table = next(tables, None)
        if table is None or line.start < table["start"]:
            yield line
        elif line.start == table["start"]:
            # Text below a heading, and no title: it has bars.
            blank = TextLine(line.page, line.start, 0, "")
            yield from (blank, line, blank)


def _with_rules(page: Page, lines: Iterable[TextLine]) -> list[Span]:
    """The furniture of a page, and its drawn lines: they part the text, and are no words. Those of headings stay."""
    headings = [*page["headings"]]
    place = 0
    spans = [*page["furniture"]]
    for line in lines:
        while place < len(headings) and headings[place]["end"] <= line.start:
            place += 1
        is_of_heading = place < len(headings) and headings[place]["start"] < line.end
        if is_drawn_line(line.text) and not is_of_heading:
            # The line break stays, and a blank line parts what stood above from what stood below.
            spans.append({"page": page["number"], "start": line.start, "end": line.end})
    return sorted(spans, key=lambda span: span["start"])


def _without_furniture(pages: Sequence[Page], lines: Sequence[Sequence[TextLine]]) -> Iterator[list[TextLine]]:
    tables = [{table["start"] for table in page["tables"]} for page in pages]
    written = [
        [line for line in of_page if line.text and line.start not in starts]
        for of_page, starts in zip(lines, tables, strict=True)
    ]
    shown = [[line.text for line in of_page] for of_page in written]
    furniture = furniture_lines(shown) if len(pages) > 1 else [_edges_of_manual(shown[0])]
    for page, of_page, own, positions in zip(pages, lines, written, furniture, strict=True):
        running = [own[position] for position in sorted(positions)]
        page["furniture"] = furniture_spans(page["number"], page["text"], [(line.start, line.end) for line in running])
        yield [line for line in of_page if line not in running]


def _edges_of_manual(shown: Sequence[str]) -> set[int]:
    """First and last line of a manual page: three columns each, of which the first and the last name the page."""
    if not shown:
        return set()
    first, last = (_COLUMNS.split(shown[position]) for position in (0, -1))
    is_manual = len(first) == len(last) == 3 and first[0] == first[2] == last[2]
    return {0, len(shown) - 1} if is_manual else set()
