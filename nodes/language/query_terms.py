"""What of a question is searched."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nodes.language.function_words import LANGUAGES
from nodes.language.stopwords import CAPITAL_WORDS, INSTRUCTION_WORDS, STOP_WORDS
from nodes.language.terms import normalise_name, parts_of, terms_of, tokens

_FEWEST_FUNCTION_WORDS = 2
_REPORT = frozenset({"report", "reports"})
"""Whom somebody reports to is what is asked, and not that it be reported."""
_STANDS = frozenset({"stand", "stands"})
"""What an acronym stands for is what it means."""


def query_terms(text: str) -> list[str]:
    """The distinct terms of a question, in order.

    Function words of its language, and words that instruct, are dropped where other words remain.
    """
    found = tokens(text)
    if text.isupper():
        # Where every word is in capitals, they make no name.
        found = [token for token in found if token not in CAPITAL_WORDS] or found
    found = _without_function_words(found) or found
    kept = (
        token
        for token, following in zip(found, [*found[1:], ""], strict=False)
        if not _instructs(token.lower(), following.lower())
    )
    return _distinct(kept) or _distinct(found)


def _instructs(word: str, following: str) -> bool:
    """Whether a word says what is to be done, and nothing of what is looked for."""
    if word in _STANDS:
        return following == "for"
    return word in INSTRUCTION_WORDS and not (word in _REPORT and following == "to")


def part_terms(text: str) -> frozenset[str]:
    """The terms that a question holds only as parts of compounds: `max` and `connections` of `max_connections`."""
    found = tokens(text)
    parts = {term for token in found for term in parts_of(token)}
    return frozenset(parts.difference(term for token in found for term in terms_of(token) if not parts_of(token)))


def _without_function_words(found: Sequence[str]) -> list[str]:
    """Without those of the language that has most of the words, where it has two or more, and more than English."""
    parts = [normalise_name(token).split() for token in found]
    words = {part for each in parts for part in each}
    likeliest = max(LANGUAGES, key=lambda language: len(words & language))
    held = words & likeliest
    # One is enough where no English title can have it ("Die Hard").
    fewest = _FEWEST_FUNCTION_WORDS if "".join(held).isascii() else 1
    if len(held) < max(fewest, len(words & STOP_WORDS) + 1):
        return list(found)
    return [token for token, each in zip(found, parts, strict=True) if not likeliest.issuperset(each)]


def _distinct(raw_tokens: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(term for token in raw_tokens for term in terms_of(token)))
