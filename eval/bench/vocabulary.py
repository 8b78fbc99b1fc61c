"""Words of a made-up language with the frequencies of a real one: Zipf's law in two pieces, so that Heaps' law holds.

The frequency of the word of rank r falls as 1/r up to rank b, and as r^-g beyond. With b = 7,873 and g = 1.77 that is
how English books behave, and the vocabulary of n words then grows as n^(1/g) without end (Gerlach and Altmann,
"Stochastic model for the vocabulary growth in natural languages", Physical Review X 3, 2013).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

CORE = 7_873
"""The rank up to which a word is as frequent as Zipf's law says: b, above."""
TAIL_EXPONENT = 1.77
"""How fast frequencies fall from there on: g, above."""
_HIGHEST_RANK = 2**40
"""That a word may be drawn by: the tail has no end."""

_FREQUENT = (
    "the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which "
    "one you were her all she there would their we him been has when who will more no if out so said what up its about "
    "into than them can only other new some could time these two may then do first any my now such like our over man "
    "me even most made after also did many before must through back years where much your way well down should because "
    "each just those people how too little state good very make world still own see men work long get here between "
    "both life being under never day same another know while last might us great old year off come since against go "
    "came right used take three"
)
FREQUENT = tuple(_FREQUENT.split())
"""The most frequent words of English, most frequent first: stop words stand where stop words stand."""

_ONSETS = ("b", "br", "d", "dr", "f", "g", "gr", "h", "k", "kl", "l", "m", "n", "p", "pr", "r", "st", "t", "tr", "v")
_VOWELS = ("a", "e", "i", "o", "u", "au")
_CODAS = ("l", "lm", "m", "n", "nd", "r", "rk", "rv", "x", "k")
SYLLABLES = tuple(onset + vowel + coda for onset in _ONSETS for vowel in _VOWELS for coda in _CODAS)
_SCATTER = 1_000_003
"""Coprime to the number of syllables, so that neighbours in rank do not look alike and no two words are the same."""


@cache
def _core_shares() -> NDArray[np.float64]:
    """Cumulative share of all running words of the ranks 1 to CORE, shape (CORE,); the rest is the tail's."""
    frequencies = 1.0 / np.arange(1, CORE + 1)
    # The integral of b^(g-1) r^-g from b to infinity.
    tail = 1.0 / (TAIL_EXPONENT - 1.0)
    shares: NDArray[np.float64] = np.cumsum(frequencies) / (frequencies.sum() + tail)
    return shares


def draw_ranks(chance: np.random.Generator, number: int) -> NDArray[np.int64]:
    """Ranks of running words, from 1, shape (number,)."""
    shares = _core_shares()
    drawn = chance.random(number)
    ranks = np.searchsorted(shares, drawn).astype(np.int64) + 1
    beyond = drawn >= shares[-1]
    left = (1.0 - drawn[beyond]) / (1.0 - shares[-1])
    far = CORE * np.maximum(left, 1e-12) ** (-1.0 / (TAIL_EXPONENT - 1.0))
    ranks[beyond] = np.minimum(far, _HIGHEST_RANK).astype(np.int64) + 1
    return ranks


def spelt(number: int) -> str:
    """The made-up word of this number, from 0: one syllable for the first, two and three for the later; all differ."""
    base, length = len(SYLLABLES), 1
    while number >= base**length:
        number -= base**length
        length += 1
    scattered = number * _SCATTER % base**length
    word = ""
    for _ in range(length):
        scattered, syllable = divmod(scattered, base)
        word += SYLLABLES[syllable]
    return word


class Words:
    """Words by their rank, each spelt once."""

    def __init__(self) -> None:
        self._known: dict[int, str] = dict(enumerate(FREQUENT, start=1))

    def of(self, ranks: Sequence[int]) -> list[str]:
        """The words of these ranks, from 1."""
        known = self._known
        found = []
        for rank in ranks:
            word = known.get(rank)
            if word is None:
                word = known[rank] = spelt(rank - len(FREQUENT) - 1)
            found.append(word)
        return found
