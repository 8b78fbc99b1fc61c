"""In which year, month or quarter a row has the most, or the least, where that is asked."""

from __future__ import annotations

import re

from nodes.answering.columns.table_columns import numbers_of
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.question.question_facts import Facts
from nodes.answering.tables.period_heads import are_periods
from nodes.answering.tables.table_rows import years_in
from nodes.domain.regexes import lazy_regex
from nodes.language.accounts import PLANNED
from nodes.language.superlatives import asks_extreme, extreme_word
from nodes.language.terms import analyse
from nodes.language.years import asked_period

_WHEN = lazy_regex(r"\W*when\b", re.IGNORECASE)


def told_extreme(row: Evidence, index: int, facts: Facts) -> str:
    """The line that tells when a row has the most: "Guests, most of 2029 to 2031: 912 in 2031 [1]".

    Empty where no period of the most or the least is asked for, or a column of the row is of no period of that kind, is
    of what was planned, or has no number.

    Args:
        row: that answers the question.
        index: the number of its source.
        facts: what is read of the question.
    """
    period, sign = asked_period(facts.question), asks_extreme(facts.question)
    if not sign or not (period or _WHEN.match(facts.question)):
        return ""
    if not row.is_row or len(row.header) != len(row.values) or not are_periods(row.header, period):
        return ""
    if not PLANNED.isdisjoint(analyse(" ".join(row.header))):
        return ""
    numbers = numbers_of(row.values)
    values = [value for value in numbers if value is not None]
    if len(values) < len(numbers) or len({*values}) == 1:
        return ""
    furthest = max(values) if sign > 0 else min(values)
    best = [place for place, value in enumerate(values) if value == furthest]
    first, last = row.header[0], row.header[-1]
    if max(years_in(first), default="") > max(years_in(last), default=""):
        first, last = last, first
    label, unit = " ".join(row.label.split()).rstrip(":"), f" ({row.scale})" if row.scale else ""
    told = f"{extreme_word(facts.question).lower()} of {first} to {last}"
    return (
        f"{label}{unit}, {told}: {row.values[best[0]]} in {' and '.join(row.header[place] for place in best)} [{index}]"
    )
