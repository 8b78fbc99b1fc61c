"""Columns of tables: which one a question is about, and the numbers that stand in it."""

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

_SUMS = frozenset(analyse("total sum subtotal all overall average Summe Gesamt"))
_AMOUNTS = frozenset(analyse("total amount sum Betrag Summe Gesamt Gesamtbetrag montant importe totale"))
_NUMBER = re.compile(r"[^\w.,-]*(-?\d[\d,]*(?:\.\d+)?)(?:\s?[^\d\s]{1,12}){0,2}")


class Column(NamedTuple):
    """A column of numbers."""

    rows: list[tuple[float, Weighed]]
    """The rows that have a number in it, with that; sums of others are none. None where it is not clear which."""
    heading: str
    said: int
    """How many of them the question says."""


def columns_meant(
    weighed: Sequence[Weighed], sources: Sequence[Source], wanted: frozenset[str], weights: Mapping[str, float]
) -> dict[Hashable, Column]:
    """For each table that has headings the column that is meant, see `column_meant`."""
    tables: dict[Hashable, list[Weighed]] = {}
    for one in weighed:
        if has_headings(one[0]):
            tables.setdefault(table_key(one[0], sources), []).append(one)
    return {table: column_meant(rows, wanted, weights) for table, rows in tables.items()}


def has_headings(piece: Evidence) -> bool:
    """Whether a piece is a row of a table that has headings."""
    return piece.is_row and bool(piece.header)


def table_key(row: Evidence, sources: Sequence[Source]) -> Hashable:
    """Which table a row stands in."""
    return table_of(row, sources), row.header


def column_meant(table: Sequence[Weighed], wanted: frozenset[str], weights: Mapping[str, float]) -> Column:
    """The column of a table whose heading says most of a question, else the only one of numbers, or of totals.

    Args:
        table: Its rows.
        wanted: Terms that may head the column.
        weights: Weight of each question term; of two that are wanted alike, "2024 budget" and "2025 budget", that of
            the year.
    """
    rows = [one for one in table if not one[0].is_heading and _SUMS.isdisjoint(analyse(one[0].label))]
    heads = [frozenset(analyse(head)) for head in table[0][0].header]
    numeric = [
        place for place in range(len(heads)) if sum(_value(row, place) is not None for row, _ in rows) * 2 > len(rows)
    ]
    fit = {place: (len(wanted & heads[place]), len(weights.keys() & heads[place])) for place in numeric}
    most = max(fit.values(), default=(0, 0))
    meant = [place for place in numeric if fit[place] == most]
    if not most[0] and len(numeric) > 1:
        # "Which invoice is the largest?": of quantity, price and total the last is what it comes to.
        meant = [place for place in numeric if heads[place] & _AMOUNTS]
    if len(meant) != 1:
        return Column([], "", most[0])
    told = [(value, one) for one in rows if (value := _value(one[0], meant[0])) is not None]
    return Column(told, table[0][0].header[meant[0]], most[0])


def with_heading(one: Weighed, column: Column) -> Weighed:
    """A row that tells what its column is for."""
    row, cosine = one
    return replace(row, terms=row.terms.union(analyse(column.heading))), cosine


def _value(row: Evidence, column: int) -> float | None:
    """The number that a cell is, with its unit or not; None where it is none."""
    found = _NUMBER.fullmatch(row.values[column].strip()) if column < len(row.values) else None
    return float(found[1].replace(",", "")) if found else None
