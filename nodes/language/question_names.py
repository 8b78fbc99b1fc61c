"""The names of a question, in whatever language it is asked."""

from __future__ import annotations

import re
from collections.abc import Set

from nodes.domain.regexes import lazy_regex
from nodes.language.abbreviations import without_roles
from nodes.language.entities import names_in
from nodes.language.function_words import LANGUAGES
from nodes.language.months import MONTH_NAMES
from nodes.language.query_terms import language_of_words
from nodes.language.terms import normalise_name, tokens

_DETERMINERS = (
    r"d(?:er|ie|as|en|em|es)|k?ein(?:e[mnrs]?)?|im|beim|am|zu[mr]|vom|welche[mnrs]?|diese[mnrs]?|jede[mnrs]?|"
    r"(?:mein|dein|sein|ihr|unser|eur)(?:e[mnrs]?)?|wie ?viele?"
)
"""German articles and what stands for one."""
_OF = lazy_regex(r" of (?:the )?")
_SMALL_WORDS = lazy_regex(r"(?:^|\s+)(?:[^\W\d_A-ZÄÖÜ][^\W\d_A-ZÄÖÜ]*(?:\s+|$))+")
_ASKS_ANEW = lazy_regex(
    r"[.?!] (?=(?:Can|Could|Do|Does|Did|Is|Are|Was|Will|Would|Should|May|Must|How|What|Why|When|Where|Who|Which)\b).*"
)
"""Where a sentence begins that asks: "in GB. Can I" names GB."""
_NO_NAME = lazy_regex(
    r"I['’](?:m|ve|d|ll)|O\.?K\.?|(?:PC|TV|CD|DVD|USB|PDF|GPS|SMS|URL|CPU|GPU|RAM|SSD|HDD|PIN|ATM|LED|LCD)s?|"
    r"[KkMGT]i?B|kWh|MWh|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,?(?: the)? \d{1,2}(?:st|nd|rd|th)?"
)
"""What is written with capitals and called nothing: things of every day, which a text may call otherwise, units and
days."""
_MONTHS = lazy_regex(rf"(?:{MONTH_NAMES})")
_ALSO_OF_PEOPLE = frozenset({"March", "April", "May", "June", "August"})
_LEADS_TO_MONTH = lazy_regex(
    r"\b(?:in|since|until|till|by|from|between|and|or|than|during|for|of|to|through|last|this|next|each|every|early|mid|"
    r"late|before|after|compare)[ -]$",
    re.IGNORECASE,
)
_BEFORE_ANOTHER = lazy_regex(rf"(?:,|,? (?:and|or|to|than|with)(?: in)?) (?:{MONTH_NAMES})\b")
_LONGEST_LEAD = 9
"""Characters of the longest of them, with what parts it from the month."""


def question_names(question: str) -> list[str]:
    """The names of a question. German writes every noun with a capital: those behind an article are no names.

    Words of other languages that ask open no name ("Welche Firma"). The usual abbreviation of a role is none, nor is a
    month: of those that people are called by as well, behind what leads to a time.
    """
    names, language = names_in(question), language_of_words(tokens(question))
    names = [name for name in (_ASKS_ANEW.sub("", name) for name in names) if not _NO_NAME.fullmatch(name)]
    names = [name for name in names if not _is_month(name, question)]
    names = list(dict.fromkeys(part for name in names for part in without_roles(name)))
    if language is None:
        return names
    if language == "german":
        names = [part for name in names for part in _SMALL_WORDS.split(name)]
    names = [_without_first(name, LANGUAGES[language]) for name in names]
    if language == "german":
        names = [name for name in names if " " in name or not _is_common_noun(name, question)]
    return list(dict.fromkeys(name for name in names if name))


def parts_of(name: str) -> list[str]:
    """What stands before and behind each "of" of a name."""
    return _OF.split(name)


def _is_common_noun(word: str, question: str) -> bool:
    behind = rf"\b(?:{_DETERMINERS})\s+(?:(?-i:[a-zäöüß]+)\s+){{0,2}}{re.escape(word)}\b"
    return re.search(behind, question, re.IGNORECASE) is not None


def _is_month(name: str, question: str) -> bool:
    """Whether a name is a month alone, wherever a question says it."""
    if not _MONTHS.fullmatch(name):
        return False
    if name not in _ALSO_OF_PEOPLE:
        return True
    return all(
        _LEADS_TO_MONTH.search(question[max(0, found.start() - _LONGEST_LEAD) : found.start()])
        or _BEFORE_ANOTHER.match(question, found.end())
        for found in re.finditer(rf"\b{name}\b", question)
    )


def _without_first(name: str, words: Set[str]) -> str:
    first, _, rest = name.partition(" ")
    return rest if normalise_name(first) in words else name
