"""Turns of everyday speech, and how documents say the same: who "moved in" has a tenancy that "begins"."""

from __future__ import annotations

import re
from typing import NamedTuple

from nodes.domain.regexes import lazy_regex
from nodes.language.months import MONTH_NAMES
from nodes.language.terms import analyse

_WHO = r"\bwhom?\b[^?]*?"
_WHEN = r"\b(?:when|(?:by|on|until) (?:what|which) (?:day|date)|how (?:soon|quickly|fast|long))\b[^?]*?"
_BODY = r"the (?:[\w'’-]+ ){0,3}?(?:board|committee|council|panel|jury|commission|team)s?\b"
_MEETING = r"(?:the |our |that |this |last )?(?:[\w'’-]+ ){0,3}?(?:meeting|session|assembly)"
_LETTING = r"(?:tenancy|lease|letting|rental|sublease)(?: (?:agreement|contract))?"


class _Turn(NamedTuple):
    asked: re.Pattern[str]
    """The group `said`, or all that is found, is what a text need not say."""
    told: re.Pattern[str]
    searched: tuple[str, ...] = ()


class Turn(NamedTuple):
    """A turn of speech in a question."""

    said: frozenset[str]
    """The terms of the question that it is made of."""
    told: re.Pattern[str]
    """What a text says that says the same."""
    searched: tuple[str, ...]
    """Words by which such a text is found."""


def _turn(asked: str, told: str, searched: str = "") -> _Turn:
    words = tuple(filter(None, searched.split(", ")))
    return _Turn(lazy_regex(asked, re.IGNORECASE), lazy_regex(told, re.IGNORECASE), words)


_TURNS = (
    _turn(
        rf"\bmov(?:e[ds]?|ing) (?:in(?!\s+(?:\d|(?:{MONTH_NAMES})\b))|into)\b",
        rf"\b{_LETTING}\b[^.;\n]{{0,40}}?\b(?:begins?|began|starts?|started|commence[sd]?|runs from)\b"
        r"|\b(?:keys|flat|room|house|premises) (?:is|are|was|were) handed over\b",
        "tenancy, lease",
    ),
    _turn(
        r"\bmov(?:e[ds]?|ing) out\b",
        rf"\b{_LETTING}\b[^.;\n]{{0,40}}?\b(?:ends?|ended|expires?|expired|terminate[sd]?)\b|\bvacate[sd]?\b",
        "tenancy, lease",
    ),
    _turn(
        rf"{_WHO}(?P<said>\b(?:replace[sd]?|st(?:ood|ands?) in for|fill(?:s|ed)? in for)\b)",
        r"\b(?:t(?:ook|akes?|aken|aking)|fill(?:s|ed)?) "
        r"(?:the place of|(?:his|her|their|(?:\w+ ){0,3}?[\w-]+['’]s?) place)\b"
        r"|\b(?:t(?:ook|akes?|aken|aking)) over from\b|\bst(?:ood|ands?) in for\b|\bin (?:his|her|their) place\b",
    ),
    _turn(
        rf"{_WHO}(?P<said>\b(?:deal(?:s|t|ing)? with|handle[sd]?|t(?:akes?|aken|ook) care of|sees? to|looks? after)\b)",
        r"\bin charge\b|\bresponsible for\b|\bcontact (?:person )?(?:is|for)\b|\b(?:is|are|was|were) handled by\b"
        r"|\bdeals? with\b|\b(?:takes? care of|looks? after)\b",
        "in charge, responsible",
    ),
    _turn(
        rf"{_WHO}(?P<said>\bresponsible for\b)",
        r"\bin charge\b|\b(?:deals? with|handles?|takes? care of|looks? after)\b",
        "in charge",
    ),
    _turn(
        rf"(?P<said>\b(?:sits?|sat|serves?|served) on) (?={_BODY})",
        r"\b(?:re-?)?(?:elected|appointed)\b|\bmembers?(?: are|:)",
        "elected, members",
    ),
    _turn(
        r"\bwho (?:\w+ ){0,2}?(?P<said>(?<!is )(?<!was )(?<!gets )(?:pay|pays|paid))\b",
        r"\bcovered by\b|\bat (?:the|its|his|her|their|our|your|[\w-]+['’]s?) (?:own )?(?:cost|expense)\b"
        r"|\bborne by\b|\bbears? (?:the|all|its|these) (?:costs?|expenses?)\b|\bcharged to\b",
        "covered",
    ),
    _turn(
        rf"{_WHEN}(?P<said>\bdue\b)",
        r"\bhand(?:s|ed|ing)?[- ]in\b|\bsubmi(?:ts?|tted|ssion)\b|\bdeadline\b|\b(?:has|have) to be in by\b"
        r"|\bpayable\b",
        "hand-in, submit, submission, deadline",
    ),
    _turn(
        rf"{_WHEN}(?P<said>\b(?:comes?|came)\b)(?=\W*$| (?:when|if|after|here|round|by|on|to (?:us|me|the))\b)",
        r"\bon[- ]site\b|\barriv(?:es?|ed|al)\b|\bvisit(?:s|ed)?\b",
        "on site, arrive",
    ),
    _turn(
        r"\bwinter\b",
        r"\b(?:from|between) (?:\d\d?\.? )?(?:october|november) (?:to|and|until) (?:(?:the end of )?\d*\.? ?)?"
        r"(?:march|april)\b|\bheating (?:season|period)\b",
    ),
    _turn(
        r"\bsummer\b",
        r"\b(?:from|between) (?:\d\d?\.? )?(?:april|may|june) (?:to|and|until) (?:(?:the end of )?\d*\.? ?)?"
        r"(?:august|september|october)\b",
    ),
    _turn(
        r"\bstay(?:s|ing|ed)? (?:at )?home\b",
        r"\b(?:nobody|no[- ]one|none of (?:us|you)) (?:goes|may go|is to go|leaves|travels)\b|\bcalled off\b"
        r"|\b(?:must|may|do|does|should) not (?:go|leave|come|travel)\b|\bcancel(?:l?ed|s)?\b",
        "nobody goes, cancelled",
    ),
    _turn(
        rf"\bhow many\b[^?]*?(?P<said>\b(?:(?:was|were) (?:at|in) {_MEETING}|attended(?: {_MEETING})?))",
        r"\b(?:is|are|was|were) (?:present|represented)\b",
        "present, represented",
    ),
    _turn(
        r"\b(?:is|are|was|were|been|got) (?:\w+ ){0,2}?(?P<said>fixed|mended|repaired)\b(?! to\b)",
        r"\b(?:works?|working|runs?|running) again\b|\b(?:was|were|been) (?:\w+ )?(?:fitted|exchanged|put right)\b"
        r"|\b(?:tested|checked) and (?:works?|runs?)\b|\bin order again\b",
        "works again, fitted",
    ),
    _turn(r"\b(?:bigger|larger)\b", r"\btoo (?:small|narrow|tight)\b", "too small"),
    _turn(r"\bsmaller\b", r"\btoo (?:big|large)\b", "too big, too large"),
    _turn(r"\bcheaper\b", r"\btoo (?:dear|expensive|costly)\b", "too expensive, too dear"),
    _turn(r"\b(?:faster|quicker)\b", r"\btoo slow\b", "too slow"),
    _turn(r"\b(?:stronger|sturdier)\b", r"\btoo weak\b", "too weak"),
    _turn(r"\b(?:quieter)\b", r"\btoo (?:loud|noisy)\b", "too loud"),
)


def turns_in(question: str) -> list[Turn]:
    """The turns of everyday speech in a question, each with what says the same in a text."""
    found = ((turn, turn.asked.search(question)) for turn in _TURNS)
    return [Turn(frozenset(analyse(_said(each))), turn.told, turn.searched) for turn, each in found if each]


def _said(found: re.Match[str]) -> str:
    return next(filter(None, found.groupdict().values()), found.group())
