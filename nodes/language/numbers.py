"""Numbers in one spelling, whichever marks part their thousands and begin their decimals."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex
from nodes.language.money import CURRENCIES, MONEY_WORDS

NUMBER_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
"""In their order: "one" is mostly no number, and what is above is hardly ever written out."""
_MARKS = "\u00a0\u202f\u2009'’"
"""What parts thousands and nothing else. A blank parts two numbers as well: it counts beside a unit, and before 000."""
THOUSANDS_MARK = lazy_regex(rf"[ {_MARKS}]")
"""Any of them, or a blank, inside a text that is one number."""
WITH_MARKS = rf"[1-9]\d{{0,2}}(?:[ {_MARKS}]\d{{3}})+"
"""For patterns: such a number."""
_UNIT = rf"\s?(?:[$€£¥]|(?:{CURRENCIES}|{MONEY_WORDS}|kg|km|kWh|MWh|tonnes)\b|m²)"
_BEHIND_CODE = "|".join(rf"{code} " for code in CURRENCIES.split("|"))
_MAY_BE_GROUPED = lazy_regex(rf"\d[ {_MARKS}]\d{{3}}(?!\d)")
_GROUPED = lazy_regex(
    rf"(?<![\d.,{_MARKS}])(?<!\d )[1-9]\d{{0,2}}(?:(?:[{_MARKS}]\d{{3}})+(?!\d)|"
    rf"(?: \d{{3}})+(?!\d)(?=(?:[.,]\d+)?{_UNIT})|(?: \d{{3}})* 000(?![\d.,]| \d))|"
    rf"(?:(?<=[$€£¥])|(?<=[$€£¥] )|(?<={_BEHIND_CODE}))[1-9]\d{{0,2}}(?: \d{{3}})+(?!\d)"
)
_NUMBER = lazy_regex(r"\d+(?:[.,]\d+)*")
_CURRENCY = r"BRL|CHF|DKK|EUR|NOK|PLN|SEK"
"""Of countries that part thousands by a point."""
_BEFORE_MONEY = lazy_regex(rf"(?:€|\b(?:{_CURRENCY}))\s?$")
_BEHIND_MONEY = lazy_regex(rf"\s?(?:€|(?:{_CURRENCY}|[Ee]uros?)\b)")
_OF_MONEY = (lazy_regex(r"[1-9]\d{0,2}(?:\.\d{3})+"), ".", ",")
_SHAPES = (
    (lazy_regex(r"[1-9]\d{0,2}(?:\.\d{3})+,\d+"), ".", ","),
    # Three noughts are hardly ever decimals.
    (lazy_regex(r"[1-9]\d{0,2}(?:\.000|(?:\.\d{3}){2,})"), ".", ","),
    # The second, 12,34,567, as India writes it.
    (lazy_regex(r"(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d\d)+,\d{3}|\d+(?=\.))(?:\.\d+)?"), ",", "."),
    (lazy_regex(r"\d+,\d{1,2}|0,\d+"), ".", ","),
)
"""How numbers are written: the mark that parts thousands, and the one that decimals stand behind."""


_ABOVE = "thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
WRITTEN_OUT = {word: value for value, word in enumerate((*NUMBER_WORDS, *_ABOVE.split()), start=2)} | {
    word: 10 * value for value, word in enumerate(_TENS.split(), start=2)
}
"""What numbers are called that texts write out, the tens and those below twenty."""


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
"""In their order."""


def is_written_out(word: str) -> bool:
    """Whether a word, in lower case, is a number from two to ninety-nine that is written out."""
    tens, _, rest = word.partition("-")
    return tens in WRITTEN_OUT and (not rest or rest == "one" or rest in NUMBER_WORDS)


def numbers_in(text: str) -> frozenset[str]:
    """Numbers of a text in one spelling: no thousands separators, a decimal point, no trailing zeros after it.

    "1,867", "1.867.000", "1.234,56", "12 500 €", "1'867" and "2,50" are read as people write them. "1.867" is 1867 in
    "1.867 Euro", which has no third decimal, and else 1.867. What is no one number is cut at its marks, as "1,2,3" is.
    """
    found: list[str] = []
    text = without_blanks(text)
    for each in _NUMBER.finditer(text):
        if each.group().isdigit():
            found.append(each.group())
        else:
            before, behind = text[max(0, each.start() - 5) : each.start()], text[each.end() : each.end() + 8]
            found += _read(each.group(), is_money=bool(_BEFORE_MONEY.search(before) or _BEHIND_MONEY.match(behind)))
    return frozenset(found)


def without_blanks(text: str) -> str:
    """A text with numbers whose thousands are parted by blanks or apostrophes in one piece: "12 500 €" is "12500 €"."""
    return _GROUPED.sub(_joined, text) if _MAY_BE_GROUPED.search(text) else text


def _joined(found: re.Match[str]) -> str:
    return "".join(filter(str.isdigit, found.group()))


def _read(written: str, *, is_money: bool) -> list[str]:
    for shape, thousands, point in [_OF_MONEY, *_SHAPES] if is_money else _SHAPES:
        if shape.fullmatch(written):
            return [_plain(written.replace(thousands, ""), point)]
    # A date, a version or a list: "21.02.2024" is 21.02 and 2024.
    return [_plain(each, ".") for each in re.findall(r"\d+(?:\.\d+)?", written)]


def _plain(written: str, point: str) -> str:
    whole, _, decimals = written.partition(point)
    kept = decimals.rstrip("0")
    return f"{whole}.{kept}" if kept else whole
