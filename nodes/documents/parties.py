"""The parties of a contract, by which two that are called the same are told apart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from nodes.documents.capitals import CAPITALISED
from nodes.documents.excerpts import cover_text
from nodes.domain.documents import Page
from nodes.domain.regexes import lazy_regex
from nodes.language.amendments import names_amendment
from nodes.language.contracts import DEFINED_ROLE, LABELLED_ROLE, is_contract, role_of
from nodes.language.periods import MONTH_TERMS
from nodes.language.terms import analyse, fold

_OPENING = 3000
"""Characters from the top in which a contract names its parties."""
_BEFORE_ROLE = 300
"""Characters before a role in which its bearer and an address stand."""
_MOST_PARTIES = 4
_MOST_CHARACTERS = 200
"""Of a title with its parties."""
_NAME = lazy_regex(
    rf"{CAPITALISED}(?: (?:of|for) {CAPITALISED})?(?: (?:(?:and|the|und|für|et|de|y|&) ){{0,2}}{CAPITALISED}){{0,7}}"
    r"(?:, (?:Inc|Ltd|LLC)\b\.?)?"
)
"""Behind more than one word "of" leads to where somebody lives: "Ada Holm of Quay House"."""
_BETWEEN = lazy_regex(
    r"\b(?:between|among|zwischen|entre)\b[:\s*_]{1,6}(?P<one>[^\n;:]{2,160}?),?\s{1,3}(?:and|und|et|y)\s{1,3}"
    r"(?P<other>[^\n;:]{2,160})",
    re.IGNORECASE,
)
_LEADS = lazy_regex(
    r"(?:,\s(?:for|as|with|whose|represented by|acting)\s[^,;\n]{2,80}(?=,)|"
    r"\W|\b(?:and|und|et|y|by|between|among|zwischen|entre|the|de[rmn]|die|das|l[ae]s?|el|\d{1,2}|[a-z])\b)+",
    re.IGNORECASE,
)
"""Before the name of a party: `), and (2) the`, `), for its kitchen, and`."""
_BEFORE_PARTIES = lazy_regex(
    r"\b(?:between|among|zwischen|entre)\b|\b(?:parties|vertragsparteien|parteien)\b[*_]{0,2}:|\n\n", re.IGNORECASE
)
_SAYS_ALL = lazy_regex(r"\b(?:restated|consolidated|as amended)\b", re.IGNORECASE)
"""A contract with its amendments in it."""
_NO_PARTY = frozenset(
    analyse(
        "act agreement annex building contract date deliverables documents equipment fee flat goods house land law "
        "lease licence object period plan policy premises price product products programme project property regulation "
        "schedule service services site software subject system term terms vehicle work works"
    )
)
"""What else a contract gives a short name to: (the "Premises")."""
_DAYS = frozenset(analyse("monday tuesday wednesday thursday friday saturday sunday")).union(MONTH_TERMS)


def title_with_parties(title: str, pages: Sequence[Page]) -> str:
    """The title of a contract, its parties in brackets unless it names one: "Agreement (Vik Pumps AB, Ada Holm)".

    Anything else keeps its title, an amendment too: it says what it amends. A contract as amended has parties, too.

    Args:
        title: As chosen.
        pages: In reading order.

    Returns:
        One line, longer than the title by whole names and at most 200 characters.
    """
    if not is_contract(title) or (names_amendment(title) and not _SAYS_ALL.search(title)):
        return title
    parties = contract_parties(pages)
    named = frozenset(analyse(title))
    if len(parties) < 2 or any(not named.isdisjoint(_own_terms(party)) for party in parties):
        return title
    told = f"{title} ({', '.join(parties)})"
    return told if len(told) <= _MOST_CHARACTERS else title


def contract_parties(pages: Sequence[Page]) -> list[str]:
    """Who a contract is between, as its opening names them, at most four.

    By the roles that it gives them, (the "Supplier"), or that stand before them on a line of their own, "Supplier: Vik
    Pumps AB"; else by "between … and …".
    """
    opening = cover_text(pages, _OPENING)
    found = _distinct((*_of_roles(opening), *(name["name"] for name in LABELLED_ROLE.finditer(opening))))
    if len(found) < 2:
        between = _BETWEEN.search(opening)
        found = _distinct((between["one"], between["other"])) if between else []
    return found[:_MOST_PARTIES]


def _of_roles(opening: str) -> Iterable[str]:
    """What stands before each role, back to the role before."""
    position = 0
    for role in DEFINED_ROLE.finditer(opening):
        before = opening[max(position, role.start() - _BEFORE_ROLE) : role.start()]
        position = role.end()
        if _NO_PARTY.isdisjoint(analyse(role_of(role))):
            yield _BEFORE_PARTIES.split(before)[-1]


def _distinct(texts: Iterable[str]) -> list[str]:
    names = (_name_at(text) for text in texts)
    return list({fold(name): name for name in names if name and not _DAYS.issuperset(analyse(name))}.values())


def _name_at(text: str) -> str:
    """The name that a text opens with."""
    leads = _LEADS.match(text)
    found = _NAME.match(text, leads.end() if leads else 0)
    return " ".join(found.group().split()) if found else ""


def _own_terms(party: str) -> frozenset[str]:
    """The terms of a party that tell it: "Vik" of "Vik Pumps AB"."""
    return frozenset(analyse(party)[:1])
