"""Who was there, and who was not: minutes say it in a line of their own, and in other words than people ask."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace
from typing import Literal

from nodes.answering.evidence.evidence import Evidence
from nodes.answering.evidence.source_names import heading_of, said_in
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.periods import MONTH_TERMS
from nodes.language.terms import analyse

Attendance = Literal["", "present", "absent"]

_ASKS = lazy_regex(
    r"\b(?:attend(?:ed|ees?|ing|ance)?|(?:was|were|been) (?:present|there)|"
    r"(?:was|were) (?:at|in) (?=(?:the |our )?(?:[\w’'-]+ ){0,3}?(?:meeting|session)\b)|"
    r"(?:took|take|taken|taking) part|"
    r"participa(?:nts?|ted?|ting)|(?:war(?:en)?|nahm(?:en)?) (?:\w+ ){0,3}?(?:anwesend|dabei|teil)|teilgenommen|"
    r"(?:était|étaient) présente?s?|(?:a|ont) (?:participé|assisté)|asistió|asistieron|era presente|erano presenti)\b",
    re.IGNORECASE,
)
_WHO = lazy_regex(
    r"\b(?:who|wer|qui|qui[eé]n(?:es)?|chi|list|name|names|attendees|participants|people|"
    r"which (?:of the )?(?:[a-z]+ )?(?:members?|councillors?|directors?|delegates?|trustees?|governors?|colleagues|"
    r"students?|employees?|shareholders?))\b",
    re.IGNORECASE,
)
_SAYS = lazy_regex(
    r"\W*(?:present|attend(?:ees?|ing|ance)|participants?|in attendance|attended by|anwesende?|teilnehm(?:er|ende)\w*|"
    r"présents?|asistentes|presenti)\b[^.:\n]{0,24}:",
    re.IGNORECASE,
)

_MEETING = lazy_regex(
    r"\b(?:meetings?|sessions?|Sitzung|Treffen|réunion|séance|reunión|riunione|seduta)\b", re.IGNORECASE
)
_ASKS_ABSENT = lazy_regex(
    r"\b(?:absent|missing|excused|missed (?=(?:the |our )?(?:[\w’'-]+ ){0,3}?(?:meeting|session)\b)|"
    r"(?:sent|gave|send) (?:his |her |their )?apologies|"
    r"(?:did not|didn['’]t|could not|couldn['’]t) (?:attend|come|take part)|"
    r"(?:was|were)(?: not|n['’]t) (?:present|there|"
    r"(?:at|in) (?=(?:the |our )?(?:[\w’'-]+ ){0,3}?(?:meeting|session)\b))|"
    r"fehlten?|abwesend|entschuldigt|"
    r"absente?s?|excusée?s?|ausentes?|faltó|faltaron|assent[ei])\b",
    re.IGNORECASE,
)
_SAYS_ABSENT = lazy_regex(
    r"\b(?:apologies(?: for absence)?(?=:| from| were| had)|"
    r"(?:absente?s?|excused|entschuldigt|abwesend|es fehlten?|excusée?s?|ausentes?|"
    r"excusan?(?: su (?:ausencia|asistencia))?|assent[ei])(?= ?:))|"
    r"\b(?:was|were) (?:absent|excused)\b",
    re.IGNORECASE,
)


def asks_attendance(question: str) -> Attendance:
    """Whether it is asked who was at a meeting, or who was not; empty where neither."""
    if _WHO.search(question) is None:
        return ""
    if _ASKS_ABSENT.search(question):
        return "absent"
    return "present" if _ASKS.search(question) else ""


def tells_attendance(text: str, asked: Attendance) -> bool:
    """Whether a line names those who were there ("Present: …"), or those who were not ("Apologies: …")."""
    match asked:
        case "present":
            return _SAYS.match(text) is not None
        case "absent":
            return _SAYS_ABSENT.search(text) is not None
        case "":
            return False


def names_those_there(text: str) -> bool:
    """Whether a line opens as one that names who was there, or who was not."""
    return _SAYS.match(text) is not None or _SAYS_ABSENT.match(text.lstrip("-*_ ")) is not None


def without_asking(question: str) -> list[str]:
    """The terms of such a question that say of which meeting it is; that it was one says every line of its minutes."""
    for asking in (_ASKS_ABSENT, _ASKS, _WHO, _MEETING):
        question = asking.sub(" ", question)
    return analyse(question)


def with_attendance(
    pieces: Sequence[Evidence], sources: Sequence[Source], asked: Attendance, terms: Set[str], meeting: Set[str]
) -> list[Evidence]:
    """The pieces, those that tell who was there, or not, with the words that ask for it and for the meeting.

    Such a line says neither: the day of the meeting stands at the top of its minutes.

    Args:
        pieces: All evidence, by source and place.
        sources: What they came from.
        asked: What is asked for.
        terms: Of the question, all of them.
        meeting: Those that say which meeting it is.
    """
    if not asked:
        return [*pieces]

    times = frozenset(term for term in meeting if term in MONTH_TERMS)
    headed = [times.intersection(analyse(heading_of(source))) for source in sources]

    def telling(piece: Evidence) -> Evidence:
        said = meeting & said_in(sources[piece.position])
        if any(headed):
            # The minutes of March speak of April too.
            said -= times - headed[piece.position]
        return replace(piece, terms=piece.terms | said | (terms - meeting))

    return [telling(piece) if tells_attendance(piece.text, asked) else piece for piece in pieces]
