"""Groups of a table: rows below a label that stands alone are about what it says, "Continuing operations".

So are rows that are parts of another, "of which fuel" below "Operating costs".
"""

from __future__ import annotations

import re

from nodes.answering.tables.lines import Lines
from nodes.answering.tables.table_rows import has_cells, row_cells, years_in
from nodes.answering.tables.table_units import states_unit
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import fold

_LONGEST_LABEL = 70
"""Characters of a line between rows that is the label of those below it."""
_FARTHEST = 30
"""Rows between a label and those it is of."""
_SAME_WORDS = 2
"""First words by which two labels are called alike."""
_SUM = lazy_regex(r"(?:sub-?|net )?totals?\b|summe\b|gesamt|insgesamt\b")
_PART = lazy_regex(
    r"\W*(?:of which|thereof|whereof|including|incl\.|davon|darunter|hiervon|dont|di cui|waarvan|varav|heraf)(?!\w)",
    re.IGNORECASE,
)
"""A row that is a part of the one above it: "of which fuel"."""
_MARKED = lazy_regex(r"[–—•·▪◦]\s*\w")
"""So is one behind a mark."""
_INDENT = lazy_regex(r"(?:\s*\|\s?)?(\s*)")
_LEAST_INDENT = 2
"""Blanks by which a part stands further in than what it is a part of."""
_NO_LABEL = lazy_regex(r"[.!?;,]$|[\d)]$")


def group_of(lines: Lines, number: int) -> str:
    """The label that stands alone above a row of a grid, in its table; empty where there is none.

    A sum ends a group: what stands below it is of the table. So does what is called as the group is:
    "Equipment at cost, net" below "Equipment at cost, gross".
    """
    own = _first_words(row_cells(lines.at(number))[0])
    for above in range(number - 1, max(-1, number - _FARTHEST), -1):
        line = lines.at(above)
        if above in lines.rows and has_cells(line):
            label, values = row_cells(line)
            if label and not any(values):
                return "" if _first_words(label) == own else _with_whole(label, lines, above)
            if _SUM.match(fold(label)):
                return ""
            continue
        # In a line of its own without bars, between rows.
        is_label = above - 1 in lines.rows and 0 < len(line) <= _LONGEST_LABEL and not _NO_LABEL.search(line)
        is_label = is_label and "|" not in line and _first_words(line) != own
        return _with_whole(line, lines, above) if is_label else ""
    return ""


def _with_whole(label: str, lines: Lines, number: int) -> str:
    """A label that stands alone: "of which" is said behind what it is of; a line of units names no group."""
    if states_unit(label):
        return ""
    whole = whole_of(lines, number) if _is_part(label) else ""
    return ", ".join(filter(None, (whole, label.rstrip(": "))))


def whole_of(lines: Lines, number: int) -> str:
    """The label of the row that another is a part of: "Operating costs" above "of which fuel", or what is indented.

    Without it such a row says nothing. Empty where a row is no part, or nothing tells of what.
    """
    line = lines.whole(number)
    is_part, indent = _is_part(row_cells(line.strip())[0]), _indent(line)
    if not is_part and (indent < _LEAST_INDENT or _SUM.match(fold(line.strip("| ")))):
        return ""
    for above in range(number - 1, max(-1, number - _FARTHEST), -1):
        if above not in lines.rows:
            # The first words of a label that goes on in the row: "Cash, including restricted".
            return ""
        other = lines.whole(above)
        label, values = row_cells(other.strip())
        if is_part and not _is_part(label):
            return label
        if not is_part and _indent(other) < indent:
            is_whole = _indent(other) + _LEAST_INDENT <= indent and any(map(_counts, values))
            return label if is_whole else ""
    return ""


def _indent(line: str) -> int:
    found = _INDENT.match(line)
    return len(found[1]) if found else 0


def _is_part(label: str) -> bool:
    return (_PART.match(label) or _MARKED.match(label)) is not None


def _counts(value: str) -> bool:
    return any(map(str.isdigit, value)) and not years_in(value)


def _first_words(label: str) -> list[str]:
    return re.findall(r"[^\W_]+", fold(label))[:_SAME_WORDS]
