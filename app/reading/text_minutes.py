"""Numbered lines right above text, as the points of minutes: no blank line tells that they head it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from app.reading.text_lines import Candidate, TextLine, is_blank, may_be_title
from nodes.domain.regexes import lazy_regex

_POINT = lazy_regex(r"(?P<number>\d{1,2})[.)] {1,4}(?P<title>[^\W_a-zß-öø-ÿ].*)")
_SENTENCES = lazy_regex(r"\w{3}[.!?;:] +\w")
_ENDS = (".", ",", ";", ":", "!")
_LONGEST = 70
"""Characters of such a line: a longer one is broken, and goes on below."""
_MOST_WORDS = 9
_FEWEST = 3
"""Points, before they are believed."""
_LEAST_BODY = 80
"""Characters that stand below a point on average: below steps there is less."""


def minuted_points(lines: Sequence[TextLine]) -> list[Candidate]:
    """The lines that head the points of minutes: "4. Vehicles", below a blank line and right above a sentence.

    Three or more at one indent that count on from 1, each short and without an end mark, with some sentences below.
    None where one of them is not so: items of a list are broken, too.

    Args:
        lines: In reading order, of all pages, blank ones included.
    """
    found = [
        (position, int(point["number"]))
        for position, line in enumerate(lines)
        if is_blank(lines, position - 1) and (point := _POINT.fullmatch(line.text)) and may_be_title(line.text)
    ]
    if len(found) < _FEWEST or [number for _, number in found] != list(range(1, len(found) + 1)):
        return []
    starts = [position for position, _ in found]
    if len({lines[position].indent for position in starts}) > 1 or not all(_heads(lines, each) for each in starts):
        return []
    bodies = [sum(len(line.text) for line in lines[start + 1 : end]) for start, end in pairwise([*starts, len(lines)])]
    if sum(bodies) < _LEAST_BODY * len(bodies):
        return []
    return [Candidate(position, position, lines[position].text, ("point", 0), (number,)) for position, number in found]


def _heads(lines: Sequence[TextLine], position: int) -> bool:
    text = lines[position].text
    below = "" if is_blank(lines, position + 1) else lines[position + 1].text
    is_short = len(text) <= _LONGEST and len(text.split()) <= _MOST_WORDS
    is_title = is_short and not text.endswith(_ENDS) and not _SENTENCES.search(text.partition(" ")[2])
    return is_title and bool(below) and not below[0].islower() and _POINT.fullmatch(below) is None
