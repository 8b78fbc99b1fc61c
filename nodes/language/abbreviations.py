"""Usual abbreviations of roles, which some texts write out and some do not."""

from __future__ import annotations

import re
from collections.abc import Set

from nodes.language.synonyms import read_synonyms
from nodes.language.terms import analyse

_ROLES = """
CEO, chief executive officer, chief executive
CFO, chief financial officer
COO, chief operating officer
CTO, chief technology officer, chief technical officer
"""
USUAL = read_synonyms(_ROLES, "usual abbreviations")
"""As synonyms of each other."""
_PAIRS = [
    (frozenset(analyse(one)), frozenset(analyse(other)))
    for group in USUAL.groups
    for one in group.phrases
    for other in group.phrases
    if one != other
]
_ROLE = re.compile(rf"\s*\b(?:{'|'.join(re.findall(r'^[A-Z]+', _ROLES, re.MULTILINE))})\b(?: of\b)?(?: the\b)?\s*")


def readings(terms: Set[str]) -> list[tuple[frozenset[str], frozenset[str]]]:
    """What some terms may say in other words: the terms of a phrase among them, and those of one that says the same."""
    return [(said, other) for said, other in _PAIRS if said <= terms]


def without_roles(name: str) -> list[str]:
    """The names in a run of capitalised words, without the abbreviation of a role: "CEO of Hask Marine" is one."""
    return [part for part in _ROLE.split(name) if part]
