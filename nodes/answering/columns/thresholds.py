"""Rows over or under a limit: "Which dives had a visibility below 2 m?"."""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import ge, gt, le, lt

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.columns.table_columns import (
    Column,
    amounts_of_column,
    before_others,
    columns_meant,
    named_by,
    with_heading,
)
from nodes.domain.regexes import lazy_regex
from nodes.language.amounts import SCALE_WORDS, Amount, amount_of, have_units_of_their_own
from nodes.language.money import CURRENCIES, MONEY_WORDS
from nodes.language.numbers import THOUSANDS_MARK, WITH_MARKS, numbers_in
from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import analyse

MOST_ROWS = 8
"""Rows that are quoted: of a longer list nobody reads each."""
_MONEY = lazy_regex(rf"[$€£¥]|(?<![^\W_])(?:{CURRENCIES}|{MONEY_WORDS})(?![^\W_])", re.IGNORECASE)
_UNIT = lazy_regex(r"%|\([^()]*\)|\b(?:km|m|cm|mm|kg|g|t|h|min|s|days?|hours?|years?|months?)\b")
_WORD = lazy_regex(r"[^\W\d_]+|%")
ASKS_WHICH = lazy_regex(
    r"\W*(?:(?:in |on |at |for |of )?(?:which|what|who)|list|show|name|welche[rsmn]?|quel(?:le)?s?|cu[aá]les)\b",
    re.IGNORECASE,
)
_COMPARISONS: tuple[tuple[Callable[[float, float], bool], str], ...] = (
    (le, r"at most|no more than|not more than|up to|höchstens|maximal|au plus|como máximo"),
    (ge, r"at least|no less than|no fewer than|not less than|mindestens|au moins|al menos"),
    (lt, r"below|under|(?:less|fewer|lower|cheaper|shorter|smaller) than|unter|weniger als|moins de|menos de"),
    (gt, r"above|over|(?:more|greater|higher|longer|larger) than|exceed(?:s|ed|ing)?|über|mehr als|plus de|más de"),
)
_LIMIT = lazy_regex(
    r"\b(?:" + "|".join(rf"(?P<c{place}>{words})" for place, (_, words) in enumerate(_COMPARISONS)) + r")\s+"
    rf"(?P<minus>[-−–]|minus\s)?(?P<sign>[$€£¥]\s?|(?:{CURRENCIES})\s)?"
    rf"(?P<number>{WITH_MARKS}(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)*)"
    rf"(?P<scale>\s?(?:k|{'|'.join(SCALE_WORDS)})\b\.?)?(?:\s?(?P<unit>[$€£¥%]|[^\W\d_]+))?",
    re.IGNORECASE,
)


def limit_terms(question: str) -> frozenset[str]:
    """The terms by which a question sets a limit: rows within it have none of them."""
    limit = _limit_of(question)
    return frozenset(analyse(limit.group())) if limit else frozenset()


def _limit_of(question: str) -> re.Match[str] | None:
    return _LIMIT.search(question) if ASKS_WHICH.match(question) else None


def with_rows_within(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where things over or under a limit are asked for, the rows within it come first.

    They are those of the table that has a column which the question says most of, and of two such of the document that
    it names. It is left alone where that column has another unit than the limit ("the dose for over 80 kg"), or where
    no row is within it, or a great many are.
    """
    limit = _limit_of(material.facts.question)
    amount = _amount_of(limit) if limit else None
    if limit is None or amount is None:
        return chosen
    compare = next(compare for place, (compare, _) in enumerate(_COMPARISONS) if limit[f"c{place}"])
    wanted = frozenset(term for term in material.facts.weights if not term.isdigit())
    column = max(
        columns_meant(material, wanted).values(),
        key=lambda column: (column.said, named_by(column, material)),
        default=None,
    )
    if column is None or not column.said:
        return chosen
    has_units = have_units_of_their_own(amounts_of_column(column))
    number = amount.value if has_units else amount.scaled
    within = [with_heading(one, column) for value, one in column.rows if compare(value, number)]
    if not 0 < len(within) <= MOST_ROWS or not _is_in_unit(limit, column):
        return chosen
    return before_others(within, chosen)


def _amount_of(limit: re.Match[str]) -> Amount | None:
    """The amount of a limit; None where it is no one number."""
    sign, unit = limit["sign"] or "", limit["unit"] or ""
    number = THOUSANDS_MARK.sub("", limit["number"])
    read = numbers_in(f"{sign}{number} {unit}")
    if len(read) != 1:
        return None
    scale = (limit["scale"] or "").strip().lower()
    # A "k" counts as a scale right behind its number.
    behind = ("K" if scale == "k" else f" {scale}" if scale else "") + f" {unit}"
    return amount_of(-float(*read) if limit["minus"] else float(*read), sign, behind)


def _is_in_unit(limit: re.Match[str], column: Column) -> bool:
    """Whether a limit has no unit, or that of the column by its heading or its cells, or is a sum where those are."""
    unit = (limit["sign"] or limit["unit"] or "").strip()
    said = " ".join([column.heading, *(value for _, (row, _) in column.rows[:1] for value in row.values)])
    if _MONEY.fullmatch(unit):
        return _MONEY.search(said) is not None or not _UNIT.search(column.heading)
    words = {word.lower() for word in _WORD.findall(said)}
    return not unit or unit.lower() in words | STOP_WORDS or not set(analyse(unit)).isdisjoint(analyse(said))
