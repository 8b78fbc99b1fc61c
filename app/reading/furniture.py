"""Running headers, footers and page numbers: lines at the edges of pages that recur."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Sequence

from nodes.domain.documents import Span
from nodes.domain.regexes import lazy_regex

_EDGE_LINES = 3
"""Of a page, at its top and at its bottom: others are never furniture."""
_LEAST_RECURRENCE = 3
"""Pages: what stands on no more of them recurs by chance."""
_RECURRENCE_SHARE = 0.15
"""Of the pages, that a running line has to stand on more of."""
_NUMBERED_SHARE = 0.5
"""Of the pages, that have to agree on how far printed numbers are off, or to have titles in capitals."""
_LONGEST = 200
"""Characters of a running line."""
_NUMBER = lazy_regex(r"\d+")
PAGE_WORDS = "page|pg|p|seite|stranica|страница|стр|página|pagina|side|sida|strona|sayfa"
"""What a page number stands behind."""
_BARE_NUMBER = lazy_regex(
    rf"\W*(?:(?:{PAGE_WORDS})[.\s]*)?"
    r"(?:[A-Z]{1,2}\s*[-–—.]\s*)?(?P<number>\d{1,5}|[ivxl]{1,7})"
    r"(?:\s*(?:/|of|von|de|di|av|af|из|sur|z)\s*\d{1,5})?\W*",
    re.IGNORECASE,
)
_PAGE_OF = lazy_regex(
    r"\b(?:page|pg|seite|страница|стр|página|pagina|side|sida|strona|sayfa)[.\s]*(\d{1,5})"
    r"\s*(?:/|of|von|de|di|av|af|из|sur|z)\s*(\d{1,5})\b",
    re.IGNORECASE,
)
_BRACES = lazy_regex(r"[{}()\[\];, ]+")
"""A line of code."""
_OPENING_WORDS = 3
"""By which two running titles of one chapter are alike."""
_FEWEST_LETTERS = 6
"""Of a running title in capitals."""
_NUMBERED = lazy_regex(r"\d{1,3}\.\d")
"""The number of a section, which opens a running title."""
_NEAR = 30
"""How far a printed page number may be off the page's place in the file without another page that is off as much."""


Lines = Sequence[str]
"""The lines of one page that are not blank, without blanks around them."""


def furniture_lines(pages: Sequence[Lines], large: Sequence[Container[int]] = ()) -> list[set[int]]:
    """For each page the positions of running headers, footers and page numbers among its lines.

    Only the first and last three lines of a page can be. A line counts where it recurs on more than
    max(3, 15 %) of the pages, its numbers being the same everywhere or counting with the pages; where it is a
    bare page number, or tells it and how many pages there are ("Page 1 of 3"); where, first or last of the
    others, it begins or ends in one that agrees with those of half of the pages, as the name of a chapter does; and
    where, first of the others, it is in capitals and opens as on a page nearby, in a book that has such lines
    ("CHAPTER 7. TIDES 7.3. GAUGES"). A page keeps at least one line. A line in parentheses is kept, the unit of a
    table, and one of braces, which is code.

    Args:
        pages: lines of each.
        large: for each page the positions of lines that are larger than its text: "4 Results" on the fourth page is a
            chapter's title there, and no running header. Empty where sizes are not known.
    """
    titles = large or [()] * len(pages)
    recurring = _recurring(pages)
    numbering = _numbering(pages)
    offset = _common_offset(pages, titles)
    recurring |= _capital_titles(pages, recurring)
    found: list[set[int]] = []
    for number, page in enumerate(pages):
        edges = _edges(page)
        bare = {
            position
            for position in edges
            if _is_page_number(page, position, number, numbering) or _is_page_of(page[position], number)
        }
        repeated = {position for position in edges if (number, position) in recurring}
        both = bare | repeated
        outermost = (position for position in _outermost(page, both) if position not in titles[number])
        both |= {position for position in outermost if offset in _offsets_beside(page[position], number)}
        found.append(both if len(both) < len(page) else bare if len(bare) < len(page) else set())
    return found


def furniture_spans(number: int, text: str, lines: Sequence[tuple[int, int]]) -> list[Span]:
    """Whole lines with their breaks as spans, neighbours joined.

    Args:
        number: Of the page.
        text: Of the page.
        lines: Start and end of each in the text, in order.
    """
    spans: list[Span] = []
    for line_start, line_end in lines:
        start = text.rfind("\n", 0, line_start) + 1
        end = text.find("\n", line_end) + 1 or len(text)
        if spans and spans[-1]["end"] == start:
            spans[-1]["end"] = end
        else:
            spans.append({"page": number, "start": start, "end": end})
    return spans


def _edges(page: Lines) -> list[int]:
    count = len(page)
    return sorted({*range(min(_EDGE_LINES, count)), *range(max(0, count - _EDGE_LINES), count)})


def _key(line: str) -> str:
    return " ".join(_NUMBER.sub("#", line.casefold()).split())


def _recurring(pages: Sequence[Lines]) -> set[tuple[int, int]]:
    """(page, position) of every edge line that recurs often enough."""
    places: defaultdict[str, list[tuple[int, int, tuple[int, ...]]]] = defaultdict(list)
    for number, page in enumerate(pages):
        for position in _edges(page):
            line = page[position]
            is_unit = line.startswith("(") and line.endswith(")")
            if len(line) <= _LONGEST and not is_unit and not _BRACES.fullmatch(line):
                numbers = tuple(int(digits[-9:]) for digits in _NUMBER.findall(line))
                places[_key(line)].append((number, position, numbers))
    least = max(_LEAST_RECURRENCE, _RECURRENCE_SHARE * len(pages))
    found: set[tuple[int, int]] = set()
    for key, occurrences in places.items():
        steady = _steady(occurrences, is_sentence=_is_sentence(key))
        if len({number for number, _, _ in steady}) > least:
            found.update((number, position) for number, position, _ in steady)
    return found


def _is_sentence(key: str) -> bool:
    return key.endswith((".", "!", "?", "。")) and key.count(" ") >= 4


def _steady(
    occurrences: list[tuple[int, int, tuple[int, ...]]], *, is_sentence: bool
) -> list[tuple[int, int, tuple[int, ...]]]:
    """The occurrences whose numbers are the commonest ones, or follow the page's own number.

    A sentence must recur with the same numbers: "Page 7 tells of pump 7." is content.
    """
    if not any(numbers for _, _, numbers in occurrences):
        return occurrences
    counting = Counter(offsets for occurrence in occurrences for offsets in _offsets(occurrence))
    fixed = Counter(numbers for _, _, numbers in occurrences)
    kept = []
    for occurrence in occurrences:
        shares_numbers = fixed[occurrence[2]] > _LEAST_RECURRENCE
        follows = any(counting[offsets] > _LEAST_RECURRENCE for offsets in _offsets(occurrence))
        counts_pages = not is_sentence and follows
        if shares_numbers or counts_pages:
            kept.append(occurrence)
    return kept


def _offsets(occurrence: tuple[int, int, tuple[int, ...]]) -> set[tuple[int, tuple[int, ...]]]:
    """The numbers with the last one, where page numbers stand mostly, seen from the page's own; or the last but one.

    "46 / 233" tells how many pages there are behind the page's own number.
    """
    number, _, numbers = occurrence
    places = range(max(0, len(numbers) - 2), len(numbers))
    return {(place, (*numbers[:place], numbers[place] - number, *numbers[place + 1 :])) for place in places}


def _numbering(pages: Sequence[Lines]) -> Counter[int]:
    """How often each distance between a printed number and the page's place in the file occurs."""
    offsets: Counter[int] = Counter()
    for number, page in enumerate(pages):
        for position in {0, len(page) - 1} if page else set():
            printed = _printed_number(page[position])
            if printed is not None:
                offsets[printed - number] += 1
    return offsets


def _common_offset(pages: Sequence[Lines], large: Sequence[Container[int]]) -> int | None:
    """How far numbers that stand beside words are from the places of their pages, if half of the pages agree."""
    offsets: Counter[int] = Counter()
    for number, page in enumerate(pages):
        offsets.update(
            {
                offset
                for position in _outermost(page, ())
                if position not in large[number]
                for offset in _offsets_beside(page[position], number)
            }
        )
    offset, count = offsets.most_common(1)[0] if offsets else (0, 0)
    return offset if count > max(_LEAST_RECURRENCE, _NUMBERED_SHARE * len(pages)) else None


def _capital_titles(pages: Sequence[Lines], recurring: Container[tuple[int, int]]) -> set[tuple[int, int]]:
    """(page, position) of first lines in capitals that open as one nearby does, or with the number of a section.

    Only where half of the pages have one in capitals, and a quarter one as nearby (on the left the chapter, on the
    right the section): a slide has its title in capitals too, and the next another.
    """
    openings: dict[int, tuple[int, tuple[str, ...]]] = {}
    for number, page in enumerate(pages):
        first = min(
            _outermost(page, {position for position in _edges(page) if (number, position) in recurring}), default=-1
        )
        if first in range(_EDGE_LINES) and _is_in_capitals(page[first]):
            openings[number] = (first, tuple(page[first].split()[:_OPENING_WORDS]))
    near = {
        number
        for number, (_, opening) in openings.items()
        if any(openings.get(number + step, (0, ()))[1] == opening for step in (-2, -1, 1, 2))
    }
    least = _NUMBERED_SHARE * sum(map(bool, pages))
    if len(openings) <= least or len(near) <= max(_LEAST_RECURRENCE, least / 2):
        return set()
    return {
        (number, first)
        for number, (first, opening) in openings.items()
        if number in near or _NUMBERED.match(opening[0])
    }


def _is_in_capitals(line: str) -> bool:
    return len(line) <= _LONGEST and line.isupper() and sum(map(str.isalpha, line)) >= _FEWEST_LETTERS


def _outermost(page: Lines, furniture: Container[int]) -> set[int]:
    """The first and the last of the edge lines that are not furniture."""
    left = [position for position in _edges(page) if position not in furniture]
    return {left[0], left[-1]} if left else set()


def _offsets_beside(line: str, page_index: int) -> set[int]:
    """How far numbers at the two ends of a line are from the page's index."""
    words = line.split()
    if len(line) > _LONGEST or not any(map(str.isalpha, line)):
        return set()
    return {int(word) - page_index for word in {words[0], words[-1]} if len(word) <= 4 and word.isdecimal()}


def _printed_number(line: str) -> int | None:
    found = _BARE_NUMBER.fullmatch(line)
    return int(found.group("number")) if found and found.group("number").isdecimal() else None


def _is_page_of(line: str, page_index: int) -> bool:
    return any(int(number) == page_index + 1 <= int(last) for number, last in _PAGE_OF.findall(line))


def _is_page_number(lines: Lines, position: int, page_index: int, numbering: Counter[int]) -> bool:
    found = _BARE_NUMBER.fullmatch(lines[position])
    if found is None:
        return False
    if not found.group("number").isdecimal():
        return position in {0, len(lines) - 1}
    offset = int(found.group("number")) - page_index
    has_letter = any(map(str.isalpha, lines[position]))
    return has_letter or numbering[offset] > 1 or abs(offset) <= _NEAR
