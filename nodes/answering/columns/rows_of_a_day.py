"""Rows that have something on a day that heads a column: "Who works on Friday?", of a rota or a timetable."""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import replace

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.columns.table_columns import cells_of, single_rows, tables_of
from nodes.answering.columns.thresholds import ASKS_WHICH, MOST_ROWS
from nodes.answering.evidence.source_names import names_in_words
from nodes.answering.question.question_facts import LIGHT_TERMS
from nodes.domain.regexes import lazy_regex
from nodes.language.asked_kinds import focus_terms
from nodes.language.months import OTHERS_THAN_MAY
from nodes.language.terms import analyse

_WEEKDAY = r"(?P<weekday>mon|tue|wed|thu|fri|sat|sun)(?:s?|r?s|nes|urs?|ur)(?:days?)?\b\.?"
_MONTH = rf"(?P<month>{OTHERS_THAN_MAY}|may)\b\.?"
_DAY = lazy_regex(rf"{_WEEKDAY}(?:,? (?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?(?: (?:of )?{_MONTH})?)?", re.IGNORECASE)
"""A day of a week, perhaps with its date."""
_AT_WORK = frozenset(
    analyse(
        "work working works worker shift shifts duty rota roster scheduled open opens opening staff come comes in on"
    )
)
_AWAY = lazy_regex(r"\b(?:not|nobody|off|free|away|absent|no)\b|n['’]t\b", re.IGNORECASE)
_NOTHING = frozenset(["", "-", "–", "—", "off", "free", "x"])


def with_rows_of_a_day(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where it is asked who, or what, there is on a day that heads a column, the rows with something there.

    Where it is asked who is off, those with nothing. All else that is asked, a row or the names of its table say, or it
    asks who is at work. Left alone where several tables have such a column.
    """
    facts = material.facts
    asked = _DAY.search(facts.question) if ASKS_WHICH.match(facts.question) else None
    if asked is None:
        return chosen
    rest = facts.weights.keys() - set(analyse(asked.group())) - LIGHT_TERMS - set(focus_terms(facts.question))
    rest -= set(analyse(" ".join(_AWAY.findall(facts.question))))
    found = [
        rows
        for table in tables_of(material).values()
        for place in _places_of_day(table[0].piece.header, asked)
        if (rows := _rows(table, place, material, rest - _AT_WORK, is_away=_AWAY.search(facts.question) is not None))
    ]
    if len(found) != 1 or len(found[0]) > MOST_ROWS:
        return chosen
    terms = frozenset(facts.weights)
    return [one._replace(piece=replace(one.piece, terms=one.piece.terms | terms)) for one in found[0]]


def _places_of_day(header: tuple[str, ...], asked: re.Match[str]) -> list[int]:
    """The columns that are headed by the day."""
    heads = [_DAY.fullmatch(head.strip()) for head in header]
    return [place for place, head in enumerate(heads) if head and _is_one_day(head, asked)]


def _is_one_day(one: re.Match[str], other: re.Match[str]) -> bool:
    """Whether two say the same weekday, and the same date as far as both say one."""
    told = [{key: (value or "").lower()[:3] for key, value in each.groupdict().items()} for each in (one, other)]
    return all(
        mine == theirs or (key != "weekday" and not (mine and theirs))
        for key, mine in told[0].items()
        for theirs in [told[1][key]]
    )


def _rows(table: list[Weighed], place: int, material: Material, rest: Set[str], *, is_away: bool) -> list[Weighed]:
    """The rows with something in a column, or nothing, that say the rest as far as the table is not called by it."""
    rows = single_rows(table)
    cells = cells_of(rows, place)
    source = material.source(table[0].piece)
    called = set(analyse(f"{names_in_words(source)} {' '.join(source['section_path'])}"))
    rest = rest - called
    said = [rest & set(analyse(piece.text)) for piece, _ in rows]
    return [
        one
        for one, cell, words in zip(rows, cells, said, strict=True)
        if (cell.lower() in _NOTHING) == is_away and words == rest
    ]
