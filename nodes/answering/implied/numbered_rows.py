"""Rows that are called by an amount: "the 6 ml/l treatment" is the row "6.0" below "Extract (ml/l)"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.language.terms import analyse

_ASKED = re.compile(
    r"(?<![\w.,/-])(?P<amount>\d+(?:[.,]\d+)?)[\s-]?(?P<unit>%|°\s?[CF]?|[^\W\d_]+(?:/[^\W\d_]+\d?)?)(?!\w)"
)
_CALLED = re.compile(r"(?P<amount>\d+(?:[.,]\d+)?)(?!\w)[^\d]*")
_FEWEST_ROWS = 2
"""Rows that are called by amounts, for what heads them to be a measure."""


def with_numbered_rows(pieces: Sequence[Evidence], question: str) -> list[Evidence]:
    """The pieces; an amount of the question, in the unit of what heads rows, is held by the row of that amount only.

    Args:
        pieces: Evidence, rows with their labels.
        question: As it stands alone.
    """
    asked = [(_number(found["amount"]), found["unit"], found.group()) for found in _ASKED.finditer(question)]
    if not asked:
        return [*pieces]
    tables: Mapping[Hashable, list[tuple[int, float]]] = defaultdict(list)
    for place, piece in enumerate(pieces):
        if piece.is_row and piece.corner and not piece.is_heading and (called := _CALLED.fullmatch(piece.label)):
            tables[piece.position, piece.corner, piece.header].append((place, _number(called["amount"])))
    told = [*pieces]
    for rows in tables.values():
        amounts = {amount for _, amount in rows}
        corner = pieces[rows[0][0]].corner
        for amount, unit, said in asked:
            if len(rows) >= _FEWEST_ROWS and amount in amounts and _heads(corner, unit):
                terms = frozenset(analyse(said))
                for place, own in rows:
                    told[place] = _holding(told[place], terms, held=own == amount)
                told = [_holding(one, terms, held=False) if _is_of_another(one, amount, unit) else one for one in told]
    return told


def _holding(piece: Evidence, terms: frozenset[str], *, held: bool) -> Evidence:
    return replace(piece, terms=piece.terms | terms if held else piece.terms - terms)


def _is_of_another(piece: Evidence, amount: float, unit: str) -> bool:
    """Whether a sentence is of other amounts of the unit: "At 3 ml/l" tells nothing of 6."""
    said = {
        _number(found["amount"])
        for found in _ASKED.finditer(" ".join(piece.text.split()))
        if found["unit"].lower() == unit.lower()
    }
    return not piece.is_row and bool(said) and amount not in said


def _heads(corner: str, unit: str) -> bool:
    """Whether the unit stands in what heads the rows."""
    return re.search(rf"(?<![^\W_]){re.escape(unit)}(?![^\W_])", corner, re.IGNORECASE) is not None


def _number(text: str) -> float:
    return float(text.replace(",", "."))
