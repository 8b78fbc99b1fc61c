"""The most and the least of a table: "Which department has the highest budget?" is answered by rows in that order."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from nodes.answering.companions import Weighed
from nodes.answering.continued_tables import is_grid_row
from nodes.answering.evidence import Evidence
from nodes.answering.matching_rows import table_of
from nodes.domain.chat import Source
from nodes.language.terms import analyse

SHOWN = 3
"""Rows, the first of them the answer; that others come close is told by the next."""
_FEWEST_ROWS = 2
_MOST = re.compile(
    r"\b(?:highest|largest|biggest|greatest|longest|tallest|heaviest|maximum|"
    r"most(?! (?:of|recent|likely|importantly)\b)|höchsten?|größten?|meisten|teuersten?|längsten?)\b",
    re.IGNORECASE,
)
_LEAST = re.compile(
    r"\b(?:lowest|smallest|least(?<!at least)|fewest|shortest|lightest|minimum|cheapest|"
    r"niedrigsten?|kleinsten?|wenigsten|billigsten?|günstigsten?|kürzesten?)\b",
    re.IGNORECASE,
)
_DEAR = re.compile(
    r"\b(?:most expensive|cheapest|least expensive|teuersten?|billigsten?|günstigsten?)\b", re.IGNORECASE
)
_PRICES = frozenset(analyse("price cost fee rate amount Preis Kosten"))
_SUMS = frozenset(analyse("total sum subtotal all overall average Summe Gesamt"))
_NUMBER = re.compile(r"[^\w.,-]*(-?\d[\d,]*(?:\.\d+)?)(?:\s?[^\d\s]{1,12}){0,2}")


def asks_extreme(question: str) -> int:
    """1 where a question asks for the most of something, -1 for the least, 0 where for neither, or both."""
    return bool(_MOST.search(question)) - bool(_LEAST.search(question))


def extreme_terms(question: str) -> frozenset[str]:
    """The terms by which it asks so: a table that is put in order has none of them."""
    words = [*_MOST.findall(question), *_LEAST.findall(question), *_DEAR.findall(question)]
    return frozenset(analyse(" ".join(words)))


def with_extremes(
    chosen: list[Weighed],
    weighed: Sequence[Weighed],
    sources: Sequence[Source],
    question: str,
    weights: Mapping[str, float],
) -> list[Weighed]:
    """The choice; where the most or the least is asked for, rows of its first table in the order of what is asked.

    The column is the one whose heading says most of the question, or the only one of numbers. Sums of others are no
    rows of their own.

    Args:
        chosen: The choice.
        weighed: All pieces, where the other rows are taken from.
        sources: What the pieces came from.
        question: As it stands alone.
        weights: Weight of each question term.
    """
    sign = asks_extreme(question)
    first = next((piece for piece, _ in chosen if is_grid_row(piece) and piece.header), None)
    if not sign or first is None:
        return chosen
    table = [
        one
        for one in weighed
        if is_grid_row(one[0])
        and one[0].header == first.header
        and table_of(one[0], sources) == table_of(first, sources)
    ]
    rows = [one for one in table if not one[0].is_heading and _SUMS.isdisjoint(analyse(one[0].label))]
    wanted = _PRICES | weights.keys() if _DEAR.search(question) else frozenset(weights)
    column = _column(first.header, [piece for piece, _ in rows], wanted)
    if column is None:
        return chosen
    told = [(value, one) for one in rows if (value := _value(one[0], column)) is not None]
    if len(told) < _FEWEST_ROWS:
        return chosen
    told.sort(key=lambda each: (-sign * each[0], each[1][0].position, each[1][0].start))
    return [*(one for _, one in told[:SHOWN]), *(one for one in chosen if one not in table)]


def _column(header: Sequence[str], rows: Sequence[Evidence], wanted: frozenset[str]) -> int | None:
    """The column that is asked for; None where several may be."""
    numeric = [
        place for place in range(len(header)) if sum(_value(row, place) is not None for row in rows) * 2 > len(rows)
    ]
    said = {place: len(wanted & set(analyse(header[place]))) for place in numeric}
    most = max(said.values(), default=0)
    meant = [place for place in numeric if said[place] == most] if most else numeric
    return meant[0] if len(meant) == 1 else None


def _value(row: Evidence, column: int) -> float | None:
    """The number that a cell is, with its unit or not; None where it is none."""
    found = _NUMBER.fullmatch(row.values[column].strip()) if column < len(row.values) else None
    return float(found[1].replace(",", "")) if found else None
