"""What sentences go on about: "The vessel was refitted." is said of the Aurelia where the sentence before names her."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from nodes.answering.evidence import Evidence
from nodes.domain.chat import Source
from nodes.language.entities import name_spans
from nodes.language.terms import analyse

_FARTHEST = 3
"""Sentences over which a subject lasts, within its paragraph."""
_OPENING = re.compile(r"\W*(?:\w+\W+){0,2}")
"""At most two words stand before the name of a subject: "With the Borealis"."""

Terms = frozenset[str]


def with_subjects(pieces: Sequence[Evidence], sources: Sequence[Source], names: Sequence[str]) -> list[Evidence]:
    """The sentences with the terms of the names of a question that they go on about, though they do not say them.

    A name lasts for the three sentences behind the one that says it, to the end of its paragraph; one in a heading to
    the next heading. A sentence that opens with another name is about that.

    Args:
        pieces: All evidence, by source and place.
        sources: What it came from.
        names: Normalised names of the question.
    """
    terms = [frozenset(analyse(name)) for name in names]
    if not any(terms):
        return [*pieces]
    by_source: dict[int, list[Evidence]] = {}
    for piece in pieces:
        by_source.setdefault(piece.position, []).append(piece)
    return [
        piece for position, own in by_source.items() for piece in _of_source(own, sources[position]["content"], terms)
    ]


def _of_source(pieces: Sequence[Evidence], content: str, names: Sequence[Terms]) -> list[Evidence]:
    headed = about = frozenset[str]()
    told, end = 0, 0
    found: list[Evidence] = []
    for piece in pieces:
        if "\n\n" in content[end : piece.start] or told == _FARTHEST:
            about = headed
        end = max(end, piece.end)
        said = frozenset(term for name in names if name <= piece.terms for term in name)
        if piece.is_heading:
            headed = about = said
        elif said or piece.is_row or (about and _opens_with_name(piece.text)):
            about, told = said, 0
        elif about:
            found.append(replace(piece, about=about))
            told += 1
            continue
        found.append(piece)
    return found


def _opens_with_name(text: str) -> bool:
    spans = name_spans(text)
    return bool(spans) and _OPENING.fullmatch(text, 0, spans[0][0]) is not None
