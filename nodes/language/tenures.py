"""Who holds a post now and who held it before, and how texts say that somebody left it."""

from __future__ import annotations

import re
from typing import Literal

from nodes.domain.regexes import lazy_regex

Tenure = Literal["", "now", "before"]

_ASKED_NOW = lazy_regex(
    r"\W*who(?:['’]s| is| are| chairs| heads| leads| runs| manages)\b(?![^?]*\b(?:former(?:ly)?|previous(?:ly)?|"
    r"outgoing|retir\w+|resign\w+|leaving|left|stepp?\w* down|before|after|until)\b)",
    re.IGNORECASE,
)
_ASKED_BEFORE = lazy_regex(
    r"\W*who (?:was|were|had been|has been|served|chaired|headed|led|ran|managed)\b[^?]*\bbefore\b|"
    r"\W*who (?:is|was|were|are) [^?]*\b(?:former|previous|predecessor)\b",
    re.IGNORECASE,
)
_LEAVES = lazy_regex(
    r"\b(?:st(?:ands?|ood|anding)|stepp?(?:s|ed|ing)?) down\b|"
    r"\b(?:retire[sd]?|resign(?:s|ed)?|leaves|left|departed)\b[^.;:?!\n]{0,60}?\b(?:as|from|chair|chairmanship|post|office|"
    r"board|company|role|position|after)\b|\b(?:former|outgoing|previous|retiring) ",
    re.IGNORECASE,
)


def asked_tenure(question: str) -> Tenure:
    """Whether a question asks who holds something now, or who held it before; empty where neither."""
    if _ASKED_BEFORE.match(question):
        return "before"
    return "now" if _ASKED_NOW.match(question) else ""


def says_left(text: str) -> bool:
    """Whether a text says that somebody left what they held: "Ada Berg stood down as chair"."""
    return _LEAVES.search(text) is not None
