"""Who asks, and what they want to do: "How soon may I replay the recital?" has other words in its answer."""

from __future__ import annotations

import re
from collections.abc import Set

from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse

_ADVERBS = r"(?:(?:still|also|ever|even|already|only|just|always|then|now|please|actually|\w{2,}ly)\s+)?"
_WORD = r"(?P<verb>[^\W\d_]+(?:-[^\W\d_]+)?)"
_DOES = lazy_regex(
    r"\b(?:do|(?P<rule>can|could|may|might|must|shall|should|will|would))\s+"
    rf"(?:I|we|you|one|(?(rule)(?:they|he|she|it)|they))\s+{_ADVERBS}{_WORD}",
    re.IGNORECASE,
)
"""Not "did she marry": what is told of the past is asked by just that word."""
_HOW_TO = lazy_regex(r"\bhow\s+\w+\s+(?:I|we|you|one|they|he|she|it)\b", re.IGNORECASE)
"""Who asks how to do something asks for just that."""
_IF = lazy_regex(
    rf"\b(?:if|when|once|unless)\s+(?:(?:I|we|you|they|one)\s+{_ADVERBS}{_WORD}|"
    rf"(?:an?\s+[^\W\d_]+|he|she|it|somebody|someone)\s+{_ADVERBS}(?P<third>[^\W\d_]+(?<!s)s)\b)",
    re.IGNORECASE,
)
_ALL_RIGHT = lazy_regex(
    r"\b(?:is|was|would|will)\s+it\s+(?:be\s+)?(?P<right>okay|ok|o\.k\.|alright|all right|fine|allowed|permitted|"
    rf"possible)\s+(?:for\s+\w+\s+)?to\s+{_WORD}",
    re.IGNORECASE,
)
_ONESELF = frozenset({"i", "my", "mine", "we", "our", "ours"})
_LETTERS = lazy_regex(r"[^\W\d_]+(?:\.[^\W\d_]\b)*")
"""Words; "i.e" is one."""
_WHETHER = lazy_regex(r"\W*(?:can|could|may|might|must|shall|should|will|would|do|is|was)\b", re.IGNORECASE)
_WITHOUT_OBJECT = lazy_regex(
    r"\s*+(?:\W|$|(?:in|on|at|by|to|from|with|without|for|into|over|near|under|through|during|before|after|if|when|"
    r"here|there|back|home|out|up|down|off)\b)",
    re.IGNORECASE,
)
_FEWEST_OTHERS, _FEWEST_BESIDE_DEED = 2, 3
"""Terms that are said besides the verb; of what is nothing but the deed itself, "Can I smoke in the hall?", more
are needed."""


def speaks_of_oneself(question: str) -> bool:
    """Whether who asks is in an English question: "Can I ...?", "my laptop"; not in "Elizabeth I" or "World War I".

    Args:
        question: As it stands alone.
    """
    words = _LETTERS.findall(question)
    return any(
        word.lower() in _ONESELF and not (word == "I" and place > 1 and words[place - 1][0].isupper())
        for place, word in enumerate(words)
    )


def needless_verbs(question: str, said: Set[str]) -> frozenset[str]:
    """The terms of what somebody wants to do, which an answer says in other words, where enough else is said.

    "Okay to" asks for a permission, and is said by no text that gives one.

    Args:
        question: As it stands alone.
        said: The terms of the question that the quotes say, light words left out.
    """
    needless = {term for found in _ALL_RIGHT.finditer(question) for term in analyse(found["right"])}
    found_verbs = [found for pattern in (_IF, _ALL_RIGHT) for found in pattern.finditer(question)]
    if not _HOW_TO.search(question):
        found_verbs += _DOES.finditer(question)
    for found in found_verbs:
        verb = found.groupdict().get("third") or found["verb"]
        terms = frozenset(analyse(verb or ""))
        is_deed = bool(_WHETHER.match(question) and _WITHOUT_OBJECT.match(question, found.end()))
        if len(said - terms - needless) >= (_FEWEST_BESIDE_DEED if is_deed else _FEWEST_OTHERS):
            needless |= terms
    return frozenset(needless)
