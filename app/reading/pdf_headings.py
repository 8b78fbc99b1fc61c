"""Headings of a PDF by its fonts: lines that stand out by size or weight."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass

from app.reading.pdf_lines import Line, PageLines, body_size, bold_share
from app.reading.pdf_tables import is_row
from nodes.domain.documents import Heading
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import normalise_name

_MOST_LEVELS = 4
"""Of headings that fonts alone tell."""
_CLEARLY_LARGER = 1.12
"""Of the size of the text: from here on a line stands out by its size."""
_SAME_SIZE = 1.04
"""Of the size of the next line: over it a line is larger, and no sentence goes on."""
_LONGEST_LINE = 150
"""Characters of a line of a heading."""
_LONGEST_BOLD_LINE = 110
"""Characters, where it is bold and no larger than the text."""
_MOST_LINES = 3
"""Of one heading."""
_TITLE_SIZE = 1.3
"""Of the size of the text."""
_TITLE_LEADING = 1.35
"""Of its own size; headings below one another are further apart."""
_PICTURE = lazy_regex(r".+\.(?:jpe?g|png|gif|svg|webp|bmp)", re.IGNORECASE)
_FULL_PAGE = 800
"""Characters in one size that make it a page's body."""
_TOP_LINES = 4
"""Of a page, among which a running title stands."""
_RUNNING_PAGES = 4
"""At whose top a title stands again, before it is a running one."""
_NO_HEADING_BEGINS = '(*†‡“"•▪·'
_BOLD_DOCUMENT = 0.4
"""Share of the characters in bold from which on bold tells nothing."""
_COVER_COUNTS_FROM = 4
"""Pages. In a longer document, styles that only the first page has are the cover's and stand above nothing."""
_NUMBERED = lazy_regex(r"(?:[^\W\d_]+\s+)?(?:\d{1,3}(?:\.\d{1,3})*|[IVXLC]{1,6}|[A-Z])[.:)]?(?:\s|$)|[•–▪·\-]\s")
_ARTICLE = lazy_regex(r"A\s")
"""No label: "A Study of Tides" goes on with a title."""
_MARKED = lazy_regex(r"[*∗†‡§¶]$")
_LEADERS = lazy_regex(r"(?:\. ?){4}")
"""A line of a table of contents."""
_CONTINUES = lazy_regex(r"(?:[,&/(–—-]|\b\w{1,3})$")

_LABEL = lazy_regex(
    r"(?:(?P<word>[^\W\d_]{2,12})\s+(?:\d{1,3}[A-Z]?(?:\.\d{1,3}){0,3}|[IVXLC]{1,6})|\d{1,3}(?:\.\d{1,3}){0,3}"
    r"|[IVXLC]{1,6}(?=[.)]))\.?(?=[^\w.]|$)",
    re.IGNORECASE,
)
_NUMBER = lazy_regex(r"\d+")
_LEADING_LABEL = lazy_regex(r"\d{1,3}(?:\.\d{1,3}){1,5}\.?\s")
_COLUMN_NUMBERS = 3
"""In bold lines of the text's size: from so many on they are the columns' titles of a table."""
_UNLABELLED = 1000
"""The rank of headings without a label: after all labels."""
_RARE_SHARE = 0.02
"""Of the pages: a style on fewer of them is an annex's own, and pushes no other down."""

Rank = tuple[float, bool, int, bool, bool]
"""What orders headings from the outermost inwards; see `font_headings`."""

Style = tuple[float, bool, bool, bool]
"""Size as a multiple of the body's, bold, capitals, upright."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Lines of one page that look like one heading."""

    first: int
    last: int
    style: Style


def font_candidates(pages: Sequence[PageLines], furniture: Sequence[Set[int]]) -> list[list[Candidate]]:
    """For each page the lines that stand out from the body: clearly larger, or bold, short and alone.

    Left out are bold labels between the rows of a table, titles that stand again at the top of page after page, and
    names of pictures, which browsers print for those that they could not load.
    """
    body, allow_bold = body_size(pages), bold_share(pages) < _BOLD_DOCUMENT
    opening = next((number for number, page in enumerate(pages) if page.lines), -1)
    found = [
        _page_candidates(
            page.lines,
            out,
            _Looks(_page_body(page, body), allow_bold),
            _title_lines(page.lines, out, body) if number == opening else frozenset(),
        )
        for number, (page, out) in enumerate(zip(pages, furniture, strict=True))
    ]
    running = _running_titles(pages, found)
    return [
        [
            one
            for one in candidates
            if normalise_name(title := _title(page.lines, one)) not in running and not _PICTURE.fullmatch(title)
        ]
        for page, candidates in zip(pages, found, strict=True)
    ]


def _page_body(page: PageLines, body: float) -> float:
    """The body size of a page: the document's, unless the page is mostly set in a larger one, as an annex may be."""
    own = body_size([page])
    characters = [len(line.text) for line in page.lines if line.size == own]
    is_full = sum(characters) >= _FULL_PAGE and sum(characters) * 2 > sum(len(line.text) for line in page.lines)
    return max(body, own) if is_full else body


def _title_lines(lines: Sequence[Line], excluded: Set[int], body: float) -> Set[int]:
    """Positions of the first lines in the largest type of a page, as close as those of a heading that wraps."""
    kept = [position for position in range(len(lines)) if position not in excluded]
    largest = max((lines[position].size for position in kept), default=0.0)
    if not largest >= body * _TITLE_SIZE > 0:
        return frozenset()
    first = last = next(position for position in kept if lines[position].size == largest)
    while last + 1 < len(lines) and last + 1 not in excluded and _is_close(lines[last], lines[last + 1]):
        last += 1
    return frozenset(range(first, last + 1) if last - first < _MOST_LINES else ())


def _is_close(line: Line, following: Line) -> bool:
    """Whether a line is one line below another of the same looks; the mark of a footnote has looks of its own."""
    is_alike = line.size == following.size and (line.bold == following.bold or _MARKED.search(following.text))
    is_next = 0 < line.y - following.y <= _TITLE_LEADING * line.size
    return bool(is_alike and is_next and (_ARTICLE.match(following.text) or not _NUMBERED.match(following.text)))


def _page_candidates(lines: Sequence[Line], excluded: Set[int], looks: _Looks, title: Set[int]) -> list[Candidate]:
    """Headings of a page.

    Args:
        lines: of the page.
        excluded: positions of those that are no headings.
        looks: what stands out.
        title: positions of lines that are one heading.
    """
    standing = [position not in excluded and looks.stands_out(line) for position, line in enumerate(lines)]
    found: list[Candidate] = []
    position = 0
    while position < len(lines):
        if not standing[position]:
            position += 1
            continue
        last = position
        while (
            last + 1 < len(lines)
            and standing[last + 1]
            and ({last, last + 1} <= title or _continues(lines[last], lines[last + 1]))
        ):
            last += 1
        is_label = not looks.is_larger(lines[position]) and _between_rows(lines, position, last)
        is_heading = looks.is_heading(lines[position : last + 1], is_title=position in title)
        is_heading = is_heading and not _runs_on(lines, last)
        if last - position < _MOST_LINES and is_heading and not is_label:
            found.append(Candidate(position, last, looks.style(lines[position])))
        position = last + 1
    return found


def _between_rows(lines: Sequence[Line], first: int, last: int) -> bool:
    above, below = lines[max(0, first - 2) : first], lines[last + 1 : last + 3]
    return any(is_row(line.text) for line in above) and any(is_row(line.text) for line in below)


def _running_titles(pages: Sequence[PageLines], candidates: Sequence[Sequence[Candidate]]) -> set[str]:
    """Titles that stand among the first lines of four or more pages, and seldom anywhere else."""
    at_top: Counter[str] = Counter()
    anywhere: Counter[str] = Counter()
    for page, found in zip(pages, candidates, strict=True):
        for candidate in found:
            name = normalise_name(_title(page.lines, candidate))
            anywhere[name] += 1
            at_top[name] += candidate.first < _TOP_LINES
    return {name for name, count in at_top.items() if count >= _RUNNING_PAGES and count * 2 > anywhere[name]}


def _title(lines: Sequence[Line], candidate: Candidate) -> str:
    return " ".join(line.text for line in lines[candidate.first : candidate.last + 1])


@dataclass(frozen=True, slots=True)
class _Looks:
    """What stands out in this document."""

    body: float
    allow_bold: bool

    def is_larger(self, line: Line) -> bool:
        # Recognised lines have no size: in a scan each would be as large as the body.
        return line.size > 0 and line.size >= self.body * _CLEARLY_LARGER

    def stands_out(self, line: Line) -> bool:
        text = line.text
        if not self.is_larger(line):
            is_bold = self.allow_bold and line.bold and line.size >= self.body * 0.95
            if not is_bold or len(text) > _LONGEST_BOLD_LINE:
                return False
        return len(text) <= _LONGEST_LINE and _mostly_letters(text) and not is_row(text) and not _LEADERS.search(text)

    def is_heading(self, lines: Sequence[Line], *, is_title: bool) -> bool:
        """Whether lines that stand out begin and end as a heading does; a title may begin in small letters."""
        first, last = lines[0], lines[-1]
        if first.text[0] in _NO_HEADING_BEGINS or (first.text[0].islower() and not is_title):
            return False
        if self.is_larger(first):
            return last.text[-1] not in ",;"
        # Column titles, as "Year ended June 30, 2022 2023", are bold as well.
        texts = [_LEADING_LABEL.sub("", first.text), *(line.text for line in lines[1:])]
        numbers = sum(len(_NUMBER.findall(text)) for text in texts)
        return last.text[-1] not in ",;:%" and numbers < _COLUMN_NUMBERS

    def style(self, line: Line) -> Style:
        times_body = round(line.size / self.body * 20) / 20 if self.body else 1.0
        return (times_body, line.bold, line.text.isupper(), not line.italic)


def _mostly_letters(text: str) -> bool:
    text = _LEADING_LABEL.sub("", text)
    letters = sum(map(str.isalpha, text))
    return letters >= 2 and letters * 2 >= len(text) - text.count(" ")


def _continues(line: Line, following: Line) -> bool:
    """Whether a heading that wraps goes on: the same looks, the next line close below and no new number."""
    if (line.size, line.bold) != (following.size, following.bold) or _NUMBERED.match(following.text):
        return False
    if line.y - following.y > 2.0 * max(line.size, 1.0):
        return False
    return following.text[0].islower() or bool(_CONTINUES.search(line.text)) or len(line.text) > 50


def _runs_on(lines: Sequence[Line], last: int) -> bool:
    """Whether the next line goes on in small letters of the same size: then it is a sentence that begins in bold."""
    if last + 1 == len(lines) or lines[last].size > lines[last + 1].size * _SAME_SIZE > 0:
        return False
    return lines[last + 1].text[0].islower() and not lines[last].text.endswith((".", "!", "?"))


def font_headings(pages: Sequence[PageLines], candidates: Sequence[Sequence[Candidate]]) -> list[list[Heading]]:
    """The candidates of each page as headings, with levels by rank, four at most.

    Larger ranks before smaller, bold before regular; among equals, labelled headings (`Item 7`, `2.1`) come first,
    a label that begins earlier in the document before one that begins later, then capitals, then upright before
    italic. A rare style takes the level of the style ranked next; those that only the first page of a longer document
    has are its cover's: they get level 1 and push no other down.
    """
    titles = [[_title(page.lines, one) for one in found] for page, found in zip(pages, candidates, strict=True)]
    labels = _label_ranks(titles)
    ranks = [
        [_rank(one.style, labels.get(_label(title))) for one, title in zip(found, page, strict=True)]
        for found, page in zip(candidates, titles, strict=True)
    ]
    levels = _levels(ranks)
    return [
        [
            {
                "start": page.lines[one.first].start,
                "end": page.lines[one.last].end,
                "level": levels[rank],
                "title": title,
            }
            for one, rank, title in zip(found, page_ranks, page_titles, strict=True)
        ]
        for page, found, page_ranks, page_titles in zip(pages, candidates, ranks, titles, strict=True)
    ]


def _label(title: str) -> str:
    """What a numbered heading has in common with its siblings: the word before its number, or its dots; else empty."""
    found = _LABEL.match(title)
    if found is None:
        return ""
    return (found.group("word") or "").casefold() + "." * found.group().rstrip(".").count(".") + "#"


def _label_ranks(titles: Sequence[Sequence[str]]) -> dict[str, int]:
    """Labels that titles on enough pages bear, with three or more numbers; by first appearance, then by dots."""
    numbers: dict[str, set[str]] = {}
    pages_of: dict[str, set[int]] = {}
    for number, page in enumerate(titles):
        for title in page:
            if found := _LABEL.match(title):
                numbers.setdefault(_label(title), set()).add(found.group().casefold())
                pages_of.setdefault(_label(title), set()).add(number)
    least = len(titles) * _RARE_SHARE
    kept = [label for label, different in numbers.items() if len(different) >= 3 and len(pages_of[label]) >= least]
    families = list(dict.fromkeys(label.replace(".", "") for label in kept))
    kept.sort(key=lambda label: (families.index(label.replace(".", "")), label.count(".")))
    return {label: rank for rank, label in enumerate(kept)}


def _rank(style: Style, label_rank: int | None) -> Rank:
    size, bold, capitals, upright = style
    if label_rank is not None:
        return (-size, not bold, label_rank, False, False)
    return (-size, not bold, _UNLABELLED, not capitals, not upright)


def _levels(ranks: Sequence[Sequence[Rank]]) -> dict[Rank, int]:
    pages_of: dict[Rank, set[int]] = {}
    for number, page in enumerate(ranks):
        for rank in page:
            pages_of.setdefault(rank, set()).add(number)
    has_cover = len(ranks) >= _COVER_COUNTS_FROM
    levels: dict[Rank, int] = {}
    level = 1
    for rank in sorted(pages_of):
        levels[rank] = min(level, _MOST_LEVELS)
        is_cover = has_cover and pages_of[rank] == {0}
        level += not is_cover and len(pages_of[rank]) >= len(ranks) * _RARE_SHARE
    return levels
