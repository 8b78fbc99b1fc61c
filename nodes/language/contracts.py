"""Contracts: what they call themselves, and by which roles they name their parties."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex
from nodes.language.entities import names_in
from nodes.language.terms import analyse

CONTRACT = lazy_regex(
    r"\b(?:\w+-)?(?:agreement|contract|lease|licen[cs]e|tenancy|deed|nda|statement of work|"
    r"vertrag|\w+vertrag|bail|contrat|contrato)\b",
    re.IGNORECASE,
)
ROLES = (
    "claimant|defendant|plaintiff|respondent|appellant|applicant|petitioner|landlord|tenant|lessor|lessee|licensor|"
    "licensee|supplier|customer|client|buyer|seller|purchaser|vendor|employer|employee|lender|borrower|contractor|"
    "subcontractor|insurer|insured|policyholder|guarantor|franchisor|franchisee|consultant|provider"
)
"""What parties of a contract or a lawsuit are called there; a pattern."""
LABELLED_ROLE = lazy_regex(
    rf"^[ \t>*_#-]{{0,8}}(?P<role>{ROLES})[*_]{{0,2}}:[*_ \t]{{1,4}}(?P<name>\S.{{0,119}})$",
    re.IGNORECASE | re.MULTILINE,
)
"""A line "Claimant: Vik Pumps AB"."""
DEFINED_ROLE = lazy_regex(
    r"\((?:hereinafter |referred to as |called ){0,2}"
    r"(?:(?:the )?[\"“„'‘«](?P<role>[A-ZÀ-ÖØ-Þ][\w-]{2,24})[\"”“'’»]"
    rf"|the (?P<usual>(?i:{ROLES})))\)"
)
"""Behind a name and perhaps an address: (the "Supplier"), (the Client)."""


def role_of(found: re.Match[str]) -> str:
    """The role in what `LABELLED_ROLE` or `DEFINED_ROLE` found."""
    told = found.groupdict()
    return told["role"] or told["usual"] or ""


def is_contract(title: str) -> bool:
    """Whether a title is that of a contract, by what it calls itself."""
    return CONTRACT.search(title) is not None


def parties_of(title: str) -> frozenset[str]:
    """The terms of the names in the title of a contract, without what it calls itself; empty for any other title."""
    if not is_contract(title):
        return frozenset()
    return frozenset(analyse(CONTRACT.sub(" ", " ".join(names_in(title)))))
