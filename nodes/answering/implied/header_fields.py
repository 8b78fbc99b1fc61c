"""What stands side by side in the header of a section: "Date: 22 July 2031. Duration: 2 hours." tells one event."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.answering.implied.dated import terms_of_dates
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.periods import find_dates
from nodes.language.terms import analyse

_FIELD = lazy_regex(r"\W*[^\W\d_][^\n:|.!?,;]{1,30}: +\S[^\n]{0,60}")
_DATED = lazy_regex(r"\W*(?:[^\W\d_]+ )?(?:date|day|datum|when)\b[^\n:]{0,20}: ", re.IGNORECASE)


def with_header_fields(
    pieces: Sequence[Evidence],
    sources: Sequence[Source],
    spelled: Mapping[str, frozenset[str]],
    months: Mapping[str, frozenset[str]],
) -> list[Evidence]:
    """The pieces; a field that shares its line with a date is said of that date, where the question is of it.

    Args:
        pieces: All evidence, by source and place.
        sources: What it came from.
        spelled: The terms of a question for each exact date that it names.
        months: And for each month.
    """
    if not (spelled or months):
        return [*pieces]
    fields = [piece for piece in pieces if not piece.is_row and _FIELD.fullmatch(piece.text)]
    told: dict[tuple[int, int], frozenset[str]] = {}
    for dated in fields:
        said = _said(dated.text, spelled, months) if _DATED.match(dated.text) else frozenset[str]()
        for other in fields if said else ():
            if _share_a_line(dated, other, sources):
                told[other.position, other.start] = said | frozenset(analyse(dated.text))
    return [
        replace(piece, terms=piece.terms | told[piece.position, piece.start])
        if piece in fields and (piece.position, piece.start) in told
        else piece
        for piece in pieces
    ]


def _said(text: str, spelled: Mapping[str, frozenset[str]], months: Mapping[str, frozenset[str]]) -> frozenset[str]:
    days = find_dates(text)
    of_months = (terms for month, terms in months.items() if any(month in day for day in days))
    return terms_of_dates(text, spelled).union(*of_months)


def _share_a_line(one: Evidence, other: Evidence, sources: Sequence[Source]) -> bool:
    if one is other or one.position != other.position:
        return False
    first, last = sorted((one, other), key=lambda piece: piece.start)
    return "\n" not in sources[one.position]["content"][first.start : last.end]
