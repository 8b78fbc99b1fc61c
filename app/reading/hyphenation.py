"""Whether a hyphen at the end of a line breaks a word, or is its own: the document's words tell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from dataclasses import dataclass

from nodes.domain.regexes import lazy_regex
from nodes.language.stopwords import SUSPENDING_WORDS

BREAK = "\ufffe"
"""What stands for a hyphen that may break a word: pdfium's mark."""
_WORD = lazy_regex(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_LAST_PART = lazy_regex(r"[^\W\d_]+\Z")
_FIRST_PART = lazy_regex(r"\s*([^\W\d_]+)")
_BROKEN = lazy_regex(f"[^\\W\\d_]*{BREAK}\\s*[^\\W\\d_]*")
_LONGEST_PART = 80
"""Characters before and behind a break in which its word is looked for."""
_MANY = 4
"""Breaks of which nothing is known: only a typesetter who hyphenates leaves so many."""


@dataclass(frozen=True)
class Hyphenation:
    """How a document breaks words."""

    words: Set[str]
    """Its words in small letters, compounds whole and in their parts, broken ones left out."""
    joins: bool
    """Whether a break of which the words tell nothing joins."""

    def hyphens(self, raw: str) -> dict[int, str]:
        """What breaks stand for, by offset: nothing in `exam|ple`, `-` in `long|term`, `- ` in `mid|or long-term`."""
        return {mark.start(): self._hyphen(raw, mark.start()) for mark in re.finditer(BREAK, raw)}

    def _hyphen(self, raw: str, position: int) -> str:
        vote = _vote(raw, position, self.words)
        if vote > 0 or (vote == 0 and self.joins):
            return ""
        return "- " if _is_suspended(raw, position) else "-"


def hyphenation_of(texts: Iterable[str]) -> Hyphenation:
    """What all pages of a document tell of its breaks.

    The joined form elsewhere speaks for a join (`exam|ple`); the hyphenated form, or both halves as words of their own,
    speak for the hyphen (`long|term`). The rest go with the majority, and by themselves they join only where there are
    many.
    """
    broken: list[str] = []
    words: set[str] = set()
    for text in texts:
        words |= _words(_BROKEN.sub(" ", text) if BREAK in text else text)
        if BREAK in text:
            broken.append(text)
    votes = [_vote(text, mark.start(), words) for text in broken for mark in re.finditer(BREAK, text)]
    balance = sum(votes)
    return Hyphenation(words, joins=balance > 0 or (balance == 0 and len(votes) >= _MANY))


def _words(text: str) -> set[str]:
    compounds = {word.lower() for word in _WORD.findall(text)}
    return compounds.union(*(word.split("-") for word in compounds if "-" in word))


def _vote(raw: str, position: int, words: Set[str]) -> int:
    before = _LAST_PART.search(raw[max(0, position - _LONGEST_PART) : position])
    after = _FIRST_PART.match(raw[position + 1 : position + 1 + _LONGEST_PART])
    if before is None or after is None or not after[1][0].islower():
        return -1
    left, right = before[0].lower(), after[1].lower()
    if f"{left}-{right}" in words:
        return -1
    if left + right in words:
        return 1
    return -1 if right in SUSPENDING_WORDS or (left in words and right in words) else 0


def _is_suspended(raw: str, position: int) -> bool:
    following = raw[position + 1 : position + 1 + _LONGEST_PART]
    after = _FIRST_PART.match(following)
    return after is not None and after[1] in SUSPENDING_WORDS and following[after.end() : after.end() + 1].isspace()
