"""Where somebody studied, and what: a curriculum vitae says it in degrees and years, and seldom in those words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse

_ASKS = lazy_regex(
    r"\b(?P<study>did\b[^?]{2,80}? study)\b(?! (?:find|show|cover|last|include|report))|"
    r"\b(?P<word>studied|graduat(?:e|ed|ion)|degrees?|education|educated|alma mater|studiert(?:e|en)?|Studium|"
    r"(?:Studien|Hochschul)abschluss|étudié|diplôme|estudió|titulación)\b",
    re.IGNORECASE,
)
_TELLS = lazy_regex(
    r"\b(?:[BM]\.?(?:Sc|A|Eng|Phil|Ed|BA|S)\.?|Ph\.?D\.?|LL\.?[BM]\.?|[Bb]achelor|[Mm]aster(?:['’]s)? (?:of|in|degree)|"
    r"[Dd]octorate|[Dd]iplom(?:a|-\w+)?|[Ss]taatsexamen|[Ll]icence en|[Ll]icenciatura|[Mm]aestría)(?![\w-])"
    r"[^\n]{0,120}?\b(?:(?:19|20)\d\d|[Uu]niversi\w+|[Cc]ollege|[Ii]nstitut\w*|[Ss]chool|[Hh]ochschule|ETH|MIT)\b|"
    r"\b(?:19|20)\d\d\b[^\n]{0,40}\b(?:B\.?Sc|M\.?Sc|B\.?A|M\.?A|Ph\.?D|MBA)\b"
)
"""A degree, and behind it a year or where it was taken."""


def asks_education(question: str) -> frozenset[str]:
    """The terms by which a question asks what or where somebody studied; empty where it does not."""
    asking = [found["word"] or "study" for found in _ASKS.finditer(question)]
    return frozenset(analyse(" ".join(asking)))


def with_education(pieces: Sequence[Evidence], question: str) -> list[Evidence]:
    """The pieces; those that tell of a degree hold the terms that ask for it."""
    asked = asks_education(question)
    if not asked:
        return [*pieces]
    return [
        replace(piece, terms=piece.terms | asked, is_heading=False) if _TELLS.search(piece.text) else piece
        for piece in pieces
    ]
