"""Wide rows: which of many columns an answer shows."""

from __future__ import annotations

from collections.abc import Sequence

from nodes.domain.regexes import lazy_regex
from nodes.language.asked_columns import HEADS_NAMES
from nodes.language.money import CURRENCIES
from nodes.language.terms import analyse
from nodes.language.word_families import of_one_family

Cell = tuple[str, str]
"""A value, and what heads its column."""

_TOTALS = frozenset(analyse("total overall Summe Gesamt"))
_COMES_TO = frozenset(analyse("total sum cost costs price amount spent spend paid pay worth"))
"""What asks for amounts of money."""
_MONEY = lazy_regex(rf"[£$€]|\b(?:{CURRENCIES})\b")
_MOST_COLUMNS = 8
"""Cells that are shown of a row: all of it, where it has no more."""


def columns_shown(cells: Sequence[Cell], terms: frozenset[str], chosen_by: str = "") -> list[Cell | None]:
    """The cells of a row that are shown, in their order; None stands for others between, before or behind them.

    Of a wide row those are shown whose whole heading, or a word of whose value, the question says. Where it says no
    whole heading the first ones are shown as well, as what is asked for may have another name, and what all come to.

    Args:
        cells: All that are not empty.
        terms: Of the question.
        chosen_by: Heading of the column that the row was chosen by, which is always shown; empty for none.
    """
    shown: list[Cell | None] = []
    last = -1
    for place in _places(cells, terms, chosen_by):
        if place > last + 1:
            shown.append(None)
        shown.append(cells[place])
        last = place
    return shown if last + 1 == len(cells) else [*shown, None]


def _places(cells: Sequence[Cell], terms: frozenset[str], chosen_by: str) -> list[int]:
    if len(cells) <= _MOST_COLUMNS:
        return [*range(len(cells))]
    headings = [frozenset(analyse(heading)) for _, heading in cells]
    # A number may stand in any column, and is no name of one.
    words = [frozenset(filter(str.isalpha, analyse(value))) for value, _ in cells]
    # "Shift leader" to who asks who leads the shift.
    terms = terms.union(*map(of_one_family, terms))
    named = [place for place, heading in enumerate(headings) if heading and heading <= terms]
    matching = [place for place, said in enumerate(words) if said & terms]
    # Of whom a row is, where a number stands before it.
    of_whom = [place for place, (_, heading) in enumerate(cells) if HEADS_NAMES.fullmatch(heading.strip())]
    first = [place for place, (_, heading) in enumerate(cells) if chosen_by and heading == chosen_by]
    amounts = [place for place, (_, heading) in enumerate(cells) if terms & _COMES_TO and _MONEY.search(heading)]
    best = [*of_whom, *first, *named, *amounts, *matching]
    if not named:
        partly = [place for place, heading in enumerate(headings) if heading & terms]
        partly.sort(key=lambda place: -len(headings[place] & terms))
        totals = [place for place, heading in enumerate(headings) if heading and heading <= _TOTALS]
        best += [*totals, *partly, *range(len(cells))]
    return sorted([*dict.fromkeys(best)][:_MOST_COLUMNS])
