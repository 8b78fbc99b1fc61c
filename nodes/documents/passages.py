"""Passages: the grain that is ranked. A page, a section, or a text that has neither; chunks stand inside them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from nodes.documents.code_lines import is_code
from nodes.documents.definitions import definitions
from nodes.domain.documents import Chunk, IngestDocument, Page
from nodes.domain.regexes import lazy_regex

CHUNKS_A_PASSAGE = 4
"""A section of more chunks is ranked in parts: about a page each."""
LARGEST_READ = 8
"""Chunks of a passage that an answer reads whole; of a larger one it reads those around the chunk that shows it."""
TITLE_LINES = 4
"""Lines at the top of a page that are searched as its title."""
LONGEST_TITLE_LINE = 120
"""Characters: a longer line is text, and what is below it no title."""

_VALUE = lazy_regex(r"[-−–—+(]*[$€£¥]?\(?[-−]?\d[\d.,]*\)?(?:%|[kmb]n?)?\)?|[—–-]", re.IGNORECASE)
_SIGN = lazy_regex(r"[$€£¥()%|]+")


class PassageText(NamedTuple):
    """A passage as it is analysed: its own words in three fields."""

    page: int
    """Its first page, from 1."""
    body: str
    titles: str
    """Up to four short first lines of a page, or the headings above a section; empty where the lines are code."""
    labels: str
    """The text of table rows: lines that end in two or more values. In source code, the names that it defines."""
    row_count: int
    """Of table rows: 0 beside labels tells that these are names of code."""
    first_chunk: int
    """Index of its first chunk; it goes on to the next passage's first chunk."""
    chunk_pages: tuple[int, ...]
    """How many pages each of its chunks touches."""


class _Draft(NamedTuple):
    page: int
    body: str
    titles: str
    """Its first lines, or the headings above it; they do not count where the body is code."""
    chunks: Sequence[Chunk]


def passages_of(document: IngestDocument, title: str = "", *, is_source: bool = False) -> list[PassageText]:
    """The passages of a document in reading order; every chunk stands in exactly one.

    Pages where the file has several; else sections, in parts where one is long. A chunk over two pages belongs to the
    one that has most of it. Running heads and page numbers are left out.

    Args:
        document: With pages and chunks.
        title: Counts as a heading above every section; on pages it would stand above all alike.
        is_source: Whether it is known to be source code; else its lines tell.
    """
    pages = {page["number"]: page for page in document["pages"]}
    by_page = len(pages) > 1
    drafts = _by_page(pages, document["chunks"]) if by_page else list(_by_section(document["chunks"], title))
    code = [is_source or is_code(draft.body) for draft in drafts]
    # What a sample in a manual defines is not what the manual is about.
    is_mostly_code = 2 * sum(code) > len(code)
    found: list[PassageText] = []
    for draft, of_code in zip(drafts, code, strict=True):
        titles = draft.titles if not of_code else "" if by_page else title
        names = definitions(draft.body) if of_code and is_mostly_code else []
        found.append(_passage(draft, titles, names))
    return found


def _by_page(pages: Mapping[int, Page], chunks: Sequence[Chunk]) -> list[_Draft]:
    groups: list[tuple[int, list[Chunk]]] = []
    for chunk in chunks:
        home = _home_page(chunk)
        if not groups or groups[-1][0] != home:
            groups.append((home, []))
        groups[-1][1].append(chunk)
    homes = {home for home, _ in groups}
    found: list[_Draft] = []
    for home, group in groups:
        # A page with too little text for a chunk of its own is read with the one that took it.
        without = sorted({number for chunk in group for number in chunk["pages"]} - homes | {home})
        bodies = [_without_furniture(pages[number]) for number in without if number in pages]
        found.append(_Draft(home, "\n".join(bodies), _first_lines(bodies[0]) if bodies else "", group))
    return found


def _home_page(chunk: Chunk) -> int:
    """The page that has most of a chunk, the first of equals."""
    shares: dict[int, int] = {}
    for span in chunk["spans"]:
        shares[span["page"]] = shares.get(span["page"], 0) + span["end"] - span["start"]
    return max(shares, key=lambda page: (shares[page], -page)) if shares else chunk["pages"][0]


def _by_section(chunks: Sequence[Chunk], title: str) -> Iterable[_Draft]:
    start = 0
    while start < len(chunks):
        section = chunks[start]["section_index"]
        end = start + 1
        while end < len(chunks) and end - start < CHUNKS_A_PASSAGE and chunks[end]["section_index"] == section:
            end += 1
        group = chunks[start:end]
        body = "\n".join(chunk["content"] for chunk in group)
        yield _Draft(group[0]["pages"][0], body, "\n".join([title, *group[0]["section_path"]]), group)
        start = end


def _passage(draft: _Draft, titles: str, names: Sequence[str]) -> PassageText:
    """The passage of a draft; the names that it defines stand for the labels of rows."""
    rows = [] if names else [label for line in draft.body.split("\n") if (label := row_label(line))]
    return PassageText(
        draft.page,
        draft.body,
        titles,
        "\n".join(names or rows),
        len(rows),
        draft.chunks[0]["chunk_index"],
        tuple(len(chunk["pages"]) for chunk in draft.chunks),
    )


def row_label(line: str) -> str:
    """What stands before the two or more values that a line ends in; empty where it ends otherwise."""
    words = line.split()
    end, values = len(words), 0
    while end and (_SIGN.fullmatch(words[end - 1]) or _VALUE.fullmatch(words[end - 1])):
        end -= 1
        values += _VALUE.fullmatch(words[end]) is not None
    return " ".join(words[:end]) if values >= 2 else ""


def _first_lines(body: str) -> str:
    """Up to four lines under 120 characters that open a page."""
    lines: list[str] = []
    for line in body.split("\n"):
        text = line.strip()
        if not text:
            continue
        if len(text) >= LONGEST_TITLE_LINE or len(lines) == TITLE_LINES:
            break
        lines.append(text)
    return "\n".join(lines)


def _without_furniture(page: Page) -> str:
    text, kept, position = page["text"], list[str](), 0
    for span in sorted(page["furniture"], key=lambda span: span["start"]):
        kept.append(text[position : span["start"]])
        position = max(position, span["end"])
    kept.append(text[position:])
    return "".join(kept)
