"""Things that are told apart by a letter or a number: "sample A", "priority 3"."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex
from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import stem

PARTS_OF_TEXTS = frozenset(
    word
    for words in (
        "annex appendix chapter clause column exercise exhibit field figure lesson level line module option paragraph",
        "part point question schedule section step table task",
    )
    for word in words.split()
)
_NUMBERED = PARTS_OF_TEXTS.union(
    word
    for words in (
        "action band bay block box building case category class deck depot dock examiner experiment flat floor gate",
        "generation grade group hall lot patient phase pier plan platform plot position priority programme referee",
        "region reviewer risk room round",
        "route sample scenario season series shift site stage station team terminal test tier tower track trial type",
        "unit variant volume ward week wing workstream zone",
    )
    for word in words.split()
)
_LETTERED = _NUMBERED | frozenset({"hepatitis", "influenza", "vitamin"})
_LABEL = lazy_regex(r"(?<![^\W_])([^\W\d_]{3,})[ \u00a0]([A-HJ-Z]|\d{1,2})(?![^\W_]|[-/.,'’]\w)")
_BY_NUMBER = lazy_regex(r"(?<![^\W_])([^\W\d_]{3,}),? (?:no|nr)\.? ?(\d{1,3})(?![^\W_]|[-/.,'’]\w)", re.IGNORECASE)
"""What is told apart by its number, whatever it is: "boat no. 3"."""
_LAST_WORDS = lazy_regex(r"([^\W\d_]+)[ \u00a0][A-Z]$")


def labels_of(text: str) -> dict[str, frozenset[str]]:
    """The letters and numbers of the labelled things that a text speaks of, by the stem of what they are."""
    found: dict[str, frozenset[str]] = {}
    for noun, label in _LABEL.findall(text):
        if noun.lower() in _NUMBERED or (label.isalpha() and noun.islower() and noun not in STOP_WORDS):
            kind = stem(noun.lower())
            found[kind] = found.get(kind, frozenset()) | {label}
    for noun, label in _BY_NUMBER.findall(text):
        kind = stem(noun.lower())
        found[kind] = found.get(kind, frozenset()) | {label}
    return found


def without_labels(text: str) -> str:
    """A text without the labels of numbered things: the 3 of "room 3" counts nothing."""
    return _LABEL.sub(lambda found: found[1] if found[1].lower() in _NUMBERED else found[0], text)


def is_label(text: str) -> bool:
    """Whether a text ends in a thing and the letter that tells it apart: "found in sample A", not "wrote J"."""
    last = _LAST_WORDS.search(text)
    return last is not None and last[1].lower() in _LETTERED
