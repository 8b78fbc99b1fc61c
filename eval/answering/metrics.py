"""Measures of an answer's text against a reference, as pure functions.

Answers and quotes are compared normalised: case, articles, punctuation and number formats aside.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

SHORT_WORDS = 10
"""A reference of at most so many words is looked for whole; of a longer one the words are counted."""

_ARTICLES = frozenset({"a", "an", "the"})
_YES_OR_NO = frozenset({"yes", "no"})
_NARROW_SPACES = "\u00a0\u2007\u2009\u202f"
_NUMBER = re.compile(rf"(?<!\w)\d+(?:[.,'’{_NARROW_SPACES}]\d+)*(?!\d)")
_SEPARATOR = re.compile(r"\D")
_GROUPED = re.compile(r"\d{1,3}(?:\D\d{3})+")
_PERCENT = re.compile(r"(?<=\d)\s*(?:%|per\s?cent\b)")
_INITIALS = re.compile(r"(?<!\w)[^\W\d_](?:\.\s?[^\W\d_](?!\w))+\.?")
_POSSESSIVE = re.compile(r"['’]s(?!\w)")
_WORD = re.compile(r"\d+\.\d+|[^\W_]+")


def words_of(text: str) -> list[str]:
    """The words of a text, normalised.

    Case is folded; English articles go, unless nothing else is there; so do punctuation, possessive endings, currency
    and per cent signs. Initials become one word (`U.S.` is `us`). Numbers lose the separators of their thousands, the
    zeros at the end of their decimals and their sign, which financial tables write in several ways.

    Source: the answer normalisation of SQuAD's evaluation (Rajpurkar et al. 2016), with number formats added.
    """
    words = _with_articles(text)
    return [word for word in words if word not in _ARTICLES] or words


def stands_in(answer: str, texts: Iterable[str]) -> bool:
    """Whether the words of the answer stand in one of the texts, one after the other. An empty answer does not."""
    wanted = words_of(answer)
    read = _with_articles if _ARTICLES.issuperset(wanted) else words_of
    return bool(wanted) and any(f" {' '.join(wanted)} " in f" {' '.join(read(text))} " for text in texts)


def token_recall(reference: str, texts: Iterable[str]) -> float:
    """Share of the reference's distinct words that the texts hold together, 0..1; 0 for a reference without words."""
    wanted = set(words_of(reference))
    held = {word for text in texts for word in words_of(text)}
    return len(wanted & held) / len(wanted) if wanted else 0.0


def is_yes_or_no(references: Sequence[str]) -> bool:
    """Whether every reference says yes or no and nothing else: any text holds such words by chance."""
    return all(len(words := words_of(each)) == 1 and words[0] in _YES_OR_NO for each in references)


def is_short(references: Sequence[str]) -> bool:
    """Whether the shortest reference has at most ten words, counted as they are written."""
    return min(len(each.split()) for each in references) <= SHORT_WORDS


def _with_articles(text: str) -> list[str]:
    text = _NUMBER.sub(lambda number: _plain(number[0]), text)
    text = unicodedata.normalize("NFKC", text).casefold()
    text = _POSSESSIVE.sub(" ", _PERCENT.sub(" ", text))
    text = _INITIALS.sub(lambda initials: "".join(_WORD.findall(initials[0])), text)
    return _WORD.findall(text)


def _plain(number: str) -> str:
    """A number without separators of thousands, and with a point and no needless zeros in its decimals.

    What cannot be told apart is left as it is, so that dates and versions stay what they are.
    """
    marks = _SEPARATOR.findall(number)
    if not marks:
        return number
    decimal = marks[-1] if marks[-1] in ".," and marks.count(marks[-1]) == 1 else ""
    if decimal == "," and len(marks) == 1 and _GROUPED.fullmatch(number):
        decimal = ""
    whole, _, decimals = number.rpartition(decimal) if decimal else (number, "", "")
    grouped = set(_SEPARATOR.findall(whole))
    if grouped and (len(grouped) > 1 or not _GROUPED.fullmatch(whole)):
        return number
    whole = _SEPARATOR.sub("", whole)
    decimals = decimals.rstrip("0")
    return f"{whole}.{decimals}" if decimals else whole
