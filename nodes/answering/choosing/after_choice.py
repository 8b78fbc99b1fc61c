"""What becomes of a choice once it is made: that what is asked for is in it, a kind, a reason, a name."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from nodes.answering.choosing.further_pieces import is_stray
from nodes.answering.choosing.material import Weighed
from nodes.answering.choosing.merits import connection_of, coverage_of, holds, merit_of
from nodes.answering.choosing.weights import LIMITS, Weights
from nodes.answering.evidence.cues import gives_reason
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.question.kinds import TOLD_BY_FORM, answers_kind
from nodes.answering.question.question_facts import Facts
from nodes.answering.question.term_weights import mass_of
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse

_NEXT = 1
"""Characters between a sentence and the next of its paragraph."""
_MOST_BEHIND = 2
"""Sentences behind what happened that may tell why."""
_WHY_OF_ANSWER = lazy_regex(r"\W*(?:and |but )?why\? \w", re.IGNORECASE)
"""A bare "why?" with the question before it."""
_FOLLOWS = lazy_regex(
    r", so (?:the|it|its|we|they|he|she|this|there|our|no) [^.;]{0,60}?"
    r"\b(?:can ?not|can|could|must|had to|has to|have to|will)\b",
    re.IGNORECASE,
)
"""What a sentence before draws from its own reason."""
_OPENS_REASON = lazy_regex(
    r"\W*(?:the|one|its|another|main) (?:main )?reasons?\b|\W*th(?:is|at) (?:is|was) (?:because|due)\b", re.IGNORECASE
)
"""What gives a reason for what was told before it, without its words."""


def with_kind(chosen: list[Weighed], weighed: list[Weighed], facts: Facts, weights: Weights) -> list[Weighed]:
    """The choice with a piece of the best source of the kind that is asked for behind its first, where none is.

    "Object: lift 4" says what was inspected, and the line below it by whom. Where its best source has none, a piece of
    another that says as much of the question takes the place of the only one: "For burglary there is none" does not say
    when the burglary was.
    """
    if facts.wanted.asks_contact or not chosen or not lacks_kind(chosen, facts):
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
        return [*both, *(one for one in chosen[1:] if not is_stray(one.piece, both, facts, weights))]
    said = {term for term in facts.weights if holds(first, term, facts)}
    # The price of something else says "price", and as much of the question as what it was asked of.
    same = [not said or any(holds(one.piece, term, facts) for term in said) for one in of_kind]
    as_much = [place for place, cover in enumerate(covered) if cover >= least and len(chosen) == 1 and same[place]]
    return [of_kind[max(as_much, key=merits.__getitem__)]] if as_much else chosen


def lacks_kind(chosen: Sequence[Weighed], facts: Facts) -> bool:
    """Whether a date, a number, a name or a place is asked for, and none is in what was chosen."""
    if facts.wanted.kind not in TOLD_BY_FORM:
        return False
    told = max((answers_kind(piece, facts) for piece, _ in chosen), default=0.0)
    # A sum of money is no duration; the unit of a row stands above its table.
    is_measured = facts.wanted.measure != "any" and not any(piece.is_row for piece, _ in chosen)
    return told < 1.0 if is_measured else not told


def _says_one(piece: Evidence, words: Set[str]) -> bool:
    """Whether a piece says one of the words, or what it leans on does."""
    return not words.isdisjoint(piece.terms) or not words.isdisjoint(analyse(piece.leans_on))


def with_linked_kind(
    chosen: list[Weighed], weighed: list[Weighed], facts: Facts, weights: Weights, most: int
) -> list[Weighed]:
    """The choice with a piece of the kind that is asked for out of a source that a chosen one leads to, where none is.

    "It was manufactured by Mack Rides" says every word of "In what country was it manufactured?", and no country.
    """
    if not lacks_kind(chosen, facts):
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


def with_reason(chosen: list[Weighed], weighed: list[Weighed], facts: Facts, weights: Weights) -> list[Weighed]:
    """The choice of who asks why; where it gives no reason, one instead that says most of the question, and does.

    "A lamp that flickers is repaired" says every word of "Why do the lamps flicker?", and not why. Nor does a reason
    for something else, further behind, that says less of the question.
    """
    if facts.wanted.kind != "reason" or facts.comparison.sides or (chosen and tells_reason(chosen[0])):
        return chosen
    least = LIMITS.told_with_reason * sum(facts.weights.values())
    telling = [
        one
        for one in weighed
        if not (one.piece.is_heading or one.piece.is_row)
        and tells_reason(one)
        and mass_of(one.piece.terms | one.piece.about, facts.weights) >= least
    ]
    best = max(telling, key=lambda one: merit_of(one, facts, weights), default=None)
    if best is None:
        return chosen
    least = max(
        (coverage_of(one.piece, facts, facts.weights, weights) for one in chosen if tells_reason(one)), default=0
    )
    return [best] if coverage_of(best.piece, facts, facts.weights, weights) > least else chosen


def tells_reason(one: Weighed) -> bool:
    """Whether a piece gives a reason, or is called one."""
    return one.piece.is_reason or gives_reason(one.piece.text)


def asks_why_of_answer(question: str) -> bool:
    """Whether it is a bare "why?" with the question before it, whose answer is known."""
    return _WHY_OF_ANSWER.match(question) is not None


def with_reasons_alone(chosen: list[Weighed], weighed: list[Weighed], facts: Facts) -> list[Weighed]:
    """The choice of who asks why, what says most of it first, without what says no more of the question than that.

    What gives a reason is told alone so: how the meeting ended, or who somebody was, is told beside it for its words.
    Where nothing gives one, other sentences of its document may still tell it, and most of all those right behind what
    says all that is asked: "The fair is postponed. Heavy rain has flooded the hall."
    """
    if facts.wanted.kind != "reason" or facts.comparison.sides:
        return chosen
    if any(tells_reason(one) and _is_of_name(one.piece, facts) for one in chosen):
        # Why somebody else did the same is another reason.
        chosen = [one for one in chosen if _is_of_name(one.piece, facts)]
    said = {id(one): facts.weights.keys() & (one.piece.terms | one.piece.about) for one in chosen}
    telling = [one for one in chosen if tells_reason(one) and (said[id(one)] or _OPENS_REASON.match(one.piece.text))]
    best = max(telling or chosen, key=lambda one: mass_of(said[id(one)], facts.weights), default=None)
    if best is None or len(said[id(best)]) < 2:
        return chosen
    told, document = said[id(best)], facts.source_of(best.piece).document_id
    before = None if telling else _right_before(best, weighed)
    if before is not None and (tells_reason(before) or _FOLLOWS.search(before.piece.text)):
        # "The floor is renewed, so the hall cannot be used. The concert is moved to June."
        return [before, best]
    if (
        not telling
        and not asks_why_of_answer(facts.question)
        and told >= facts.weights.keys()
        and (behind := _right_behind(best, weighed))
    ):
        return [best, *behind]

    def adds_nothing(one: Weighed) -> bool:
        is_beside = not telling and facts.source_of(one.piece).document_id == document
        return not is_beside and (said[id(one)] < told if one in telling else said[id(one)] <= told)

    return [best, *(one for one in chosen if one is not best and not adds_nothing(one))]


def _right_before(one: Weighed, weighed: Sequence[Weighed]) -> Weighed | None:
    """The sentence before in a paragraph."""
    before = (
        other
        for other in weighed
        if other.piece.position == one.piece.position and 0 <= one.piece.start - other.piece.end <= _NEXT
    )
    found = next(before, None)
    is_sentence = found is not None and not (found.piece.is_row or found.piece.is_heading or found.piece.is_list)
    return found if is_sentence else None


def _right_behind(one: Weighed, weighed: Sequence[Weighed]) -> list[Weighed]:
    """The next sentences of a paragraph, two at most."""
    found: list[Weighed] = []
    end = one.piece.end
    for other in weighed:
        piece = other.piece
        if piece.position != one.piece.position or piece.start < end or piece.is_list:
            continue
        if piece.start - end > _NEXT or piece.is_row or piece.is_heading or len(found) == _MOST_BEHIND:
            break
        found.append(other)
        end = piece.end
    return found


def without_wordless(chosen: list[Weighed], facts: Facts) -> list[Weighed]:
    """The choice of who asks for a fact, without what says no word of the question, where another says nearly all."""
    wanted = facts.wanted
    if wanted.kind not in TOLD_BY_FORM or wanted.is_relational or wanted.needs_two or facts.comparison.sides:
        return chosen
    least = LIMITS.told * sum(facts.weights.values())
    said = [facts.weights.keys() & (one.piece.terms | one.piece.about | one.piece.of_entry) for one in chosen]
    best = max((mass_of(terms, facts.weights) for terms in said), default=0.0)
    kept = [one for one, terms in zip(chosen, said, strict=True) if terms]
    # Somebody may be told by what they do: "the caretaker is called".
    is_told = wanted.kind == "name" or lacks_kind(kept, facts) == lacks_kind(chosen, facts)
    return kept if best >= least and is_told else chosen


def without_nameless(chosen: list[Weighed], facts: Facts) -> list[Weighed]:
    """The choice of who asks for a fact of something named, without other documents' pieces that do not say the name.

    Where one says all that is asked: "four life rafts" in an offer are none of the boat whose row tells how many.
    """
    wanted = facts.wanted
    if wanted.kind not in TOLD_BY_FORM or wanted.is_relational or wanted.needs_two or wanted.asks_several:
        return chosen
    if facts.comparison.sides or not facts.name_terms:
        return chosen
    whole = [one for one in chosen if tells_all(one.piece, facts)]
    documents = {facts.source_of(one.piece).document_id for one in whole}
    return [
        one
        for one in chosen
        if not whole or facts.source_of(one.piece).document_id in documents or _is_of_name(one.piece, facts)
    ]


def tells_all(piece: Evidence, facts: Facts) -> bool:
    """Whether a piece says all that is asked, and holds what is of the kind."""
    said = piece.terms | piece.about | piece.of_entry
    return facts.weights.keys() <= said and answers_kind(piece, facts) == 1.0


def _is_of_name(piece: Evidence, facts: Facts) -> bool:
    """Whether a piece, or what it stands under, says a word of a name in the question."""
    return not facts.name_terms.isdisjoint(facts.held_by(piece))
