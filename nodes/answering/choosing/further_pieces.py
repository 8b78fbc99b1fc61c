"""What a piece must say to be quoted besides those before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from nodes.answering.choosing.material import Weighed
from nodes.answering.choosing.merits import connection_of, holds, shares_no_word
from nodes.answering.choosing.weights import Weights
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.question.kinds import TOLD_BY_FORM, answers_kind
from nodes.answering.question.question_facts import Facts
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


def is_stray(piece: Evidence, chosen: Sequence[Weighed], facts: Facts, weights: Weights) -> bool:
    """Whether a later piece shares but one word of a question, none of its names, and hangs on nothing.

    Where the thing asked about is itself described, the end of the chain may share no more.
    """
    if not chosen or facts.wanted.is_relational:
        return False
    if piece.position in {other.position for other, _ in chosen}:
        return piece.is_row and shares_no_word(piece, facts)
    # What its document is called is said of all of it: "School report" makes no word of it one of schools.
    held = facts.weights.keys() & (piece.terms | piece.about | piece.of_entry)
    if len(held) > 1 or says_a_name(piece, facts):
        return False
    return not connection_of(piece, list(chosen), facts, weights)


def says_too_little(one: Weighed, chosen: Sequence[Weighed], left: Mapping[str, float], facts: Facts) -> bool:
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


def is_only_of_name(row: Evidence, chosen: Sequence[Weighed], facts: Facts) -> bool:
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


def says_a_name(piece: Evidence, facts: Facts) -> bool:
    """Whether the source of a piece says a name of the question."""
    return any(f" {name} " in facts.source_of(piece).folded for name in facts.names)
