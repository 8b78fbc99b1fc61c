"""Definitions and clauses: sentences that say what a term or a role stands for, or that a number names."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import chain

from nodes.language.acronyms import spelt_out
from nodes.language.terms import analyse

_ASKS = re.compile(
    r"\b(?:defin(?:e[sd]?|ition)|stands? for|mean(?:s|ing)?)\b|"
    r"^\W*(?:who|what)(?: is| are| was| were|'s|’s) (?:(?:the|an?|our|my) )?(?:[\w-]+ ){0,2}[\w-]+\W*$",
    re.IGNORECASE,
)
_MARKED = re.compile(
    r"\((?:(?:each|together|jointly|hereinafter|referred to as|an?|the),? )*[\"“„']([^\"”“'\n]{2,60})[\"”“']\)"
    r"|[\"“„']([^\"”“'\n]{2,60})[\"”“'] (?:means?|shall mean|refers to|stands for|is|are|has the meaning)\b"
    r"|^\W*(?:\d+(?:\.\d+)*[.)]? )?([^:\n]{2,40}?)[*_]{0,2}\s?(?:: |[–—] | - )(?=\S)"
)
"""A role in brackets ("the Landlord"), a term in quotation marks that means something, an entry of a glossary."""
_SHORT_FOR = re.compile(
    r"(?<![\w-])([^\W\d_][\w.-]{1,15}) (?:stands for|is short for|is an? (?:abbreviation|acronym) (?:of|for))\b"
)

_CALLED = "clause|section|sections|article|art|paragraph|item|rule"
_CLAUSES = re.compile(rf"(?:\b(?:{_CALLED})\.?|§§?) ?(\d{{1,3}}(?:\.\d{{1,3}})*)", re.IGNORECASE)
CLAUSE_TERMS = frozenset(analyse(_CALLED))
"""What clauses are called, and seldom call themselves."""
_OPENING = re.compile(r"\W*(\d{1,3}(?:\.\d{1,3})*)[.)]?\s")


def asks_definition(question: str) -> bool:
    """Whether it is asked what a term means, or who or what something is, in a few words."""
    return _ASKS.search(question) is not None


def defines(text: str, terms: Collection[str]) -> bool:
    """Whether a text defines something, or spells it out, all of whose terms are among the given ones."""
    marked = (next(group for group in found.groups() if group) for found in _MARKED.finditer(text))
    defined = chain(marked, _SHORT_FOR.findall(text), spelt_out(text))
    return any(words and set(words) <= set(terms) for words in map(analyse, defined))


def asked_clauses(question: str) -> frozenset[str]:
    """Numbers of the clauses that a question asks for: "clause 5.3" gives 5.3."""
    return frozenset(_CLAUSES.findall(question))


def clause_number(text: str) -> str:
    """The number that opens a clause; empty without."""
    found = _OPENING.match(text)
    return found.group(1) if found else ""
