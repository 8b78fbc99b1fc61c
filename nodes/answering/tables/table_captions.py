"""Captions of tables: "Table 1. Yield by concentration" is said of each of its rows."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from nodes.answering.tables.table_units import lines_above

_CAPTION = re.compile(r"(?:Table|Tab\.|Tabelle|Tableau|Tabla|Tabella|Tabel) [A-Z]?\d+[a-z]?(?:\.\d+)?\b[.:]?\s*(.*)")


def caption_of(content: str, lines: Sequence[tuple[int, int]], rows: Set[int], number: int) -> str:
    """What the caption above the table of a row says behind its number; empty where there is none.

    Args:
        content: that the lines are of.
        lines: half-open ranges.
        rows: numbers of those that are rows of tables.
        number: of the row.
    """
    if "Tab" not in content:
        return ""
    for above in lines_above(content, lines, rows, number):
        found = _CAPTION.match(content[slice(*lines[above])].strip())
        if found:
            return found[1]
    return ""
