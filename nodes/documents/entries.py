"""Entries: short documents about the one thing that they are named for, as in an encyclopaedia."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.documents.names import document_names
from nodes.domain.chat import Hit
from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import normalise_name

MOST_PASSAGES = 60
"""A document of more passages is a book: it is entered for its name, not walked to."""
OPENING = 200
SUBJECT_WEIGHT = 0.9

_WORD = re.compile(r"[\w'’]+")
_PARENTHESIS = re.compile(r"\s*[(\[][^()\[\]]*[)\]]\s*")


def mostly_entries(hits: Sequence[Hit]) -> bool:
    """Whether half of the hits, or more, are entries; not where there are none."""
    return 2 * sum(hit["is_entry"] for hit in hits) >= len(hits) > 0


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
    while lines and normalise_name(lines[0]) in ("", named):
        lines.pop(0)
    opening = "\n".join(lines)
    plain = normalise_name(_PARENTHESIS.sub(" ", title))
    if plain and _is_said(plain.split(), opening[:OPENING]):
        return True
    return any(
        name["kind"] == "alias" and name["weight"] == SUBJECT_WEIGHT for name in document_names(title, "", {}, opening)
    )


def _is_said(name: Sequence[str], opening: str) -> bool:
    """Whether an opening says a name as one: with a capital, in letters without case, or as its first words."""
    said = [(part, word) for word in _WORD.findall(opening) for part in normalise_name(word).split()]
    for place in range(len(said) - len(name) + 1):
        words = [word for _, word in said[place : place + len(name)]]
        if [part for part, _ in said[place : place + len(name)]] == list(name):
            opens = all(word.lower() in STOP_WORDS for _, word in said[:place])
            if opens or any(not word[0].islower() for word in words):
                return True
    return False
