"""Captions of tables: "Table 1. Yield by concentration" is said of each of its rows."""

from __future__ import annotations

from nodes.answering.tables.lines import Lines
from nodes.answering.tables.table_units import lines_above
from nodes.domain.regexes import lazy_regex

_CAPTION = lazy_regex(r"(?:Table|Tab\.|Tabelle|Tableau|Tabla|Tabella|Tabel) [A-Z]?\d+[a-z]?(?:\.\d+)?\b[.:]?\s*(.*)")


def caption_of(lines: Lines, number: int) -> str:
    """What the caption above the table of a row says behind its number; empty where there is none."""
    if "Tab" not in lines.content:
        return ""
    for above in lines_above(lines, number):
        found = _CAPTION.match(lines.at(above))
        if found:
            return found[1]
    return ""
