"""Who came after somebody: a text tells of a successor, and seldom says "after"."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.answering.evidence.source_names import said_in
from nodes.domain.chat import Source
from nodes.language.terms import analyse

_ASKS = re.compile(
    r"\bwho (?:(?:is|was|became|becomes|served|came|took over|will be|will become) (?:[^?]{0,60} )?after|"
    r"(?:will |has )?(?:succeeds?|succeeded|followed|replaced?)|(?:took|will take) over (?:\w+ ){0,5}from) "
    r"(?P<whom>[^?]{2,60})",
    re.IGNORECASE,
)
_COMING = frozenset(
    analyse("became become served came come took take over succeed succeeded followed replace replaced")
)
"""By which it is asked."""
_IS_FOLLOWED = re.compile(
    r"\b(?:(?:his|her|their|whose|[\w-]+['’]s) successor\b|"
    r"(?:is|was|were|be|been) (?:succeeded|followed|replaced) (?:\w+ ){0,5}by\b)",
    re.IGNORECASE,
)
"""Said of whom another came after."""
_FOLLOWS = re.compile(
    r"\b(?:succeed(?:s|ed)|took over (?:\w+ ){0,5}from|(?:the )?successor (?:of|to)|replace[sd])\b", re.IGNORECASE
)
"""Said of who came after: behind it stands whom."""
_REACH = 200
"""Characters before "His successor" among which somebody is named."""


def with_successors(
    pieces: Sequence[Evidence], sources: Sequence[Source], question: str, names: Sequence[str], terms: Collection[str]
) -> list[Evidence]:
    """The pieces; where it is asked who came after somebody, those that tell it hold all that asks so.

    Where one does, what else is said of whom it was tells nothing: it has none of the question's words.

    Args:
        pieces: All evidence.
        sources: What it came from; a document has to say what somebody was.
        question: As it stands alone.
        names: Those that the question names, normalised.
        terms: All terms of the question.
    """
    found = _ASKS.search(question)
    whom = set(analyse(found["whom"])) if found else set[str]()
    named = [own for name in names if (own := set(analyse(name))) and own <= whom]
    if found is None or not named:
        return [*pieces]
    others = frozenset(terms).difference(named[0], _COMING)
    said: dict[str, set[str]] = {}
    for source in sources:
        said.setdefault(source["document_id"], set()).update(said_in(source))
    told = [
        others <= said[sources[piece.position]["document_id"]] and _tells(piece, sources[piece.position], named[0])
        for piece in pieces
    ]
    if not any(told):
        return [*pieces]
    asked = frozenset(terms)
    return [
        replace(piece, terms=piece.terms | asked if is_told else piece.terms - asked)
        for piece, is_told in zip(pieces, told, strict=True)
    ]


def _tells(piece: Evidence, source: Source, whom: Collection[str]) -> bool:
    """Whether a piece says who came after somebody: named in it on the right side, or right before it."""
    if piece.is_row or piece.is_list:
        return False
    if followed := _IS_FOLLOWED.search(piece.text):
        start = piece.start + followed.start()
        return not set(whom).isdisjoint(analyse(source["content"][max(0, start - _REACH) : start] + followed.group()))
    follows = _FOLLOWS.search(piece.text)
    return follows is not None and not set(whom).isdisjoint(analyse(piece.text[follows.end() :]))
