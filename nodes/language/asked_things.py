"""The thing that a value is asked of: "scaffold" in "What does the scaffold for the roof cost?"."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse

_DETERMINER = r"the|an?|our|my|your|their|his|her|its"
_PLACED = (
    r"for|at|in|on|by|with|from|during|under|after|before|until|since|to|of|over|between|per|below|above|within|when|"
    r"if|that|which|who|whose|where|as|according|and|or"
)
_DOES = r"cost|costs|take|last|weigh|come to|amount to|start|begin|end|open|close|expire|charge|earn"
"""What is asked of the thing before it, and of nothing behind."""
_IS = r"due|paid|payable|held|made|built|opened|sent|open|closed|signed|delivered|replaced|installed|bought|sold"
_HOW = r"how (?:much|many|long|high|large|big|old|far|wide|deep|heavy)|when|where"
"""What is asked by these has a form; what "what is the" asks, a text may call otherwise."""
_THING = (
    rf"(?:{_DETERMINER}) (?P<thing>(?!(?:{_PLACED})\b)[\w'’-]+(?: (?!(?:{_PLACED}|{_DOES}|{_IS})\b)[\w'’-]+){{0,3}}?)"
)
_OF = (
    lazy_regex(rf"\W*(?:{_HOW}) (?:is|are|was|were) {_THING}(?= (?:{_PLACED}|{_IS})\b|\W*$)", re.IGNORECASE),
    lazy_regex(
        rf"\W*how much (?:does|do|did|will|would) it cost to [a-z]+ {_THING}(?= (?:{_PLACED})\b|\W*$)", re.IGNORECASE
    ),
    lazy_regex(
        rf"\W*(?:{_HOW}|what) (?:does|do|did|will|would) {_THING}(?: (?:{_PLACED}) [^?]*?)?(?= (?:{_DOES})\b)",
        re.IGNORECASE,
    ),
)
_ADVERB = lazy_regex(r"[\w-]{3,}ly|still|now|then|also|only|already|ever", re.IGNORECASE)
_ANY = frozenset(
    analyse(
        "amount number total sum value figure name date day time year price cost costs rate size age length height "
        "weight first last main current new old latest result reason difference average most maximum minimum share "
        "percentage address place location title kind type way purpose change growth increase decrease rise drop "
        "margin level fee fees fare toll"
    )
)
"""What says only which kind of value is asked for."""


def asked_thing(question: str) -> str:
    """The term of the thing whose value, time or place a question asks; empty where that is not sure."""
    found = next(filter(None, (pattern.match(question) for pattern in _OF)), None)
    if found is None:
        return ""
    terms = analyse(" ".join(word for word in found["thing"].split() if not _ADVERB.fullmatch(word)))
    return terms[-1] if terms and terms[-1] not in _ANY and not terms[-1][0].isdigit() else ""
