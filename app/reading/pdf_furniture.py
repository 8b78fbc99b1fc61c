"""Running headers, footers and page numbers of a PDF: lines at the edges of pages that recur."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from app.reading.pdf_lines import Line, PageLines

_EDGE_LINES = 3
_LEAST_RECURRENCE = 3
_RECURRENCE_SHARE = 0.15
_LONGEST = 200
_NUMBER = re.compile(r"\d+")
_BARE_NUMBER = re.compile(
    r"\W*(?:(?:page|pg|p|seite|stranica|страница|стр|página|pagina|página|side|sida|strona|sayfa)[.\s]*)?"
    r"(?:[A-Z]{1,2}\s*[-–—.]\s*)?(?P<number>\d{1,5}|[ivxl]{1,7})"
    r"(?:\s*(?:/|of|von|de|di|av|af|из|sur|z)\s*\d{1,5})?\W*",
    re.IGNORECASE,
)
_NEAR = 30
"""How far a printed page number may be off the page's place in the file without another page that is off as much."""


def furniture_lines(pages: Sequence[PageLines]) -> list[set[int]]:
    """For each page the positions (in its `lines`) of running headers, footers and page numbers.

    Only the first and last three lines of a page can be. A line counts where it recurs on more than
    max(3, 15 %) of the pages, its numbers being the same everywhere or counting with the pages; and where it is a
    bare page number. A page keeps at least one line, and a line in parentheses is kept: it is the unit of a table.
    """
    recurring = _recurring(pages)
    numbering = _numbering(pages)
    found: list[set[int]] = []
    for number, page in enumerate(pages):
        edges = _edges(page)
        bare = {position for position in edges if _is_page_number(page.lines, position, number, numbering)}
        repeated = {position for position in edges if (number, position) in recurring}
        both = bare | repeated
        found.append(both if len(both) < len(page.lines) else bare if len(bare) < len(page.lines) else set())
    return found


def _edges(page: PageLines) -> list[int]:
    count = len(page.lines)
    return sorted({*range(min(_EDGE_LINES, count)), *range(max(0, count - _EDGE_LINES), count)})


def _key(line: Line) -> str:
    return " ".join(_NUMBER.sub("#", line.text.casefold()).split())


def _recurring(pages: Sequence[PageLines]) -> set[tuple[int, int]]:
    """(page, position) of every edge line that recurs often enough."""
    places: defaultdict[str, list[tuple[int, int, tuple[int, ...]]]] = defaultdict(list)
    for number, page in enumerate(pages):
        for position in _edges(page):
            line = page.lines[position]
            if len(line.text) <= _LONGEST and not (line.text.startswith("(") and line.text.endswith(")")):
                numbers = tuple(int(digits[-9:]) for digits in _NUMBER.findall(line.text))
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
    counting = Counter(_offsets(occurrence) for occurrence in occurrences)
    fixed = Counter(numbers for _, _, numbers in occurrences)
    kept = []
    for occurrence in occurrences:
        shares_numbers = fixed[occurrence[2]] > _LEAST_RECURRENCE
        counts_pages = not is_sentence and counting[_offsets(occurrence)] > _LEAST_RECURRENCE
        if shares_numbers or counts_pages:
            kept.append(occurrence)
    return kept


def _offsets(occurrence: tuple[int, int, tuple[int, ...]]) -> tuple[int, ...]:
    """The numbers with the last one, where page numbers stand mostly, seen from the page's own."""
    number, _, numbers = occurrence
    return (*numbers[:-1], numbers[-1] - number) if numbers else ()


def _numbering(pages: Sequence[PageLines]) -> Counter[int]:
    """How often each distance between a printed number and the page's place in the file occurs."""
    offsets: Counter[int] = Counter()
    for number, page in enumerate(pages):
        for position in {0, len(page.lines) - 1} if page.lines else set():
            printed = _printed_number(page.lines[position])
            if printed is not None:
                offsets[printed - number] += 1
    return offsets


def _printed_number(line: Line) -> int | None:
    found = _BARE_NUMBER.fullmatch(line.text)
    return int(found.group("number")) if found and found.group("number").isdecimal() else None


def _is_page_number(lines: Sequence[Line], position: int, page_index: int, numbering: Counter[int]) -> bool:
    found = _BARE_NUMBER.fullmatch(lines[position].text)
    if found is None:
        return False
    if not found.group("number").isdecimal():
        return position in {0, len(lines) - 1}
    offset = int(found.group("number")) - page_index
    has_letter = any(map(str.isalpha, lines[position].text))
    return has_letter or numbering[offset] > 1 or abs(offset) <= _NEAR
