"""Who is somebody's boss: a contract says to whom the employee reports, and names nobody a boss."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.answering.evidence.source_names import said_in
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse

_BOSS = r"(?:(?:direct|line|immediate) )?(?:boss|manager|supervisor|superior)"
_ASKS = lazy_regex(
    r"\bwho (?:is|was|are|were) (?:(?:[\w.-]+ ){0,3}?[\w.-]+['’]s?|my|his|her|their) "
    rf"(?P<boss>{_BOSS})(?!\w)(?! of\b)|"
    r"\bwho (?:does|did|do) [^?]{2,60}? (?P<answer>report|answer) to\b",
    re.IGNORECASE,
)
_TELLS = lazy_regex(
    r"(?<!who )\b(?:(?:reports?|answers|answerable) (?:directly )?to|(?:is|are) (?:supervised|managed|led) by)\b",
    re.IGNORECASE,
)
_OF_THE_ROLE = lazy_regex(
    r"(?:\W*[\d.]+\s+)?(?:the (?:employee|contractor|trainee|apprentice|intern|worker|assistant|candidate|"
    r"post ?holder)|he|she|they|you)\b",
    re.IGNORECASE,
)
"""Who is meant is told elsewhere in the document."""


def with_superiors(
    pieces: Sequence[Evidence], sources: Sequence[Source], question: str, terms: Collection[str]
) -> list[Evidence]:
    """The pieces; those that say to whom somebody reports hold the words that ask for the boss, and the name.

    Args:
        pieces: All evidence.
        sources: What it came from; that a document names who is asked for is read in all of its sources.
        question: As it stands alone.
        terms: All terms of the question.
    """
    found = _ASKS.search(question)
    if found is None:
        return [*pieces]
    asked = frozenset(analyse(" ".join(filter(None, found.groups()))))
    others = frozenset(terms) - asked
    said: dict[str, set[str]] = {}
    for source in sources:
        said.setdefault(source["document_id"], set()).update(said_in(source))

    def telling(piece: Evidence) -> Evidence:
        told = _TELLS.search(piece.text)
        if told is None or not others <= said[sources[piece.position]["document_id"]]:
            return piece
        who = piece.text[: told.start()]
        if others.isdisjoint(analyse(who)) and not _OF_THE_ROLE.match(who):
            return piece
        return replace(piece, terms=piece.terms | asked | others)

    return [telling(piece) for piece in pieces]
