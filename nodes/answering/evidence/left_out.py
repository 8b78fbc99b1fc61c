"""What a row leaves out of what it tells: "Profit before tax" is no tax."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse

_LEAVES_OUT = lazy_regex(
    r"(?P<told>\S.*?),? \(?(?:before|after|excluding|excl\.?|without|net of|less|vor|nach|ohne|avant|hors|antes de) "
    r"(?P<rest>[^()]+)\)?",
    re.IGNORECASE,
)


def without_what_is_left_out(pieces: Sequence[Evidence], asked: Set[str]) -> list[Evidence]:
    """The pieces; rows of something before or without what is asked for do not say the latter.

    Args:
        pieces: All evidence.
        asked: Terms of the question. A row that is of another of them keeps all: "the profit before tax".
    """
    return [_without(piece, asked) if piece.is_row and piece.label else piece for piece in pieces]


def _without(row: Evidence, asked: Set[str]) -> Evidence:
    found = _LEAVES_OUT.fullmatch(row.label)
    if found is None or not asked.isdisjoint(analyse(found["told"])):
        return row
    return replace(row, terms=row.terms - (asked & frozenset(analyse(found["rest"]))))
