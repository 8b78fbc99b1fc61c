"""Who signed, when, and between whom: contracts say it at their beginning and end, seldom with the word that asks."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.answering.evidence.source_names import heading_of
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.amendments import names_amendment
from nodes.language.terms import analyse

_ASKS = lazy_regex(r"\bwho(?:se)?\b[^.?!]{0,24}?\b(sign(?:ed|s)?|signator(?:y|ies)|signatures?)\b", re.IGNORECASE)
_ASKS_WHEN = lazy_regex(
    r"\b(?:when|(?:on )?(?:what|which) (?:date|day))\b[^.?!]{0,60}?\b(sign(?:ed)?|conclud(?:e|ed)|dated|sent)\b",
    re.IGNORECASE,
)
_ASKS_BETWEEN = lazy_regex(r"\b(?:who|whom|which|what)\b[^.?!]{0,24}?\b(part(?:y|ies)|between)\b", re.IGNORECASE)
_CONTRACT = r"\b(?:agreement|contract|lease|licen[cs]e|deed|amendment)\b"
_DATED = lazy_regex(
    r"\A\W*(?:dated|date[ds]?:|sent:|datum:|gesendet:|le \d|[A-ZÀ-ÖØ-Þ][\w-]+, (?:den |le |the )?\d)"
    rf"|{_CONTRACT}[^.;\n]{{0,40}}?\b(?:made|entered into|concluded|executed)\b[^.;\n]{{0,30}}?\d",
    re.IGNORECASE,
)
"""How a contract says the day on which it was signed, and a mail when it was sent."""
_BETWEEN = lazy_regex(
    rf"{_CONTRACT}[^.;\n]{{0,80}}?\bbetween\s+(?-i:[A-ZÀ-ÖØ-Þ])[^;\n]{{2,160}}?\band\s+(?-i:[A-ZÀ-ÖØ-Þ])",
    re.IGNORECASE,
)
_NAME = r"(?:[A-ZÀ-ÖØ-Þ][\w.'’-]* ){1,3}[A-ZÀ-ÖØ-Þ][\w'’-]+"
_TELLS = lazy_regex(
    r"\A\W*(?:/s/|(?i:signed(?: by)?\b(?! for):?|p\.? ?p\.)|"
    r"(?i:(?:signed )?(?:for(?: and on behalf of)?|on behalf of))\s(?:the\s)?[^.:;\n]{2,60}:)\s*"
    rf"(?:(?:Mr|Mrs|Ms|Dr)\.? )?{_NAME}"
)
_RECITAL = lazy_regex(
    rf"\A\W*(?:this|the) [^.;\n]{{0,80}}?{_CONTRACT}[^;\n]{{0,60}}?\b(?:made|entered into|concluded|executed|dated)\b"
    r"[^.;\n]{0,60}?\bbetween\b",
    re.IGNORECASE,
)
_ASKS_OF_MAKING = lazy_regex(
    r"\b(?:sign(?:ed|ing)?|conclu\w+|dated?|made|mak(?:e|ing)|enter\w*|execut\w+|start\w*|beg[aiu]n\w*|commenc\w+|"
    r"(?:take|in|into|come) (?:effect|force)|effective|since|amend(?:ed|s)?|chang\w+|agreed?|drawn|written|partie?s?|"
    r"between)\b",
    re.IGNORECASE,
)
"""What the day of a contract may be asked for by, or may stand for."""


def with_signatures(pieces: Sequence[Evidence], sources: Sequence[Source], question: str) -> list[Evidence]:
    """The pieces; where it is asked who signed, when or between whom, what says so holds the word that asks for it.

    Who signed is said of the contract above, and so holds what that is called. Those who signed an amendment do not
    tell who signed what it amends.
    """
    for asks, tells in ((_ASKS, _TELLS), (_ASKS_WHEN, _DATED), (_ASKS_BETWEEN, _BETWEEN)):
        if asked := frozenset(term for found in asks.findall(question) for term in analyse(found)):
            pieces = [
                replace(piece, terms=piece.terms | asked, is_heading=False) if tells.search(piece.text) else piece
                for piece in pieces
            ]
    return _of_what_was_signed(pieces, sources, question) if asks_signatories(question) else [*pieces]


def without_recitals(
    pieces: Sequence[Evidence], sources: Sequence[Source], question: str, terms: Collection[str]
) -> list[Evidence]:
    """The pieces without those that say when and between whom a contract was made, where another time is asked for.

    Args:
        pieces: All evidence.
        sources: What it came from.
        question: Asks for a time.
        terms: Its terms; what says all of them, with its title, may be what is asked for.
    """
    if _ASKS_OF_MAKING.search(question):
        return [*pieces]
    asked = frozenset(terms)
    return [
        piece
        for piece in pieces
        if asked <= piece.terms.union(analyse(heading_of(sources[piece.position]))) or not _RECITAL.match(piece.text)
    ]


def asks_signatories(question: str) -> bool:
    """Whether a question asks who signed."""
    return _ASKS.search(question) is not None


def tells_signatory(piece: Evidence) -> bool:
    """Whether a piece is the line of who signed for a party."""
    return _TELLS.search(piece.text) is not None


def _of_what_was_signed(pieces: Sequence[Evidence], sources: Sequence[Source], question: str) -> list[Evidence]:
    """The pieces, each signature with what its document is called; without those of amendments if none is meant."""
    told = [place for place, piece in enumerate(pieces) if tells_signatory(piece)]
    amending = {place for place, source in enumerate(sources) if names_amendment(heading_of(source))}
    is_of_contract = not names_amendment(question) and any(pieces[place].position not in amending for place in told)
    kept = list[Evidence]()
    for place, piece in enumerate(pieces):
        if place not in told:
            kept.append(piece)
        elif not (is_of_contract and piece.position in amending):
            kept.append(replace(piece, terms=piece.terms.union(analyse(sources[piece.position]["title"]))))
    return kept
