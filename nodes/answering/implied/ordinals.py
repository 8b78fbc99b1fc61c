"""Ordinals of the question that tables write as numbers: "the second semester" is 2 below "Semester"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.domain.regexes import lazy_regex
from nodes.language.numbers import ORDINALS
from nodes.language.terms import analyse

_ASKED = lazy_regex(
    rf"\b(?P<said>(?P<word>{'|'.join(ORDINALS)})|(?P<number>\d{{1,2}})(?:st|nd|rd|th)) (?P<noun>[^\W\d_]{{3,}})",
    re.IGNORECASE,
)


def with_ordinals(pieces: Sequence[Evidence], question: str) -> list[Evidence]:
    """The pieces; rows that have the number of an ordinal below what it counts hold it, and others of the table do not.

    Args:
        pieces: Evidence, rows with the headings of their columns.
        question: As it stands alone.
    """
    told = [*pieces]
    for found in _ASKED.finditer(question):
        number = ORDINALS.index(found["word"].lower()) + 1 if found["word"] else int(found["number"])
        terms, noun = frozenset(analyse(found["said"])), frozenset(analyse(found["noun"]))
        told = [_told(piece, number, terms, noun) for piece in told]
    return told


def _told(piece: Evidence, number: int, terms: frozenset[str], noun: frozenset[str]) -> Evidence:
    """A piece with the terms of the ordinal, or a row of another number without them."""
    if not (piece.is_row and piece.header):
        return piece
    cells = [(piece.corner, piece.label), *zip(piece.header, piece.values, strict=False)]
    counted = [cell.strip(" .") for heading, cell in cells if noun and noun == frozenset(analyse(heading))]
    if len(counted) != 1 or not counted[0].isdigit():
        return piece
    return replace(piece, terms=piece.terms | terms if int(counted[0]) == number else piece.terms - terms)
