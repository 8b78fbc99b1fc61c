"""What is told by a heading alone: "4.1.0 - 20 August 2031" says when version 4.1.0 was released."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.months import MONTH_NAMES
from nodes.language.terms import analyse, normalise_name

_DAY = (
    r"(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./](?:\d\d){1,2}"
    rf"|(?:\d{{1,2}}(?:st|nd|rd|th|\.)? )?(?:{MONTH_NAMES})\.?,? \d{{4}}"
    rf"|(?:{MONTH_NAMES})\.? \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}})"
)
_DATE = lazy_regex(rf"(?:\b(?:of|on|from|as of) )?(?<![\w.-]){_DAY}(?![\w-])", re.IGNORECASE)
_VERSION = r"\[?(?:(?:version|release|ver\.|build|v) ?)?v?\d{1,4}(?:\.\d{1,4}){1,3}(?![\w.]*\d)[\w-]*\]?"
_RELEASE = lazy_regex(
    rf"\W*(?:[^\W\d]\w* )?(?P<version>{_VERSION})(?:\([^()\s]*\))?\W*(?:released |published )?(?:on )?{_DAY}\W*",
    re.IGNORECASE,
)
"""A version and its day, perhaps with what is called so before them: "Halmnav 2.9.1 (2031-05-04)"."""
_NUMBER = lazy_regex(r"(?<![\d.])\d{1,4}(?:\.\d{1,4}){1,3}(?![\d.]*\d)")
_ASKS_PAST = lazy_regex(r"\bwhen (?:did|was|were|has|have)\b", re.IGNORECASE)
_CAME_OUT = frozenset(
    analyse(
        "version release released releasing publish published publication launch launched issue issued ship shipped "
        "appear appeared come came out date day available update"
    )
)
"""What is asked of a version whose day stands beside it."""
_DATE_OF_FORM = lazy_regex(rf"\W*(?:date|datum|day|fecha)[*_]{{0,2}}: *[*_]{{0,2}}{_DAY}\W*", re.IGNORECASE)
"""The day of what a form is about: "Date: 11 March 2031" below "Inspection report (Quay House)"."""
_LONGEST = 120
"""Characters of a heading with a day."""


def with_dated_headings(
    pieces: Sequence[Evidence], sources: Sequence[Source], question: str, terms: Set[str]
) -> list[Evidence]:
    """The pieces; where it is asked when something was, a heading that says all of that, and a day, states it.

    So does the date of a form that is called by all that is asked. Of a version it need not say that it was released.
    What the document itself is called, and on what day it was written, tells of no more than the document.

    Args:
        pieces: All evidence.
        sources: What they are of.
        question: As it stands alone.
        terms: Of the question.
    """
    asked = frozenset(terms)
    versions = frozenset(_NUMBER.findall(question))
    is_past = _ASKS_PAST.search(question) is not None
    return [
        replace(piece, is_heading=False, terms=piece.terms | asked)
        if _tells_day(piece, sources[piece.position], asked, versions)
        or (is_past and _is_day_of_form(piece, sources[piece.position], asked))
        else piece
        for piece in pieces
    ]


def day_of_release(piece: Evidence, pieces: Sequence[Evidence], question: str) -> Evidence | None:
    """The heading with a version and its day that a change stands under, where it is asked when that was made."""
    if not _ASKS_PAST.search(question) or piece.is_heading or is_release(piece.text):
        return None
    above = [each for each in pieces if each.position == piece.position and each.end <= piece.start]
    above = [each for each in above if each.is_heading or is_release(each.text)]
    last = max(above, key=lambda each: each.start, default=None)
    return last if last is not None and is_release(last.text) else None


def is_release(text: str) -> bool:
    """Whether a line is but a version and the day it came out."""
    return len(text) <= _LONGEST and _RELEASE.fullmatch(text.strip()) is not None


def _is_day_of_form(piece: Evidence, source: Source, asked: frozenset[str]) -> bool:
    return asked <= frozenset(analyse(source["title"])) and _DATE_OF_FORM.fullmatch(piece.text) is not None


def _tells_day(piece: Evidence, source: Source, asked: frozenset[str], versions: frozenset[str]) -> bool:
    if piece.is_row or len(piece.text) > _LONGEST or not _DATE.search(piece.text):
        return False
    called = frozenset(analyse(" ".join([source["title"], *source["section_path"][:-1]])))
    if versions:
        is_meant = is_release(piece.text) and versions == frozenset(_NUMBER.findall(_DATE.sub(" ", piece.text)))
        return is_meant and asked <= _CAME_OUT.union(called, piece.terms, analyse(" ".join(versions)))
    if (
        not piece.is_heading
        or not source["section_path"]
        or normalise_name(piece.text) == normalise_name(source["title"])
    ):
        return False
    own = piece.terms - frozenset(analyse(" ".join(_DATE.findall(piece.text))))
    return bool((asked - called) & own) and asked <= own | called
