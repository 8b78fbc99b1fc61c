"""The greedy choice of pieces that together cover a question."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple

from nodes.answering.choosing.fields_of_title import without_fields_of_title
from nodes.answering.choosing.material import Weighed
from nodes.answering.choosing.merits import (
    connection_of,
    coverage_of,
    holds,
    is_bare_row,
    merit_of,
    repeats,
    shares_no_word,
)
from nodes.answering.choosing.of_others import of_what_is_named
from nodes.answering.choosing.same_question import without_the_same_question
from nodes.answering.choosing.weights import LIMITS, Weights
from nodes.answering.evidence.cues import gives_reason
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.question.kinds import TOLD_BY_FORM, answers_kind
from nodes.answering.question.question_facts import LIGHT_TERMS, Facts
from nodes.answering.question.term_weights import mass_of
from nodes.language.calculations import calculating_terms
from nodes.language.parts import asks_two
from nodes.language.several import asks_development, asks_of_several
from nodes.language.terms import analyse

_LEAST_ELSEWHERE = 0.28
"""Share of the question that one word of it must be for which a further document is quoted.

From .21 to .37 165 answers from papers, manuals and filings are the same.
"""
_LEAST_LIKE = 0.7
"""Of the cosine of the first piece to the question: as like as that.

At .53 one of these answers changes, at .93 three.
"""

_WHY_OF_ANSWER = re.compile(r"\W*(?:and |but )?why\? \w", re.IGNORECASE)
"""A bare "why?" with the question before it."""


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
        if _is_stray(best.piece, chosen, facts, weights):
            continue
        growth = coverage_of(best.piece, facts, _telling(left, chosen, facts), weights) / total
        is_explained = not entries and _is_explained(chosen, facts, weights)
        has_steps = facts.wanted.asks_steps and any(piece.is_list for piece, _ in chosen)
        adds_nothing = bool(chosen) and growth == 0 and (has_steps or not (entries or facts.wanted.explains))
        is_enough = len(chosen) >= fewest or adds_nothing or is_explained
        if is_enough and growth < LIMITS.least_growth and not open_sides & best.sides:
            break
        if not entries and (
            _says_too_little(best.one, chosen, _telling(left, chosen, facts), facts)
            or _is_only_of_name(best.piece, chosen, facts)
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
        return _with_linked_kind(chosen, weighed, facts, weights, most), []
    chosen = _with_reason(_with_kind(chosen, weighed, facts, weights), weighed, facts, weights)
    chosen = _without_nameless(_without_wordless(_with_reasons_alone(chosen, facts), facts), facts)
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
    is_of_answer = _WHY_OF_ANSWER.match(facts.question) is not None
    telling = [one.piece for one in chosen if not why or is_of_answer or _tells_reason(one)]
    return any(coverage_of(piece, facts, facts.weights, weights) >= least for piece in telling)


def _with_reason(chosen: list[Weighed], weighed: list[Weighed], facts: Facts, weights: Weights) -> list[Weighed]:
    """The choice of who asks why; where it gives no reason, one instead that says most of the question, and does.

    "A lamp that flickers is repaired" says every word of "Why do the lamps flicker?", and not why.
    """
    if facts.wanted.kind != "reason" or facts.comparison.sides or any(map(_tells_reason, chosen)):
        return chosen
    least = LIMITS.told_with_reason * sum(facts.weights.values())
    telling = [
        one
        for one in weighed
        if not (one.piece.is_heading or one.piece.is_row)
        and _tells_reason(one)
        and mass_of(one.piece.terms | one.piece.about, facts.weights) >= least
    ]
    best = max(telling, key=lambda one: merit_of(one, facts, weights), default=None)
    return chosen if best is None else [best]


def _tells_reason(one: Weighed) -> bool:
    return one.piece.is_reason or gives_reason(one.piece.text)


def _with_reasons_alone(chosen: list[Weighed], facts: Facts) -> list[Weighed]:
    """The choice of who asks why, what says most of it first, without what says no more of the question than that.

    What gives a reason is told alone so: how the meeting ended, or who somebody was, is told beside it for its words.
    Where nothing gives one, other sentences of its document may still tell it.
    """
    if facts.wanted.kind != "reason" or facts.comparison.sides:
        return chosen
    if any(_tells_reason(one) and _is_of_name(one.piece, facts) for one in chosen):
        # Why somebody else did the same is another reason.
        chosen = [one for one in chosen if _is_of_name(one.piece, facts)]
    said = {id(one): facts.weights.keys() & (one.piece.terms | one.piece.about) for one in chosen}
    telling = [one for one in chosen if _tells_reason(one)]
    best = max(telling or chosen, key=lambda one: mass_of(said[id(one)], facts.weights), default=None)
    if best is None or len(said[id(best)]) < 2:
        return chosen
    told, document = said[id(best)], facts.source_of(best.piece).document_id

    def adds_nothing(one: Weighed) -> bool:
        is_beside = not telling and facts.source_of(one.piece).document_id == document
        return not is_beside and (said[id(one)] < told if one in telling else said[id(one)] <= told)

    return [best, *(one for one in chosen if one is not best and not adds_nothing(one))]


def _without_wordless(chosen: list[Weighed], facts: Facts) -> list[Weighed]:
    """The choice of who asks for a fact, without what says no word of the question, where another says nearly all."""
    wanted = facts.wanted
    if wanted.kind not in TOLD_BY_FORM or wanted.is_relational or wanted.needs_two or facts.comparison.sides:
        return chosen
    least = LIMITS.told * sum(facts.weights.values())
    said = [facts.weights.keys() & (one.piece.terms | one.piece.about | one.piece.of_entry) for one in chosen]
    best = max((mass_of(terms, facts.weights) for terms in said), default=0.0)
    kept = [one for one, terms in zip(chosen, said, strict=True) if terms]
    # Somebody may be told by what they do: "the caretaker is called".
    is_told = wanted.kind == "name" or _lacks_kind(kept, facts) == _lacks_kind(chosen, facts)
    return kept if best >= least and is_told else chosen


def _without_nameless(chosen: list[Weighed], facts: Facts) -> list[Weighed]:
    """The choice of who asks for a fact of something named, without other documents' pieces that do not say the name.

    Where one says all that is asked: "four life rafts" in an offer are none of the boat whose row tells how many.
    """
    wanted = facts.wanted
    if wanted.kind not in TOLD_BY_FORM or wanted.is_relational or wanted.needs_two or wanted.asks_several:
        return chosen
    if facts.comparison.sides or not facts.name_terms:
        return chosen
    whole = [one for one in chosen if _tells_all(one.piece, facts)]
    documents = {facts.source_of(one.piece).document_id for one in whole}
    return [
        one
        for one in chosen
        if not whole or facts.source_of(one.piece).document_id in documents or _is_of_name(one.piece, facts)
    ]


def _tells_all(piece: Evidence, facts: Facts) -> bool:
    """Whether a piece says all that is asked, and holds what is of the kind."""
    said = piece.terms | piece.about | piece.of_entry
    return facts.weights.keys() <= said and answers_kind(piece, facts) == 1.0


def _is_of_name(piece: Evidence, facts: Facts) -> bool:
    """Whether a piece, or what it stands under, says a word of a name in the question."""
    return not facts.name_terms.isdisjoint(piece.terms | piece.about | facts.source_of(piece).title_terms)


def _with_linked_kind(
    chosen: list[Weighed], weighed: list[Weighed], facts: Facts, weights: Weights, most: int
) -> list[Weighed]:
    """The choice with a piece of the kind that is asked for out of a source that a chosen one leads to, where none is.

    "It was manufactured by Mack Rides" says every word of "In what country was it manufactured?", and no country.
    """
    if not _lacks_kind(chosen, facts):
        return chosen
    quoted = {piece.position for piece, _ in chosen[1:]}
    linked = [
        (merit_of(one, facts, weights) + connection_of(one.piece, chosen, facts, weights), one)
        for one in weighed
        if not one.piece.is_heading
        and answers_kind(one.piece, facts) == 1.0
        and (one.piece.position in quoted or connection_of(one.piece, chosen, facts, weights) >= weights.leads_here)
    ]
    return [*chosen[: max(1, most - 1)], max(linked, key=lambda found: found[0])[1]] if linked else chosen


def _with_kind(chosen: list[Weighed], weighed: list[Weighed], facts: Facts, weights: Weights) -> list[Weighed]:
    """The choice with a piece of the best source of the kind that is asked for behind its first, where none is.

    "Object: lift 4" says what was inspected, and the line below it by whom. Where its best source has none, a piece of
    another that says as much of the question takes the place of the only one: "For burglary there is none" does not say
    when the burglary was.
    """
    if facts.wanted.asks_contact or not chosen or not _lacks_kind(chosen, facts):
        return chosen
    first = chosen[0].piece
    words = {term for term in facts.weights if not term.isdigit()}
    saying = [one for one in weighed if not one.piece.is_heading and _says_one(one.piece, words)]
    of_kind = [one for one in saying if answers_kind(one.piece, facts) == 1.0]
    covered = [coverage_of(one.piece, facts, facts.weights, weights) for one in of_kind]
    least = coverage_of(first, facts, facts.weights, weights)
    merits = [merit_of(one, facts, weights) + cover for one, cover in zip(of_kind, covered, strict=True)]
    near = [place for place, (piece, _) in enumerate(of_kind) if piece.position == first.position]
    if near:
        both = [chosen[0], of_kind[max(near, key=merits.__getitem__)]]
        return [*both, *(one for one in chosen[1:] if not _is_stray(one.piece, both, facts, weights))]
    said = {term for term in facts.weights if holds(first, term, facts)}
    # The price of something else says "price", and as much of the question as what it was asked of.
    same = [not said or any(holds(one.piece, term, facts) for term in said) for one in of_kind]
    as_much = [place for place, cover in enumerate(covered) if cover >= least and len(chosen) == 1 and same[place]]
    return [of_kind[max(as_much, key=merits.__getitem__)]] if as_much else chosen


def _says_one(piece: Evidence, words: Set[str]) -> bool:
    """Whether a piece says one of the words, or what it leans on does."""
    return not words.isdisjoint(piece.terms) or not words.isdisjoint(analyse(piece.leans_on))


def _lacks_kind(chosen: Sequence[Weighed], facts: Facts) -> bool:
    """Whether a date, a number, a name or a place is asked for, and none is in what was chosen."""
    if facts.wanted.kind not in TOLD_BY_FORM:
        return False
    told = max((answers_kind(piece, facts) for piece, _ in chosen), default=0.0)
    # A sum of money is no duration; the unit of a row stands above its table.
    is_measured = facts.wanted.measure != "any" and not any(piece.is_row for piece, _ in chosen)
    return told < 1.0 if is_measured else not told


def _along_names(
    piece: Evidence, chosen: Sequence[Weighed], facts: Facts, weights: Weights, connection: float
) -> float:
    """For what a quoted name leads to, where it is of the kind that is lacking; against what hangs on nothing."""
    if connection >= weights.leads_here and _lacks_kind(chosen, facts) and answers_kind(piece, facts) == 1.0:
        return weights.kind_behind
    return -weights.unlinked if _hangs_on_nothing(piece, chosen, facts, connection) else 0.0


def _hangs_on_nothing(piece: Evidence, chosen: Sequence[Weighed], facts: Facts, connection: float) -> bool:
    """Whether a later piece is of another source that says none of the question's names, and no link leads to it."""
    if not chosen or not facts.names or connection:
        return False
    if piece.position in {other.position for other, _ in chosen}:
        return False
    return not _says_a_name(piece, facts)


def _says_a_name(piece: Evidence, facts: Facts) -> bool:
    """Whether the source of a piece says a name of the question."""
    return any(f" {name} " in facts.source_of(piece).folded for name in facts.names)


def _is_stray(piece: Evidence, chosen: Sequence[Weighed], facts: Facts, weights: Weights) -> bool:
    """Whether a later piece shares but one word of a question, none of its names, and hangs on nothing.

    Where the thing asked about is itself described, the end of the chain may share no more.
    """
    if not chosen or facts.wanted.is_relational:
        return False
    if piece.position in {other.position for other, _ in chosen}:
        return piece.is_row and shares_no_word(piece, facts)
    # What its document is called is said of all of it: "School report" makes no word of it one of schools.
    held = facts.weights.keys() & (piece.terms | piece.about | piece.of_entry)
    if len(held) > 1 or _says_a_name(piece, facts):
        return False
    return not connection_of(piece, list(chosen), facts, weights)


def _says_too_little(one: Weighed, chosen: Sequence[Weighed], left: Mapping[str, float], facts: Facts) -> bool:
    """Whether a later piece says no more of a question than its names, or from another document than one more word.

    "A lost locker key costs 25 €" says "lose" besides "key", and is of another key; "Patient: Ada Berg." says whom the
    document is about, and "Born in 1971.", of another one that is called so, not even that. What is as like the
    question as the first piece is may say it in other words.
    """
    piece, wanted = one.piece, facts.wanted
    if not chosen or wanted.is_relational or wanted.compares or facts.comparison.sides or _asks_of_many(facts):
        return False
    said = {term: weight for term, weight in left.items() if holds(piece, term, facts)}
    if facts.source_of(piece).document_id in {facts.source_of(other).document_id for other, _ in chosen}:
        return bool(said) and not piece.is_row and said.keys() <= facts.name_terms
    if said and said.keys() <= facts.name_terms and said.keys().isdisjoint(piece.terms):
        return True
    is_telling = any(term in facts.name_terms or term[0].isdigit() for term in said)
    if (
        len(said) <= 1
        and not is_telling
        and (_is_of_no_kind(piece, chosen, facts) or _says_in_another_word(piece, said.keys(), facts))
    ):
        return True
    if len(said) > 1 or one.cosine >= _LEAST_LIKE * chosen[0].cosine:
        return False
    return not is_telling and sum(said.values()) < _LEAST_ELSEWHERE * sum(facts.weights.values())


def _says_in_another_word(piece: Evidence, said: Set[str], facts: Facts) -> bool:
    """Whether a sentence has no word of these itself, nor its title, where a date, a number or the like is asked for.

    "Delivers" says "bring", of other things too.
    """
    if piece.is_row or not said or facts.wanted.kind not in TOLD_BY_FORM:
        return False
    source = facts.source_of(piece)
    return said.isdisjoint(source.title_terms | source.named_terms | piece.about) and said.isdisjoint(
        analyse(piece.text)
    )


def _is_of_no_kind(piece: Evidence, chosen: Sequence[Weighed], facts: Facts) -> bool:
    """Whether a piece has no date, number, name or place that is asked for, and the first quote has one."""
    if facts.wanted.kind not in TOLD_BY_FORM:
        return False
    return answers_kind(chosen[0].piece, facts) == 1.0 > answers_kind(piece, facts)


def _is_only_of_name(row: Evidence, chosen: Sequence[Weighed], facts: Facts) -> bool:
    """Whether a later row has a name of the question in a cell, and nothing else of it: each order of theirs does."""
    wanted = facts.wanted
    if not (chosen and row.is_row) or wanted.is_relational or wanted.compares or wanted.asks_several:
        return False
    if facts.comparison.sides or facts.weights.keys() <= facts.name_terms:
        return False
    held = facts.weights.keys() & (row.terms | row.about | row.of_entry)
    return bool(held) and held <= facts.name_terms and held.isdisjoint(analyse(row.label))


def _asks_of_many(facts: Facts) -> bool:
    """Whether a question asks for several things, of several documents, or how one became another."""
    question = facts.question
    several = facts.wanted.asks_several or asks_two(question) or bool(asks_of_several(question))
    return several or asks_development(question) or bool(facts.wording.quarters or len(facts.wording.years) > 1)


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
    if not wanted.needs_two and wanted.kind in TOLD_BY_FORM and any(_tells_all(piece, facts) for piece, _ in chosen):
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
