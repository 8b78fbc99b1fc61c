"""Groups of a table: rows below a label that stands alone are about what it says, "Continuing operations"."""

from __future__ import annotations

import re

from nodes.answering.table_rows import has_cells, row_cells
from nodes.language.terms import fold

_LONGEST_LABEL = 70
_FARTHEST = 30
"""Rows between a label and those it is of."""
_SAME_WORDS = 2
_SUM = re.compile(r"(?:sub-?|net )?totals?\b|summe\b|gesamt|insgesamt\b")
_NO_LABEL = re.compile(r"[.!?;,]$|[\d)]$")


def group_of(content: str, lines: list[tuple[int, int]], rows: set[int], number: int) -> str:
    """The label that stands alone above a row of a grid, in its table; empty where there is none.

    A sum ends a group: what stands below it is of the table. So does what is called as the group is: "Equipment, net"
    below "Equipment, gross".

    Args:
        content: that the lines are of.
        lines: half-open ranges.
        rows: numbers of those that are rows of tables.
        number: of the row.
    """
    own = _first_words(row_cells(content[slice(*lines[number])].strip())[0])
    for above in range(number - 1, max(-1, number - _FARTHEST), -1):
        line = content[slice(*lines[above])].strip()
        if above in rows and has_cells(line):
            label, values = row_cells(line)
            if label and not any(values):
                return "" if _first_words(label) == own else label.rstrip(": ")
            if _SUM.match(fold(label)):
                return ""
            continue
        # In a line of its own without bars, between rows.
        is_label = above - 1 in rows and 0 < len(line) <= _LONGEST_LABEL and not _NO_LABEL.search(line)
        return line.rstrip(": ") if is_label and "|" not in line and _first_words(line) != own else ""
    return ""


def _first_words(label: str) -> list[str]:
    return re.findall(r"[^\W_]+", fold(label))[:_SAME_WORDS]
