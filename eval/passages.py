"""Which of the corpus lines that a grouped document was made of a hit comes from."""

from __future__ import annotations

import re
from collections.abc import Sequence

from eval.datasets import Passage

SHINGLE = 3
"""Words in a row by which a passage is told again in a chunk."""
WORD = re.compile(r"\w+")

Shingles = frozenset[tuple[str, ...]]


class PassageFinder:
    """Finds the passage of a hit by its headings and, where those leave a choice, by its words.

    A reader may drop markup, and two lines may have one title: neither headings nor positions tell enough alone.
    """

    def __init__(self, passages: Sequence[Passage]) -> None:
        self._passages = passages
        self._headings = [_words(passage.heading) for passage in passages]
        self._words = [_words(f"{passage.heading} {passage.text}") for passage in passages]
        self._shingles = [_shingles(words, SHINGLE) for words in self._words]

    def find(self, section_path: Sequence[str], content: str) -> str | None:
        """The passage's item; None where it shares neither a heading nor three words in a row with any.

        Args:
            section_path: the hit's headings, outermost first.
            content: the hit's text.
        """
        headings = {tuple(_words(heading)) for heading in section_path}
        named = [index for index, heading in enumerate(self._headings) if tuple(heading) in headings]
        if len(named) == 1:
            return self._passages[named[0]].item
        words = _words(content)
        size = min(SHINGLE, len(words))
        wanted = _shingles(words, size)
        best, shared = None, 0
        for index in named or range(len(self._passages)):
            there = self._shingles[index] if size == SHINGLE else _shingles(self._words[index], size)
            if len(wanted & there) > shared:
                best, shared = index, len(wanted & there)
        if best is None:
            best = named[0] if named else None
        return None if best is None else self._passages[best].item


def _words(text: str) -> list[str]:
    return WORD.findall(text.casefold())


def _shingles(words: Sequence[str], size: int) -> Shingles:
    if size == 0:
        return frozenset()
    return frozenset(tuple(words[start : start + size]) for start in range(len(words) - size + 1))
