"""Other words for what a question says: "killed" and "died", by how alike the embedding model's words are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from nodes.answering.evidence.evidence import Evidence
from nodes.language.numbers import NUMBER_WORDS
from nodes.language.phrasal_verbs import in_plain_words, told_of_lives
from nodes.language.spelling import uninflected
from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import terms_of, tokens

Likeness = Callable[[Sequence[str], Sequence[str]], NDArray[np.float32]]
"""See `nodes.ports.Tokenizer.likeness`."""

LEAST_LIKENESS = 0.55
"""Of two words that say the same: "price" and "cost" .67, "minimum" and "maximum" .31, "cat" and "dog" .14."""
_FAR = 0.2
"""Cosine under which two words have nothing in common: "join" and "enter" .23, "cut" and "shorten" 0."""
_SHORTEST = 3
"""Letters of a word that may say the same as another: shorter ones are mostly parts of speech."""
_OF_NUMBERS = frozenset(NUMBER_WORDS).union(
    word
    for words in (
        "one first second third fourth fifth last next once twice half",
        "double few several many time times second seconds minute minutes hour hours day days week weeks month months",
        "quarter year years daily weekly monthly yearly",
    )
    for word in words.split()
)
"""Whose likeness is that of their kind: "second" is near to "two", and says something else."""
_LEFT_OUT = STOP_WORDS | _OF_NUMBERS


def with_near_words(
    pieces: Sequence[Evidence], question: str, terms: frozenset[str], likeness: Likeness | None
) -> list[Evidence]:
    """The pieces, holding a term of the question that no piece holds also where they hold a word much like it.

    Names are left out, as are words that the vocabulary has not in one piece: their likeness is one of spelling.

    Args:
        pieces: All evidence.
        question: As it stands alone.
        terms: What is looked for of it.
        likeness: Compares words; None leaves all as it is.
    """
    unsaid = terms.difference(*(piece.terms for piece in pieces))
    asked = {word: found for word in _plain(tokens(question)) if (found := unsaid.intersection(terms_of(word)))}
    if not asked or likeness is None:
        return list(pieces)
    said = [frozenset(_plain_words(piece.text)) for piece in pieces]
    near = _near(asked, sorted(frozenset[str]().union(*said)), likeness)
    more = [frozenset[str]().union(*(near[word] for word in held & near.keys())) for held in said]
    return [replace(piece, terms=piece.terms | new) if new else piece for piece, new in zip(pieces, more, strict=True)]


def nearest_words(
    pieces: Sequence[Evidence], question: str, terms: frozenset[str], likeness: Likeness | None
) -> list[Mapping[str, float]]:
    """How like a term of a question the likest word of each piece is, cosine; names and what is far left out.

    Args:
        pieces: Evidence.
        question: As it stands alone.
        terms: What is looked for of it.
        likeness: Compares words; None finds nothing.
    """
    asked = {word: found for word in _plain(tokens(question)) if (found := terms.intersection(terms_of(word)))}
    for phrase in (*in_plain_words(question), *told_of_lives(question)):
        if found := terms & phrase.said:
            asked |= dict.fromkeys(phrase.words, found)
    if not asked or likeness is None:
        return [{} for _ in pieces]
    said = [frozenset(_plain_words(piece.text)) for piece in pieces]
    words = sorted(frozenset[str]().union(*said))
    forms = [(form, asked[word]) for word in asked for form in uninflected(word)]
    others = [(form, word) for word in words for form in uninflected(word)]
    alike = likeness([form for form, _ in forms], [form for form, _ in others])
    near: dict[str, dict[str, float]] = {}
    for row, column in np.argwhere(alike >= _FAR).tolist():
        known = near.setdefault(others[column][1], {})
        known.update({term: max(float(alike[row, column]), known.get(term, 0.0)) for term in forms[row][1]})
    return [_greatest([near[word] for word in held & near.keys()]) for held in said]


def _greatest(found: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """The largest value of each key."""
    largest: dict[str, float] = {}
    for each in found:
        largest.update({key: max(value, largest.get(key, value)) for key, value in each.items()})
    return largest


def _near(asked: Mapping[str, frozenset[str]], words: Sequence[str], likeness: Likeness) -> dict[str, frozenset[str]]:
    """The terms that each of some words is near to; of an inflected word, what it is inflected from counts as well."""
    forms = [(form, word) for word in asked for form in uninflected(word)]
    others = [(form, word) for word in words for form in uninflected(word)]
    alike = likeness([form for form, _ in forms], [form for form, _ in others]) >= LEAST_LIKENESS
    near: dict[str, frozenset[str]] = {}
    for row, column in np.argwhere(alike).tolist():
        word = others[column][1]
        near[word] = near.get(word, frozenset()) | asked[forms[row][1]]
    return near


def _plain_words(text: str) -> Iterator[str]:
    """Its words but names: those without capitals, and the first."""
    found = tokens(text)
    return _plain([*found, *(word.lower() for word in found[:1])])


def _plain(words: Iterable[str]) -> Iterator[str]:
    return (word for word in words if len(word) >= _SHORTEST and word.islower() and word not in _LEFT_OUT)
