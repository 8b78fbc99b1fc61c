"""What each of several documents says: "What is the notice period in the contracts?" has one answer in each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.disagreeing.amending import is_amendment
from nodes.answering.disagreeing.told_apart import words_of
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.question.question_facts import LIGHT_TERMS, Facts
from nodes.answering.question.term_weights import mass_of
from nodes.answering.several.rows_of_times import rows_of_times
from nodes.answering.several.series import one_of_series
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.asked_kinds import focus_terms
from nodes.language.denials import says_not
from nodes.language.numbers import NUMBER_WORDS
from nodes.language.several import asks_development, asks_of_several, asks_over_time, asks_which
from nodes.language.terms import analyse

_COUNTED = lazy_regex(rf"\b(?:{'|'.join(NUMBER_WORDS)}|\d+) [^\W\d_]", re.IGNORECASE)
_MOST = 7
"""Other documents that are quoted."""


def tells_each(pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> bool:
    """Whether pieces of several documents, one of each, answer who asks about several, or how something went on."""
    is_which = facts.wanted.asks_several and asks_which(facts.question)
    asked = is_which or asks_of_several(facts.question) or asks_over_time(facts.question)
    documents = {sources[piece.position]["document_id"] for piece in pieces}
    return bool(asked) and 1 < len(pieces) == len(documents)


def with_one_of_each(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice with what other documents say alike, where several things or each of several documents are asked for.

    "Which dishes can be frozen?" is answered by each recipe that says so, and not by the one that says the contrary.
    What each of several documents says is told by nothing else.
    """
    facts, sources, weighed = material.facts, material.sources, material.weighed
    if chosen and not facts.comparison.sides and (rows := rows_of_times(chosen[0].piece, material)):
        return [Weighed(row, material.cosines.get(row, 0.0)) for row in rows]
    if chosen and not facts.comparison.sides and asks_over_time(facts.question):
        told_by_series = one_of_series(chosen[0].piece, [piece for piece, _ in weighed], sources, facts)
        if told_by_series:
            return [Weighed(piece, material.cosines[piece]) for piece in told_by_series]
    each, develops = asks_of_several(facts.question), asks_development(facts.question)
    # Who knows how many there are asks for one list: "the two required fields".
    asks_any = facts.wanted.asks_several and _COUNTED.search(facts.question) is None
    if not chosen or facts.comparison.sides or facts.wanted.is_summary or not (asks_any or each or develops):
        return chosen
    # "The two agreements" says nothing of what stands in one.
    counted = frozenset(analyse(each))
    asked = {term: weight for term, weight in facts.weights.items() if term not in counted}
    best = chosen[0].piece

    def document(one: Weighed) -> str:
        return material.document(one.piece)

    alike = [
        one
        for one in sorted(weighed, key=lambda one: -one.cosine)
        if not one.piece.is_heading and _says_alike(one.piece, best, asked, counted, facts)
    ]
    told: dict[str, Weighed] = {document(chosen[0]): chosen[0]}
    if not (each or develops):
        quoted = set(map(document, chosen))
        for one in alike:
            if document(one) not in quoted:
                told.setdefault(document(one), one)
        return [*list(told.values())[: _MOST + 1], *chosen[1:]]
    others = [*chosen[1:], *alike]
    if develops and not is_amendment(sources[best.position]):
        # What an amendment changes is told right behind it.
        others = [one for one in others if not is_amendment(material.source(one.piece))]
    # What each says takes the place of all that was chosen: of each document what says most of it, if chosen or not.
    for one in sorted(others, key=lambda one: -mass_of(one.piece.terms, asked)):
        told.setdefault(document(one), one)
    return [*told.values()][: _MOST + 1] if len(told) > 1 else chosen


def _says_alike(
    piece: Evidence, best: Evidence, asked: Mapping[str, float], counted: frozenset[str], facts: Facts
) -> bool:
    """Whether a piece says as much of the question as another in like words, or in a row below the same headings.

    In whatever words where both say the whole of it: of one word where each of what is counted is asked for, and both
    name it, or where things of a kind are asked for, "which candidates know SAP", and the word is a name.
    """
    if piece.is_row != best.is_row or piece.header != best.header or says_not(piece.text) != says_not(best.text):
        return False
    held = asked.keys() & best.terms
    shared = held & piece.terms
    if piece.is_row:
        return bool(piece.header and held) and held == shared
    if counted or asks_development(facts.question):
        names_it = not counted.isdisjoint(piece.terms & best.terms)
        if shared == asked.keys() and (len(asked) > 1 or names_it):
            return True
    elif _says_name(shared, asked, facts):
        return True
    words, others = words_of(piece.terms), words_of(best.terms)
    most = bool(shared) and 2 * sum(map(asked.__getitem__, shared)) >= sum(map(asked.__getitem__, held))
    return most and 2 * len(words & others) >= len(words | others)


def _says_name(shared: Set[str], asked: Mapping[str, float], facts: Facts) -> bool:
    """Whether two pieces share a name of the question that is all it asks, besides what kind of thing it is."""
    rest = asked.keys() - LIGHT_TERMS - set(focus_terms(facts.question)[:1])
    return bool(rest) and rest <= shared and rest <= facts.name_terms
