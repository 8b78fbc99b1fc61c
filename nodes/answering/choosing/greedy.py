"""The greedy choice of pieces that together cover a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from nodes.answering.choosing.after_choice import (
    asks_why_of_answer,
    lacks_kind,
    tells_all,
    tells_reason,
    with_kind,
    with_linked_kind,
    with_reason,
    with_reasons_alone,
    without_nameless,
    without_wordless,
)
from nodes.answering.choosing.fields_of_title import without_fields_of_title
from nodes.answering.choosing.further_pieces import is_only_of_name, is_stray, says_a_name, says_too_little
from nodes.answering.choosing.material import Weighed
from nodes.answering.choosing.merits import connection_of, coverage_of, holds, is_bare_row, merit_of, repeats
from nodes.answering.choosing.of_others import of_what_is_named
from nodes.answering.choosing.same_question import without_the_same_question
from nodes.answering.choosing.weights import LIMITS, Weights
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.question.kinds import TOLD_BY_FORM, answers_kind
from nodes.answering.question.question_facts import LIGHT_TERMS, Facts
from nodes.language.calculations import calculating_terms


class _Candidate(NamedTuple):
    one: Weighed
    merit: float
    """What speaks for it whatever else is chosen."""
    sides: set[int]
    """Of a comparison, that it is about."""

    @property
    def piece(self) -> Evidence:
        return self.one.piece


def choose(
    facts: Facts, weighed: list[Weighed], weights: Weights, most: int, *, entries: bool
) -> tuple[list[Weighed], list[Weighed]]:
    """The pieces that are quoted, in the order of choice, each the best beside those before it; and what is too little.

    The choice ends where a further piece would cover too little of what is left of the question. What is chosen and
    says too little to be quoted bears out all the same that the question is answered.

    Args:
        facts: What is read of the question and the sources.
        weighed: All pieces with their cosine to the question, by source and place; of two alike the first is taken.
        weights: What speaks for a piece.
        most: Pieces, at most.
        entries: Whether the best passages are entries, see `nodes.documents.entries`.
    """
    left, total = dict(facts.weights), sum(facts.weights.values()) or 1.0
    said = [one for one in weighed if not one.piece.is_heading] or [one for one in weighed if not one.piece.is_row]
    said = without_fields_of_title(without_the_same_question(said, facts), facts)
    open_sides, fewest = set(range(len(facts.comparison.sides))), _fewest(facts)
    rest = [_Candidate(one, merit_of(one, facts, weights), facts.comparison.sides_of(one.piece)) for one in said]
    chosen: list[Weighed] = []
    besides: list[Weighed] = []
    while rest and len(chosen) < most:
        scale = weights.coverage / (weights.share_of_left * sum(left.values()) + (1 - weights.share_of_left) * total)
        worths: list[float] = []
        for candidate in rest:
            is_other_side = bool(open_sides & candidate.sides)
            # Of another side of a comparison the whole question is asked again.
            wanted = facts.weights if chosen and is_other_side and not entries else left
            coverage = coverage_of(candidate.piece, facts, wanted, weights)
            connection = connection_of(candidate.piece, chosen, facts, weights)
            sides = weights.side * len(open_sides & candidate.sides)
            worths.append(candidate.merit + scale * coverage + connection + sides)
            if entries:
                worths[-1] += _along_names(candidate.piece, chosen, facts, weights, connection)
        best = rest.pop(worths.index(max(worths)))
        if is_stray(best.piece, chosen, facts, weights):
            continue
        growth = coverage_of(best.piece, facts, _telling(left, chosen, facts), weights) / total
        is_explained = not entries and _is_explained(chosen, facts, weights)
        has_steps = facts.wanted.asks_steps and any(piece.is_list for piece, _ in chosen)
        adds_nothing = bool(chosen) and growth == 0 and (has_steps or not (entries or facts.wanted.explains))
        is_enough = len(chosen) >= fewest or adds_nothing or is_explained
        if is_enough and growth < LIMITS.least_growth and not open_sides & best.sides:
            break
        if not entries and (
            says_too_little(best.one, chosen, _telling(left, chosen, facts), facts)
            or is_only_of_name(best.piece, chosen, facts)
        ):
            besides.append(best.one)
        chosen.append(best.one)
        open_sides -= best.sides
        left = {term: weight for term, weight in left.items() if not holds(best.piece, term, facts)}
        rest = [other for other in rest if not repeats(other.piece, best.piece)]
        if facts.wanted.kind == "reason" and is_bare_row(best.piece):
            # It says that something is so, and the next row that it is so of something else.
            rest = [other for other in rest if not is_bare_row(other.piece)]
    if entries:
        return with_linked_kind(chosen, weighed, facts, weights, most), []
    chosen = with_reason(with_kind(chosen, weighed, facts, weights), weighed, facts, weights)
    chosen = without_nameless(without_wordless(with_reasons_alone(chosen, weighed, facts), facts), facts)
    chosen, of_others = of_what_is_named(chosen, weighed, facts)
    besides = [*besides, *of_others]
    shown = [one for one in chosen if one not in besides]
    # What was too little beside the first is not, where that one has gone.
    unshown = [*(one for one in chosen if one in besides), *of_others]
    return (shown, unshown) if shown else (chosen, of_others)


def _telling(left: Mapping[str, float], chosen: Sequence[Weighed], facts: Facts) -> Mapping[str, float]:
    """Of what is left of a question, what a further piece must say: not that something is taken, or allowed.

    Where the thing asked about is itself described, a light word may lead on to it: "the author of the paper".
    """
    if facts.wanted.is_relational:
        return left
    # Of the values of a row it is asked what they make together, and another that says "change" is of something else.
    has_values = facts.wanted.asks_amount and any(piece.is_row and len(piece.values) > 1 for piece, _ in chosen)
    untold = LIGHT_TERMS | calculating_terms(facts.question) if has_values else LIGHT_TERMS
    return {term: weight for term, weight in left.items() if term not in untold}


def _is_explained(chosen: list[Weighed], facts: Facts, weights: Weights) -> bool:
    """Whether one piece says nearly all of what is to be explained, or most of it with a reason where that is asked.

    Who asks "Why?" of what was answered is told by what says most of it.
    """
    if not facts.wanted.explains or facts.comparison.sides:
        return False
    why = facts.wanted.kind == "reason"
    least = (LIMITS.told_with_reason if why else LIMITS.told) * sum(facts.weights.values())
    is_of_answer = asks_why_of_answer(facts.question)
    telling = [one.piece for one in chosen if not why or is_of_answer or tells_reason(one)]
    return any(coverage_of(piece, facts, facts.weights, weights) >= least for piece in telling)


def _along_names(
    piece: Evidence, chosen: Sequence[Weighed], facts: Facts, weights: Weights, connection: float
) -> float:
    """For what a quoted name leads to, where it is of the kind that is lacking; against what hangs on nothing."""
    if connection >= weights.leads_here and lacks_kind(chosen, facts) and answers_kind(piece, facts) == 1.0:
        return weights.kind_behind
    return -weights.unlinked if _hangs_on_nothing(piece, chosen, facts, connection) else 0.0


def _hangs_on_nothing(piece: Evidence, chosen: Sequence[Weighed], facts: Facts, connection: float) -> bool:
    """Whether a later piece is of another source that says none of the question's names, and no link leads to it."""
    if not chosen or not facts.names or connection:
        return False
    if piece.position in {other.position for other, _ in chosen}:
        return False
    return not says_a_name(piece, facts)


def with_both(
    chosen: list[Weighed], weighed: list[Weighed], facts: Facts, weights: Weights, most: int
) -> list[Weighed]:
    """The choice with a piece of each of the two best sources, where they are linked and a fact is asked for.

    The words that lead to the second source stand in the first, so little of the question is left for it: its own
    best piece would not be chosen for what it covers. It takes the place of a third piece from elsewhere.
    """
    wanted = facts.wanted
    if wanted.explains or not (wanted.needs_two or facts.names) or len(facts.sources) < 2 or not _linked(facts):
        return chosen
    if not wanted.needs_two and wanted.kind in TOLD_BY_FORM and any(tells_all(piece, facts) for piece, _ in chosen):
        return chosen
    quoted = {piece.position for piece, _ in chosen}
    for position in {0, 1} - quoted:
        own = [one for one in weighed if one.piece.position == position and not one.piece.is_heading]
        if not own:
            continue
        total = sum(facts.weights.values()) or 1.0
        merits = [
            merit_of(one, facts, weights)
            + weights.coverage * coverage_of(one.piece, facts, facts.weights, weights) / total
            + connection_of(one.piece, chosen, facts, weights)
            for one in own
        ]
        best = own[merits.index(max(merits))]
        others = [place for place, (piece, _) in enumerate(chosen) if piece.position > 1]
        if len(chosen) > 2 and others:
            chosen = [*chosen[: others[-1]], best, *chosen[others[-1] + 1 :]]
        elif len(chosen) < most:
            chosen = [*chosen, best]
    return chosen


def _linked(facts: Facts) -> bool:
    """Whether one of the two best sources names the other, or both are sides of a comparison."""
    first, second = facts.sources[:2]
    if first.title == second.title:
        return False
    named = (second.title and second.title in first.folded) or (first.title and first.title in second.folded)
    return bool(named) or all(facts.comparison.sources[:2])


def _fewest(facts: Facts) -> int:
    if facts.wanted.explains:
        return LIMITS.fewest_of_explanation
    return LIMITS.fewest if facts.wanted.needs_two else 1
