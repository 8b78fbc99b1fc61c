"""How a patent says it descends from others: parents, continuations, divisionals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypedDict

from nodes.documents.excerpts import head_text
from nodes.documents.identifiers import patent_numbers, without_kind_code
from nodes.domain.documents import Page
from nodes.domain.regexes import lazy_regex

_RELATION = lazy_regex(
    r"\b(?P<continuation>continuation(?:-in-part)?(?:\s+application)?\s+of|Fortsetzung\s+(?:von|der))\b"
    r"|\b(?P<division>division(?:al)?(?:\s+application)?\s+of|Teilanmeldung\s+(?:von|der|aus))\b"
    r"|\b(?P<claim>(?:claims?|claiming)\s+(?:the\s+)?(?:benefit|priority)|benefit\s+of|priority\s+(?:to|from|of)|"
    r"parent\s+(?:patent|application)s?:?|Priorität\s+(?:von|der))\b",
    re.IGNORECASE,
)
_REACH = 200
"""Characters between the numbers of one list of patents."""
_LOOKED_AT = 20_000
"""Characters from the top, in which a patent says what it continues."""


class PatentRelations(TypedDict):
    """What a patent descends from, normalised numbers in order of appearance."""

    parents: list[str]
    """Everything it continues, divides or claims priority of."""
    continuations: list[str]
    """Those that it is a continuation (or continuation in part) of."""
    divisionals: list[str]
    """Those that it is a division of."""


def patent_relations(pages: Sequence[Page]) -> PatentRelations:
    """Relations that the document states at its beginning, in the sentence "a continuation of application No. …".

    A number belongs to the nearest relation before it, at most 200 characters away.
    """
    text = re.sub(r"\s+", " ", head_text(pages, _LOOKED_AT))
    found: PatentRelations = {"parents": [], "continuations": [], "divisionals": []}
    relations = list(_RELATION.finditer(text))
    if not relations:
        return found
    reach = 0
    for start, number in patent_numbers(text):
        before = [relation for relation in relations if relation.end() <= start + 1]
        # "…, now Pat. No. …" continues a list of numbers, so each number extends the reach to the next.
        if not before or start - max(before[-1].end(), reach) > _REACH:
            continue
        reach = start if reach >= before[-1].end() or start - before[-1].end() <= _REACH else reach
        _append(found["parents"], number)
        if before[-1].group("continuation"):
            _append(found["continuations"], number)
        elif before[-1].group("division"):
            _append(found["divisionals"], number)
    return found


def family_keys(identifiers: Sequence[str], parents: Sequence[str]) -> list[str]:
    """What members of one patent family share: their own patent numbers and their parents', without kind codes."""
    own = [identifier for identifier in identifiers if re.match(r"(?:US|EP|WO|PCT)[/A-Z]*\d", identifier)]
    return list(dict.fromkeys(without_kind_code(number) for number in (*own, *parents)))


def _append(numbers: list[str], number: str) -> None:
    if number not in numbers:
        numbers.append(number)
