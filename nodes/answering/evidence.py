"""Evidence: the sentences and table rows of the sources, each with what is needed to weigh it against a question."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from nodes.domain.chat import Source
from nodes.domain.ports import DocumentFrequencies
from nodes.language.entities import names_in
from nodes.language.sentences import sentence_spans
from nodes.language.terms import analyse, normalise_name

LEANS_BACK = re.compile(
    r"(?:it|its|he|his|she|her|they|their|this|these|that|those|the (?:company|group|firm|film|"
    r"song|album|book|band|team|city|town|"
    r"project|product|study|authors?|paper|report|agreement|contract|latter|former))\b",
    re.IGNORECASE,
)
"""A beginning that leaves the subject to what stands before it, perhaps to the title."""

_VALUE = r"[-–—(]?\s?[$€£¥]?\s?\(?\d[\d.,]*\)?\s?(?:%|[kmb]n?\b)?\)?|[—–-]|n/?a"
_TRAILING_VALUES = re.compile(rf"(?:[\s$€£¥]+(?:{_VALUE})){{2,}}\s*[)%]?\s*$", re.IGNORECASE)
_ONE_VALUE = re.compile(rf"[\s$€£¥]+(?:{_VALUE})\s*$", re.IGNORECASE)
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_YEAR = re.compile(r"(?<![\d.,])(?:19|20)\d{2}(?![\d,])")
_CELLS = re.compile(r"\s*\|\s*|\t+")
_RULE_ROW = re.compile(r"[\s|:+=_-]*")
_KEY_VALUE = re.compile(r"[ \t]*(?:[-*•] )?[^\n:|.!?]{2,48}:[ \t]+\S")
_SCALE = re.compile(
    r"\(?\b(?:amounts? )?(?:in|\$) ?(?:U\.?S\.? ?)?(?:\$|€|£|USD|EUR)? ?(?:thousands|millions|"
    r"billions)\b[^)\n]{0,40}\)?",
    re.IGNORECASE,
)
_HEADER_REACH = 14
_LONGEST_LIST = 600


@dataclass(frozen=True)
class Evidence:
    """A sentence or a table row of one source."""

    position: int
    """Place of the source in the list, from 0: its rank."""
    start: int
    end: int
    """`source["content"][start:end]` is the text."""
    text: str
    is_row: bool
    is_first: bool
    """The first sentence of its source."""
    is_heading: bool
    """A short line without an end mark: names what follows, says nothing itself."""
    terms: frozenset[str]
    numbers: frozenset[str]
    """Numbers without separators, years among them."""
    years: frozenset[str]
    label: str = ""
    """Of a row: its first cell."""
    values: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    """Of a row: one heading for each value; empty where none fits."""
    scale: str = ""
    """Of a row: the unit line of its table, such as "(in millions)"."""

    @cached_property
    def folded(self) -> str:
        """The text normalised as names are, between blanks."""
        return f" {normalise_name(self.text)} "

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Normalised names: of a row, those in its label."""
        return tuple(normalise_name(name) for name in names_in(self.label if self.is_row else self.text))


def evidence_of(sources: Sequence[Source]) -> list[Evidence]:
    """All sentences and table rows of the sources, by source and place."""
    return [piece for position, source in enumerate(sources) for piece in _of_source(position, source)]


def numbers_in(text: str) -> frozenset[str]:
    """Numbers of a text in one spelling: no thousands separators, no trailing zeros after the point."""
    return frozenset(_plain(found) for found in _NUMBER.findall(text))


def years_in(text: str) -> frozenset[str]:
    """Years from 1900 to 2099 that stand alone."""
    return frozenset(_YEAR.findall(text))


def row_spans(content: str) -> list[tuple[int, int]]:
    """Half-open ranges of the table rows of a content, in order."""
    lines = _lines(content)
    return [lines[number] for number in sorted(_row_lines(content, lines))]


def term_weights(
    terms: Sequence[str], sources: Sequence[Source], frequencies: DocumentFrequencies | None
) -> dict[str, float]:
    """Weight of each question term: ln(1 + (N - df + .5) / (df + .5)).

    Args:
        terms: Terms of the question.
        sources: What stands in for the collection where `frequencies` is None.
        frequencies: Document frequencies of the collection.
    """
    if frequencies is not None and frequencies.document_count > len(sources):
        counts: Mapping[str, int] = frequencies.frequencies
        total = frequencies.document_count
    else:
        counts = Counter(term for source in sources for term in set(analyse(f"{source['title']} {source['content']}")))
        total = max(len(sources), 1)
    return {
        term: math.log(1 + (max(total - counts.get(term, 0), 0) + 0.5) / (counts.get(term, 0) + 0.5)) for term in terms
    }


def _plain(number: str) -> str:
    bare = number.replace(",", "").rstrip(".")
    return bare.rstrip("0").rstrip(".") if "." in bare else bare


def _of_source(position: int, source: Source) -> list[Evidence]:
    content = source["content"]
    lines = _lines(content)
    rows = _row_lines(content, lines)
    pieces: list[Evidence] = []
    previous = 0
    for number in sorted(rows):
        start, end = lines[number]
        pieces.extend(_sentences(position, source, previous, start, first=not pieces))
        pieces.append(_row(position, source, lines, rows, number))
        previous = end
    pieces.extend(_sentences(position, source, previous, len(content), first=not pieces))
    return pieces


def _lines(content: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    start = 0
    for line in content.split("\n"):
        found.append((start, start + len(line)))
        start += len(line) + 1
    return found


def _row_lines(content: str, lines: list[tuple[int, int]]) -> set[int]:
    """Lines that are table rows: cells between bars or tabs, or a label before two or more values (in a table, one)."""
    rows = {number for number, span in enumerate(lines) if _is_row(content[slice(*span)])}
    near = {
        number
        for number, span in enumerate(lines)
        if number not in rows
        and (number - 1 in rows or number + 1 in rows)
        and _ONE_VALUE.search(content[slice(*span)])
        and len(content[slice(*span)]) < 90
        and re.match(r"\s*[^\W\d_]", content[slice(*span)])
    }
    return rows | near


def _is_row(line: str) -> bool:
    if _RULE_ROW.fullmatch(line):
        return False
    if line.count("|") >= 1 and len([cell for cell in _CELLS.split(line) if cell.strip()]) >= 2:
        return line.count("|") >= 2 or bool(_NUMBER.search(line)) or len(line) < 160
    found = _TRAILING_VALUES.search(line)
    return found is not None and re.search(r"[^\W\d_]{2}", line[: found.start()]) is not None and len(line) < 300


def _sentences(position: int, source: Source, start: int, end: int, *, first: bool) -> list[Evidence]:
    content = source["content"]
    pieces = []
    for begin, stop in _split(content[start:end]):
        text = content[start + begin : start + stop]
        heading = _is_heading(text, source)
        terms = frozenset(analyse(text))
        if terms:
            pieces.append(
                Evidence(
                    position,
                    start + begin,
                    start + stop,
                    text,
                    is_row=False,
                    is_first=first and not heading,
                    is_heading=heading,
                    terms=terms,
                    numbers=numbers_in(text),
                    years=years_in(text),
                )
            )
            first = first and heading
    return pieces


def _split(text: str) -> list[tuple[int, int]]:
    """Sentences; lines of a list one by one, and once more together with the line that leads in to them."""
    spans = [piece for start, end in _rejoined(text, sentence_spans(text)) for piece in _by_line(text, start, end)]
    return [_unmarked(text, start, end) for start, end in sorted(spans + _lists(text, spans))]


def _by_line(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A sentence that is really several lines: keys with values, or lines that end early and start with a capital."""
    lines = [(start + line.start(), start + line.end()) for line in re.finditer(r"[^\n]+", text[start:end])]
    width = max(stop - begin for begin, stop in lines)
    pieces = [lines[0]]
    for begin, stop in lines[1:]:
        before = text[slice(*pieces[-1])]
        last_line = before[before.rfind("\n") + 1 :]
        keyed = _KEY_VALUE.match(text, begin) and _KEY_VALUE.match(text, pieces[-1][0])
        listed = len(last_line) < 0.7 * width or width < 45 or last_line.rstrip().endswith(":")
        if keyed or (listed and text[begin:stop].lstrip()[:1].isupper()):
            pieces.append((begin, stop))
        else:
            pieces[-1] = (pieces[-1][0], stop)
    return pieces


def _lists(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Each line that ends in a colon together with the list below it, up to some hundred characters."""
    found: list[tuple[int, int]] = []
    for place, (start, end) in enumerate(spans):
        if not text[start:end].rstrip().endswith(":"):
            continue
        last = end
        for begin, stop in spans[place + 1 :]:
            gap = text[last:begin]
            marked = re.match(r"\s*(?:[-*•–▪·]|\d{1,2}[.)])\s", text[begin:stop]) is not None
            if stop - start > _LONGEST_LIST or (gap.count("\n") > 1 and not marked and last != end):
                break
            last = stop
        if last > end:
            found.append((start, last))
    return found


def _rejoined(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sentences cut inside parentheses ("(c. 1480)") in one piece again."""
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and "\n\n" not in text[joined[-1][1] : start] and end - joined[-1][0] < 600:
            before = text[slice(*joined[-1])]
            if before.endswith(".") and before.count("(") > before.count(")") and ")" in text[start:end]:
                joined[-1] = (joined[-1][0], end)
                continue
        joined.append((start, end))
    return joined


def _unmarked(text: str, start: int, end: int) -> tuple[int, int]:
    mark = re.match(r"\s*(?:[-*•–▪·>]\s+|#{1,6}\s+)*", text[start:end])
    return (start + mark.end(), end) if mark and start + mark.end() < end else (start, end)


def _is_heading(text: str, source: Source) -> bool:
    bare = normalise_name(text)
    if bare == normalise_name(source["title"]) or bare in {normalise_name(part) for part in source["section_path"]}:
        return True
    short = len(text) < 90 and "\n" not in text.strip()
    return short and not re.search(r"[.!?:;…。！？)\d]\W*$", text) and len(text.split()) <= 9 and ": " not in text


def _row(position: int, source: Source, lines: list[tuple[int, int]], rows: set[int], number: int) -> Evidence:
    content = source["content"]
    start, end = lines[number]
    start += len(content[start:end]) - len(content[start:end].lstrip())
    end = start + len(content[start:end].rstrip())
    text = content[start:end]
    label, values = row_cells(text)
    header, line = _header(content, lines, rows, number, count=len(values), is_grid="|" in text or "\t" in text)
    reach = lines[max(0, number - _HEADER_REACH)][0]
    scale = _SCALE.search(content, reach, start)
    return Evidence(
        position,
        start,
        end,
        text,
        is_row=True,
        is_first=False,
        is_heading=not values or line == text,
        terms=frozenset(analyse(text)),
        numbers=numbers_in(" ".join(values)),
        years=years_in(" ".join(header)) or years_in(text),
        label=label,
        values=tuple(values),
        header=header,
        scale=scale.group().strip("() ") if scale else "",
    )


def row_cells(text: str) -> tuple[str, list[str]]:
    """The label of a row and its values, read from bars, tabs, or the numbers at its end."""
    if "|" in text or "\t" in text:
        cells = [cell.strip(" *`") for cell in _CELLS.split(text.strip().strip("|"))]
        return (cells[0], cells[1:]) if cells else ("", [])
    found = _TRAILING_VALUES.search(text) or _ONE_VALUE.search(text)
    if found is None:
        return text, []
    values = [value.strip() for value in re.findall(_VALUE, text[found.start() :], re.IGNORECASE) if value.strip()]
    return text[: found.start()].strip(" .$€£¥"), values


def _header(
    content: str, lines: list[tuple[int, int]], rows: set[int], number: int, *, count: int, is_grid: bool
) -> tuple[tuple[str, ...], str]:
    """The headings of a row's values and their line: the top row of a grid, or the nearest line of years above."""
    if is_grid:
        top = number
        while top - 1 >= 0 and (top - 1 in rows or _RULE_ROW.fullmatch(content[slice(*lines[top - 1])].strip() or "x")):
            top -= 1
        line = content[slice(*lines[top])].strip()
        cells = row_cells(line)[1]
        names_columns = bool(cells) and not any(_NUMBER.search(cell) and not _YEAR.search(cell) for cell in cells)
        if not names_columns:
            return (), ""
        return (tuple(cells) if top != number and len(cells) == count else ()), line
    for above in range(number - 1, max(-1, number - _HEADER_REACH), -1):
        line = content[slice(*lines[above])].strip()
        years = _YEAR.findall(line)
        if len(years) >= 2 or (count == 1 and len(years) == 1 and above not in rows):
            return (tuple(years) if len(years) == count else ()), line
    return (), ""
