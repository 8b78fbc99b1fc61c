"""Dictionaries: whether a language has a word."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

ENGLISH = "english"
_CODES = {
    ENGLISH: "en",
    "german": "de",
    "dutch": "nl",
    "french": "fr",
    "spanish": "es",
    "italian": "it",
    "portuguese": "pt",
    "russian": "ru",
}


def is_in_dictionary(word: str, language: str) -> bool:
    """Whether the dictionary of a language has a word, in small letters and inflected as it stands.

    The first word of a language takes some tenths of a second.

    Args:
        word: Any.
        language: `ENGLISH`, or a key of `nodes.language.function_words.LANGUAGES`; of others there is no dictionary.
    """
    if language not in _CODES:
        return False
    words, wanted = _words(_CODES[language]), hash(word)
    place = int(np.searchsorted(words, wanted))
    return place < len(words) and int(words[place]) == wanted


@cache
def _words(code: str) -> NDArray[np.int64]:
    """The words of a dictionary by their hashes, sorted: a tenth of what they take in full."""
    from spellchecker import SpellChecker

    frequencies = SpellChecker(code).word_frequency
    return np.sort(np.fromiter(map(hash, frequencies.keys()), np.int64))
