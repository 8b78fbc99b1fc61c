"""Numbers and dates as a sheet shows them: percent, currencies, thousands, decimals."""

from __future__ import annotations

import datetime
import re
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from typing import NamedTuple

from nodes.domain.regexes import lazy_regex

_TOKEN = lazy_regex(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|\[\$(?P<currency>[^\]-]*)(?:-[^\]]*)?\]|(?P<colour>\[[A-Za-z]{3,7}\d{0,2}\])'
    r"|(?P<width>_.)|(?P<fill>\*.)|(?P<digits>[#0?][#0?,]*(?:\.[#0?]*)?,*|\.[#0?]+)|(?P<plain>[-+/():!^&'~{} =%$€£¥])",
    re.DOTALL,
)
_SECTION = lazy_regex(r'(?:\A|;)((?:"[^"]*"|\\.|[_*].|\[[^\]]*\]|[^;"])*)', re.DOTALL)
_MOST_DIGITS = 25
"""More than a sheet keeps of any number, fewer than decimals are rounded to."""
_LITERAL = lazy_regex(r'"[^"]*"|\\.|\[[^\]]*\]|_.|\*.')


class _Section(NamedTuple):
    """How numbers of one sign are shown."""

    before: str
    after: str
    digits: bool
    whole: int
    """Digits before the point at least."""
    decimals: int
    """Digits after the point at most."""
    kept: int
    """Digits after the point at least."""
    thousands: bool
    factor: Decimal


def shown_number(value: float, number_format: str) -> str | None:
    """The number as the format shows it; None where the format says nothing of it, or is none of the simple ones.

    Dates, fractions, powers of ten, conditions and digits among other signs are not simple.
    """
    sections = _sections(number_format)
    number = Decimal(repr(value))
    if not sections or not number.is_finite():
        return None
    own = 1 if number < 0 and len(sections) > 1 else 2 if number == 0 and len(sections) > 2 else 0
    section = sections[own]
    if section is None or (number * section.factor).adjusted() + section.decimals > _MOST_DIGITS:
        return None
    if not section.digits and not own:
        return None
    sign = "-" if number < 0 and own == 0 else ""
    return f"{sign}{section.before}{_digits(abs(number), section)}{section.after}".strip() or None


def shown_date(value: datetime.datetime | datetime.date, number_format: str) -> str:
    """The date in ISO's form, with its time unless that is midnight; no more of it than the format shows.

    A format without a day leaves `Dec 2023`, one of the year alone `2023`.
    """
    pattern = _LITERAL.sub("", number_format).casefold()
    is_whole = not isinstance(value, datetime.datetime) or value.time() == datetime.time()
    if is_whole and "y" in pattern and not {"d", "h", "s"} & set(pattern):
        return f"{value:%b %Y}" if "m" in pattern else str(value.year)
    if isinstance(value, datetime.datetime) and not is_whole:
        return value.isoformat(timespec="seconds")
    return f"{value:%Y-%m-%d}"


def shown_duration(value: datetime.timedelta) -> str:
    """Hours, minutes and seconds, `26:05:00` for more than a day."""
    minutes, seconds = divmod(round(abs(value.total_seconds())), 60)
    sign = "-" if value < datetime.timedelta() else ""
    return f"{sign}{minutes // 60}:{minutes % 60:02}:{seconds:02}"


@lru_cache(maxsize=1_000)
def _sections(number_format: str) -> list[_Section | None]:
    if number_format.casefold() in {"", "general", "@"}:
        return []
    sections = [_section(part) for part in _SECTION.findall(number_format)]
    return sections[:3]


def _section(pattern: str) -> _Section | None:
    sides = ["", ""]
    digits: str | None = None
    percents = position = 0
    while position < len(pattern):
        token = _TOKEN.match(pattern, position)
        if token is None or (token["digits"] and digits is not None):
            return None
        position = token.end()
        if token["digits"]:
            digits = token["digits"]
            continue
        percents += token["plain"] == "%"
        shown = next((found for name in ("quoted", "escaped", "currency", "plain") if (found := token[name])), "")
        sides[digits is not None] += " " if token["width"] == "_ " else shown
    before, after = sides
    if digits is None:
        return _Section(before, after, digits=False, whole=0, decimals=0, kept=0, thousands=False, factor=Decimal(1))
    scaled = digits.rstrip(",")
    whole, _, decimals = scaled.partition(".")
    return _Section(
        before,
        after,
        digits=True,
        whole=whole.count("0"),
        decimals=len(decimals),
        kept=decimals.rstrip("#?").count("0"),
        thousands="," in whole,
        factor=Decimal(100) ** percents / Decimal(1000) ** (len(digits) - len(scaled)),
    )


def _digits(number: Decimal, section: _Section) -> str:
    if not section.digits:
        return ""
    rounded = (number * section.factor).quantize(Decimal(1).scaleb(-section.decimals), ROUND_HALF_UP)
    whole, _, decimals = f"{rounded:f}".partition(".")
    whole = whole.lstrip("0").zfill(section.whole)
    if section.thousands and whole:
        whole = f"{int(whole):,}"
    while len(decimals) > section.kept and decimals.endswith("0"):
        decimals = decimals[:-1]
    return f"{whole or '0'}.{decimals}" if decimals else whole
