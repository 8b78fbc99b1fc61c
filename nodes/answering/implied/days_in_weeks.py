"""The row of a weekday below the days of its week: "Tuesday" under "11 to 15 November" is the 12th."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.months import MONTH_NAMES
from nodes.language.periods import MONTHS
from nodes.language.terms import analyse, normalise_name

_ASKED = lazy_regex(
    rf"\b(?P<weekday>(?:mon|tues|wednes|thurs|fri|satur|sun)day),? (?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)? "
    rf"(?:of )?(?P<month>{MONTH_NAMES})\b",
    re.IGNORECASE,
)
_WEEK = lazy_regex(
    rf"\b(?P<first>\d{{1,2}})(?:st|nd|rd|th|\.)?(?: (?P<begins>{MONTH_NAMES}))? ?(?:-|–|to|until) ?"
    rf"(?P<last>\d{{1,2}})(?:st|nd|rd|th|\.)? (?P<ends>{MONTH_NAMES})\b",
    re.IGNORECASE,
)
_Day = tuple[int, int]
"""Month and day."""


def with_days_in_weeks(pieces: Sequence[Evidence], sources: Sequence[Source], question: str) -> list[Evidence]:
    """The pieces; the row of a weekday says the date that is asked for with it, where its heading spans that.

    Args:
        pieces: All evidence.
        sources: What they are of.
        question: As it stands alone.
    """
    asked = _ASKED.search(question)
    if asked is None:
        return [*pieces]
    day = (_month(asked["month"]), int(asked["day"]))
    weeks = {
        place
        for place, source in enumerate(sources)
        if source["section_path"] and _spans(source["section_path"][-1], day)
    }
    weekday, said = normalise_name(asked["weekday"]), frozenset(analyse(asked.group()))
    return [
        replace(piece, terms=piece.terms | said)
        if piece.position in weeks and piece.is_row and normalise_name(piece.label) in {weekday, weekday[:3]}
        else piece
        for piece in pieces
    ]


def _spans(heading: str, day: _Day) -> bool:
    return any(
        (_month(week["begins"] or week["ends"]), int(week["first"])) <= day <= (_month(week["ends"]), int(week["last"]))
        for week in _WEEK.finditer(heading)
    )


def _month(name: str) -> int:
    return int(MONTHS[name.lower()])
