"""Who is asked for as a member of a board, a committee or a team, and how texts lead in to its members."""

from __future__ import annotations

import re
from dataclasses import dataclass

from nodes.domain.regexes import lazy_regex
from nodes.language.months import MONTH_NAMES
from nodes.language.terms import analyse

_GROUP = (
    r"(?:(?!(?:the|an?|our|its|your|all|list|names?|show|give|me|us|tell|which|what|are|who|is|was|were|of|on|in)\b)"
    r"[\w-]{1,30} ){0,3}?(?:board|committee|council|panel|team|jury|commission|working group|executive|presidium|"
    r"vorstand|ausschuss|beirat)"
)
_THE = r"(?:the |our |its |your )?"
_ASKED = lazy_regex(
    rf"\b(?:members? of {_THE}(?P<of>{_GROUP})|{_THE}(?P<before>{_GROUP}) members?|"
    rf"who (?:all )?(?:is|are|was|were|sits?|sat|serves?|served) (?:currently |now )?(?:on|in) {_THE}(?P<on>{_GROUP}))"
    r"(?= in \d{4}|\W*$)",
    re.IGNORECASE,
)
_NAMED = lazy_regex(rf"\b(?P<group>{_GROUP})\b", re.IGNORECASE)
_ASKS_FOR_THEM = lazy_regex(r"\W*(?:who|list|name|show|give|which|what are|tell)\b", re.IGNORECASE)
_LEADS_IN = lazy_regex(
    r"\b(?:consists? of|is (?:made up|composed) of|comprises?|(?:has|had) (?:\w+ )?members|members (?:are|were)|"
    r"(?:was|were) (?:re-?)?elected (?:to|as members)|besteht aus)\b",
    re.IGNORECASE,
)
_CALLED = frozenset(analyse("member current present new composition list mitglieder"))
_DAY = lazy_regex(rf"\b(?:{MONTH_NAMES})\b|\d+", re.IGNORECASE)
_OPENS_WITH_NAME = lazy_regex(r"\W*(?:[^\W\d_a-zß-öø-ÿ][\w.'’-]* ){1,3}[^\W\d_a-zß-öø-ÿ][\w'’-]+")


@dataclass(frozen=True)
class Membership:
    """The group whose members are asked for, and all that the question says for it, as terms."""

    group: frozenset[str]
    said: frozenset[str]


def asked_members(question: str) -> Membership | None:
    """What a question asks the members of: "Who sits on the works council?"; None where it asks for none."""
    found = _ASKED.search(question) if _ASKS_FOR_THEM.match(question) else None
    if found is None:
        return None
    group = frozenset(analyse(found["of"] or found["before"] or found["on"]))
    return Membership(group, frozenset(analyse(found.group()))) if group else None


def groups_named(text: str) -> list[frozenset[str]]:
    """The terms of each board, committee or the like that a text names."""
    return [frozenset(analyse(found["group"])) for found in _NAMED.finditer(text)]


def leads_in_to_members(text: str, asked: Membership) -> bool:
    """Whether a sentence, or what stands above a list, says whom a group consists of."""
    found = _LEADS_IN.search(text)
    return found is not None and asked.group <= frozenset(analyse(text[: found.end()]))


def heads_members(heading: str, asked: Membership) -> bool:
    """Whether a heading is a group, or its members, perhaps on a day: "The board on 31 December 2024"."""
    terms = frozenset(analyse(_DAY.sub(" ", heading)))
    return asked.group <= terms <= asked.group | _CALLED


def opens_with_name(item: str) -> bool:
    """Whether an item of a list begins with a name of several words."""
    return _OPENS_WITH_NAME.match(item) is not None
