"""What the cover of a report to the Securities and Exchange Commission says it is: who filed what, for which period."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.documents.excerpts import cover_text
from nodes.domain.documents import Page
from nodes.domain.regexes import lazy_regex

_COVER = 5_000
"""Characters of the first page with text."""
_REGISTRANT = lazy_regex(r"\(\s*exact\s+name\s+of\s+(?:the\s+)?registrant", re.IGNORECASE)
_FORM = lazy_regex(r"\bform\s+(\d{1,2}-[A-Z](?:/A)?|[A-Z]-\d{1,2}(?:/A)?)", re.IGNORECASE)
_DAY = r"(?P<day>[A-Z][a-z]{2,8}\s+\d{1,2},\s+(?:19|20)\d\d)"
_PERIOD = lazy_regex(
    rf"(?:year|quarterly period|period)\s+ended:?\s+(?i:commission file\s+)?(?-i:{_DAY})", re.IGNORECASE
)
_EVENT = lazy_regex(rf"date of (?:earliest event|report)[^:]{{0,60}}:?\s*(?-i:{_DAY})", re.IGNORECASE)
_LAYOUT = "_|#*-–— \t:"
_NO_NAME = lazy_regex(r"commission|\d{2}-\d|\d{4}|\bform\b", re.IGNORECASE)
_LONGEST_NAME = 80
"""Characters of the line that names who files: a longer one is a sentence."""


def filing_title(pages: Sequence[Page]) -> str:
    """By the cover: "Corning Incorporated, Form 10-K, December 31, 2022"; empty where it is none, or does not say.

    The day ends the period, or is that of the event. A cover without one gives a title without.
    """
    cover = cover_text(pages, _COVER)
    below = _REGISTRANT.search(cover)
    form = _FORM.search(cover)
    if below is None or form is None:
        return ""
    lines = [line.strip(_LAYOUT) for line in cover[: below.start()].split("\n")]
    name = " ".join(next((line for line in reversed(lines) if line), "").split("_")[-1].split())
    if not any(map(str.isalpha, name)) or len(name) > _LONGEST_NAME or _NO_NAME.search(name):
        return ""
    told = _PERIOD.search(cover) or _EVENT.search(cover)
    return ", ".join([name, f"Form {form[1].upper()}", *([" ".join(told["day"].split())] if told else [])])
