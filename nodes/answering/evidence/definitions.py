"""Definitions and clauses: sentences that say what a term or a role stands for, or that a number names."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import chain

from nodes.domain.regexes import lazy_regex
from nodes.language.acronyms import spelt_out
from nodes.language.terms import analyse, normalise_name

_ASKS = lazy_regex(
    r"\b(?:defin(?:e[sd]?|ition)|stands? for|mean(?:s|t(?= by\b)|ing)?)\b|"
    r"^\W*+(?:who|what)(?: is| are| was| were|'s|’s) (?:(?:the|an?|our|my) )?(?:[\w-]++ ){0,2}[\w-]++\W*+$",
    re.IGNORECASE,
)
_MARKED = lazy_regex(
    r"\((?:(?:each|together|jointly|hereinafter|hereafter|henceforth|from (?:here|now) on|in short|below|called|"
    r"referred to as|an?|the)[,:]? )*[\"“„']([^\"”“'\n]{2,60})[\"”“']\)"
    r"|\((?:hereinafter|hereafter|henceforth|from (?:here|now) on|in short)[,:]? (?:(?:called|the)[,:]? )*"
    r"([^()\n\"“„']{2,40})\)"
    r"|[\"“„']([^\"”“'\n]{2,60})[\"”“'] (?:means?|shall mean|refers to|stands for|is|are|has the meaning)\b"
)
"""A role in brackets ("the Landlord"), a term in quotation marks that means something."""
_ENTRY = lazy_regex(r"^\W*(?:\d+(?:\.\d+)*[.)]? )?([^:\n]{2,40}?)[*_]{0,2}\s?(?::[*_]{0,2} |[–—] | - )(?=\S)")
"""An entry of a glossary."""
_IS = lazy_regex(
    r"^\W*(?:\d+(?:\.\d+)*[.)]? )?(?:(?:an?|the|each|every) )?([^,.:;()\n]{2,60}?)(?: \([^()\n]{1,40}\))?,? "
    r"(?:is (?:an?|the|one|any|what|where|when|used)|are (?:the|those|all)|means?|refers? to|denotes?|stands? for|"
    r"allows?|lets?)\b",
    re.IGNORECASE,
)
"""A sentence that begins with what it says the meaning of."""
_NAMED = lazy_regex(
    r"(\b(?:not|never|cannot)\b[^.;]{0,20}?|n['’]t [^.;]{0,20}?)?"
    r"\b(?:called|known as|referred to as|termed|so-called) (?:(?:an?|the) )?[\"“”„'‘]?(?=\w)",
    re.IGNORECASE,
)
"""What stands before the name of what a sentence describes; the group where it says what is not called so."""
_SHORT_FOR = lazy_regex(
    r"(?<![\w-])([^\W\d_][\w.-]{1,15}) (?:stands for|is short for|is an? (?:abbreviation|acronym) (?:of|for))\b"
)

_ASKS_VALUE = lazy_regex(
    r"^\W*(?:(?:what|which) (?:was|were) (?:the|their|its|our)|"
    r"how (?:high|low|large|great|big|strong|good) (?:is|are|was|were)|"
    r"(?:what|which) (?:[\w-]+ ){1,4}?did (?:[\w-]+ ){1,4}?(?:get|find|reach|see|measure|report|achieve|record))\b",
    re.IGNORECASE,
)
_SAYS_HOW = lazy_regex(
    r"\b(?:is|are|was|were)\s(?:defined\sas|taken\sas|understood\sas|"
    r"(?:measured|calculated|assessed|determined)\s(?:as|by|with|using|from))\b",
    re.IGNORECASE,
)

_ASKS_SUBJECT = lazy_regex(
    r"^\W*what(?: is| are| was| were|['’]s) (?:the|our|my|your|their|its) (?P<what>[\w'’-]+(?: [\w'’-]+){1,4})\W*$",
    re.IGNORECASE,
)
_COPULAS = (
    "is",
    "are",
    "was",
    "were",
    "shall be",
    "will be",
    "amounts to",
    "amounted to",
    "comes to",
    "came to",
    "remains",
)

_SORTS = frozenset(
    analyse(
        "option setting parameter argument variable flag switch command function method class type tag label keyword "
        "severity level state status field column key term word phrase name value code error message abbreviation "
        "acronym symbol"
    )
)
"""What sort of thing a term is ("the option `--force`"): what defines the term need not say it."""
_CALLED = "clause|section|sections|article|art|paragraph|item|rule"
_CLAUSES = lazy_regex(rf"(?:\b(?:{_CALLED})\.?|§§?) ?(\d{{1,3}}(?:\.\d{{1,3}})*)", re.IGNORECASE)
CLAUSE_TERMS = frozenset(analyse(_CALLED))
"""What clauses are called, and seldom call themselves."""
_OPENING = lazy_regex(r"\W*(\d{1,3}(?:\.\d{1,3})*)[.)]?\s")


def asks_definition(question: str) -> bool:
    """Whether it is asked what a term means, or who or what something is, in a few words."""
    return _ASKS.search(question) is not None


def asks_value(question: str) -> bool:
    """Whether it is asked what something came to: "What was the yield?", "How high is the yield?"."""
    return _ASKS_VALUE.search(question) is not None


def says_how(text: str) -> bool:
    """Whether a text says what something is taken to be, or how it is measured, and so hardly what it came to."""
    return _SAYS_HOW.search(text) is not None


def asked_subject(question: str) -> str:
    """The normalised name of what it is asked what it is, of two words or more: "charter fee"; empty where none is."""
    asked = _ASKS_SUBJECT.match(question)
    return normalise_name(asked["what"]) if asked else ""


def tells_of_subject(folded: str, subject: str) -> bool:
    """Whether a normalised text goes on from a subject to what that is: "the charter fee is 7,800 euros"."""
    return any(f" {subject} {copula} " in folded for copula in _COPULAS)


def defines(text: str, terms: Collection[str]) -> bool:
    """Whether a text says what the given terms mean.

    A role or a term that it marks, or an acronym that it spells out, needs no other terms than these. An entry of a
    glossary, and a sentence that begins with what it explains or ends with what that is called, has to be about most
    of them: "Virtual: adventures" and "A package is a file" do not say what a virtual package is.
    """
    asked = frozenset(terms)
    marked = (next(group for group in found.groups() if group) for found in _MARKED.finditer(text))
    named = chain(marked, _SHORT_FOR.findall(text), spelt_out(text))
    headed = chain(_ENTRY.findall(text), _IS.findall(text))
    return (
        any(words and words <= asked for words in map(_terms, named))
        or any(words <= asked and are_most(words, asked) for words in map(_terms, headed))
        or any(
            are_most(_opening(text[found.end() :], len(asked)), asked)
            for found in _NAMED.finditer(text)
            if not found[1]
        )
    )


def are_most(words: frozenset[str], terms: Collection[str]) -> bool:
    """Whether words are more than half of the terms, but for those that say what sort of thing the others name."""
    asked = frozenset(terms) - _SORTS or frozenset(terms)
    return 2 * len(words & asked) > len(asked)


def asked_clauses(question: str) -> frozenset[str]:
    """Numbers of the clauses that a question asks for: "clause 5.3" gives 5.3."""
    return frozenset(_CLAUSES.findall(question))


def clause_number(text: str) -> str:
    """The number that opens a clause; empty without."""
    found = _OPENING.match(text)
    return found.group(1) if found else ""


def _opening(text: str, count: int) -> frozenset[str]:
    """The terms of so many words and one more."""
    return _terms(" ".join(text.split(maxsplit=count + 1)[: count + 1]))


def _terms(text: str) -> frozenset[str]:
    return frozenset(analyse(text))
