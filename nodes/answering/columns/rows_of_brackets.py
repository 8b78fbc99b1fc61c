"""Rows that are for a range of amounts each, where a question names no amount: the one that another row tells, or all.

"What does it cost to lend the flute FL-005?": up to 600 pounds it is one sum, above that another, and a register says
what the flute is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.columns.table_columns import has_headings, numbers_of, table_key
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.implied.brackets import Bracket, are_asked_for, bracket_of
from nodes.domain.regexes import lazy_regex
from nodes.language.superlatives import asks_extreme
from nodes.language.terms import analyse

_FEWEST_ROWS, _MOST_ROWS = 2, 6
"""That are for a range each; longer lists are no answer."""
_YEARS = lazy_regex(r"(?:1\d|20)\d\d\s?[-–—]\s?(?:1\d|20)\d\d|\D*(?:1\d|20)\d\d\D*")


class _Brackets(NamedTuple):
    """A table whose rows are called by what amounts they are for."""

    rows: list[Weighed]
    """All of them, in their order."""
    brackets: list[Bracket | None]
    """Of each row; None where it is for something else."""
    heading: frozenset[str]
    """What these are amounts of, in terms."""


def with_rows_of_brackets(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; a row of it that is for a range of amounts, with the others of its table in its place.

    Where another row of the choice has a number in a column that is called as these ranges are, the one that it falls
    in stands alone. Not where the question names the amount, which tells the row, or asks for the least of all.
    """
    if asks_extreme(material.facts.question) or material.facts.comparison.sides:
        return chosen
    for one in chosen:
        table = _table_of(one.piece, material) if has_headings(one.piece) else None
        if table is None or are_asked_for(material.facts.question, [each for each in table.brackets if each]):
            continue
        rows = {_place(row) for row, _ in table.rows}
        before = [other for other in chosen[: chosen.index(one)] if _place(other.piece) not in rows]
        behind = [other for other in chosen[chosen.index(one) :] if _place(other.piece) not in rows]
        return [*before, *(_told_by([*before, *behind], table) or table.rows), *behind]
    return chosen


def _table_of(row: Evidence, material: Material) -> _Brackets | None:
    """The table of a row that is called by a range, as others of it are; None where it is not."""
    key = table_key(row, material)
    rows = [
        Weighed(piece, material.cosines.get(piece, 0.0))
        for piece in material.pieces
        if has_headings(piece) and not piece.is_heading and table_key(piece, material) == key
    ]
    if not _FEWEST_ROWS <= len(rows) <= _MOST_ROWS:
        return None
    brackets = [_range_of(each.piece) for each in rows]
    if _range_of(row) is None or sum(each is not None for each in brackets) < _FEWEST_ROWS:
        return None
    return _Brackets(rows, brackets, frozenset(analyse(row.corner)))


def _range_of(row: Evidence) -> Bracket | None:
    """The amounts that a row is for; years are none: a question that names none asks for one of them all the same."""
    found = bracket_of(row.label)
    return None if found is None or (_YEARS.fullmatch(row.label.strip()) and not found.units) else found


def _place(piece: Evidence) -> tuple[int, int]:
    return piece.position, piece.start


def _told_by(rows: Sequence[Weighed], table: _Brackets) -> list[Weighed]:
    """The row of a table that holds what one of other rows has in a column called as its ranges; empty without one."""
    amounts = {
        amount
        for row, _ in rows
        if has_headings(row)
        for heading, cell in zip(row.header, row.values, strict=False)
        if not table.heading.isdisjoint(analyse(heading))
        for amount in numbers_of([cell])
        if amount is not None
    }
    if len(amounts) != 1:
        return []
    (amount,) = amounts
    holding = zip(table.rows, table.brackets, strict=True)
    return [row for row, bracket in holding if bracket is not None and bracket.holds(amount)]
