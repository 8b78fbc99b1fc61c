"""Entries: short documents about the one thing that they are named for, as in an encyclopaedia."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nodes.documents.names import PARENTHESIS, SUBJECT_WEIGHT, document_names
from nodes.domain.chat import Hit
from nodes.domain.regexes import lazy_regex
from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import normalise_name

MOST_PASSAGES = 60
"""A document of more passages is a book: it is entered for its name, not walked to."""
MOST_CHUNKS = 4
"""Of a short entry."""
OPENING = 200
"""Characters in which an entry says what it is about."""

_WORD = lazy_regex(r"[\w'’]+")


class _Word(NamedTuple):
    part: str
    """Folded."""
    is_function: bool
    is_capital: bool
    """Or a letter without case, or a digit."""


def mostly_entries(hits: Sequence[Hit]) -> bool:
    """Whether half of the hits, or more, are entries, and half of their documents; not where there are none.

    A manual opens with the name of its product, and most hits may be of it: names lead from it to no other. Nor do they
    where most hits are of one agreement, and some letters beside it open with their names.
    """
    documents = {hit["revision_id"]: hit["is_entry"] for hit in hits}
    of_hits = 2 * sum(hit["is_entry"] for hit in hits) >= len(hits) > 0
    return of_hits and 2 * sum(documents.values()) >= len(documents)


def mostly_short_entries(hits: Sequence[Hit]) -> bool:
    """Whether half of the hits, or more, are entries of few chunks; not where there are none.

    All that such an entry says is about the one thing. An agreement that opens with its name is read as any paper is.
    """
    return 2 * sum(hit["is_entry"] and hit["total_chunks"] <= MOST_CHUNKS for hit in hits) >= len(hits) > 0


def is_entry(title: str, first_content: str, passage_count: int) -> bool:
    """Whether a document opens with its name, or with another name for what it is about, as its subject.

    Names lead from one such document to the next. In a manual or a report they do not: "Settings" is a title there,
    and a word: "open the settings".

    Args:
        title: Its title.
        first_content: Content of its first chunk; a heading that repeats the title does not count.
        passage_count: A document of more than 60 is a book, whatever it opens with.
    """
    if passage_count > MOST_PASSAGES:
        return False
    named = normalise_name(title)
    lines = first_content.split("\n")
    # A title may stand there on several lines, and its parts in another order.
    while lines and (not (line := normalise_name(lines[0])) or f" {line} " in f" {named} "):
        lines.pop(0)
    opening = "\n".join(lines)
    plain = _words(PARENTHESIS.sub(" ", title))
    said = _words(opening[:OPENING])
    if plain and (_is_said(plain, said) or _is_spread(plain, said)):
        return True
    return any(
        name["kind"] == "alias" and name["weight"] == SUBJECT_WEIGHT for name in document_names(title, "", {}, opening)
    )


def _words(text: str) -> list[_Word]:
    return [
        _Word(part, word.lower() in STOP_WORDS, not word[0].islower())
        for word in _WORD.findall(text)
        for part in normalise_name(word).split()
    ]


def _is_said(name: Sequence[_Word], said: Sequence[_Word]) -> bool:
    """Whether a name is said as one: with a capital, in letters without case, or before all but function words."""
    parts = [word.part for word in name]
    for place in range(len(said) - len(name) + 1):
        words = said[place : place + len(name)]
        if [word.part for word in words] == parts:
            opens = all(word.is_function for word in said[:place])
            if opens or any(word.is_capital for word in words):
                return True
    return False


def _is_spread(name: Sequence[_Word], said: Sequence[_Word]) -> bool:
    """Whether all words of a longer name are said, those with a capital with one: "Julia Eileen Gillard".

    Most words of a name have capitals: "How to fill in the Report" is none.
    """
    parts = {word.part for word in said}
    capitals = {word.part for word in said if word.is_capital}
    own = [word for word in name if not word.is_function]
    return (
        len(own) > 1
        and 2 * sum(word.is_capital for word in own) > len(own)
        and all(word.part in (capitals if word.is_capital else parts) for word in own)
    )
