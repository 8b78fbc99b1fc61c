"""Which two values of a row may be taken from each other: of two years, of plan and fact, before and after, or named.

Columns of unlike kinds are never: a batch number less a sum of money is a number, and says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from nodes.answering.columns.table_columns import numbers_of
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.question.question_facts import Facts
from nodes.answering.reckoning.row_values import Cell, cells_by_year, figure_in
from nodes.answering.tables.table_rows import years_in
from nodes.domain.regexes import lazy_regex
from nodes.language.accounts import PLANNED, SPENT
from nodes.language.periods import MONTH_TERMS
from nodes.language.terms import analyse

_BEFORE = r"old|before|previous|prior|former|initial|opening|last"
_AFTER = r"new|after|current|now|present|final|closing|this"
_IS_BEFORE = lazy_regex(rf"\b(?:{_BEFORE})\b", re.IGNORECASE)
_IS_AFTER = lazy_regex(rf"\b(?:{_AFTER})\b", re.IGNORECASE)
_OF_BEFORE_OR_AFTER = lazy_regex(rf"\b(?:{_BEFORE}|{_AFTER})\s+(?P<noun>[^\W\d_]+)", re.IGNORECASE)
_IDENTIFIES = lazy_regex(
    r"\b(?:no|nos|nr|number|code|id|batch|lot|ref|reference|page|article|account|phone|telephone|year|date)\.?\s*$",
    re.IGNORECASE,
)
"""The end of what heads numbers by which things are filed, or told in time."""
_UNIT = lazy_regex(r"\((?P<unit>[^()\d]{1,20})\)|(?P<percent>%)")
_THAN = lazy_regex(r"\bthan\b", re.IGNORECASE)
_TIMES = frozenset(analyse("year years ended end month months quarter fiscal financial December")) | MONTH_TERMS.keys()
"""What a heading says of a year beside it."""


@dataclass(frozen=True)
class TwoValues:
    """Two values of a row: the one that the other is taken from first."""

    first: Cell
    heading: str
    other: Cell
    other_heading: str
    base: Cell | None
    """The one of the two that was there before, or is compared with; None where neither is."""


@dataclass(frozen=True)
class _Headed:
    """A number in a row, and what heads it."""

    heading: str
    cell: Cell

    @property
    def terms(self) -> frozenset[str]:
        return frozenset(analyse(self.heading))

    @property
    def unit(self) -> str:
        found = _UNIT.search(self.heading)
        return found.group().strip("() ").lower() if found else ""


def two_values(row: Evidence, facts: Facts) -> TwoValues | None:
    """The two values of a row that a question asks the difference of; None where it is not certain which are meant."""
    return _of_years(row, facts) or _of_columns(row, facts)


def nouns_of_columns(row: Evidence, question: str) -> frozenset[str]:
    """What a question calls the things in the columns of a row: "building", of "the new building", where one is new.

    It does not tell which row is meant: a row "Building shell" is not asked for so.
    """
    heads = " ".join(row.header)
    if not (_IS_BEFORE.search(heads) and _IS_AFTER.search(heads)):
        return frozenset()
    return frozenset(term for found in _OF_BEFORE_OR_AFTER.finditer(question) for term in analyse(found["noun"]))


def _of_years(row: Evidence, facts: Facts) -> TwoValues | None:
    """The values of the two years that are asked for, the later first; of one and the year before, if one is."""
    cells = cells_by_year(row, rates=True)
    years = sorted(map(int, facts.wording.years))
    if len(years) == 1:
        years = [years[0] - 1, *years]
    if len(years) < 2 or not {years[0], years[-1]} <= cells.keys():
        return None
    before, after = str(years[0]), str(years[-1])
    heads = [
        _Headed(next(head for head in row.header if years_in(head) == {year}), cells[int(year)])
        for year in (before, after)
    ]
    if not _are_alike(*heads):
        return None
    return TwoValues(heads[1].cell, after, heads[0].cell, before, heads[0].cell)


def _are_alike(one: _Headed, other: _Headed) -> bool:
    """Whether two headings with years say nothing but when, what was planned and what it came to, or the same."""
    mine, theirs = (
        {term for term in each.terms - _TIMES - PLANNED - SPENT if not term[0].isdigit()} for each in (one, other)
    )
    return _have_one_unit(one, other) and (mine <= theirs or theirs <= mine)


def _of_columns(row: Evidence, facts: Facts) -> TwoValues | None:
    """The values of plan and fact, of before and after, or of the two columns that are named; the larger first."""
    found = _numbers(row)
    if facts.wording.years:
        found = [each for each in found if not years_in(each.heading) or years_in(each.heading) & facts.wording.years]
    pair = _in_order(found) or _named(found, facts.question)
    if pair is None or not _have_one_unit(*pair) or pair[0].cell.value == pair[1].cell.value:
        return None
    base = _compared_with(pair, facts.question)
    first, other = sorted(pair, key=lambda each: -each.cell.value)
    return TwoValues(first.cell, first.heading, other.cell, other.heading, base.cell if base else None)


def _numbers(row: Evidence) -> list[_Headed]:
    """The numbers of a row that may be reckoned with: no shares, no dates, nothing by which a thing is filed."""
    return [
        _Headed(heading, Cell(number, digits))
        for heading, cell, number in zip(row.header, row.values, numbers_of(row.values), strict=True)
        if number is not None
        and (digits := figure_in(cell))
        and heading.strip()
        and "%" not in heading
        and not years_in(cell)
        and not _IDENTIFIES.search(heading)
    ]


def _in_order(found: Sequence[_Headed]) -> tuple[_Headed, _Headed] | None:
    """What was before, or planned, and what is now, or came to be, where there is one of each."""
    pairs = [
        (before, after)
        for one, other in combinations(found, 2)
        for before, after in ((one, other), (other, one))
        if (before.terms & PLANNED and after.terms & SPENT and not after.terms & PLANNED)
        or (_IS_BEFORE.search(before.heading) and _IS_AFTER.search(after.heading))
    ]
    return pairs[0] if len(pairs) == 1 else None


def _named(found: Sequence[_Headed], question: str) -> tuple[_Headed, _Headed] | None:
    """The only two columns that a question names, each by a word that the other has not."""
    asked = frozenset(analyse(question))
    named = [each for each in found if asked & each.terms]
    if len(named) != 2:
        return None
    one, other = named
    return (one, other) if asked & (one.terms - other.terms) and asked & (other.terms - one.terms) else None


def _compared_with(pair: tuple[_Headed, _Headed], question: str) -> _Headed | None:
    """Of two columns the one that was before the other, or else stands behind "than"."""
    if (known := _in_order(pair)) is not None:
        return known[0]
    than = _THAN.search(question)
    behind = frozenset(analyse(question[than.end() :])) if than else frozenset[str]()
    one, other = pair
    told = [each for each, rest in ((one, other), (other, one)) if behind & (each.terms - rest.terms)]
    return told[0] if len(told) == 1 else None


def _have_one_unit(one: _Headed, other: _Headed) -> bool:
    """Whether the units that two headings state are not unlike."""
    return one.unit == other.unit or not (one.unit and other.unit)
