"""Words of a question that what answers it need not say: they ask for a kind of thing, an order, a sum, a time."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from nodes.answering.columns.thresholds import limit_terms
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.implied.attendance import tells_attendance, without_asking
from nodes.answering.question.kinds import OF_DURATIONS, answers_kind, measures
from nodes.answering.question.question_facts import LIGHT_TERMS, Facts
from nodes.domain.regexes import lazy_regex
from nodes.language.asked_kinds import focus_terms
from nodes.language.calculations import calculating_terms
from nodes.language.comparisons import is_comparing
from nodes.language.numbers import numbers_in
from nodes.language.query_terms import DUTY_TERMS
from nodes.language.superlatives import extreme_terms
from nodes.language.terms import analyse, stem

_YEAR = stem("year")
_WHICH = lazy_regex(r"\W*which\b", re.IGNORECASE)
_OF_KIND = {
    "date": frozenset(stem(word) for word in ("date", "day", "month", "year", "century")),
    "place": frozenset(stem(word) for word in ("place", "country", "city", "town", "village", "region", "state")),
}
"""Words that ask for a kind of answer, which "1 May 1910" and "in Husum" do not repeat."""

_HOW_MUCH_MONEY = lazy_regex(r"\bhow much (?:extra|(?:more )?money)\b", re.IGNORECASE)
_OF_MONEY = frozenset(stem(word) for word in ("money", "extra"))
_PAYING = frozenset(stem(word) for word in ("spend", "spent", "pay", "paid", "charge", "charged", "cost", "costs"))
"""What is done with an amount that is asked for: a row of a ledger has no verb."""
_COST_TO = lazy_regex(r"\bcosts? (?:(?:me|us|you) )?to \w+", re.IGNORECASE)
"""What is done for it: a row of an offer names the thing alone."""
_CURRENCIES = {
    stem("pounds"): lazy_regex(r"£|\bGBP\b"),
    stem("euros"): lazy_regex(r"€|\bEUR\b"),
    stem("dollars"): lazy_regex(r"\$|\b[A-Z]{2}D\b"),
    stem("francs"): lazy_regex(r"\bCHF\b|\bFr\."),
    stem("yen"): lazy_regex(r"[¥]|\bJPY\b"),
}
"""How texts write the currencies that questions name as they are spoken."""


def needless_terms(facts: Facts, pieces: Sequence[Evidence]) -> frozenset[str]:
    """The terms of a question that no document has to hold, given what is quoted.

    Rows in an order, or within a limit, have none of the words that ask for it; what gives two values has none that ask
    for their mean; "1 May 1910" does not say "year", "three months" no "period", "EUR 5" neither "euros" nor "money",
    an amount in a row not that it was "spent", nor those who are named that they were "present".

    Args:
        facts: What is read of the question and the sources.
        pieces: What is quoted.
    """
    question, wanted = facts.question, facts.wanted
    needless = {term for word in question.split() if is_comparing(word) for term in analyse(word)}
    if any(piece.is_row and piece.header for piece in pieces):
        needless |= extreme_terms(question) | limit_terms(question)
    if any(map(_tells_values, pieces)):
        needless |= calculating_terms(question)
    if any(piece.years for piece in pieces):
        needless.add(_YEAR)
    if any(measures(piece.text, "duration") for piece in pieces):
        needless |= OF_DURATIONS
    if _HOW_MUCH_MONEY.search(question) and any(measures(piece.text, "money") for piece in pieces):
        needless |= _OF_MONEY
    if wanted.kind == "number" and wanted.measure == "money":
        needless |= _PAYING if any(piece.is_row and answers_kind(piece, facts) for piece in pieces) else frozenset()
    needless |= {term for term, sign in _CURRENCIES.items() if any(sign.search(piece.text) for piece in pieces)}
    if wanted.asks_attendance and any(tells_attendance(piece.text, wanted.asks_attendance) for piece in pieces):
        needless |= set(facts.weights) - set(without_asking(question))
    if wanted.kind in _OF_KIND and any(answers_kind(piece, facts) for piece in pieces):
        needless |= _OF_KIND[wanted.kind]
    if any(answers_kind(piece, facts) for piece in pieces):
        # Who asks when to show it is told by when to hand it in.
        needless |= DUTY_TERMS
    return frozenset(needless | _kind_of_thing(question, pieces, facts.weights))


def terms_of_work(facts: Facts, pieces: Sequence[Evidence]) -> frozenset[str]:
    """The terms of "cost to mend" where a row with an amount is quoted: it need not say them, though others do.

    Args:
        facts: What is read of the question and the sources.
        pieces: What is quoted.
    """
    is_in_row = facts.wanted.kind == "number" and any(piece.is_row and answers_kind(piece, facts) for piece in pieces)
    return frozenset(analyse(" ".join(_COST_TO.findall(facts.question)))) if is_in_row else frozenset()


def _tells_values(piece: Evidence) -> bool:
    """Whether it tells two values or more that something can be made of."""
    if piece.is_row:
        return sum(bool(numbers_in(value)) for value in piece.values) > 1
    return len(piece.numbers - piece.years) > 1


def _kind_of_thing(question: str, pieces: Sequence[Evidence], weights: Mapping[str, float]) -> frozenset[str]:
    """What kind of thing a question asks for, where quotes say all the rest of it: "Which candidates know SQL?"."""
    kind = frozenset(focus_terms(question)[:1] if _WHICH.match(question) else ())
    rest = weights.keys() - kind - LIGHT_TERMS
    said = frozenset[str]().union(*(piece.terms | piece.about for piece in pieces))
    return kind if rest and rest <= said else frozenset()
