"""Spans of years: who held something "from 2011" "to 2019" held it in 2015, which no word of the row says."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace
from typing import NamedTuple

from nodes.answering.evidence.evidence import Evidence
from nodes.domain.regexes import lazy_regex
from nodes.language.asked_kinds import AnswerKind
from nodes.language.periods import find_dates
from nodes.language.terms import tokens
from nodes.language.years import YEAR

_BEGINS, _ENDS = (
    frozenset(word for line in lines for word in line.split())
    for lines in (
        (
            "from since start starts started begin begins began beginning joined appointed elected hired opened",
            "von seit ab beginn anfang depuis début desde dal vanaf",
        ),
        (
            "to until till end ends ended ending left retired resigned closed expires expired",
            "bis ende jusqu au fin hasta fino tot",
        ),
    )
)
"""Words that the headings of two columns have, of which one tells when something began, the other when it ended."""
_ON = r"(?:today|now|present|current|date|ongoing|heute|aujourd['’]hui|hoy|oggi)"
_OPEN = lazy_regex(rf"\W*(?:(?:to |until )?(?:the )?{_ON}|in office)?\W*", re.IGNORECASE)
"""What stands for the end of what has not ended."""
_ONE_YEAR = lazy_regex(rf"(?<![\d.,]){YEAR}(?![\d,]|\.\d)")
_CELL = lazy_regex(rf"(?:from )?(?P<low>{YEAR}) ?(?:[-–—/]|to|until|bis) ?(?P<high>{YEAR}|{_ON}|)", re.IGNORECASE)
_SINCE = lazy_regex(rf"(?:since|seit|depuis|desde|from|ab) (?P<low>{YEAR})", re.IGNORECASE)
_PROSE = lazy_regex(
    rf"\b(?:from|between|von|zwischen) (?P<low>{YEAR}) (?:to|until|till|and|bis|und) (?P<high>{YEAR})\b"
    rf"|\((?P<first>{YEAR})[-–](?P<last>{YEAR})\)",
    re.IGNORECASE,
)
_LAST = "9999"
"""After any other year."""


class Span(NamedTuple):
    """From when to when, both included; years, or days in ISO 8601."""

    begin: str
    end: str

    def holds(self, year: str) -> bool:
        """Whether any day of a year lies in it."""
        return self.begin[:4] <= year <= self.end[:4]


def with_spans(pieces: Sequence[Evidence], years: Set[str], kind: AnswerKind) -> list[Evidence]:
    """The pieces, holding a year of the question where they tell of a span of years around it.

    A row of a table does that, whatever is asked of it; a sentence only where it is asked who: "Sales grew from 2011 to
    2019" does not say what they were in 2015.

    Args:
        pieces: Evidence, rows with the headings of their columns.
        years: Those that the question names.
        kind: What kind of answer it asks for.
    """
    if not years:
        return [*pieces]

    def holding(piece: Evidence) -> Evidence:
        if not piece.is_row and kind != "name":
            return piece
        spans = _of_row(piece) if piece.is_row else _of_sentence(piece.text)
        held = {year for year in years if any(span.holds(year) for span in spans)}
        return replace(piece, terms=piece.terms | held, years=piece.years | held) if held else piece

    return [holding(piece) for piece in pieces]


def _of_sentence(text: str) -> list[Span]:
    return [Span(each["low"] or each["first"], each["high"] or each["last"]) for each in _PROSE.finditer(text)]


def _of_row(row: Evidence) -> list[Span]:
    """The span between the columns of a beginning and an end, or those that single cells tell."""
    if len(row.header) != len(row.values):
        return []
    headed = [frozenset(tokens(heading.lower())) for heading in row.header]
    begins = [place for place, words in enumerate(headed) if words & _BEGINS]
    ends = [place for place, words in enumerate(headed) if words & _ENDS and place not in begins]
    if len(begins) == len(ends) == 1:
        begin, end = (row.values[place].strip() for place in (*begins, *ends))
        first, last = _moment(begin), _LAST if _OPEN.fullmatch(end) else _moment(end)
        return [Span(first, last)] if first and last else []
    return [span for cell in row.values if (span := _of_cell(cell.strip()))]


def _of_cell(cell: str) -> Span | None:
    if since := _SINCE.fullmatch(cell):
        return Span(since["low"], _LAST)
    found = _CELL.fullmatch(cell)
    return Span(found["low"], found["high"] if found["high"][:1].isdigit() else _LAST) if found else None


def _moment(cell: str) -> str:
    """The day or the year that a cell tells; empty where it tells none, or several."""
    if days := find_dates(cell):
        return days[0] if len(days) == 1 else ""
    years = _ONE_YEAR.findall(cell)
    return years[0] if len(years) == 1 else ""
