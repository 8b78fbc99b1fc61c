"""Spelling: words of a question that no document holds, and the nearest words that some document does.

Three pure steps with two look-ups between them: `misspelt` takes the document frequencies of the question's terms,
`corrections` those of `variant_terms`.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping, Sequence

from nodes.language.stopwords import INSTRUCTION_WORDS, STOP_WORDS
from nodes.language.terms import fold, terms_of

_WORD = re.compile(r"(?<!\w)[^\W\d_]+(?!\w)")
# Folded, so without the letters that decompose into a base and a mark.
_ALPHABETS = (string.ascii_lowercase, "абвгдежзиклмнопрстуфхцчшщъыьэюя", "αβγδεζηθικλμνξοπρστυφχψω")
_SHORTEST = 4
_LONGEST = 24


def variants(word: str) -> list[str]:
    """Every word that one deletion, transposition, replacement or insertion makes of a word, in alphabetical order.

    The letters put in are those of the word's alphabet (Latin, Cyrillic or Greek) and its own. A word of nine Latin
    letters has about 490 variants. (Damerau's four edits: Communications of the ACM 7(3), 1964.)

    Args:
        word: A folded word.

    Returns:
        Distinct words other than `word`; none for a word that has other characters than letters, or is shorter than
        four or longer than 24 letters.
    """
    if not word.isalpha() or not _SHORTEST <= len(word) <= _LONGEST:
        return []
    own = set(word)
    letters = own.union(*(alphabet for alphabet in _ALPHABETS if own & set(alphabet)))
    splits = [(word[:place], word[place:]) for place in range(len(word) + 1)]
    found = {left + right[1:] for left, right in splits if right}
    found.update(_transpositions(word))
    found.update(left + letter + right[1:] for left, right in splits if right for letter in letters)
    found.update(left + letter + right for left, right in splits for letter in letters)
    found.discard(word)
    return sorted(found)


def variant_terms(words: Sequence[str]) -> list[str]:
    """The terms of all variants of some words, sorted: what to look up before `corrections`."""
    return sorted({term for word in words for variant in variants(word) for term in terms_of(variant)})


def misspelt(question: str, frequencies: Mapping[str, int]) -> list[str]:
    """Words of a question that no document holds in any inflection, folded, in order, without repeats.

    Left out are words under four letters, function and instruction words, words of scripts without capitals (which
    are not written apart), and words in capitals only (an acronym is another thing one letter on), unless the whole
    question is written so.

    Args:
        question: Any text.
        frequencies: Number of documents by term, at least for the terms of the question; a term that is missing
            occurs in none.
    """
    shouted = question.isupper()
    found: dict[str, None] = {}
    for written in _WORD.findall(question):
        word = fold(written)
        if not word.isalpha() or not _SHORTEST <= len(word) <= _LONGEST or word.upper() == word.lower():
            continue
        if word in STOP_WORDS or word in INSTRUCTION_WORDS or (written.isupper() and not shouted):
            continue
        if not any(frequencies.get(term, 0) > 0 for term in terms_of(word)):
            found.setdefault(word)
    return list(found)


def corrections(words: Sequence[str], frequencies: Mapping[str, int]) -> dict[str, str]:
    """For each word the variant that most documents hold; a word none of whose variants is known is left out.

    A word that two letters changed places in to make it no function word ("whcih") is that function word: it occurs
    in no index, and the nearest content word would be a wrong one. Ties go to the first in alphabetical order.

    Args:
        words: Folded words, see `misspelt`.
        frequencies: Number of documents by term, at least for those of `variant_terms`.
    """
    found: dict[str, str] = {}
    for word in words:
        function = sorted(other for other in _transpositions(word) if other in STOP_WORDS)
        best = function[0] if function else _most_frequent(variants(word), frequencies)
        if best:
            found[word] = best
    return found


def corrected(question: str, corrections: Mapping[str, str]) -> str:
    """The question with each word of `corrections` replaced, its capital or capitals kept; all else as written."""

    def replace(match: re.Match[str]) -> str:
        written = match.group()
        better = corrections.get(fold(written))
        if better is None:
            return written
        if written.isupper():
            return better.upper()
        return better[0].upper() + better[1:] if written[0].isupper() else better

    return _WORD.sub(replace, question)


def _most_frequent(candidates: Sequence[str], frequencies: Mapping[str, int]) -> str:
    """The first of the candidates whose term has the highest frequency; empty where all are unknown."""
    best, most = "", 0
    for candidate in candidates:
        count = max((frequencies.get(term, 0) for term in terms_of(candidate)), default=0)
        if count > most:
            best, most = candidate, count
    return best


def _transpositions(word: str) -> Iterator[str]:
    for place in range(len(word) - 1):
        yield word[:place] + word[place + 1] + word[place] + word[place + 2 :]
