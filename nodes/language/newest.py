"""The newest of several documents of a kind: "the latest minutes", "the most recent board meeting"."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex

_NEWEST = (
    r"(?-i:latest|newest|most recent|last|neueste[mnrs]?|jüngste[mnrs]?|letzte[mnrs]?|"
    r"^(?:Latest|Newest|Most recent|Last|Neueste[mnrs]?|Letzte[mnrs]?))"
)
"""With a capital inside a sentence it belongs to a name: "The Last Report"."""
_DOCUMENT = (
    r"(?:minutes|meeting|session|report|newsletter|bulletin|circular|letter|e-?mail|memo(?:randum)?|notice|statement|"
    r"contract|agreement|amendment|decision|ruling|version|edition|issue|draft|offer|invoice|plan|budget|survey|review|"
    r"audit|update|press release|presentation|protocol|"
    r"Protokoll|Sitzung|Bericht|Rundbrief|Brief|Vertrag|Angebot|Fassung)"
)
_BETWEEN = (
    r"(?:(?!(?:in|on|at|of|to|by|for|from|and|or|the|an?|that|who|which|is|are|was|were|two|three|four|five|few|year|"
    r"quarter|month|week|night)\b)[^\W\d][\w-]*(?:['’]s?)? ){0,3}?"
)
_ASKED = lazy_regex(
    rf"\b{_NEWEST} (?P<kind>{_BETWEEN}{_DOCUMENT}\b(?: of the (?:[\w-]+ )??(?:[\w-]+))?)(?!-)", re.IGNORECASE
)
_ITSELF = lazy_regex(rf"\b{_NEWEST} (?={_BETWEEN}{_DOCUMENT}\b(?!-))", re.IGNORECASE)


def newest_of(question: str) -> str:
    """The kind of document of which the newest is asked about, "minutes of the board"; empty where none is."""
    found = _ASKED.search(question)
    return found["kind"] if found else ""


def without_newest(question: str) -> str:
    """The question without "latest" and the like before a kind of document: no document calls itself so."""
    return _ITSELF.sub("", question)
