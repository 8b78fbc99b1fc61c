"""Words that are spelt, or stemmed, as another is: who asks what was founded does not ask what was found.

Nor is "Production" a product, an officer no office, an engineer no engine, nor a call for papers one by telephone, and
a date that is put back comes back from nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import stem

_PASTS = ("found", "wound", "bound")
"""Past forms of find, wind and bind, and what a stemmer makes of "founded", "wounded" and the like."""
_OTHER = {past: lazy_regex(rf"\b(?:co-?)?{past}(?:ed|ers?|ing|ings)\b", re.IGNORECASE) for past in _PASTS}
_COMES_BACK = lazy_regex(
    r"\b(?:get|gets|got|getting|come|comes|came|coming|be|is|are|was|were|go|goes|went) back\b", re.IGNORECASE
)
_MOVED_BACK = lazy_regex(
    r"\b(?:put|puts|pushed?|moved?|held?|cut|scaled?|rolled?|dat(?:e[sd]?|ing)|traced?) back\b", re.IGNORECASE
)
_BACK = lazy_regex(r"\bback\b", re.IGNORECASE)
_OF_ONE_STEM = tuple(
    (stem(asked), lazy_regex(rf"\b{asked}s?\b", re.IGNORECASE), lazy_regex(rf"\b(?:{other})\b", re.IGNORECASE))
    for asked, other in (
        ("product", "productions?"),
        ("office", "officers?"),
        ("engine", "engineers?|engineering"),
        ("account", "accountants?"),
        ("author", "authorit(?:y|ies)"),
        ("custom", "customers?"),
        ("import", "important(?:ly)?|importance"),
    )
)
"""What is asked for, and what a stemmer takes for the same."""

_ASKS_TO_CALL = lazy_regex(r"\b(?:do|should|can|may|must|shall|to|could) (?:I |we |you |one )?call\b", re.IGNORECASE)
_CALL = lazy_regex(r"\bcall(?:s|ed|ing)?\b", re.IGNORECASE)
_NO_CALL = lazy_regex(
    r"\b(?:is|are|was|were|be|been|so|also) called (?=(?-i:[A-Z“\"'‘]))|"
    r"\bcalls? (?:\d|for (?:papers|proposals|tenders?|applications|bids|abstracts))|\bcall(?=,? (?:19|20)\d\d)",
    re.IGNORECASE,
)
"""What something is called, and what money is applied for at."""


def without_homographs(pieces: Sequence[Evidence], question: str) -> list[Evidence]:
    """The pieces, without a term that they say as another verb than the question does.

    Args:
        pieces: All evidence.
        question: As it stands alone.
    """
    asked = [past for past, other in _OTHER.items() if other.search(question)]
    kept = [*pieces]
    for term, is_asked, is_other in _OF_ONE_STEM:
        if is_asked.search(question) and not is_other.search(question):
            kept = [_without_other(piece, term, is_asked, is_other) for piece in kept]
    if _COMES_BACK.search(question):
        kept = [replace(piece, terms=piece.terms - {"back"}) if _is_moved(piece.text) else piece for piece in kept]
    if _ASKS_TO_CALL.search(question):
        kept = [replace(piece, terms=piece.terms - {"call"}) if _is_no_call(piece.text) else piece for piece in kept]
    for past in asked:
        term = stem(past)
        kept = [
            replace(piece, terms=piece.terms - {term})
            if term in piece.terms and not _OTHER[past].search(piece.text)
            else piece
            for piece in kept
        ]
    return kept


def _is_moved(text: str) -> bool:
    """Whether something is put back to another time, and nobody comes back."""
    return len(_MOVED_BACK.findall(text)) == len(_BACK.findall(text)) > 0


def _is_no_call(text: str) -> bool:
    """Whether "call" says in a text only what something is named, or what is advertised."""
    return len(_NO_CALL.findall(text)) == len(_CALL.findall(text)) > 0


def _without_other(piece: Evidence, term: str, is_asked: re.Pattern[str], is_other: re.Pattern[str]) -> Evidence:
    """The piece, without the term of what is asked where it speaks of the other alone."""
    is_of_other = is_other.search(piece.text) and not is_asked.search(
        " ".join((piece.text, piece.corner, *piece.header))
    )
    return replace(piece, terms=piece.terms - {term}) if is_of_other else piece
