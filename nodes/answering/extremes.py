"""The most and the least of a table: "Which department has the highest budget?" is answered by rows in that order."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from nodes.answering.companions import Weighed
from nodes.answering.evidence import Evidence
from nodes.answering.matching_rows import table_of
from nodes.domain.chat import Source
from nodes.language.terms import analyse

SHOWN = 3
"""Rows, the first of them the answer; that others come close is told by the next."""
_FEWEST_ROWS = 2
_MOST = re.compile(
    r"\b(?:highest|largest|biggest|greatest|longest|tallest|heaviest|deepest|widest|fastest|hottest|warmest|"
    r"loudest|maximum|(?<!at )most(?! (?:of|recent|likely|importantly)\b)|"
    r"höchsten?|größten?|meisten|teuersten?|längsten?)\b",
    re.IGNORECASE,
)
_LEAST = re.compile(
    r"\b(?:lowest|smallest|least(?<!at least)|fewest|shortest|lightest|shallowest|narrowest|slowest|coldest|quietest|"
    r"minimum|cheapest|niedrigsten?|kleinsten?|wenigsten|billigsten?|günstigsten?|kürzesten?)\b",
    re.IGNORECASE,
)
_MEASURED = {
    word: frozenset(analyse(names))
    for words, names in (
        ("most expensive|least expensive|cheapest|teuerst|billigst|günstigst", "price cost fee rate amount Preis"),
        ("deepest|shallowest|tiefst", "depth Tiefe"),
        ("longest|shortest|längst|kürzest", "length duration distance Länge Dauer"),
        ("tallest", "height"),
        ("heaviest|lightest|schwerst|leichtest", "weight mass Gewicht"),
        ("widest|narrowest", "width"),
        ("fastest|slowest|schnellst|langsamst", "speed Geschwindigkeit"),
        ("hottest|warmest|coldest|wärmst|kältest", "temperature Temperatur"),
        ("loudest|quietest", "noise"),
    )
    for word in words.split("|")
}
"""What a table calls that of which a question asks for the most or the least."""
_EXPENSIVE = re.compile(r"\b(?:expensive|teuer)\b", re.IGNORECASE)
_SUMS = frozenset(analyse("total sum subtotal all overall average Summe Gesamt"))
_AMOUNTS = frozenset(analyse("total amount sum Betrag Summe Gesamt Gesamtbetrag montant importe totale"))
_NUMBER = re.compile(r"[^\w.,-]*(-?\d[\d,]*(?:\.\d+)?)(?:\s?[^\d\s]{1,12}){0,2}")


def asks_extreme(question: str) -> int:
    """1 where a question asks for the most of something, -1 for the least, 0 where for neither, or both."""
    return bool(_MOST.search(question)) - bool(_LEAST.search(question))


def extreme_terms(question: str) -> frozenset[str]:
    """The terms by which it asks so: a table that is put in order has none of them."""
    words = [*_MOST.findall(question), *_LEAST.findall(question), *_EXPENSIVE.findall(question)]
    return frozenset(analyse(" ".join(words)))


def with_extremes(
    chosen: list[Weighed],
    weighed: Sequence[Weighed],
    sources: Sequence[Source],
    question: str,
    weights: Mapping[str, float],
) -> list[Weighed]:
    """The choice; where the most or the least is asked for, rows of its first table in the order of what is asked.

    The column is the one whose heading says most of the question, or in the table of the first quote the only one of
    numbers, or of totals. Sums of others are no rows of their own.

    Args:
        chosen: The choice.
        weighed: All pieces, where the other rows are taken from.
        sources: What the pieces came from.
        question: As it stands alone.
        weights: Weight of each question term.
    """
    sign = asks_extreme(question)
    measured = frozenset[str]().union(*(terms for word, terms in _MEASURED.items() if word in question.lower()))
    quoted = next((_table(piece, sources) for piece, _ in chosen if piece.is_row and piece.header), None)
    if not sign or (quoted is None and not measured):
        return chosen
    tables: dict[Hashable, list[Weighed]] = {}
    for one in weighed:
        if one[0].is_row and one[0].header:
            tables.setdefault(_table(one[0], sources), []).append(one)
    wanted = measured | {term for term in weights if not term.isdigit()}
    found = {table: _in_order(rows, wanted, weights, sign) for table, rows in tables.items()}
    # The table of the first quote, unless another has a column that the question says more of.
    best = max(found, key=lambda table: (found[table].said, table == quoted), default=None)
    if best is None or not found[best].rows or not (found[best].said or best == quoted):
        return chosen
    rows = [one for table in tables.values() for one in table]
    return [*found[best].rows[:SHOWN], *(one for one in chosen if one not in rows)]


def _table(row: Evidence, sources: Sequence[Source]) -> Hashable:
    return table_of(row, sources), row.header


class _Ordered(NamedTuple):
    rows: list[Weighed]
    """The best first; none where it is not clear by which column."""
    said: int
    """Terms of the question that head the column."""


def _in_order(table: Sequence[Weighed], wanted: frozenset[str], weights: Mapping[str, float], sign: int) -> _Ordered:
    """The rows of a table in the order of the column that is asked for."""
    rows = [one for one in table if not one[0].is_heading and _SUMS.isdisjoint(analyse(one[0].label))]
    heads = [frozenset(analyse(head)) for head in table[0][0].header]
    numeric = [
        place for place in range(len(heads)) if sum(_value(row, place) is not None for row, _ in rows) * 2 > len(rows)
    ]
    # Of "2024 budget" and "2025 budget" that of the year.
    fit = {place: (len(wanted & heads[place]), len(weights.keys() & heads[place])) for place in numeric}
    most = max(fit.values(), default=(0, 0))
    meant = [place for place in numeric if fit[place] == most]
    if not most[0] and len(numeric) > 1:
        # "Which invoice is the largest?": of quantity, price and total the last is what it comes to.
        meant = [place for place in numeric if heads[place] & _AMOUNTS]
    if len(meant) != 1:
        return _Ordered([], most[0])
    told = [(value, one) for one in rows if (value := _value(one[0], meant[0])) is not None]
    told.sort(key=lambda each: (-sign * each[0], each[1][0].position, each[1][0].start))
    # A row tells what its column is for.
    ordered = [(replace(row, terms=row.terms | heads[meant[0]]), cosine) for _, (row, cosine) in told]
    return _Ordered(ordered if len(told) >= _FEWEST_ROWS else [], most[0])


def _value(row: Evidence, column: int) -> float | None:
    """The number that a cell is, with its unit or not; None where it is none."""
    found = _NUMBER.fullmatch(row.values[column].strip()) if column < len(row.values) else None
    return float(found[1].replace(",", "")) if found else None
