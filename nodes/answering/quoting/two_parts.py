"""Questions that ask two things: each of them is told by a quote of its own, where no other tells it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nodes.answering.evidence.cues import gives_reason
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.question.kinds import TOLD_BY_FORM, answers_kind
from nodes.answering.question.question_facts import LIGHT_TERMS, Facts
from nodes.answering.question.term_weights import mass_of
from nodes.answering.quoting.quoting import Quote
from nodes.language.parts import Part, parts_of
from nodes.language.terms import analyse

_KEPT = 2
"""Of the quotes that the whole question has, where a part has none."""
_FEWEST_TERMS = 2
"""Of a part that can be asked by itself."""
_LEAST_SAID = 0.5
"""Share of what a part says itself, by weight, that its quote says."""


def with_both_parts(
    quotes: list[Quote],
    facts: Facts,
    read: Callable[[str], Facts],
    choose: Callable[[Facts], Sequence[Quote]],
) -> list[Quote]:
    """The quotes; where the question asks two things and none tells one of them, with the best that does.

    "How did cash change and why?" is not answered by how it changed.

    Args:
        quotes: Of the whole question, those that are not shown last.
        facts: What is read of the whole question.
        read: Reads a part as a question of its own.
        choose: Its quotes, best first.
    """
    parts = parts_of(facts.question)
    if parts is None or facts.comparison.sides:
        return quotes
    shown, unshown = [each for each in quotes if each.is_shown], [each for each in quotes if not each.is_shown]
    for part in parts:
        asked = read(part.question)
        if any(_tells(quote.evidence, part, asked) for quote in shown):
            continue
        found = next((each for each in choose(asked) if each.is_shown and _tells(each.evidence, part, asked)), None)
        if found is None or any(_lies_in(found, quote) for quote in shown):
            continue
        within = [quote for quote in shown if _lies_in(quote, found)]
        if within and max(quote.end for quote in within) == found.end:
            # What it goes on with is told already.
            continue
        if within:
            # It goes on with what the other part is told by.
            shown = [quote for quote in shown if not _lies_in(quote, found)]
            shown = [found, *shown[:_KEPT]]
        else:
            shown = [found, *shown[:_KEPT]] if part is parts[0] else [*shown[:_KEPT], found]
    return [*shown, *unshown]


def _lies_in(one: Quote, other: Quote) -> bool:
    return one.index == other.index and other.start <= one.start and one.end <= other.end


def _tells(piece: Evidence, part: Part, facts: Facts) -> bool:
    """Whether a piece is of the kind that a part asks for, and says most of what it says itself."""
    if facts.wanted.kind == "reason" and not (piece.is_reason or gives_reason(piece.text)):
        return False
    if facts.wanted.kind in TOLD_BY_FORM and answers_kind(piece, facts) < 1.0:
        return False
    own = {term: facts.weights[term] for term in analyse(part.own) if term in facts.weights and term not in LIGHT_TERMS}
    told = piece.terms | piece.about | piece.of_entry
    if len(own) < _FEWEST_TERMS and told.isdisjoint(facts.weights.keys() - own.keys()):
        # "What does it cost?" is asked of what the other part says.
        return False
    return mass_of(told, own) >= _LEAST_SAID * sum(own.values())
