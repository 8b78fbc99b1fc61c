"""In which unit the rows of a document count, "in thousands" or "in millions": stated, or known from others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nodes.answering.evidence.evidence import Evidence
from nodes.answering.reckoning.row_values import cells_by_year, scale_of

_ONE_ORDER = 30.0
"""Times that values of one unit may differ where one of them does not state it."""


def scales_of(rows: Sequence[Evidence]) -> dict[Evidence, float | None]:
    """The unit of each row of a document: its own, or the only one that its source states, or else the document."""
    stated: dict[int | None, set[float]] = {}
    for row in rows:
        if (scale := scale_of(row)) is not None:
            stated.setdefault(row.position, set()).add(scale)
            stated.setdefault(None, set()).add(scale)

    def only(place: int | None) -> float | None:
        found = stated.get(place, set())
        return next(iter(found)) if len(found) == 1 else None

    return {row: scale_of(row) or only(row.position) or only(None) for row in rows}


def known_scales(rows: Sequence[Evidence], scales: Mapping[Evidence, float | None]) -> dict[Evidence, float] | None:
    """The unit of each of some rows; None where those of some are stated, and those of others are not known.

    A row whose unit is not known has that of the others where its values are of one order with theirs: those of another
    unit would be a thousand times as large.

    Args:
        rows: that are reckoned with.
        scales: as of `scales_of`.
    """
    known = {row: scale for row in rows if (scale := scales[row]) is not None}
    if not known:
        return dict.fromkeys(rows, 1.0)
    largest = {row: max((abs(cell.value) for cell in cells_by_year(row).values()), default=0.0) for row in rows}
    units = {*known.values()}
    for row in (row for row in rows if row not in known):
        is_of_one_order = all(
            largest[row] < _ONE_ORDER * largest[each] and largest[each] < _ONE_ORDER * largest[row] for each in known
        )
        if len(units) > 1 or not is_of_one_order:
            return None
    unit = next(iter(known.values()))
    return {row: known.get(row, unit) for row in rows}
