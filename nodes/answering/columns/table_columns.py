"""Columns of tables: which one a question is about, and the numbers that stand in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from nodes.answering.choosing.matching_rows import table_of
from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.evidence.source_names import names_in_words
from nodes.answering.question.term_weights import mass_of
from nodes.domain.regexes import lazy_regex
from nodes.language.accounts import PLANNED, SPENT, called_in_accounts
from nodes.language.amounts import Amount, amount_of, have_units_of_their_own, to_order
from nodes.language.money import CURRENCIES
from nodes.language.numbers import THOUSANDS_MARK, WITH_MARKS
from nodes.language.terms import analyse

SHOWN = 3
"""Of rows in an order, the first of them the answer; that others come close is told by the next."""
BLANK = "–"
"""Stands in a cell that is asked for and empty."""
_TOTALS = frozenset(analyse("total sum Summe Gesamt Gesamtbetrag totale"))
_SUMS = _TOTALS.union(analyse("subtotal overall average"))
"""What rows are called that are made of others."""
_ALL = lazy_regex(r"\W*(?:all|alle|toute?s|todos)(?: together)?\W*", re.IGNORECASE)
"""What they are called by a word that is no term: the whole label."""
_SUMMED = _TOTALS.union(analyse("overall"))
"""What heads a column of what others come to."""
_AMOUNTS = _TOTALS.union(analyse("amount Betrag montant importe"))
"""What heads a column of sums of money, of one thing or of several."""
_NUMBER = lazy_regex(
    rf"(?P<before>[^\w.,]*(?:(?:US|{CURRENCIES})(?![^\W\d_]))?[^\w.,]*)"
    rf"(?P<number>{WITH_MARKS}(?:[.,]\d+)?|\d(?:[\d.,]*\d)?)"
    r"(?P<behind>(?:\s?[^\d\s]{1,12}){0,3})"
)
_MINUS = lazy_regex(r"[-−–]\s?[$€£¥]?\s?$")
_COMMA_GROUPS = lazy_regex(r"\d+(?:,\d+)*(?:\.\d+)?")
_POINT_GROUPS = lazy_regex(r"(?:[1-9]\d{0,2}(?:\.\d{3})+|\d+)(?:,\d+)?")
"""1.234,50: how thousands and decimals are parted in most of Europe."""
_TELLS_POINTS = lazy_regex(r"\.|,(?!\d{3}$)")


_RATE = lazy_regex(r"(?:\b(?:per|pro|par)\s|/)\s*([^\W\d_]+)", re.IGNORECASE)
_BRACKETS = lazy_regex(r"\([^()]*\)")
_YEAR_ALONE = lazy_regex(rf"(?:FY ?)?(1\d{{3}}|20\d\d)(?: ?\([^()]*\)| (?:{CURRENCIES}))?", re.IGNORECASE)
"""A year, perhaps with a unit."""


ReadColumn = Callable[[Sequence[str]], list[float | None]]


class Column(NamedTuple):
    """A column of numbers."""

    rows: list[tuple[float, Weighed]]
    """The rows that have a number in it, with that; sums of others are none. Empty where it is not clear which."""
    heading: str
    said: int
    """How many terms of its heading the question says."""


def columns_meant(material: Material, wanted: frozenset[str], read: ReadColumn | None = None) -> dict[Hashable, Column]:
    """For each table that has headings the column that is meant, see `column_meant`."""
    weights = material.facts.weights
    return {
        table: column_meant(rows, wanted, weights, read or numbers_of) for table, rows in tables_of(material).items()
    }


def tables_of(material: Material) -> dict[Hashable, list[Weighed]]:
    """The rows of each table that has headings."""
    tables: dict[Hashable, list[Weighed]] = {}
    for one in material.weighed:
        if has_headings(one.piece):
            tables.setdefault(table_key(one.piece, material), []).append(one)
    return tables


def tables_read_in_parts(material: Material) -> list[list[Weighed]]:
    """The rows of each table that has headings, of all that was read.

    A long table may have been read in parts that do not follow one another: these are one table.
    """
    tables: dict[Hashable, list[Weighed]] = {}
    for piece in material.pieces:
        if has_headings(piece):
            key = material.document(piece), piece.corner, piece.header
            tables.setdefault(key, []).append(Weighed(piece, material.cosines.get(piece, 0.0)))
    return [*tables.values()]


def single_rows(table: Sequence[Weighed]) -> list[Weighed]:
    """The rows of a table but for headings and sums of others."""
    return [one for one in table if not one.piece.is_heading and not is_sum(one.piece)]


def is_sum(row: Evidence) -> bool:
    """Whether a row is called what is made of others: "Total", "All"."""
    return is_name_of_sum(row.label)


def is_name_of_sum(name: str) -> bool:
    """Whether a row, or a column, that is called so is made of others."""
    return not _SUMS.isdisjoint(analyse(name)) or _ALL.fullmatch(name) is not None


def cells_of(rows: Sequence[Weighed], place: int) -> list[str]:
    """What stands in a column, row by row."""
    return [row.values[place].strip() if place < len(row.values) else "" for row, _ in rows]


def has_headings(piece: Evidence) -> bool:
    """Whether a piece is a row of a table that has headings."""
    return piece.is_row and bool(piece.header)


def table_key(row: Evidence, material: Material) -> Hashable:
    """Which table a row stands in."""
    return table_of(row, material.sources), row.corner, row.header


def column_meant(
    table: Sequence[Weighed],
    wanted: frozenset[str],
    weights: Mapping[str, float],
    read: ReadColumn,
) -> Column:
    """The column of a table whose heading says most of a question, else the only one of numbers, or of totals.

    Args:
        table: Its rows.
        wanted: Terms that may head the column.
        weights: Weight of each question term; of two that are wanted alike, "2024 budget" and "2025 budget", that of
            the year.
        read: The number that each cell of a column is; None where it is none.
    """
    rows = single_rows(table)
    # A heading may be but a function word: "Since".
    heads = [frozenset(analyse(head) or [head.strip().lower()]) for head in table[0].piece.header]
    values = [read(cells_of(rows, place)) for place in range(len(heads))]
    numeric = [place for place, found in enumerate(values) if sum(each is not None for each in found) * 2 > len(rows)]
    fit = {place: (len(wanted & heads[place]), len(weights.keys() & heads[place])) for place in numeric}
    most = max(fit.values(), default=(0, 0))
    meant = [place for place in numeric if fit[place] == most]
    if not most[0] and len(numeric) > 1:
        # "Which invoice is the largest?": of quantity, price and total the last is what it comes to.
        meant = [place for place in numeric if heads[place] & _AMOUNTS]
    if len(meant) > 1 and most[0]:
        # "Per week" of a table that has something else besides which is charged.
        rates = [place for place in meant if not _units_of_rate(table[0].piece.header[place]).isdisjoint(wanted)]
        meant = rates or meant
    if len(meant) > 1 and most[0]:
        # "Shots to date" beside "Service every (shots)": what stands in brackets is a unit.
        meant = [place for place in meant if wanted & _outside_brackets(table[0].piece.header[place])] or meant
    if len(meant) > 1 and most[0] and _rank_alike([values[place] for place in meant]):
        # "Price (EUR)" and "Price (USD)": whichever is taken, the rows come in one order.
        meant = meant[:1]
    if len(meant) > 1 and most[0]:
        # Of "Gas cost", "Power cost" and "Total" it is the last: what the parts come to.
        meant = [place for place in numeric if heads[place] & _SUMMED] or meant
    if len(meant) != 1 and most[1] and not weights.keys() & PLANNED:
        # Of "Budget 2024" and "Actual 2024" it is what it came to.
        meant = [place for place in numeric if heads[place] & SPENT and fit[place] == most]
    if len(meant) != 1:
        return Column([], "", most[0])
    told = [(value, one) for value, one in zip(values[meant[0]], rows, strict=True) if value is not None]
    return Column(told, table[0].piece.header[meant[0]], most[0])


def _outside_brackets(heading: str) -> frozenset[str]:
    return frozenset(analyse(_BRACKETS.sub(" ", heading)))


def _units_of_rate(heading: str) -> frozenset[str]:
    """The terms of what a heading says its numbers are for one of: "Per home per week", "km/h"."""
    return frozenset(term for found in _RATE.finditer(heading) for term in analyse(found[1]))


def _rank_alike(columns: Sequence[Sequence[float | None]]) -> bool:
    """Whether all put the rows into one order."""
    orders = {tuple(sorted(range(len(column)), key=lambda row: column[row] or 0.0)) for column in columns}
    return len(orders) == 1 and all(None not in column for column in columns)


def named_by(column: Column, material: Material) -> float:
    """The weight of what the question says of the name of the document that a column stands in, and its headings.

    Of the same list of two years it is that of the year which is asked for. 0 for a column that is not said.
    """
    if not column.rows or not column.said:
        return 0.0
    source = material.source(column.rows[0][1].piece)
    return mass_of(frozenset(analyse(names_in_words(source))), material.facts.weights)


def lists_kind(corner: str, asked: Sequence[str]) -> bool:
    """Whether the rows below a corner are of the kind that is asked for: "Which product" of rows headed "Product".

    What a question calls a cost, a table may list as spending.
    """
    kind = frozenset(analyse(corner))
    return bool(kind) and kind <= called_in_accounts(frozenset(asked))


def _year_columns(table: Sequence[Weighed]) -> dict[int, int]:
    """Which column is of which year, where each of numbers is of one, and none of the same: "2024 (£)", "2023 (£)"."""
    rows, header = single_rows(table), table[0].piece.header
    years = [_YEAR_ALONE.fullmatch(head.strip()) for head in header]
    found = {int(year[1]): place for place, year in enumerate(years) if year}
    # "Remark" behind them is no year, and nothing to rank by.
    words = [place for place, year in enumerate(years) if not year and _is_of_words(cells_of(rows, place))]
    return found if len(found) + len(words) == len(header) else {}


def _is_of_words(cells: Sequence[str]) -> bool:
    return all(number is None for number in numbers_of(cells))


class TableOfYears(NamedTuple):
    """A table with a column for each of some years."""

    rows: Sequence[Weighed]
    places: Mapping[int, int]
    """Of the columns, by year."""
    year: int
    """The one that is asked for, or the last."""


def table_of_years(material: Material, kind: Sequence[str]) -> TableOfYears | None:
    """The only table that lists things of a kind, where its columns are years, and one or none of them is asked for."""
    tables = [rows for rows in tables_of(material).values() if lists_kind(rows[0].piece.corner, kind)]
    places = _year_columns(tables[0]) if len(tables) == 1 else {}
    asked = [year for year in places if str(year) in material.facts.question] or [*sorted(places)[-1:]]
    return TableOfYears(tables[0], places, asked[0]) if len(asked) == 1 else None


def with_heading(one: Weighed, column: Column) -> Weighed:
    """A row that tells what its column is for."""
    terms = one.piece.terms.union(analyse(column.heading))
    return one._replace(piece=replace(one.piece, terms=terms, shown=column.heading))


def before_others(rows: Sequence[Weighed], chosen: Sequence[Weighed]) -> list[Weighed]:
    """Rows of a table in front of what was chosen besides rows of tables."""
    return [*rows, *(one for one in chosen if not has_headings(one.piece))]


def numbers_of(cells: Sequence[str]) -> list[float | None]:
    """The number that each cell of a column is, with its sign and scale; None where it is none.

    All are read in one notation: with a point between thousands and a comma before decimals where every one can be read
    so, and a point or a comma tells of it ("1.234", "0,50"). Where they have different units, "2 GB" and "900 MB", they
    are all told in one; there are none where that cannot be, as of "5 EUR" and "5 USD".
    """
    found = [_NUMBER.fullmatch(cell) for cell in cells]
    written = [THOUSANDS_MARK.sub("", each["number"]) if each else "" for each in found]
    if all(map(_POINT_GROUPS.fullmatch, filter(None, written))) and any(map(_TELLS_POINTS.search, written)):
        read = [float(each.replace(".", "").replace(",", ".")) if each else None for each in written]
    else:
        read = [float(each.replace(",", "")) if _COMMA_GROUPS.fullmatch(each) else None for each in written]
    told = [
        _amount(number, each["before"], each["behind"]) if each and number is not None else None
        for number, each in zip(read, found, strict=True)
    ]
    amounts = [amount for amount in told if amount]
    if not have_units_of_their_own(amounts):
        return [amount and amount.scaled for amount in told]
    ordered = to_order(amounts)
    values = iter(ordered or ())
    return [next(values) if amount and ordered else None for amount in told]


def amounts_of_column(column: Column) -> list[Amount]:
    """The amounts in the cells of a column, as far as they are numbers."""
    cells = [row.values[row.header.index(column.heading)].strip() for _, (row, _) in column.rows]
    found = list(filter(None, map(_NUMBER.fullmatch, cells)))
    return [_amount(1.0, each["before"], each["behind"]) for each in found]


def _amount(number: float, before: str, behind: str) -> Amount:
    return amount_of(-number if _is_negative(before, behind) else number, before, behind)


def _is_negative(before: str, behind: str) -> bool:
    return _MINUS.search(before) is not None or (before.endswith(("(", "($", "(€", "(£")) and ")" in behind)
