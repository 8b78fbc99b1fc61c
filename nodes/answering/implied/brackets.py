"""Brackets: of rows and sentences that are for a range of amounts each, "50 to 80 kg", the one that is asked for."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from nodes.answering.evidence.continued_tables import is_grid_row
from nodes.answering.evidence.evidence import Evidence
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse

_FEWEST_BRACKETS = 2
"""Rows that are for a range each: one alone leaves nothing to choose from."""
_LONGEST_BRACKET = 60
"""Characters of a cell that may be a range; longer ones say more."""
_NUMBER = r"(?P<{}>[-−]?[$€£¥]?\s?\d[\d,]*(?:\.\d+)?)"
# A word as a whole: two units of one word could part it anywhere.
_ONE_UNIT = r"\s?(?:[%$€£¥]|°\s?[CF]?|(?>[^\W\d_]+[²³]?))"
_IN_CELL, _IN_PROSE = rf"(?P<{{}}>(?:{_ONE_UNIT}){{{{0,2}}}}?)", rf"(?P<{{}}>{_ONE_UNIT})"
_UNDER = r"(?:under|below|less than|fewer than|<|unter|weniger als|moins de|menos de|meno di|minder dan|менее|до)"
_UP_TO = r"(?:up to|at most|no more than|not more than|maximum(?: of)?|≤|bis(?: zu)?|höchstens|jusqu['’]à|hasta|fino a)"
_OVER = r"(?:over|above|more than|greater than|>|über|mehr als|plus de|más de|più di|meer dan|более|свыше)"
_FROM = r"(?:from|at least|no less than|minimum(?: of)?|≥|ab|mindestens|à partir de|desde|a partire da|vanaf|от)"
_TO = r"(?:to|and|-|–|—|bis|und|à|et|a|y|e|tot|en)"
_TO_MOST = r"(?:up to|bis zu|jusqu['’]à|hasta|fino a)"
_OR_MORE = r"(?:and|or|und|oder|et|ou|y|o) (?:more|over|above|older|heavier|longer|larger|up|mehr|älter|plus|más)"
_END = rf"(?:(?P<under>{_UNDER})|(?P<up_to>{_UP_TO})|(?P<over>{_OVER})|(?P<least>{_FROM}))\s?{_NUMBER.format('end')}"


def _pattern(unit: str) -> re.Pattern[str]:
    """A range whose numbers have units of this form; a lower end before an upper one has that of a cell."""
    between = (
        rf"(?:between |zwischen |entre |from |von |de |(?P<above>{_OVER})\s?)?"
        rf"{_NUMBER.format('low')}\s?{_IN_CELL.format('first')}\s?(?:(?:{_TO}|,)\s?(?P<short>{_UNDER})|{_TO}|{_TO_MOST})\s?"
        rf"{_NUMBER.format('high')}{unit.format('second')}"
    )
    open_ended = rf"{_NUMBER.format('begin')}{unit.format('of')}\s?(?P<more>\+|{_OR_MORE})"
    return lazy_regex(rf"{between}|{_END}{unit.format('unit')}|{open_ended}", re.IGNORECASE)


_CELL = _pattern(_IN_CELL)
_PROSE = lazy_regex(rf"(?<![\w.,-])(?:{_pattern(_IN_PROSE).pattern})(?!\w)", re.IGNORECASE)
_ASKED_RANGE = lazy_regex(rf"{_END}(?:[\s-]?(?P<unit>[%$€£¥]|°\s?[CF]?|[^\W\d_]+))?", re.IGNORECASE)
_ASKED_AMOUNT = lazy_regex(
    r"(?<![\w.,-])(?P<amount>[-−]?[$€£¥]?\d[\d,]*(?:\.\d+)?)(?:[\s-]?(?P<unit>[%$€£¥]|°\s?[CF]?|[^\W\d_]+))?(?![\w.,]*\d)"
)
_SIGN = lazy_regex(r"[$€£¥]")
_POINT_GROUPS = lazy_regex(r"-?[1-9]\d{0,2}(?:\.\d{3})+")
_TELLS_POINTS = lazy_regex(r"(?<![\d.,])[1-9]\d{0,2}\.000(?![\d.,]*\d)")
_TELLS_DECIMALS = lazy_regex(r"\d\.\d{1,2}(?!\d)")
_GROUPED = lazy_regex(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_DIGITS = lazy_regex(r"\d[\d.,]*")
_YEAR = lazy_regex(r"(?:19|20)\d\d")


_ASKED_AGE = lazy_regex(
    r"(?<![\w.,])(?P<old>\d{1,3})[\s-]?years?[\s-]?olds?\b|\baged (?P<aged>\d{1,3})\b", re.IGNORECASE
)
_LIMIT_OF_AGE = lazy_regex(
    r"\b(?:persons?|people|child(?:ren)?|adults?|guests?|visitors?|youths?|minors|pupils|those|anyone|everyone|nobody)\s+"
    rf"(?:who are |aged |of )?{_END}(?!\s?[%$€£¥°]|[\w.,]*\d|"
    r"\s(?:euros?|pounds|dollars|kg|cm|m|minutes?|hours?|days?)\b)",
    re.IGNORECASE,
)


class Bracket(NamedTuple):
    """A range of amounts."""

    low: float
    high: float
    with_low: bool
    with_high: bool
    units: frozenset[str]
    """Terms of its unit; empty where it has none."""

    def holds(self, amount: float) -> bool:
        """Whether an amount falls in it."""
        above = amount > self.low or (self.with_low and amount == self.low)
        return above and (amount < self.high or (self.with_high and amount == self.high))


def bracket_of(cell: str, *, points: bool = False) -> Bracket | None:
    """The range that a cell of a table is; None where it is none, or says more.

    Args:
        cell: Of a table.
        points: Whether a point parts thousands: "1.000 bis 2.500".
    """
    found = _CELL.fullmatch(cell.strip()) if len(cell) <= _LONGEST_BRACKET else None
    return _read(found, points=points) if found else None


def bracket_in(sentence: str) -> Bracket | None:
    """The range of amounts with a unit that a sentence tells; None where it tells none, or several."""
    if not any(map(str.isdigit, sentence)):
        return None
    found = [_read(each, points=False) for each in _PROSE.finditer(sentence)]
    return found[0] if len(found) == 1 and found[0].units else None


def are_asked_for(question: str, brackets: Sequence[Bracket]) -> bool:
    """Whether a question names an amount that may fall in one of these, or one of these themselves."""
    return _asked(question, brackets, points=False) is not None


def with_brackets(pieces: Sequence[Evidence], question: str) -> list[Evidence]:
    """The pieces, an amount of the question held by those that it falls in, and by no other.

    "Which dose for 65 kg?" means the row "50 to 80 kg", or the sentence "From 50 to 80 kg the dose is 2 mg.", where two
    rows of a column, or two sentences of a source, are for a range each.

    Args:
        pieces: Evidence, rows with their labels.
        question: As it stands alone.
    """
    if not any(map(str.isdigit, question)):
        return [*pieces]
    columns: Mapping[Hashable, list[tuple[int, str]]] = defaultdict(list)
    groups: Mapping[Hashable, list[tuple[int, Bracket]]] = defaultdict(list)
    for place, piece in enumerate(pieces):
        if is_grid_row(piece):
            for column, cell in enumerate((piece.label, *piece.values)):
                columns[piece.position, piece.header, column].append((place, cell))
        elif not piece.is_row and (bracket := bracket_in(piece.text)):
            groups[piece.position, bracket.units].append((place, bracket))
    pointed = {key: _has_points([cell for _, cell in cells]) for key, cells in columns.items()}
    for key, cells in columns.items():
        for place, cell in cells:
            if bracket := bracket_of(cell, points=pointed[key]):
                groups[key].append((place, bracket))
    found = _with_ages(pieces, question)
    for key, rows in groups.items():
        brackets = [bracket for _, bracket in rows]
        points = pointed.get(key, False)
        asked = _asked(question, brackets, points=points) if len(rows) >= _FEWEST_BRACKETS else None
        if asked is not None:
            wanted, terms = asked
            for place, bracket in rows:
                held = bracket[:4] == wanted[:4] if isinstance(wanted, Bracket) else bracket.holds(wanted)
                found[place] = replace(found[place], terms=_with(found[place].terms, terms, held=held))
    return found


def _has_points(cells: Sequence[str]) -> bool:
    """Whether points part thousands in a column: it has "1.000", and no decimals behind a point."""
    return any(map(_TELLS_POINTS.search, cells)) and not any(map(_TELLS_DECIMALS.search, cells))


def _with_ages(pieces: Sequence[Evidence], question: str) -> list[Evidence]:
    """The pieces, an age that a question names held by what says something else of it and has one limit around it.

    "Children under 9 ride free" tells whether 7 year olds pay.
    """
    asked = list(_ASKED_AGE.finditer(question))
    if len(asked) != 1:
        return [*pieces]
    age, terms = float(asked[0]["old"] or asked[0]["aged"]), frozenset(analyse(asked[0].group()))
    others = frozenset(analyse(question)) - terms

    def holding(piece: Evidence) -> Evidence:
        limits = [] if piece.is_row else [_read_end(each, points=False) for each in _LIMIT_OF_AGE.finditer(piece.text)]
        is_held = len(limits) == 1 and limits[0].holds(age) and not others.isdisjoint(piece.terms)
        return replace(piece, terms=piece.terms | terms) if is_held else piece

    return [holding(piece) for piece in pieces]


def _with(own: frozenset[str], terms: frozenset[str], *, held: bool) -> frozenset[str]:
    return own | terms if held else own - terms


def _asked(
    question: str, brackets: Sequence[Bracket], *, points: bool
) -> tuple[Bracket | float, frozenset[str]] | None:
    """The range or amount that a question names in the units of these, and its terms; None where it names none, or two.

    A range that is one of these, "over 80 kg", is meant itself.
    """
    units = frozenset[str]().union(*(bracket.units for bracket in brackets))
    ranges = [(found, _read(found, points=points)) for found in _ASKED_RANGE.finditer(question)]
    meant = {bracket[:4] for bracket in brackets}
    named = [(found, bracket) for found, bracket in ranges if bracket.units >= units and bracket[:4] in meant]
    if len(named) == 1:
        found, bracket = named[0]
        return bracket, frozenset(analyse(found.group()))
    amounts = [
        (_number(found["amount"], points=points), frozenset(analyse(found.group())))
        for found in _ASKED_AMOUNT.finditer(question)
        if (units <= _units(found["amount"], found["unit"]) if units else not _YEAR.fullmatch(found["amount"]))
    ]
    return amounts[0] if len(amounts) == 1 else None


def _read(found: re.Match[str], *, points: bool) -> Bracket:
    groups = found.groupdict()
    if low := groups.get("low"):
        units = _units(low, groups["first"], groups["high"], groups["second"])
        start, end = (_number(each, points=points) for each in (low, groups["high"]))
        return Bracket(start, end, not groups["above"], not groups["short"], units)
    if begin := groups.get("begin"):
        return Bracket(_number(begin, points=points), math.inf, True, False, _units(begin, groups["of"]))
    return _read_end(found, points=points)


def _read_end(found: re.Match[str], *, points: bool) -> Bracket:
    """The range on one side of a limit."""
    groups = found.groupdict()
    end, units = _number(groups["end"], points=points), _units(groups["end"], groups.get("unit"))
    if groups["under"] or groups["up_to"]:
        return Bracket(-math.inf, end, False, bool(groups["up_to"]), units)
    return Bracket(end, math.inf, bool(groups["least"]), False, units)


def _units(*texts: str | None) -> frozenset[str]:
    """The terms and signs of what stands around a number."""
    said = _DIGITS.sub(" ", " ".join(filter(None, texts)))
    return frozenset(analyse(said)) | frozenset(re.findall(r"[^\w\s.,−-]", said))


def _number(text: str, *, points: bool) -> float:
    bare = re.sub(r"\s", "", _SIGN.sub("", text)).replace("−", "-")
    if points and _POINT_GROUPS.fullmatch(bare):
        return float(bare.replace(".", ""))
    is_decimal = bare.count(",") == 1 and "." not in bare and not _GROUPED.fullmatch(bare)
    return float(bare.replace(",", "." if is_decimal else ""))
