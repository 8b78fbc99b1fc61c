"""The most and the least of several documents: "Which offer is the cheapest?" is told by each of them, in order.

Tables have their own order, see `nodes.answering.columns.extremes`; this is for values that stand in one document each.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.columns.extremes import SHOWN
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.implied.totals import sums_up
from nodes.answering.question.question_facts import LIGHT_TERMS, Facts
from nodes.domain.chat import Source
from nodes.language.money import CURRENCIES, MONEY_WORDS
from nodes.language.numbers import WRITTEN_OUT, numbers_in
from nodes.language.periods import find_dates
from nodes.language.questions import focus_terms
from nodes.language.superlatives import (
    asks_extreme,
    asks_first_or_last,
    asks_more_or_less,
    asks_of_time,
    asks_price,
    asks_quickest,
    extreme_terms,
)
from nodes.language.terms import analyse, stem

_FEWEST = 2
"""Documents that tell a value in one unit, for them to be put in an order."""
_WORDS = {"one": 1, **WRITTEN_OUT}
_SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9}
_DAYS = {"minute": 1 / 1440, "hour": 1 / 24, "day": 1.0, "night": 1.0, "week": 7.0, "month": 30.0, "year": 365.0}
_AMOUNT = re.compile(
    rf"(?P<currency>[$€£¥]\s?|\b(?:{CURRENCIES})\s)?(?<![\w.,−-])"
    rf"(?P<number>[-−]?\d(?:[\d.,]*\d)?|(?:{'|'.join(_WORDS)})\b)(?![\d])[\s-]?"
    rf"(?:(?P<scale>{'|'.join(_SCALES)})\b\s?)?(?:(?:full|whole|working|calendar)\s)?"
    rf"(?P<unit>%|per ?cent\b|[$€£¥]|(?:{CURRENCIES}|{MONEY_WORDS})\b|[^\W\d_]+)?",
    re.IGNORECASE,
)
_ASKS_ONE = re.compile(
    r"\b(?:which|who|whose|whom|where|when|welche[rsmn]?|wer|wo|wann)\b|\bthe (?:most|least|[a-z]+est|first|last)\b",
    re.IGNORECASE,
)
"""What most studies say, and how long they last, asks for the most and the last of nothing."""
_CURRENCY = {
    "$": "USD",
    "DOLLAR": "USD",
    "€": "EUR",
    "EURO": "EUR",
    "£": "GBP",
    "POUND": "GBP",
    "¥": "JPY",
    "YEN": "JPY",
}
_MONEY = re.compile(rf"[$€£¥]|(?:{CURRENCIES}|{MONEY_WORDS})", re.IGNORECASE)


class _Amount(NamedTuple):
    unit: str
    """`money EUR`, `days`, `date`, or the stem of the word behind it."""
    value: float
    start: int
    """Where it stands."""


def with_documents_in_order(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where the most, the least, the first or the last of several documents is asked for, one of each.

    It is what says all that is asked besides, with an amount in a unit that two documents or more tell it in. Where
    nothing else is asked of documents that are called so ("Which offer is the cheapest?"), it is the line that sums
    each of them up.
    """
    facts, sources = material.facts, material.sources
    sign = _sign(facts.question)
    if facts.comparison.sides:
        return _sides_in_order(chosen, sources, facts)
    if not sign or not chosen:
        return chosen
    rest = _rest(facts)
    told = [one for one in material.weighed if _tells(one.piece, rest, sources, facts)]
    telling = [piece for piece, _ in told]
    documents = {sources[piece.position]["document_id"] for piece in telling}
    if not any(
        piece in telling or (not rest and sources[piece.position]["document_id"] in documents) for piece, _ in chosen
    ):
        return chosen
    ranked = _in_order(told, sign, rest, sources, facts)
    return ranked[:SHOWN] if len(ranked) >= _FEWEST else chosen


def _sides_in_order(chosen: list[Weighed], sources: Sequence[Source], facts: Facts) -> list[Weighed]:
    """One piece of each side, each of another document, by what they tell; as they are where no unit is common to all.

    That the first is the most is told only where each is known: one that tells its price in another currency, or not
    at all, may be the cheapest.
    """
    sign = _sign(facts.question) or asks_more_or_less(facts.question)
    documents = {sources[piece.position]["document_id"] for piece, _ in chosen}
    if not sign or not len(chosen) == len(documents) == len(facts.comparison.sides):
        return chosen
    aspect = frozenset(facts.weights) - facts.comparison.words - extreme_terms(facts.question)
    ranked = _in_order(chosen, sign, aspect, sources, facts)
    return ranked if len(ranked) == len(chosen) else chosen


def places_in_order(pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> list[int]:
    """The places of pieces that are told in order, each of another document; empty where they are not all.

    Args:
        pieces: What is quoted.
        sources: What it came from.
        facts: What is read of the question and the sources.
    """
    sign, rest = _sign(facts.question), _rest(facts)
    if facts.comparison.sides:
        weighed = [Weighed(piece) for piece in pieces]
        is_ordered = facts.comparison.of_documents and len(pieces) == len(facts.comparison.sides)
        return [*range(len(pieces))] if is_ordered and _sides_in_order(weighed, sources, facts) == weighed else []
    if not sign or not all(_tells(piece, rest, sources, facts) for piece in pieces):
        return []
    ranked = _in_order([Weighed(piece) for piece in pieces], sign, rest, sources, facts)
    is_told = len(ranked) >= _FEWEST and [piece for piece, _ in ranked] == list(pieces)
    return [*range(len(pieces))] if is_told else []


def terms_of_order(pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> frozenset[str]:
    """The terms of a question that pieces told in order need not say: of the order, and of what kind of thing it is."""
    if not places_in_order(pieces, sources, facts):
        return frozenset()
    return extreme_terms(facts.question).union(focus_terms(facts.question)[:1])


def _sign(question: str) -> int:
    """1 for the most or the last, -1 for the least or the first, 0 where neither is asked for."""
    if not _ASKS_ONE.search(question):
        return 0
    return asks_extreme(question) or asks_first_or_last(question)


def _rest(facts: Facts) -> frozenset[str]:
    """What is asked besides which document it is, and that it is the most."""
    asked = frozenset(facts.weights) - extreme_terms(facts.question)
    kind = frozenset(focus_terms(facts.question))
    rest = asked - kind
    is_of_documents = asks_price(facts.question) or any(kind & source.title_terms for source in facts.sources)
    return (rest - LIGHT_TERMS) or rest or (frozenset() if is_of_documents else asked)


def _held(piece: Evidence) -> frozenset[str]:
    return piece.terms | piece.about


def _tells(piece: Evidence, rest: frozenset[str], sources: Sequence[Source], facts: Facts) -> bool:
    if piece.is_heading or piece.is_list:
        return False
    if rest:
        return rest <= _held(piece) and not piece.header
    called = frozenset(focus_terms(facts.question)) & frozenset(analyse(sources[piece.position]["title"]))
    return bool(called) and sums_up(piece)


def _in_order(
    told: Sequence[Weighed], sign: int, rest: frozenset[str], sources: Sequence[Source], facts: Facts
) -> list[Weighed]:
    """Of each document the piece that is most like the question, by what it tells in the unit that most tell it in."""
    of_dates = asks_extreme(facts.question) == 0 and asks_of_time(facts.question)
    found = {id(one): _amounts(one.piece, rest, of_dates=of_dates) for one in told}
    by_unit: dict[str, dict[str, tuple[float, Weighed]]] = {}
    for one in sorted(told, key=lambda one: -one.cosine):
        document = sources[one.piece.position]["document_id"]
        for unit, value in found[id(one)].items():
            by_unit.setdefault(unit, {}).setdefault(document, (value, one))
    counts = Counter({unit: len(values) for unit, values in by_unit.items()})
    if not counts:
        return []
    unit = counts.most_common(1)[0][0]
    if unit == "days" and asks_quickest(facts.question):
        sign = -1
    values = by_unit[unit]
    ordered = sorted(values.values(), key=lambda each: (-sign * each[0], each[1].piece.position))
    return [one for _, one in ordered]


def _amounts(piece: Evidence, rest: frozenset[str], *, of_dates: bool) -> Mapping[str, float]:
    """What a piece tells in each unit: of several amounts the one that is nearest to a word that is asked for."""
    if piece.is_row and piece.values:
        numbers = [number for value in piece.values for number in numbers_in(value)]
        return {"": float(numbers[-1])} if numbers else {}
    found = _dates(piece.text) if of_dates else _read(piece.text)
    said = [word.start() for word in re.finditer(r"\w+", piece.text) if stem(word.group().lower()) in rest] or [0]
    nearest: dict[str, _Amount] = {}
    for amount in sorted(found, key=lambda amount: min(abs(amount.start - place) for place in said)):
        nearest.setdefault(amount.unit, amount)
    return {unit: amount.value for unit, amount in nearest.items()}


def _dates(text: str) -> list[_Amount]:
    days = find_dates(text)
    return [_Amount("date", float(date.fromisoformat(day).toordinal()), place) for place, day in enumerate(days)]


def _read(text: str) -> list[_Amount]:
    return [
        _Amount(*_in_unit(found["unit"] or "", value, (found["currency"] or "").strip()), found.start("number"))
        for found in _AMOUNT.finditer(text)
        if (value := _value(found)) is not None
    ]


def _value(found: re.Match[str]) -> float | None:
    word = found["number"].lower()
    read = [str(_WORDS[word])] if word in _WORDS else [*numbers_in(word)]
    if len(read) != 1:
        return None
    sign = -1 if word[0] in "-−" else 1
    return sign * float(read[0]) * _SCALES.get((found["scale"] or "").lower(), 1.0)


def _in_unit(unit: str, value: float, currency: str) -> tuple[str, float]:
    """The unit of an amount, and its value in it: amounts of two currencies are of two units."""
    if currency or _MONEY.fullmatch(unit):
        written = (currency or unit).upper()
        return f"money {_CURRENCY.get(written.removesuffix('S'), written)}", value
    days = _DAYS.get(unit.lower().removesuffix("s"))
    return ("days", value * days) if days else (stem(unit.lower()), value)
