"""Rows with a date in a year or a month that is asked for: "Which contracts end in 2026?"."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.columns.table_columns import Column, cells_of, single_rows, tables_read_in_parts, with_heading
from nodes.answering.columns.thresholds import ASKS_WHICH
from nodes.answering.evidence.source_names import names_in_words
from nodes.answering.question.question_facts import LIGHT_TERMS
from nodes.domain.regexes import lazy_regex
from nodes.language.irregular_verbs import same_verb
from nodes.language.periods import find_dates
from nodes.language.terms import analyse

_MOST_ROWS = 12
_FEWEST_DATES = 2
"""In a column of dates."""
_SLASHED = lazy_regex(r"\s*(\d{1,2})/(\d{1,2})/(\d{4})\b.*")
"""Of a day and a month, in one order or the other."""
_LAST_MONTH = 12
_LIMITS = lazy_regex(r"\b(?:before|after|since|until|till|by|from|between|vor|nach|seit|bis|ab)\b", re.IGNORECASE)
"""With a time, a bound."""


def with_rows_of_a_period(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where it is asked which have a date in a year or a month, the rows whose date is in it instead.

    The question says what heads the column ("End": "end in 2026"), and all else that it asks heads the table, or is
    what its document is called by. Left alone where there is no such row, or several tables have some.
    """
    facts = material.facts
    wording = facts.wording
    if not ASKS_WHICH.match(facts.question) or wording.dates or _LIMITS.search(facts.question):
        return chosen
    periods = [*wording.months] or [f"{year}-" for year in wording.years]
    if len(periods) != 1 or not periods[0][0].isdigit():
        return chosen
    said = frozenset[str]().union(*wording.months.values()) | wording.years
    asked = facts.weights.keys() - said - LIGHT_TERMS
    told = (_rows_in(periods[0], single_rows(table), material, asked) for table in tables_read_in_parts(material))
    found = [rows for rows in told if rows]
    return found[0] if len(found) == 1 and len(found[0]) <= _MOST_ROWS else chosen


def _rows_in(period: str, rows: list[Weighed], material: Material, asked: Set[str]) -> list[Weighed]:
    """The rows of a table with a date in a period, by the only column of dates that the question says."""
    if not rows:
        return []
    first = rows[0].piece
    heads = [frozenset(analyse(heading)) for heading in first.header]
    named = frozenset(analyse(f"{first.corner} {names_in_words(material.source(first))}")).union(*heads)
    if not all(term in named or not named.isdisjoint(same_verb(term)) for term in asked):
        return []
    columns = {
        place: days
        for place, head in enumerate(heads)
        if any(term in head or not head.isdisjoint(same_verb(term)) for term in asked)
        and sum(map(bool, days := dates_of(cells_of(rows, place)))) >= _FEWEST_DATES
    }
    if len(columns) != 1:
        return []
    ((place, days),) = columns.items()
    column = Column([], first.header[place], 1)
    return [with_heading(one, column) for one, day in zip(rows, days, strict=True) if day.startswith(period)]


def dates_of(cells: Sequence[str]) -> list[str]:
    """The date of each cell of a column, as ISO 8601; empty where it has none, or several.

    With slashes the day comes first where that is so in one of them: "31/03/2025" tells what "07/04/2025" is.
    """
    slashed = [_SLASHED.fullmatch(cell) for cell in cells]
    is_day_first = any(each and int(each[1]) > _LAST_MONTH for each in slashed)
    told = [
        f"{each[3]}-{int(each[2]):02}-{int(each[1]):02}" if each and is_day_first else cell
        for each, cell in zip(slashed, cells, strict=True)
    ]
    found = [find_dates(each) for each in told]
    return [days[0] if len(days) == 1 else "" for days in found]
