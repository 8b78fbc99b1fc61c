"""Times of day: who asks for 15:21 means the line of 15:21:00, and none of 21:15:00."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from nodes.answering.evidence.cutting import STAMP
from nodes.answering.evidence.evidence import Evidence
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse

_TIME = lazy_regex(
    r"(?<![\d.:,-])(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?(?![\d:])"
    r"(?: ?(?P<half>[ap])\.?m\b)?",
    re.IGNORECASE,
)
_HOURS = lazy_regex(
    r"(?<![\d.:,-])[0-2]?\d(?:[:.][0-5]\d)?(?: ?[ap]\.?m\b\.?)? ?(?:-|–|—|to|until|till|bis) ?"
    r"[0-2]?\d(?:[:.][0-5]\d(?!\d)| ?[ap]\.?m\b)",
    re.IGNORECASE,
)
"""From when until when: "10:00-20:30", "9 am to 5 pm"."""
_ASKS_HOURS = lazy_regex(
    r"\b(?:what time|when|until when|how (?:late|long|early)|which hours)\b[^?]*?"
    r"\b(open|opens|close|closes|shut|shuts)(?=\W*$| (?:on|in|at|for|during|until|till|from|to|over|today|tomorrow|"
    r"tonight|now|this|every|each)\b)",
    re.IGNORECASE,
)


def with_hours(pieces: Sequence[Evidence], question: str) -> list[Evidence]:
    """The pieces; those that give hours tell when something opens or closes, where that is asked."""
    asked = _ASKS_HOURS.search(question)
    if asked is None:
        return [*pieces]
    said = frozenset(analyse(asked[1]))
    return [replace(piece, terms=piece.terms | said) if _HOURS.search(piece.text) else piece for piece in pieces]


def with_times(pieces: Sequence[Evidence], question: str) -> list[Evidence]:
    """The pieces; those that tell a time of day of the question hold what it says for it, however they write it.

    A row or a line of a log of another time does not hold it in part.
    """
    asked = {_time(found): frozenset(analyse(found.group())) for found in _TIME.finditer(question)}
    return [_with_time(piece, asked) for piece in pieces] if asked else [*pieces]


def other_times(pieces: Sequence[Evidence], question: str) -> list[str]:
    """The times of a question as it has them, where all pieces are rows or lines of a log, each of other times."""
    asked = {_time(found): found.group() for found in _TIME.finditer(question)}
    told = [[_time(found) for found in _TIME.finditer(piece.text)] for piece in pieces if _is_of_time(piece)]
    if not asked or not 0 < len(pieces) == len(told) or not all(told):
        return []
    is_told = any(each.startswith(time) for said in told for each in said for time in asked)
    return [] if is_told else [*asked.values()]


def _is_of_time(piece: Evidence) -> bool:
    return piece.is_row or STAMP.match(piece.text) is not None


def _with_time(piece: Evidence, asked: dict[str, frozenset[str]]) -> Evidence:
    said = [_time(found) for found in _TIME.finditer(piece.text)]
    # Who asks for a minute means every second of it.
    told = [terms for time, terms in asked.items() if any(each.startswith(time) for each in said)]
    if told:
        return replace(piece, terms=piece.terms.union(*told))
    if not said or not _is_of_time(piece):
        return piece
    unsaid = frozenset[str]().union(*asked.values())
    return replace(piece, terms=piece.terms - unsaid, numbers=piece.numbers - unsaid)


def _time(found: re.Match[str]) -> str:
    """As 15:21 or 15:21:07."""
    hour, half = int(found["hour"]), (found["half"] or "").lower()
    hour += 12 * (half == "p" and hour < 12) - 12 * (half == "a" and hour == 12)
    return ":".join([f"{hour:02}", found["minute"], *([found["second"]] if found["second"] else [])])
