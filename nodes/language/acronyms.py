"""Acronyms that a text spells out: "state of charge (SOC)", "SOC (state of charge)"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nodes.domain.regexes import lazy_regex
from nodes.language.initials import initials_of

_BEHIND = lazy_regex(r"(?<=[^\W\d_])\s\((?:[\"“„'])?([^\W\d_a-zß-öø-ÿ](?:[^\W_a-zß-öø-ÿ]|-){1,7})s?[\"”“']?\)")
_BEFORE = lazy_regex(r"(?<![\w-])([^\W\d_a-zß-öø-ÿ](?:[^\W_a-zß-öø-ÿ]|-){1,7})s?\s\(([^()\n]{5,70})\)")
_WORD = lazy_regex(r"[^\W\d_]+")
_FARTHEST = 70
"""Characters before an acronym in which its words stand."""


def spelt_out(text: str) -> Iterator[str]:
    """The acronyms, in capitals, whose letters begin the words beside them; small words may stand between.

    Args:
        text: Sentences.
    """
    for found in _BEHIND.finditer(text):
        words = _WORD.findall(text[max(0, found.start() - _FARTHEST) : found.start()])
        if _is_of(found.group(1), words[-len(found.group(1)) - 2 :]):
            yield found.group(1)
    for found in _BEFORE.finditer(text):
        words = _WORD.findall(found.group(2))
        if words and words[0][0].upper() == found.group(1)[0] and _is_of(found.group(1), words):
            yield found.group(1)


def _is_of(acronym: str, words: Sequence[str]) -> bool:
    """Whether the letters follow each other among the initials, the last one last."""
    letters = [character for character in acronym if character.isalpha()]
    initials = initials_of(words)
    position = len(initials)
    for letter in reversed(letters):
        position = initials.rfind(letter, 0, position)
        if position < 0:
            return False
    return len(letters) > 1 and initials.endswith(letters[-1])
