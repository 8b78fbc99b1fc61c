"""By how much two values of one row differ, where that is asked, and what part of the one before that is."""

from __future__ import annotations

import re

from nodes.answering.columns.table_columns import is_sum
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.question.question_facts import Facts
from nodes.answering.reckoning.row_values import Cell
from nodes.answering.reckoning.two_values import nouns_of_columns, two_values
from nodes.answering.reckoning.written_numbers import asked_places, decimals_of, written
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse

_MORE = (
    r"more|less|fewer|dearer|cheaper|higher|lower|bigger|smaller|larger|longer|shorter|further|heavier|lighter|faster|"
    r"slower|over|under|above|below|beyond"
)
_MOVES = (
    r"grow|grew|rise|rose|fall|fell|shrink|shrank|drop|increase|decrease|change|decline|exceed|overshoot|differ|improve|"
    r"go (?:up|down|over)|went (?:up|down|over)|come down|came down"
)
_MOVED = (
    r"grown|risen|fallen|shrunk|dropped|increased|decreased|changed|declined|exceeded|overshot|gone (?:up|down|over)"
)
_ASKS = lazy_regex(
    rf"\bhow (?:much|many|far) (?:{_MORE}|off)\b|\bby how (?:much|many|far)\b|\bwhat percent(?:age)? (?:{_MORE})\b"
    rf"|\bhow (?:much|far) (?:did|does|do|has|have|is|was|were)\b[^?.]*\b(?:{_MOVES}|{_MOVED})\b"
    r"|\bhow (?:did|does|has|have)\b[^?.]*\bchanged?\b[^?.]*\b(?:between|from)\b[^?.]*\d[^?.]*\b(?:to|and)\b[^?.]*\d"
    rf"|\bdifference (?:between|in)\b|\b(?:year[- ]over[- ]year|yoy|annual) (?:change|growth|increase|decrease)\b"
    rf"|\b(?:change|growth|increase|decrease|rise|drop) in\b[^?.]*\b(?:from|between)\b[^?.]*\b(?:to|and)\b",
    re.IGNORECASE,
)
_PLACES = 1
"""Decimals of a share, where none are asked for."""
_ON_A_SCALE = lazy_regex(r"°|\bdB\b|\bdecibels?\b|\bpH\b|\b(?:degrees|Grad)\b")
_IN_PERCENT = lazy_regex(r"%|\bper ?cent", re.IGNORECASE)


def asks_difference(question: str) -> bool:
    """Whether a question asks by how much two values differ."""
    return _ASKS.search(question) is not None


def told_difference(row: Evidence, index: int, facts: Facts) -> str:
    """The line that tells by how much two values of a row differ: "Fees, 2031 less 2030: 40 − 32 = 8 (25 %) [1]".

    Empty where it is not asked, or where it is not certain which two are meant.

    Args:
        row: that answers the question.
        index: the number of its source.
        facts: what is read of the question.
    """
    if not (row.is_row and row.header and asks_difference(facts.question)):
        return ""
    # What only heads its columns does not tell which row is meant, nor what the things in them are called.
    apart = nouns_of_columns(row, facts.question).union(analyse(" ".join(row.header)))
    said = facts.weights.keys() & set(analyse(row.label))
    # A total is of all that its document, or its section, is about.
    told = row.terms | facts.source_of(row).title_terms if is_sum(row) else row.terms
    if told & facts.weights.keys() <= apart or (said and said <= apart):
        return ""
    two = two_values(row, facts)
    if two is None:
        return ""
    difference = two.first.value - two.other.value
    places = max(decimals_of(cell.shown) for cell in (two.first, two.other))
    shown = f"{_signed(two.first)} − {_signed(two.other)} = {written(difference, places)}"
    if _is_rate(row):
        share = " percentage points"
    elif two.base is not None and two.base.value and not _is_on_a_scale(row):
        share = f" ({written(100 * difference / abs(two.base.value), _share_places(facts.question))} %)"
    else:
        share = ""
    unit = f" ({row.scale})" if row.scale else ""
    label = " ".join(row.label.split()).rstrip(":")
    return f"{label}{unit}, {two.heading} less {two.other_heading}: {shown}{share} [{index}]"


def _is_rate(row: Evidence) -> bool:
    """Whether the values of a row are rates: what two differ by is told in points."""
    values = [value for value in row.values if any(map(str.isdigit, value))]
    return bool(values) and sum("%" in value for value in values) * 2 > len(values)


def _is_on_a_scale(row: Evidence) -> bool:
    """Whether the values of a row are of a scale without a nothing that shares could be of: degrees, decibels."""
    return _ON_A_SCALE.search(" ".join((row.label, row.scale, *row.header, *row.values))) is not None


def _share_places(question: str) -> int:
    places = asked_places(question) if _IN_PERCENT.search(question) else None
    return _PLACES if places is None else places


def _signed(cell: Cell) -> str:
    return f"(−{cell.shown})" if cell.value < 0 else cell.shown
