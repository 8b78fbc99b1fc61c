"""Tables without rules: below headings that their units part, lines of as many figures are rows.

"Extract (ml/l) Yield (kg/m2) Fruit mass (g)" stands above "6.0 14.0 b 120", as papers print it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nodes.domain.regexes import lazy_regex

_LONGEST_LINE = 200
"""Characters of a line of headings or figures."""
_FEWEST_UNITS = 2
"""Headings with a unit in parentheses: one alone may be a remark."""
_FEWEST_COLUMNS = 3
"""Headings that make a table of lines without rules."""
_TOKEN = lazy_regex(r"\([^()]*\)|\S+")
_FIGURE = lazy_regex(r"[<>≤≥~+−–-]?\d+(?:[.,]\d+)*%?")
_MARK = lazy_regex(r"\([^()]*\)|[a-h]{1,3}|\*{1,3}|n\.?s\.?")
"""What belongs to the figure before it: "14.0 b" differs from "12.7 a"."""
_UNIT = lazy_regex(
    r"\((?:[^\W\d_]{1,3}|[^()]*(?:[%°/²³]|[^\W\d_][23]\b)[^()]*|"
    r"years|months|weeks|days|hours|min(?:utes)?|seconds|tonnes|tons|lit(?:re|er)s|met(?:re|er)s|euros|dollars|pounds)\)"
)
"""What stands behind a heading, and is no word in parentheses."""
_SPREAD = "±"
_WORD = lazy_regex(r"[^\W\d_]\S*")


class HeadedRow(NamedTuple):
    """A row below headings."""

    cells: tuple[str, ...]
    headings: tuple[str, ...]
    """As many."""
    heading_line: int
    """The number of their line."""


def headed_rows(content: str, lines: Sequence[tuple[int, int]]) -> dict[int, HeadedRow]:
    """The rows of tables without rules by the numbers of their lines: right below headings, each with all its cells."""
    found: dict[int, HeadedRow] = {}
    headings: tuple[str, ...] = ()
    heading_line = 0
    for number, (start, end) in enumerate(lines):
        text = content[start:end].strip()
        cells = cells_in(text) if headings else ()
        if cells and len(cells) == len(headings):
            found[number] = HeadedRow(cells, headings, heading_line)
        else:
            headings, heading_line = headings_in(text), number
    return found


def headings_in(line: str) -> tuple[str, ...]:
    """The headings of columns in a line in which two have a unit; empty where there are none.

    A heading begins with a capital letter, or behind a unit.
    """
    if line.count("(") < _FEWEST_UNITS or len(line) > _LONGEST_LINE or "|" in line or line.endswith((".", ":", ";")):
        return ()
    headings: list[str] = []
    is_open = False
    for token in _TOKEN.findall(line):
        is_unit = token.startswith("(")
        if any(map(str.isdigit, token)) and not (is_unit and _UNIT.fullmatch(token)):
            return ()
        if "$" in token or (is_unit and not is_open):
            return ()
        if is_open and (is_unit or not token[0].isupper()):
            headings[-1] += f" {token}"
        else:
            headings.append(token)
        is_open = not is_unit
    units = sum(_UNIT.fullmatch(_TOKEN.findall(heading)[-1]) is not None for heading in headings)
    return tuple(headings) if units >= _FEWEST_UNITS and len(headings) >= _FEWEST_COLUMNS else ()


def cells_in(line: str) -> tuple[str, ...]:
    """The cells of a line that is nothing but a label, or a figure, and figures behind it; else empty."""
    if len(line) > _LONGEST_LINE or "|" in line:
        return ()
    cells: list[str] = []
    figures = 0
    for token in _TOKEN.findall(line):
        if figures and (_MARK.fullmatch(token) or token == _SPREAD or cells[-1].endswith(_SPREAD)):
            cells[-1] += f" {token}"
        elif _FIGURE.fullmatch(token):
            cells.append(token)
            figures += 1
        elif figures or not (_WORD.match(token) or token.startswith("(")):
            return ()
        elif cells:
            cells[-1] += f" {token}"
        else:
            cells.append(token)
    return tuple(cells)
