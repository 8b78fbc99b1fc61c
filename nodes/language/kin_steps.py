"""How many steps lead to a relative: a great-grandfather is a father's father's father, a brother-in-law a spouse's."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, NamedTuple

from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse

Tie = Literal["descent", "marriage", "sibling"]
Gender = Literal["he", "she", ""]


class Step(NamedTuple):
    """One step from somebody to a relative."""

    tie: Tie
    gender: Gender
    """Of the relative; empty where it is not said."""


KIN = lazy_regex(
    r"\b(?:(?P<side>paternal|maternal) )?(?P<great>(?:great[- ])*)(?P<grand>grand)?"
    r"(?:(?:step|half|twin)[- ]?)?"
    r"(?P<word>father|mother|parent|son|daughter|child|husband|wife|spouse|widow(?:er)?|brother|sister|sibling|"
    r"uncle|aunt|nephew|niece)s?(?P<law>-in-law)?(?P<owns>['’]s?)?(?!\w)",
    re.IGNORECASE,
)
_ON_SIDE = lazy_regex(
    r"(?P<kin>(?:great[- ])*\bgrand\w+|\b(?:uncle|aunt|cousin)s?)"
    r"(?: (?:on|from) (?:the|his|her|their) (?P<side>mother|father|maternal|paternal)(?:['’]s)? side"
    r"| in the (?P<line>male|female) line)",
    re.IGNORECASE,
)
"""A side told behind the word: "grandfather on his mother's side" is a maternal one, and no other step."""
_SIDES_BEHIND = {"mother": "maternal", "female": "maternal", "maternal": "maternal"}
_MARRIED = frozenset({"husband", "wife", "spouse", "widow", "widower"})
_SIBLINGS = frozenset({"brother", "sister", "sibling"})
_APART = frozenset({"uncle", "aunt", "nephew", "niece"})
_HE = frozenset({"father", "son", "husband", "widower", "brother", "uncle", "nephew"})
_SHE = frozenset({"mother", "daughter", "wife", "widow", "sister", "aunt", "niece"})
_SIDES: dict[str, Gender] = {"paternal": "he", "maternal": "she"}
_TOLD: dict[Tie, re.Pattern[str]] = {
    "descent": lazy_regex(
        r"\b(?:(?:grand|step)?(?:father|mother|parent|son|daughter|child|children)s?|born to|begot\w*|descend\w+|"
        r"heir)\b",
        re.IGNORECASE,
    ),
    "marriage": lazy_regex(
        r"\b(?:husband|wife|wives|spouse|widow(?:er)?|married|marri\w+|wed(?:ded)?|consort|bride)\b", re.IGNORECASE
    ),
    "sibling": lazy_regex(r"\b(?:half-?)?(?:brother|sister|sibling|twin)s?\b", re.IGNORECASE),
}


def kin_steps(question: str, names: Iterable[str]) -> list[Step]:
    """The steps from what a question names to the relative it asks for, in the order in which they are gone.

    "X's mother's father" is gone as it is read, "the father of the mother of X" from its end.

    Args:
        question: As typed.
        names: Those that it has, as it has them.
    """
    question = _ON_SIDE.sub(_with_side_before, question)
    folded = question.casefold()
    places = [place for name in names if (place := folded.find(name.casefold())) >= 0]
    start = min(places, default=len(question))
    found = [*KIN.finditer(question)]
    behind = [each for each in found if each.start() > start]
    before = [each for each in found if each.start() < start]
    return [step for each in (*behind, *reversed(before)) for step in _steps(each)]


def _with_side_before(found: re.Match[str]) -> str:
    side = _SIDES_BEHIND.get((found["side"] or found["line"]).lower(), "paternal")
    return f"{side} {found['kin']}"


def _steps(found: re.Match[str]) -> list[Step]:
    word = found["word"].lower()
    gender: Gender = "he" if word in _HE else "she" if word in _SHE else ""
    side = _SIDES.get((found["side"] or "").lower(), "")
    count = len(re.findall("great", found["great"] or "", re.IGNORECASE)) + bool(found["grand"])
    if word in _APART:
        return [Step("descent", side), Step("sibling", gender)]
    tie: Tie = "marriage" if word in _MARRIED else "sibling" if word in _SIBLINGS else "descent"
    if found["law"]:
        # The sister's husband: that it may be the wife's brother as well is left aside.
        ties: tuple[Tie, Tie] = ("sibling", "marriage") if tie == "sibling" else ("marriage", tie)
        return [Step(ties[0], ""), Step(ties[1], gender)]
    before = [Step("descent", side if not place else "") for place in range(count)]
    return [*before, Step(tie, gender)]


def kin_terms_told(question: str, text: str) -> frozenset[str]:
    """The terms by which a question calls kin, where a text tells every step to them: "son of" twice, a grandfather."""
    told = [each for each in KIN.finditer(question) if all(tells_tie(text, step.tie) for step in _steps(each))]
    return frozenset(term for each in told for term in analyse(each[0]))


def tells_tie(text: str, tie: Tie) -> bool:
    """Whether a text says of somebody that they are kin in this way."""
    return _TOLD[tie].search(text) is not None


def kin_terms(question: str) -> frozenset[str]:
    """The terms by which a question calls kin."""
    return frozenset(term for each in KIN.finditer(question) for term in analyse(each[0]))


def count_kin(question: str) -> int:
    """How many words of kin a question has."""
    return len(KIN.findall(question))
