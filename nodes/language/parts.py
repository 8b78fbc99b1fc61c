"""Questions that ask two things: "When was it built and by whom?"."""

from __future__ import annotations

import re
from typing import NamedTuple

from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse

_ASKS = (
    r"who|whom|whose|what|when|where|which|why|how|wer|wem|wen|was|wann|wo|wie|warum|welche\w?|qui|quand|où|pourquoi|combien|"
    r"quel\w*|qui[eé]n|cu[aá]ndo|d[oó]nde|cu[aá]l|cu[aá]nto\w?|por qu[eé]"
)
_ASKING = rf"(?:{_ASKS})\b"
_BY = r"(?:(?:on|at|by|for|from|in|to|with|until|since|von|mit|für|par|por)\s+)?"
_SECOND = lazy_regex(rf"[,;?]?\s+(?:and|und|et|y|e|en)\s+(?={_BY}{_ASKING})", re.IGNORECASE)
_FIRST_WORDS = lazy_regex(rf"\W*{_BY}{_ASKING}(?:\s+(?:many|much|long|often|far|old|big|large))?", re.IGNORECASE)


class Part(NamedTuple):
    """One of the things that a question asks."""

    question: str
    """By itself, with what the other says where it says too little."""
    own: str
    """What it says itself, without the word that asks."""


def asks_two(question: str) -> bool:
    """Whether a question asks a second thing by a word that asks, behind "and"."""
    return parts_of(question) is not None


def parts_of(question: str) -> tuple[Part, Part] | None:
    """The two things that are asked; None where it is one.

    A second part that is but the word that asks, "and why?", is asked of what the first part says; one that says more
    is asked beside it: "What does it cost?" does not say what.
    """
    found = _SECOND.search(question)
    first, second = (question[: found.start()], question[found.end() :].strip(" ?.!")) if found else ("", "")
    opening, asking = _FIRST_WORDS.match(first), _FIRST_WORDS.match(second)
    if opening is None or asking is None:
        return None
    said, rest = first[opening.end() :].strip(" ?.!,"), second[asking.end() :].strip()
    if not said:
        return (Part(f"{first.strip()} {rest}?", rest), Part(f"{second}?", rest)) if analyse(rest) else None
    whole = f"{asking.group().strip()} {rest}, {said}?" if rest else f"{second} {said}?"
    return Part(f"{first.strip()}?", said), Part(whole, rest)
