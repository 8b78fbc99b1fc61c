"""Evidence: the sentences and table rows of the sources, each with what is needed to weigh it against a question."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from nodes.domain.chat import Source
from nodes.domain.ports import DocumentFrequencies
from nodes.language.entities import names_in
from nodes.language.periods import MONTHS
from nodes.language.sentences import sentence_spans
from nodes.language.terms import analyse, fold, normalise_name, query_terms

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
_HYPHENATED = re.compile(r"(?<=[^\W\d_])[-\u00ad\u2010]\n[ \t]*(?=[a-zß-öø-ÿ])")
_HOW_MUCH = re.compile(r"\b(how) (?:much|many)\b", re.IGNORECASE)
_FISCAL_YEAR = re.compile(r"\b(?:FY|CY)\s?((?:20)?\d{2})(?:Q[1-4])?\b", re.IGNORECASE)
_CELLS = re.compile(r"\s*\|\s*|\t+")
_RULE_ROW = re.compile(r"[\s|:+=_-]*")
_OPENING = re.compile(r"\s*(?:\d{1,2}(?:\.\d{1,2})*[.)]?\s+)?[\"'“(]?[^\W\d_a-zß-öø-ÿ]")
_MARK = re.compile(r"\s*(?:[-*•–▪·]|\d{1,2}[.)])\s")
_KEY_VALUE = re.compile(r"[ \t]*(?:[-*•] )?[^\n:|.!?]{2,48}:[ \t]+\S")
_SCALE = re.compile(
    r"\(?\b(?:amounts? )?(?:in|\$) ?(?:U\.?S\.? ?)?(?:\$|€|£|USD|EUR)? ?(?:thousands|millions|"
    r"billions)\b[^)\n]{0,40}\)?",
    re.IGNORECASE,
)
_HEADER_REACH = 14
_LONGEST_LIST = 700
_LONGEST_HEADER = 40
_LONGEST_ROW = 300
_LONGEST_ROW_OF_ONE = 90
_SHORT_SOURCE = 400
_LONGEST_TITLE = 60


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
    is_fragment: bool
    """Its beginning or its end lies outside the source."""
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
    def is_list(self) -> bool:
        """Whether it is a list of two items or more."""
        return len(re.findall(r"(?:^|\n)\s*(?:[-*•–▪·]|\d{1,2}[.)])\s", self.text)) > 1

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Normalised names: of a row, those in its label."""
        return tuple(normalise_name(name) for name in names_in(self.label if self.is_row else self.text))


def evidence_of(sources: Sequence[Source]) -> list[Evidence]:
    """All sentences and table rows of the sources, by source and place."""
    return [piece for position, source in enumerate(sources) for piece in _of_source(position, source)]


def question_terms(question: str) -> list[str]:
    """Distinct terms of a question, in order; "FY2021" is read as the year that documents write out."""
    question = _HOW_MUCH.sub(r"\1", question)
    return query_terms(_FISCAL_YEAR.sub(lambda match: f"20{match.group(1)[-2:]}", question))


def unhyphenated(text: str) -> str:
    """Words that a line break divides in one piece."""
    return _HYPHENATED.sub("", text)


def with_variants(pieces: Sequence[Evidence], terms: Sequence[str]) -> list[Evidence]:
    """The pieces, holding a question term also where they hold a longer or shorter form of it ("warranty", "warrants").

    One form must begin with the other: five letters or more, and at most three more.
    """
    vocabulary = {held for piece in pieces for held in piece.terms}
    forms = {term: {held for held in vocabulary if held != term and _akin(term, held)} for term in terms}
    extra = [frozenset(term for term, held in forms.items() if held & piece.terms) for piece in pieces]
    return [
        replace(piece, terms=piece.terms | more) if more else piece for piece, more in zip(pieces, extra, strict=True)
    ]


def _akin(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return len(short) >= 5 and len(long) - len(short) <= 3 and long.startswith(short) and long.isalpha()


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
        and len(content[slice(*span)]) < _LONGEST_ROW_OF_ONE
        and _ends_in_values(content[slice(*span)], _ONE_VALUE)
    }
    return rows | near


def _is_row(line: str) -> bool:
    if _RULE_ROW.fullmatch(line):
        return False
    if line.count("|") >= 1 and len([cell for cell in _CELLS.split(line) if cell.strip()]) >= 2:
        return line.count("|") >= 2 or bool(_NUMBER.search(line)) or len(line) < 160
    return _ends_in_values(line, _TRAILING_VALUES)


def _ends_in_values(line: str, pattern: re.Pattern[str]) -> bool:
    """Whether a line is a label before values: neither the end of a sentence nor a date."""
    found = pattern.search(line)
    if found is None or len(line) > _LONGEST_ROW or line.rstrip().endswith((".", ",")):
        return False
    label = re.findall(r"[^\W\d_]{2,}", line[: found.start()])
    return bool(label) and fold(label[-1]) not in MONTHS


def _sentences(position: int, source: Source, start: int, end: int, *, first: bool) -> list[Evidence]:
    content = source["content"]
    pieces = []
    for begin, stop in _split(content[start:end]):
        text = content[start + begin : start + stop]
        heading = _is_heading(text, source)
        terms = frozenset(analyse(unhyphenated(text)))
        if terms:
            pieces.append(
                Evidence(
                    position,
                    start + begin,
                    start + stop,
                    text,
                    is_row=False,
                    is_first=first and not heading,
                    is_fragment=_is_fragment(content, start + begin, start + stop),
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
        last_line = text[text.rfind("\n", 0, pieces[-1][1]) + 1 : pieces[-1][1]]
        keyed = _KEY_VALUE.match(text, begin) and _KEY_VALUE.match(text, pieces[-1][0])
        listed = len(last_line) < 0.7 * width or width < 45 or last_line.rstrip().endswith(":")
        if keyed or (listed and _OPENING.match(text, begin)):
            pieces.append((begin, stop))
        else:
            pieces[-1] = (pieces[-1][0], stop)
    return pieces


def _lists(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Each list in one piece, up to some hundred characters, with the line that leads in to it by a colon."""
    found: list[tuple[int, int]] = []
    for place, (start, end) in enumerate(spans):
        leads_in = text[start:end].rstrip().endswith(":")
        opens = bool(_MARK.match(text, start)) and (place == 0 or not _MARK.match(text, spans[place - 1][0]))
        if not leads_in and not opens:
            continue
        last = end
        for begin, stop in spans[place + 1 :]:
            marked = _MARK.match(text, begin) is not None
            apart = text[last:begin].count("\n") > 1 and not (leads_in and last == end)
            if stop - start > _LONGEST_LIST or (not marked and (apart or not leads_in)):
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
    listed = mark is not None and re.search(r"\n\s*[-*•–▪·]\s", text[start:end]) is not None
    return (start + mark.end(), end) if mark and not listed and start + mark.end() < end else (start, end)


def _is_fragment(content: str, start: int, end: int) -> bool:
    """A sentence that the source's edge cuts off."""
    opens = not content[:start].strip() and content[start].islower()
    closes = not content[end:].strip() and not re.search(r"[.!?:;…。！？)\]\"'”’|]\W*$", content[start:end])
    return opens or (closes and len(content) > _SHORT_SOURCE)


def _is_heading(text: str, source: Source) -> bool:
    bare = normalise_name(text)
    if bare == normalise_name(source["title"]) or bare in {normalise_name(part) for part in source["section_path"]}:
        return True
    lines = text.strip().split("\n")
    if len(lines) > 1 and not re.search(r"[.!?:;…。！？]\W*$", text):
        return all(len(line) < _LONGEST_TITLE and _OPENING.match(line) for line in lines)
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
        is_fragment=False,
        is_heading=not values or line == text,
        terms=frozenset(analyse(text)) | years_in(" ".join(header)),
        numbers=numbers_in(" ".join(values)),
        years=years_in(" ".join(header)) or years_in(text),
        label=label,
        values=tuple(values),
        header=header,
        scale=scale.group().strip("(). ") if scale else "",
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
        if len(re.sub(r"[\W\d_]", "", line)) > _LONGEST_HEADER:
            continue
        if len(years) >= 2 or (count == 1 and len(years) == 1):
            return (tuple(years) if len(years) == count else ()), line
    return (), ""
