"""Rows that have something or have it not: "Which rooms have no projector?", where a column of yes and no tells it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.columns.table_columns import before_others, columns_meant, has_headings, with_heading
from nodes.answering.columns.thresholds import ASKS_WHICH, MOST_ROWS
from nodes.language.terms import analyse

_YES = frozenset(["yes", "y", "true", "x", "✓", "✔", "ja", "oui", "sí", "si", "sim"])
_NO = frozenset(["no", "n", "false", "-", "–", "—", "✗", "nein", "non", "não", ""])
_DENIED = re.compile(r"\b(?:no|not|without|lacks?|cannot|kein\w*|ohne|nicht|pas|sans|sin)\b|n['’]t\b", re.IGNORECASE)


def with_rows_that_have(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; of a quoted table that has a column of yes and no which is asked for, the rows that are meant.

    Of those that have it, or have it not, they are the ones that say most of the rest of the question.
    """
    question, weights = material.facts.question, material.facts.weights
    if not ASKS_WHICH.match(question) or not any(has_headings(piece) for piece, _ in chosen):
        return chosen
    columns = columns_meant(material, frozenset(weights), _yes_or_no)
    column = max(columns.values(), key=lambda column: column.said, default=None)
    if column is None or not column.said:
        return chosen
    wanted = 0.0 if _DENIED.search(question) else 1.0
    rows = [one for value, one in column.rows if value == wanted]
    rest = weights.keys() - set(analyse(column.heading))
    said = [len(rest.intersection(analyse(piece.text))) for piece, _ in rows]
    meant = [with_heading(one, column) for one, count in zip(rows, said, strict=True) if count == max(said)]
    if not 0 < len(meant) <= MOST_ROWS:
        return chosen
    return before_others(meant, chosen)


def _yes_or_no(cells: Sequence[str]) -> list[float | None]:
    """1 and 0 of a column that says both and nothing else; else nothing."""
    folded = [cell.casefold() for cell in cells]
    if _YES.isdisjoint(folded) or _NO.isdisjoint(folded) or not _YES.union(_NO).issuperset(folded):
        return [None] * len(cells)
    return [1.0 if cell in _YES else 0.0 for cell in folded]
