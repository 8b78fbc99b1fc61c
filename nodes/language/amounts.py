"""Amounts: numbers with their sign, scale and unit, so that "-4.2 %" is not 4.2 %, and two years are 24 months."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from nodes.domain.regexes import lazy_regex
from nodes.language.money import CURRENCIES, CURRENCY_CODES
from nodes.language.numbers import WRITTEN_OUT, numbers_in, without_blanks

_SCALES = {
    "thousand": 1e3,
    "tausend": 1e3,
    "tsd": 1e3,
    "million": 1e6,
    "millions": 1e6,
    "millionen": 1e6,
    "millones": 1e6,
    "mio": 1e6,
    "mn": 1e6,
    "billion": 1e9,
    "billions": 1e9,
    "milliarde": 1e9,
    "milliarden": 1e9,
    "milliard": 1e9,
    "milliards": 1e9,
    "mrd": 1e9,
    "bn": 1e9,
    "trillion": 1e12,
    "tn": 1e12,
}
SCALE_WORDS = tuple(_SCALES)
"""For patterns."""
_SHORT_SCALES = {"k": 1e3, "m": 1e6, "b": 1e9}
"""Right behind a number, or of money: "900K", "$1.2 m". Else "m" is a metre."""
_UNITS = {
    "percent": ("%", "percent", "per cent", "prozent"),
    "second": ("s", "sec", "secs", "second", "seconds", "sekunden"),
    "minute": ("min", "mins", "minute", "minutes", "minuten"),
    "hour": ("h", "hr", "hrs", "hour", "hours", "stunde", "stunden"),
    "day": ("day", "days", "calendar day", "calendar days", "tag", "tage", "tagen"),
    "working day": ("working day", "working days", "business day", "business days", "werktage", "werktagen"),
    "week": ("week", "weeks", "woche", "wochen"),
    "month": ("month", "months", "monat", "monate", "monaten"),
    "year": ("year", "years", "jahr", "jahre", "jahren"),
    "mg": ("mg",),
    "g": ("g", "gram", "grams", "gramm"),
    "kg": ("kg", "kilogram", "kilograms", "kilos"),
    "t": ("t", "tonne", "tonnes"),
    "mm": ("mm",),
    "cm": ("cm",),
    "metre": ("m", "metre", "metres", "meter", "meters"),
    "km": ("km", "kilometre", "kilometres", "kilometers"),
    "ml": ("ml",),
    "litre": ("l", "litre", "litres", "liter", "liters"),
    "kilobyte": ("kb",),
    "megabyte": ("mb",),
    "gigabyte": ("gb",),
    "terabyte": ("tb",),
    "W": ("w", "watt", "watts"),
    "kW": ("kw",),
    "MW": ("mw",),
    "kWh": ("kwh",),
    "MWh": ("mwh",),
    "°C": ("°c", "° c"),
    "°F": ("°f", "° f"),
    "EUR": ("€", "euro", "euros"),
    "USD": ("$", "us$", "dollar", "dollars"),
    "GBP": ("£",),
    "JPY": ("¥", "yen"),
    "CHF": ("francs",),
}
_BY_NAME = {name: unit for unit, names in _UNITS.items() for name in names} | {
    code.lower(): code for code in sorted(CURRENCY_CODES)
}
_IN_BASE: dict[str, tuple[float, str]] = {
    "minute": (60, "second"),
    "hour": (3600, "second"),
    "week": (7, "day"),
    "year": (12, "month"),
    "mg": (1e-6, "kg"),
    "g": (1e-3, "kg"),
    "t": (1e3, "kg"),
    "mm": (1e-3, "metre"),
    "cm": (1e-2, "metre"),
    "km": (1e3, "metre"),
    "ml": (1e-3, "litre"),
    "kilobyte": (1e-3, "megabyte"),
    "gigabyte": (1e3, "megabyte"),
    "terabyte": (1e6, "megabyte"),
    "kW": (1e3, "W"),
    "MW": (1e6, "W"),
    "MWh": (1e3, "kWh"),
}
"""How many of another unit make one of it. A day has as many hours as an agreement says, and a month no fixed days."""
_TO_ORDER = {"second": 1 / 86_400, "day": 1.0, "working day": 1.4, "month": 30.44}
"""Days of each, about: enough to tell which is longer."""
_MARK = r"[$€£¥]"
_CODE = rf"(?:US|{CURRENCIES})"
_MINUS = r"[-−–]"
_BEHIND = (
    rf"(?P<scale>\s?(?:{'|'.join(_SCALES)})\b\.?|(?<=\d)(?-i:[kKMB])\b|\s[kmb]\b)?"
    rf"(?P<unit>[\s-]?(?:{'|'.join(sorted(map(re.escape, _BY_NAME), key=len, reverse=True))})(?!\w))?"
)
_WORDS = "|".join(WRITTEN_OUT)
_AMOUNT = lazy_regex(
    rf"(?:(?<![\w.,)%\]'’°])(?P<sign>{_MINUS}(?=(?:{_MARK}\s?|{_CODE}\s?)?\d)|\bminus\s))?"
    rf"(?P<before>{_MARK}\s?|(?<![^\W\d_]){_CODE}[$\s]\s?)?(?P<inner>(?<={_MARK}){_MINUS}(?=\d))?"
    rf"(?:\((?P<negative>\d(?:[\d.,]*\d)?)\)(?=\s?(?:%|{_MARK}|[^\W\d_]))|(?P<number>\d+(?:[.,]\d+)*)|"
    rf"\b(?P<word>{_WORDS})\b){_BEHIND}",
    re.IGNORECASE,
)
_AROUND = lazy_regex(rf"1{_BEHIND}", re.IGNORECASE)
_MARKED = lazy_regex(rf"(?:US)?{_MARK}|{_CODE}")
_NEGATIVE_CELL = lazy_regex(rf"\(\s?((?:{_MARK}\s?)?\d[^()]{{0,30}})\)(.{{0,20}})")
_DECLINES = lazy_regex(
    r"\b(?:fell|falls?|fall(?:en|ing)|declin\w*|decreas\w*|drop\w*|lower|loss(?:es)?|lost|negative|deficit|"
    r"shortfall|reduc\w*|down|shr[aiu]nk\w*|cut|sank|worse|weaker|less|fewer|below|Verlust\w*|Rückgang|sank\w*|"
    r"perte|baisse|pérdida|perdita)\b",
    re.IGNORECASE,
)
"""What stands for a minus: "fell by 4.2 %"."""


class Amount(NamedTuple):
    """A number of a text, as an amount of something."""

    written: str
    """The number as `numbers_in` spells it."""
    value: float
    """With its sign and scale, in `unit`."""
    unit: str
    """That all of its kind are told in here, "day" for weeks; empty where none is known."""
    scaled: float
    """With its sign and scale, in the unit that stands beside it."""
    is_bare: bool
    """Whether neither a scale nor a unit stands beside it: it may be of any, as in a table of millions."""
    in_words: bool
    start: int = 0
    end: int = 0
    """Where it stands, with its sign and unit, in a text whose numbers are in one piece, see `without_blanks`."""


@lru_cache(maxsize=1024)
def amounts_in(text: str) -> tuple[Amount, ...]:
    """The amounts of a text, in reading order; of what is no one number, as a date is none, each part."""
    return tuple(_amounts(without_blanks(text)))


def amount_of(number: float, before: str, behind: str) -> Amount:
    """The amount of a number that is read already, by what stands before and behind it."""
    found = _AROUND.match(f"1{behind.replace(')', '')}")
    mark = _MARKED.search(before)
    scale, unit = _measure(
        mark.group() if mark else "", *((found["scale"] or "", found["unit"] or "") if found else ("", ""))
    )
    factor, base = _IN_BASE.get(unit, (1.0, unit))
    scaled = number * scale
    is_bare = not unit and scale == 1.0
    return Amount(str(abs(number)), scaled * factor, base, scaled, is_bare=is_bare, in_words=False)


def amounts_of_cell(cell: str) -> tuple[Amount, ...]:
    """The amounts of a cell of a table, where parentheses around a number say that it is negative."""
    found = _NEGATIVE_CELL.fullmatch(cell.strip())
    return amounts_in(f"-{found[1]}{found[2]}" if found else cell)


def _amounts(text: str) -> Iterator[Amount]:
    for found in _AMOUNT.finditer(text):
        if word := found["word"]:
            numbers = [str(WRITTEN_OUT[word.lower()])]
        else:
            number = found["number"] or found["negative"]
            numbers = sorted(numbers_in(f"{found['before'] or ''}{number}{found['unit'] or ''}"))
        is_one = len(numbers) == 1
        sign = -1.0 if found["sign"] or found["inner"] or found["negative"] else 1.0
        scale, unit = (
            _measure(found["before"] or "", found["scale"] or "", found["unit"] or "") if is_one else (1.0, "")
        )
        factor, base = _IN_BASE.get(unit, (1.0, unit))
        for number in numbers:
            scaled = sign * float(number) * scale
            is_bare = not unit and scale == 1.0
            yield Amount(number, scaled * factor, base, scaled, is_bare, bool(word), found.start(), found.end())


def _measure(before: str, scale: str, unit: str) -> tuple[float, str]:
    """Scale and unit by what stands around a number."""
    said, named = scale.strip().rstrip(".").lower(), unit.strip(" \t\n-").lower()
    mark = before.strip().lower()
    currency = _BY_NAME.get(mark) or _BY_NAME.get(mark.rstrip("$"), "")
    of_unit = currency or _BY_NAME.get(named, "")
    if said in _SCALES:
        return _SCALES[said], of_unit
    if said in _SHORT_SCALES and (of_unit in CURRENCY_CODES or not scale[:1].isspace()):
        return _SHORT_SCALES[said], of_unit
    if said == "m" and not of_unit:
        return 1.0, "metre"
    if currency and named == "m":
        return 1e6, currency
    return 1.0, of_unit


def are_same(one: Amount, other: Amount) -> bool:
    """Whether two amounts may be one: of equal value and unit, where both have one; a bare number may have any."""
    if one.is_bare or other.is_bare:
        return one.written == other.written and (one.value < 0) == (other.value < 0)
    if one.unit and other.unit and one.unit != other.unit:
        return False
    return math.isclose(one.value, other.value, rel_tol=1e-9)


def says_all(text: str, statement: str) -> bool:
    """Whether a text has every amount of a statement: its figures, and numbers in words that have a unit.

    What the statement calls a decline, and the text a negative number, or the other way round, is one.
    """
    asked = [amount for amount in amounts_in(statement) if not amount.in_words or amount.unit]
    if not asked:
        return True
    held = [*amounts_in(text)]
    if _DECLINES.search(text) or _DECLINES.search(statement):
        held += [amount._replace(value=-amount.value) for amount in held]
    return all(any(are_same(amount, each) for each in held) for amount in asked)


def lacking(amounts: Sequence[Amount], others: Sequence[Amount], *, either_sign: bool) -> list[Amount]:
    """The amounts that are none of the others.

    Args:
        amounts: Of one text.
        others: Of another.
        either_sign: Whether a text says in words what a sign may say: then signs are left out.
    """
    if either_sign:
        amounts, others = ([each._replace(value=abs(each.value)) for each in found] for found in (amounts, others))
    return [amount for amount in amounts if not any(are_same(amount, other) for other in others)]


def have_units_of_their_own(amounts: Sequence[Amount]) -> bool:
    """Whether amounts have different units: "2 GB" and "900 MB"."""
    told = {(amount.unit, amount.value / amount.scaled if amount.scaled else 1.0) for amount in amounts if amount.unit}
    return len(told) > 1


def to_order(amounts: Sequence[Amount]) -> list[float] | None:
    """Values by which amounts come in order, where they are of one kind: of time in days, about. None where not."""
    units = {amount.unit for amount in amounts if amount.unit}
    if len(units) > 1 and not units <= _TO_ORDER.keys():
        return None
    return [amount.value * (_TO_ORDER[amount.unit] if len(units) > 1 and amount.unit else 1.0) for amount in amounts]


def place_in_order(amount: Amount) -> tuple[str, float]:
    """The kind of an amount, and the value by which those of its kind come in order: durations in days, about.

    The kind is the unit, "time" for durations, and empty where no unit is known.
    """
    if amount.unit in _TO_ORDER:
        return "time", amount.value * _TO_ORDER[amount.unit]
    return amount.unit, amount.value


def says_decline(text: str) -> bool:
    """Whether a text calls something a loss, a decline or less, so that its numbers may be meant as negative ones."""
    return _DECLINES.search(text) is not None
