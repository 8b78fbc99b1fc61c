"""The same question in a source, as in a mail or a list of open points, is no answer to it."""

from __future__ import annotations

import re
from dataclasses import replace

from nodes.answering.choosing.material import Weighed
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.question.question_facts import Facts
from nodes.answering.question.term_weights import mass_of
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse

_LEAST_ASKED = 0.5
"""Share of the question that a piece must say to ask the same."""
_CLOSING = " \n\"'”’)]»*_"
"""What may stand behind a question mark at the end."""
_ASKS_FOR_QUESTIONS = lazy_regex(
    r"\b(?:questions?|ask(?:s|ed|ing)?|wonder\w*|inquir\w+|enquir\w+|fragen?|fragt\w*|gefragt|pregunt\w+|domand\w+|vragen|"
    r"вопрос\w*)\b|质问|質問|問題|问题|질문",
    re.IGNORECASE,
)
"""Who asks what was asked is told questions."""


def without_the_same_question(weighed: list[Weighed], facts: Facts) -> list[Weighed]:
    """The pieces but those that ask the same; all where questions are asked for, or there are no others."""
    if _ASKS_FOR_QUESTIONS.search(facts.question):
        return weighed
    if facts.wanted.kind == "name":
        weighed = [one._replace(piece=_as_told(one.piece, facts)) for one in weighed]
    return [one for one in weighed if not _asks_the_same(one.piece, facts)] or weighed


def _as_told(piece: Evidence, facts: Facts) -> Evidence:
    """A piece of an interview without the words that only who asks there says, unless they ask for just this.

    "Did Berg know of the leak? – He knew." tells who knew of the leak, and nothing of who told of it.
    """
    asked, mark, told = piece.text.partition("?")
    said = frozenset(analyse(asked)) & facts.weights.keys()
    if not mark or not told.strip(_CLOSING) or piece.is_row or not said or said >= facts.weights.keys():
        return piece
    return replace(piece, terms=piece.terms - (said - frozenset(analyse(told))))


def _asks_the_same(piece: Evidence, facts: Facts) -> bool:
    """Whether a piece says half of the question or more, and tells nothing.

    What answers it right behind it is in one piece with it (`nodes.answering.evidence.cutting`).
    """
    if piece.is_row or piece.is_list or not piece.text.rstrip(_CLOSING).endswith(("?", "？")):
        return False
    return mass_of(piece.terms, facts.weights) >= _LEAST_ASKED * sum(facts.weights.values())
