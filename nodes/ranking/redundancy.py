"""Redundancy: near-duplicates collapsed, and a penalty on what repeats better hits."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import fold

NEAR_DUPLICATE = 0.95
COMPARED_ABOVE = 50

# A Han, Kana or Hangul character counts as a word: these scripts have no blanks between theirs.
_WORD = re.compile(r"[㐀-鿿豈-﫿぀-ヿ가-힯]|[^\W_㐀-鿿豈-﫿぀-ヿ가-힯]+")
_NUMBER = re.compile(r"\d[\d.,]*\d|\d")
_NAME = re.compile(r"(?<![^\W_])[^\W\d_]*[A-ZÀ-ÖØ-ÞΑ-ΩА-Я][^\W_]*")


@dataclass(frozen=True)
class Passage:
    """A text as redundancy sees it. Parts are worked out when they are first asked for."""

    passage_id: str
    text: str

    @cached_property
    def in_order(self) -> tuple[str, ...]:
        """Folded words in reading order."""
        return tuple(_WORD.findall(fold(self.text)))

    @cached_property
    def words(self) -> frozenset[str]:
        """The distinct ones."""
        return frozenset(self.in_order)

    @cached_property
    def letters(self) -> str:
        """Everything but words left out, so that hyphenation and line breaks do not tell two copies apart."""
        return "".join(self.in_order)

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """Numbers as written, in reading order."""
        return tuple(_NUMBER.findall(self.text))

    @cached_property
    def names(self) -> frozenset[str]:
        """Folded words that stand somewhere with a capital letter."""
        return frozenset(fold(name) for name in _NAME.findall(self.text))


def near_duplicates(passages: Sequence[Passage]) -> dict[str, str]:
    """Which passages say again what an earlier one says, by id: the repeating one -> the first one.

    Two passages are near-duplicates where their letters and numbers are the same in the same order; or where their
    word sets have a Jaccard similarity of 0.95 or more, the numbers agree in the same order, and none of the words
    that only one has is a name (capitalised) or a small word ("not", "shall"). Those few words are where versions of
    a contract differ, and where two sources contradict each other.

    Only passages that share a rare word are compared (prefix filtering: Chaudhuri, Ganti and Kaushik 2006), so the
    time grows about linearly with the number of passages.

    Args:
        passages: best first, ids distinct.
    """
    exact: dict[tuple[str, tuple[str, ...]], str] = {}
    kept_by_word: dict[str, list[Passage]] = {}
    commonness = Counter(word for passage in passages for word in passage.words)
    repeats: dict[str, str] = {}
    for passage in passages:
        key = (passage.letters, passage.numbers)
        prefix = _rarest_words(passage, commonness)
        candidates = {kept.passage_id: kept for word in prefix for kept in kept_by_word.get(word, ())}
        first = exact.get(key) or next((each for each, kept in candidates.items() if _same(passage, kept)), None)
        if first is not None:
            repeats[passage.passage_id] = first
            continue
        exact[key] = passage.passage_id
        for word in prefix:
            kept_by_word.setdefault(word, []).append(passage)
    return repeats


def _rarest_words(passage: Passage, commonness: Mapping[str, int]) -> list[str]:
    """Two sets of Jaccard 0.95 or more must share one of these."""
    count = len(passage.words) - math.ceil(NEAR_DUPLICATE * len(passage.words)) + 1
    return sorted(passage.words, key=lambda word: (commonness[word], word))[:count]


def _same(one: Passage, other: Passage) -> bool:
    if one.numbers != other.numbers or jaccard(one.words, other.words) < NEAR_DUPLICATE:
        return False
    different = one.words ^ other.words
    return bool(different) and not different & (one.names | other.names | STOP_WORDS)


def jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    """Shared words over all words, 0..1; 0 where both are empty."""
    shared = len(one & other)
    return shared / (len(one) + len(other) - shared) if shared else 0.0


def redundancy_penalties(passages: Sequence[Passage], factor: float) -> dict[str, float]:
    """What each score is multiplied by: `1 - factor * max Jaccard to those above` (the context-merging design).

    Each passage is compared with the first 50 above it, which is as far as answers read; it keeps the time linear.

    Args:
        passages: best first, ids distinct.
        factor: 0..1; 0.05 for factual questions, 0.1 in general, 0.2 for analytical ones.

    Returns:
        Multipliers by id, `1 - factor` to 1.

    Raises:
        ValueError: factor is not in 0..1.
    """
    if not 0 <= factor <= 1:
        raise ValueError(f"factor must be in 0..1, not {factor}")
    if factor == 0:
        return {passage.passage_id: 1.0 for passage in passages}
    bits = _bit_sets(passages)
    sizes = [len(passage.words) for passage in passages]
    multipliers: dict[str, float] = {}
    for position, passage in enumerate(passages):
        closest = 0.0
        for above in range(min(position, COMPARED_ABOVE)):
            shared = (bits[position] & bits[above]).bit_count()
            if shared:
                closest = max(closest, shared / (sizes[position] + sizes[above] - shared))
        multipliers[passage.passage_id] = 1.0 - factor * closest
    return multipliers


def _bit_sets(passages: Sequence[Passage]) -> list[int]:
    """Each word set as one long integer: an intersection is then a single `and`."""
    numbers: dict[str, int] = {}
    found: list[int] = []
    for passage in passages:
        positions = [numbers.setdefault(word, len(numbers)) for word in passage.words]
        flags = bytearray(len(numbers) // 8 + 1)
        for each in positions:
            flags[each >> 3] |= 1 << (each & 7)
        found.append(int.from_bytes(flags, "little"))
    return found
