"""Usual abbreviations, and other everyday words for the same: some texts write them out and some do not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set

from nodes.domain.regexes import lazy_regex
from nodes.language import everyday_words
from nodes.language.synonyms import SynonymGroup, Synonyms, read_synonyms
from nodes.language.terms import analyse, normalise_name

_ROLES = """
CEO, chief executive officer, chief executive
CFO, chief financial officer
COO, chief operating officer
people work => employees, headcount
CTO, chief technology officer, chief technical officer
"""
_EVERYDAY = """
phone, telephone
fax, telefax
email, e-mail
bike, bicycle
photo, photograph
fridge, refrigerator
plane, aeroplane, airplane
luggage, baggage
suitcase => luggage, baggage, bag
lift, elevator
lorry, truck
petrol, gasoline
rubbish, garbage, trash
jumper, sweater, pullover
tap, faucet
nappy, diaper
caretaker, janitor
postcode, postal code, zip code
car park, parking lot
mobile, cell phone, mobile phone, smartphone
Amex, American Express
CV, curriculum vitae, résumé
timetable => schedule
physician => doctor
film, movie
flat => apartment
maths, math, mathematics
exam, examination
lab, laboratory
uni, university
dorm, dormitory, hall of residence, student residence
gym, gymnasium
flu, influenza
vet, veterinarian, veterinary surgeon
ad, advert, advertisement
info => information
landlady, landlord
PhD, Ph.D., doctoral degree
PhD => doctorate
Ph.D. => doctorate
CO2, CO₂, carbon dioxide
N2O, N₂O, nitrous oxide
CH4, CH₄, methane
H2O, H₂O, water
kg, kilogram, kilogramme, kilo
km, kilometre, kilometer
vacation => holiday, annual leave
USA, US, U.S.A., United States, America
UK, United Kingdom, Britain, Great Britain
EU, European Union
"""
"""Left out is what is more often another word: "application" is what somebody applies by, "flat" no apartment."""
USUAL = read_synonyms(_ROLES, "usual abbreviations")
"""As synonyms of each other, which are searched as well."""


_Pair = tuple[frozenset[str], frozenset[str]]
"""The terms that are asked, and those that say the same."""


def _pairs(groups: Iterable[SynonymGroup]) -> list[_Pair]:
    told = [
        (frozenset(trigger), frozenset(analyse(phrase)))
        for group in groups
        for trigger in group.triggers
        for phrase in group.phrases
    ]
    return [(said, other) for said, other in told if not said >= other]


_SAME = read_synonyms(_EVERYDAY, "everyday words").groups
_WIDER = read_synonyms(everyday_words.ALL, "everyday words").groups
EVERYDAY = Synonyms((*_SAME, *_WIDER))
"""As synonyms, which are searched only where no document holds what a question says."""


def _by_term(pairs: Iterable[_Pair]) -> dict[str, list[_Pair]]:
    """By one of the terms that call for each, as there are many."""
    found: dict[str, list[_Pair]] = {}
    for pair in pairs:
        found.setdefault(min(pair[0]), []).append(pair)
    return found


_PAIRS, _SAME_PAIRS, _WIDER_PAIRS = _pairs(USUAL.groups), _by_term(_pairs(_SAME)), _by_term(_pairs(_WIDER))
_KEYS = [
    (normalise_name(one), normalise_name(other))
    for group in _SAME
    for one in group.phrases
    for other in group.phrases
    if normalise_name(one) != normalise_name(other)
]
_ROLE = lazy_regex(rf"\s*\b(?:{'|'.join(re.findall(r'^[A-Z]+', _ROLES, re.MULTILINE))})\b(?: of\b)?(?: the\b)?\s*")


def readings(terms: Set[str], known: Set[str] = frozenset(), *, wider: bool = True) -> list[_Pair]:
    """What some terms may say in other words: the terms of a phrase among them, and those of one that says the same.

    Args:
        terms: Of a question.
        known: Those of them that are said as they stand: they are looked for in no everyday word besides.
        wider: Also in words that say about the same, "rotten" and "mouldy", and not in other forms alone, "bike" and
            "bicycle".
    """
    tables = (_SAME_PAIRS, _WIDER_PAIRS) if wider else (_SAME_PAIRS,)
    everyday = [pair for term in sorted(terms) for table in tables for pair in table.get(term, ())]
    asked = [pair for pair in everyday if pair[0] <= terms and not pair[0] <= known]
    return [pair for pair in _PAIRS if pair[0] <= terms] + asked


def said_otherwise(terms: Set[str], held: Set[str], *, wider: bool = True) -> frozenset[str]:
    """Those terms of a question that some held terms say in other words; see `readings`."""
    return frozenset(term for said, other in readings(terms, wider=wider) if other <= held for term in said)


def other_names(name: str) -> list[str]:
    """A normalised name with a word of it in its other form, each by itself: "mathematics ii" for "maths ii"."""
    spaced = f" {name} "
    return [spaced.replace(f" {one} ", f" {other} ").strip() for one, other in _KEYS if f" {one} " in spaced]


def without_roles(name: str) -> list[str]:
    """The names in a run of capitalised words, without the abbreviation of a role: "CEO of Hask Marine" is one."""
    return [part for part in _ROLE.split(name) if part]
