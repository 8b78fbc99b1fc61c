"""Spans of life: "Ada Berg (1 May 1910 – 3 June 1982) was a painter" tells when she was born and when she died.

And "(Kiel, 1 May 1910 – 3 June 1982, Vik)" where.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.domain.regexes import lazy_regex
from nodes.language.asked_kinds import AnswerKind
from nodes.language.kinship import BIRTH_TERMS, DEATH_TERMS, LIFE_TERMS
from nodes.language.periods import MONTHS
from nodes.language.terms import analyse

_NAME = r"(?:[^\n(.!?]|(?<=\b\w)\.|(?<=\b[A-Z][a-z])\.|(?<=\b[A-Z][a-z][a-z])\.){2,100}"
"""Points stand behind initials and short words only: "J. R. Berg", "Otto Berg Jr."."""
_SPAN = lazy_regex(
    rf"{_NAME}\((?P<birth>[^()]{{0,90}}?\b\d{{3,4}}\??[^()\d]{{0,30}})[-–—]\s?"
    r"(?P<death>[^()]{0,60}?\b\d{3,4}\b[^()]{0,60})\)"
)
"""A name and in parentheses two years with a dash between them, days and places beside them or not."""
_MONTH = rf"(?:{'|'.join(MONTHS)})\b"
_PLACE = lazy_regex(
    rf"(?<![\w’'-])(?!(?i:{_MONTH}))[^\W\d_a-z][\w.’'-]*+,\s+(?:\d|(?i:{_MONTH}|ca?\.\s))"
    rf"|\b\d{{3,4}}(?:,\s*|\s+(?:in|at|near)\s+(?:the\s+)?)(?!(?i:{_MONTH}))[^\W\d_a-z]"
)
"""A name right before or behind a date: "Kiel, 1 May 1910", "1910 in Kiel"."""
_BORN_AS = lazy_regex(r"\b(?:born|née?) [^\W\d_a-z][^,;]*+[,;]")
_ASKS_AGE = lazy_regex(r"\bhow old (?:is|are|was|were|would|will)\b|\bwhat(?: is|['’]s) the age of\b", re.IGNORECASE)
_TELLS_AGE = lazy_regex(
    r"\b(?:born|birth|birthday|aged?|years?[- ](?:old|of age)|built|founded|established|erected|opened|installed|"
    r"bought|purchased|acquired|made|manufactured|launched|completed|dat(?:es|ing) (?:from|back))\b|"
    r"\(\D{0,30}\d{4}\s?[-–—]",
    re.IGNORECASE,
)
_UNTOLD: frozenset[AnswerKind] = frozenset({"manner", "reason"})


def with_lifespans(
    pieces: Sequence[Evidence], weights: Mapping[str, float], kind: AnswerKind, title_terms: Sequence[Set[str]]
) -> list[Evidence]:
    """The pieces; those that open with a name and a span of life hold what the question calls a birth or a death.

    It tells when somebody was born, where only with places, and neither how nor why somebody died. A row that says
    neither tells of something else, as those of a register of baptisms do of no death: it is left out where another
    piece tells of one.

    Args:
        pieces: All evidence.
        weights: Weight of each question term.
        kind: What kind of answer is asked for.
        title_terms: Of each source.
    """
    asked = LIFE_TERMS & weights.keys()
    if not asked or kind in _UNTOLD:
        return [*pieces]
    if kind == "date" and any(not asked.isdisjoint(piece.terms) for piece in pieces):
        pieces = [piece for piece in pieces if not piece.is_row or _is_of(piece, asked, title_terms)]
    return [
        replace(piece, terms=piece.terms | asked) if not piece.is_row and _tells(piece.text, asked, kind) else piece
        for piece in pieces
    ]


def _is_of(row: Evidence, asked: Set[str], title_terms: Sequence[Set[str]]) -> bool:
    """Whether a row, its columns or what it stands under say a word of a life."""
    headed = analyse(" ".join((row.label, *row.header)))
    return not asked.isdisjoint(row.terms.union(headed, title_terms[row.position]))


def _tells(text: str, asked: Set[str], kind: AnswerKind) -> bool:
    return tells_place_of_life(text, asked) if kind == "place" else _SPAN.match(text) is not None


def tells_place_of_life(text: str, asked: Set[str]) -> bool:
    """Whether a text opens with a name and a span of life that tells the place of what is asked for.

    Args:
        text: Of a piece.
        asked: Terms of a question, of which those of a birth and of a death count.
    """
    span = _SPAN.match(text)
    if span is None:
        return False
    told = [part for part, terms in (("birth", BIRTH_TERMS), ("death", DEATH_TERMS)) if not terms.isdisjoint(asked)]
    return bool(told) and all(_PLACE.search(_BORN_AS.sub("", span[part])) for part in told)


def lacks_age(pieces: Sequence[Evidence], question: str) -> bool:
    """Whether a question asks how old somebody or something is, and no piece says anything of an age or a beginning."""
    if not _ASKS_AGE.search(question):
        return False
    return not any(_TELLS_AGE.search(" ".join((piece.text, piece.label, *piece.header))) for piece in pieces)
