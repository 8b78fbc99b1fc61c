"""What is said of something else than the question names, in a document that looks like the one that tells it."""

from __future__ import annotations

from collections.abc import Sequence

from nodes.answering.choosing.material import Weighed
from nodes.answering.disagreeing.told_apart import likeness
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.question.kinds import TOLD_BY_FORM, answers_kind
from nodes.answering.question.question_facts import Facts

_ALIKE = 0.5
"""Jaccard at which two forms say the same of two things: "Leave: 27 days", "Days of leave: 24"."""


def apart_from_others(pieces: Sequence[Evidence], facts: Facts) -> tuple[list[Evidence], list[Evidence]]:
    """The pieces, and those of a contract, an offer or the like where the question names another one of the kind."""
    if facts.comparison.sides or facts.wanted.asks_several or facts.wanted.is_relational:
        return [*pieces], []
    are_of_others = [facts.source_of(piece).called.is_of_other_thing for piece in pieces]
    kept = [piece for piece, is_of_other in zip(pieces, are_of_others, strict=True) if not is_of_other]
    return kept, [piece for piece, is_of_other in zip(pieces, are_of_others, strict=True) if is_of_other]


def told_alike(chosen: Sequence[Weighed], of_others: Sequence[Evidence], facts: Facts) -> list[Weighed]:
    """What others say alike of themselves, in words of the question that the choice may lack: it bears that out."""
    return [Weighed(piece) for piece in of_others if any(_tells_alike(one.piece, piece, facts) for one in chosen)]


def of_what_is_named(
    chosen: list[Weighed], weighed: Sequence[Weighed], facts: Facts
) -> tuple[list[Weighed], list[Weighed]]:
    """The choice of who asks for a fact: in place of what is told of another what is told alike of what is named.

    "27 days" of leave in one contract is nothing to who asks for that of a lifeguard, which another tells; nowhere does
    the first one speak of a lifeguard. Where the one that is named tells it otherwise, the other is left out.

    Returns:
        The choice, and what was left out.
    """
    wanted = facts.wanted
    if wanted.kind not in TOLD_BY_FORM or wanted.is_relational or wanted.needs_two or facts.comparison.sides:
        return chosen, []
    kept: list[Weighed] = []
    for one in chosen:
        alike = [other for other in weighed if _tells_alike(other.piece, one.piece, facts)]
        best = max(alike, key=lambda other: likeness(other.piece, one.piece), default=one)
        if best not in kept:
            kept.append(best)
    telling = [one for one in kept if answers_kind(one.piece, facts) > 0]
    shown = [one for one in kept if one not in telling or not _is_of_another(one.piece, telling, facts)] or kept
    return shown, [one for one in chosen if one not in shown]


def _is_of_another(piece: Evidence, telling: Sequence[Weighed], facts: Facts) -> bool:
    """Whether the question names the document of another piece instead, which says more of the question than that."""
    own = facts.source_of(piece).called
    return any(
        own.is_beside(named := facts.source_of(other.piece).called)
        and not other.piece.terms.isdisjoint(facts.weights.keys() - named.terms)
        for other in telling
    )


def _tells_alike(piece: Evidence, other: Evidence, facts: Facts) -> bool:
    """Whether a piece says the same as another, or as much of the question, and that names its document instead."""
    named = facts.source_of(piece).called
    if not facts.source_of(other).called.is_beside(named):
        return False
    if not (answers_kind(piece, facts) > 0 and answers_kind(other, facts) > 0):
        return False
    said = other.terms & (facts.weights.keys() - named.terms)
    return likeness(piece, other) >= _ALIKE or (bool(said) and said <= piece.terms)
