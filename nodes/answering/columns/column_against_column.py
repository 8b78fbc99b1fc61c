"""Rows in which one column is over or under another: "Which shelves hold more boxes than they have places?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from operator import gt, lt
from typing import NamedTuple

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.columns.table_columns import (
    before_others,
    cells_of,
    numbers_of,
    single_rows,
    table_of_years,
    tables_of,
)
from nodes.answering.columns.thresholds import ASKS_WHICH, MOST_ROWS
from nodes.domain.regexes import lazy_regex
from nodes.language.accounts import PLANNED, SPENT
from nodes.language.asked_kinds import focus_terms
from nodes.language.terms import analyse
from nodes.language.years import YEAR

_MORE = "more|higher|greater|larger|bigger|longer|mehr|höher|größer|länger"
_LESS = "less|fewer|lower|smaller|shorter|weniger|niedriger|kleiner|kürzer"
_OVER = r"above|over|exceed(?:s|ed|ing)?|über"
_UNDER = "below|under|unter"
_COMPARES = lazy_regex(
    rf"(?<!\bno )(?<!\bnot )\b(?:(?P<more>{_MORE})|(?P<less>{_LESS})|(?P<over>{_OVER})|(?P<under>{_UNDER}))\b",
    re.IGNORECASE,
)
_THAN = lazy_regex(r"\b(?:than|als)\b", re.IGNORECASE)
_MOVED = lazy_regex(
    r"\b(?:(?P<fell>fell|fallen|dropped|decreased|declined|shrank|shrunk|went down|gone down|sanken|sank|gesunken)"
    r"|(?:rose|risen|increased|grew|grown|went up|gone up|stiegen|stieg|gestiegen|gewachsen))\b(?! (?:by|to|um)\b)",
    re.IGNORECASE,
)
_LIMITS = frozenset(analyse("limit limits maximum max threshold allowed permitted tolerated Grenzwert"))
_LEAST = frozenset(analyse("limit minimum min Mindestwert"))
_MEASURED = frozenset(analyse("measured measurement reading actual value found result Messwert Ist"))
"""What heads the columns of what may be at most, or has to be at least, and of what was found."""
_COUNTERPARTS = ((PLANNED, SPENT), (_LIMITS | _LEAST, _MEASURED))
_TOO = lazy_regex(
    r"\btoo (?:(?P<little>cold|cool|low|little|few|short|small|light|slow|weak)"
    r"|(?:warm|hot|high|much|many|long|big|large|heavy|fast|loud))\b",
    re.IGNORECASE,
)
_OF_A_YEAR = lazy_regex(rf"\b(?:in|for|of) (?:FY ?)?{YEAR}\b", re.IGNORECASE)
_UNIT = lazy_regex(r"\([^()]*\)|%")
_SHORTEST = 3
"""Letters of a word of a question that a heading has in another form."""
_LONGEST_ENDING = 2
"""Letters that one of the two has more: "user" and "use", of "used"."""


class _Compared(NamedTuple):
    """What of a row is asked to be more than what."""

    mine: frozenset[str]
    theirs: frozenset[str]
    is_more: bool
    terms: frozenset[str]
    """All that asks so."""


def with_rows_of_more(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where it is asked in which rows one column is more, or less, than another, these rows come first.

    The question says something of the headings of both. It is left alone where they have different units, or no row is
    so, or a great many are. What fell or rose is less, or more, than in the year before.
    """
    question = material.facts.question
    if found := _rows_that_moved(material):
        return before_others(found, chosen)
    compared = _compared(question)
    if compared is None:
        return chosen
    best = _best_pairs(material, compared)
    compare = gt if compared.is_more else lt
    if len(best) != 1:
        return chosen
    table, (mine, theirs) = best[0]
    rows = single_rows(table)
    values = zip(rows, numbers_of(cells_of(rows, mine)), numbers_of(cells_of(rows, theirs)), strict=True)
    found = [one for one, own, other in values if own is not None and other is not None and compare(own, other)]
    if _TOO.search(question):
        found = _saying_most(found, material)
    if not 0 < len(found) <= MOST_ROWS:
        return chosen
    said = compared.terms
    told = [one._replace(piece=replace(one.piece, terms=one.piece.terms | said)) for one in found]
    return before_others(told, chosen)


def _best_pairs(material: Material, compared: _Compared) -> list[tuple[Sequence[Weighed], tuple[int, int]]]:
    """The columns of which a question says the most, with their tables."""
    tables = tables_of(material).values()
    pairs = [(said, table, pair) for table in tables for said, pair in _pairs(table, compared)]
    for theirs, mine in _COUNTERPARTS:
        if not pairs and compared.theirs & theirs:
            held = compared._replace(mine=mine)
            pairs = [(said, table, pair) for table in tables for said, pair in _pairs(table, held)]
    most = max((said for said, _, _ in pairs), default=0.0)
    return [(table, pair) for said, table, pair in pairs if said == most]


def asks_what_moved(question: str) -> re.Match[str] | None:
    """Where it is asked which things fell or rose: the verb."""
    return _MOVED.search(question) if ASKS_WHICH.match(question) else None


def _rows_that_moved(material: Material) -> list[Weighed]:
    """The rows that fell, or rose, in the year that is asked for, or the last, where a table lists what is asked for.

    Its columns are years, and the one before stands there too.
    """
    question = material.facts.question
    found = asks_what_moved(question)
    table = table_of_years(material, focus_terms(question)) if found else None
    if found is None or table is None or table.year - 1 not in table.places:
        return []
    rows = single_rows(table.rows)
    now, before = (numbers_of(cells_of(rows, table.places[year])) for year in (table.year, table.year - 1))
    compare = lt if found["fell"] else gt
    values = zip(rows, now, before, strict=True)
    told = [one for one, new, old in values if new is not None and old is not None and compare(new, old)]
    terms = frozenset(analyse(question))
    return [one._replace(piece=replace(one.piece, terms=one.piece.terms | terms)) for one in told[:MOST_ROWS]]


def _saying_most(rows: Sequence[Weighed], material: Material) -> list[Weighed]:
    """Those of some rows that say the most of a question."""
    said = [len(material.facts.weights.keys() & set(analyse(one.piece.text))) for one in rows]
    return [one for one, count in zip(rows, said, strict=True) if count == max(said)]


def _compared(question: str) -> _Compared | None:
    """What is compared in a question that asks for things: "more boxes than places", "a stock below the minimum"."""
    found = _COMPARES.search(question) if ASKS_WHICH.match(question) else None
    if found is None:
        return _past_a_limit(question)
    before, behind = question[: found.start()], _OF_A_YEAR.sub("", question[found.end() :])
    if found["more"] or found["less"]:
        than = _THAN.search(behind)
        if than is None:
            return None
        before, behind = behind[: than.start()] if analyse(behind[: than.start()]) else before, behind[than.end() :]
    mine, theirs = frozenset(analyse(before)), frozenset(analyse(behind))
    mine = mine or next((held for limits, held in _COUNTERPARTS if theirs & limits), mine)
    if not mine or not theirs or any(term[0].isdigit() for term in theirs):
        return None
    terms = mine.union(theirs, analyse(found.group()))
    return _Compared(mine, theirs, bool(found["more"] or found["over"]), terms)


def _past_a_limit(question: str) -> _Compared | None:
    """What was found, against what may be: "Which shed was too warm?"."""
    found = _TOO.search(question) if ASKS_WHICH.match(question) else None
    if found is None:
        return None
    theirs = _LEAST if found["little"] else _LIMITS
    return _Compared(_MEASURED, theirs, not found["little"], frozenset(analyse(question)))


def _pairs(table: Sequence[Weighed], compared: _Compared) -> list[tuple[float, tuple[int, int]]]:
    """Columns of a table that may be compared, by their places, and how much of their headings is said."""
    header = table[0].piece.header
    units = [_UNIT.findall(head) for head in header]
    heads = [frozenset(analyse(_UNIT.sub(" ", head))) for head in header]
    mine, theirs = ([_part_said(head, words) for head in heads] for words in (compared.mine, compared.theirs))
    return [
        (mine[one] + theirs[other], (one, other))
        for one, other in permutations(range(len(heads)), 2)
        if mine[one] and theirs[other] and (units[one] == units[other] or not (units[one] and units[other]))
    ]


def _part_said(head: frozenset[str], words: frozenset[str]) -> float:
    """The part of a heading that is words of a question, or other forms of them: "used" of "users"."""
    return sum(any(_is_form(term, word) for word in words) for term in head) / (len(head) or 1)


def _is_form(term: str, word: str) -> bool:
    short, long = sorted((term, word), key=len)
    is_begun = len(short) >= _SHORTEST and long.startswith(short)
    return term == word or (is_begun and len(long) - len(short) <= _LONGEST_ENDING)
