"""Amendments: what calls a document one, and which of them a question means."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex
from nodes.language.numbers import ORDINALS
from nodes.language.terms import analyse

_AMENDS = lazy_regex(
    r"\b(?:amend\w*|addendum|supplement\w*|side letter|variation|rider|change (?:notice|order|note)|notice of changes?|"
    r"nachtrag|ergänzung\w*|zusatz\w*|änderung\w*|"
    r"avenant|adenda|modificación)\b",
    re.IGNORECASE,
)
_KIND = r"(?:amendment|addendum|supplement|side letter|variation|rider|version|edition|instal?ment|reminder|notice)"
_ORDINAL = lazy_regex(rf"\b(?P<ordinal>{'|'.join(ORDINALS)}) (?P<kind>{_KIND})\b", re.IGNORECASE)


def names_amendment(text: str) -> bool:
    """Whether a text speaks of an amendment."""
    return _AMENDS.search(text) is not None


def ordinals_told(question: str, title: str) -> frozenset[str]:
    """The terms of the ordinals in a question that a title says by a number: "second amendment", "Amendment No. 2"."""
    found = [
        each["ordinal"].lower()
        for each in _ORDINAL.finditer(question)
        if re.search(
            rf"\b{each['kind']},? (?:no\.? ?|number |nr\.? ?|#)?{ORDINALS.index(each['ordinal'].lower()) + 1}\b",
            title,
            re.IGNORECASE,
        )
    ]
    return frozenset(term for ordinal in found for term in analyse(ordinal))
