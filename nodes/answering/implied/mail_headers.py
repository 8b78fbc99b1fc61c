"""When a mail was sent: its header tells it, in one line with no word of who sent it, to whom, and about what."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.answering.evidence.writers import FROM
from nodes.domain.regexes import lazy_regex
from nodes.language.asked_terms import asked_terms
from nodes.language.terms import analyse

_ASKS = lazy_regex(
    r"\b(?:when|(?:on |at )?(?:what|which) (?:date|day|time))\b[^.?!]{0,80}?\b(sen[dt]|written|wrote|write|mailed)\b",
    re.IGNORECASE,
)
_MAIL = lazy_regex(r"\b(?:e-?mails?|mails?|messages?)\b", re.IGNORECASE)
_SENDER = lazy_regex(
    r"\b(?:did|has|had|does)\s(?P<sender>[^,.?!]{1,60}?)\s(?:sen[dt]|write|written|mail(?:ed)?)\b", re.IGNORECASE
)
_WHO = lazy_regex(r"\W*(?:from|to|cc|subject|re|von|an|betreff|de|à|objet|para|asunto)\s?:\s", re.IGNORECASE)
_FROM = lazy_regex(FROM, re.IGNORECASE)
_WHEN = lazy_regex(r"\W*(?:date|sent|datum|gesendet|envoyé|enviado|fecha)\s?:\s[^\n]*\d", re.IGNORECASE)


def with_mail_headers(pieces: Sequence[Evidence], question: str) -> list[Evidence]:
    """The pieces; where it is asked when a mail was sent, the line with its date holds what its header says.

    It holds the words by which the question calls it a mail, and sending, as well; of several the one that has most
    of the question, and of a sender only theirs.
    """
    asked = [*_ASKS.findall(question)]
    if not asked:
        return [*pieces]
    sender = frozenset(analyse(found["sender"])) if (found := _SENDER.search(question)) else frozenset()
    mails = {piece.position for piece in pieces if _FROM.match(piece.text) and sender <= piece.terms}
    called = frozenset(analyse(" ".join([*asked, *_MAIL.findall(question)])))
    meant = _best_covering(frozenset(asked_terms(question)) - called, pieces, mails)
    said: dict[int, set[str]] = {position: set() for position in meant}
    for piece in pieces:
        if piece.position in meant and _WHO.match(piece.text):
            said[piece.position] |= piece.terms
    return [
        replace(piece, terms=piece.terms.union(called, said[piece.position]), is_heading=False)
        if piece.position in meant and _WHEN.match(piece.text)
        else piece
        for piece in pieces
    ]


def _best_covering(asked: frozenset[str], pieces: Sequence[Evidence], mails: set[int]) -> set[int]:
    """The mails that have most of what is asked: each of them has a date, and was sent."""
    held: dict[int, frozenset[str]] = {}
    for piece in pieces:
        if piece.position in mails:
            held[piece.position] = held.get(piece.position, frozenset()) | (asked & (piece.terms | piece.about))
    most = max(map(len, held.values()), default=0)
    return {position for position, terms in held.items() if len(terms) == most}
