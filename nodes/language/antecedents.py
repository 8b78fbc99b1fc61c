"""What a question's "it" or "they" may stand for that the question says itself."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex
from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import tokens

_CLAUSE = lazy_regex(
    r"(?P<mark>[,;:.!?–—]+\s)|\b(?:and|but|or|so|because|since|if|when|while|that|which|who|without|unless|before|after|"
    r"until|till|although|though)\b",
    re.IGNORECASE,
)
"""What one clause ends and the next begins with."""
_THING = lazy_regex(
    r"\b(?:(?:an?|the|my|our|your|his|her|its|their|this|these|those|some|any|every|each|all|both|no|one|two|three)\s+"
    r"[^\W\d_]{2,}|(?:some|any|every|no)(?:thing|body|one))\b",
    re.IGNORECASE,
)
"""An article or its like with the word behind it, which tells a noun."""
_OF_A_RELATIVE_CLAUSE = lazy_regex(
    r"\b(?:the|all|any|each|every|these|those|my|our|your)\s+[^\W\d_]{2,}\s+$", re.IGNORECASE
)
"""Before a pronoun that begins a relative clause: "the words it suggests"."""
_REACH = 60
"""Characters before a pronoun in which a noun and its article have room."""
_FEWEST_WORDS = 2
"""Of a clause that names a topic."""


def is_told_before(text: str, start: int) -> bool:
    """Whether a question says before a pronoun what that may stand for, in another clause.

    "I closed my account but it still sends mail" says so, "What does the lease say of it?" and "What happens if it
    breaks?" do not.

    Args:
        text: The question.
        start: Where the pronoun begins.
    """
    before = text[:start]
    if _OF_A_RELATIVE_CLAUSE.search(before[-_REACH:]):
        return True
    boundaries = list(_CLAUSE.finditer(before))
    if not boundaries:
        return False
    earlier = before[: boundaries[-1].start()]
    return _THING.search(earlier) is not None or _is_topic(before[: boundaries[0].start()], boundaries[0])


def _is_topic(clause: str, boundary: re.Match[str]) -> bool:
    """Whether a clause names what the question is about before it asks: "push vs pull, what do they each need?"."""
    words = tokens(clause)
    return boundary["mark"] is not None and len(words) >= _FEWEST_WORDS and words[0].lower() not in STOP_WORDS
