"""Grids that the rules of a page make: which rules meet, and which cells they part."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from app.reading.pdf_rules import Rule

SAME_PLACE = 2.5
"""Points: rules that stand closer are one, and so near a rule another ends at it."""
_MOST_ROWS = 150
"""Of a grid, as what follows: with more it is taken for a drawing."""
_MOST_COLUMNS = 30
_MOST_CELLS = 2_000
"""Of a grid, as its rows and columns."""
_COVERED = 0.5
"""Of the edge between two cells: with less of it ruled they are one."""


class Ruling(NamedTuple):
    """The rules of one grid."""

    columns: list[float]
    """Where its columns begin and the last one ends, in points from the left."""
    rows: list[float]
    """Where its rows end and the first one begins, in points from below, from top to bottom."""
    upright: list[Rule]
    level: list[Rule]


class Cell(NamedTuple):
    """By its first row and column, over how many of them it goes."""

    row: int
    column: int
    rows: int
    columns: int


def rulings_of(rules: Sequence[Rule]) -> list[Ruling]:
    """Rules that meet, where they part two rows and two columns or more."""
    whole = [
        *_joined(rule for rule in rules if rule.is_upright),
        *_joined(rule for rule in rules if not rule.is_upright),
    ]
    found: list[Ruling] = []
    for group in _meeting(whole):
        upright = [rule for rule in group if rule.is_upright]
        level = [rule for rule in group if not rule.is_upright]
        # Some tables have no rule at their sides, or above and below.
        ends = [min(rule.begin for rule in level), max(rule.end for rule in level)]
        heights = [min(rule.begin for rule in upright), max(rule.end for rule in upright)]
        columns = _places([*(rule.at for rule in upright), *ends])
        rows = _places([*(rule.at for rule in level), *heights])[::-1]
        shape = len(rows) - 1, len(columns) - 1
        is_grid = min(shape) > 1 and shape[0] <= _MOST_ROWS and shape[1] <= _MOST_COLUMNS
        if is_grid and shape[0] * shape[1] <= _MOST_CELLS:
            found.append(Ruling(columns, rows, upright, level))
    return found


def cells_of(ruling: Ruling) -> list[Cell] | None:
    """The cells from left to right and from top to bottom; None where one of them is no rectangle."""
    height, width = len(ruling.rows) - 1, len(ruling.columns) - 1
    leaders = list(range(height * width))
    for row, column in itertools.product(range(height), range(width)):
        top, bottom = ruling.rows[row : row + 2]
        left, right = ruling.columns[column : column + 2]
        here = row * width + column
        if column + 1 < width and not _is_ruled(ruling.upright, right, bottom, top):
            leaders[_leader(leaders, here + 1)] = _leader(leaders, here)
        if row + 1 < height and not _is_ruled(ruling.level, bottom, left, right):
            leaders[_leader(leaders, here + width)] = _leader(leaders, here)
    groups: dict[int, list[int]] = {}
    for here in range(height * width):
        groups.setdefault(_leader(leaders, here), []).append(here)
    cells: list[Cell] = []
    for group in groups.values():
        rows, columns = {here // width for here in group}, {here % width for here in group}
        if len(rows) * len(columns) != len(group):
            return None
        cells.append(Cell(min(rows), min(columns), len(rows), len(columns)))
    # A row or a column that none has for itself is told from its neighbour by nothing.
    is_parted = {cell.row for cell in cells} == set(range(height)) and {cell.column for cell in cells} == set(
        range(width)
    )
    return cells if is_parted else None


def _places(numbers: Iterable[float]) -> list[float]:
    """Ascending, of those close together the middle."""
    groups: list[list[float]] = []
    for number in sorted(numbers):
        if groups and number - groups[-1][-1] <= SAME_PLACE and number - groups[-1][0] <= 2 * SAME_PLACE:
            groups[-1].append(number)
        else:
            groups.append([number])
    return [sum(group) / len(group) for group in groups]


def _joined(rules: Iterable[Rule]) -> list[Rule]:
    """The rules of one direction, those in one that go on from one another."""
    groups: list[list[Rule]] = []
    for rule in sorted(rules, key=lambda each: each.at):
        if groups and rule.at - groups[-1][0].at <= SAME_PLACE:
            groups[-1].append(rule)
        else:
            groups.append([rule])
    found: list[Rule] = []
    for group in groups:
        parts: list[Rule] = []
        for rule in sorted(group, key=lambda each: each.begin):
            if parts and rule.begin - parts[-1].end <= SAME_PLACE:
                parts[-1] = parts[-1]._replace(end=max(parts[-1].end, rule.end))
            else:
                parts.append(rule)
        found += parts
    return found


def _meeting(rules: Sequence[Rule]) -> list[list[Rule]]:
    """Rules in groups of those that meet, directly or by others of both directions."""
    leaders = list(range(len(rules)))
    level = [number for number, rule in enumerate(rules) if not rule.is_upright]
    for number, rule in enumerate(rules):
        if not rule.is_upright:
            continue
        for other in level:
            across = rules[other]
            if (
                rule.begin - SAME_PLACE <= across.at <= rule.end + SAME_PLACE
                and across.begin - SAME_PLACE <= rule.at <= across.end + SAME_PLACE
            ):
                leaders[_leader(leaders, other)] = _leader(leaders, number)
    groups: dict[int, list[Rule]] = {}
    for number, rule in enumerate(rules):
        groups.setdefault(_leader(leaders, number), []).append(rule)
    return [group for group in groups.values() if 0 < sum(rule.is_upright for rule in group) < len(group)]


def _leader(leaders: list[int], number: int) -> int:
    while leaders[number] != number:
        leaders[number] = leaders[leaders[number]]
        number = leaders[number]
    return number


def _is_ruled(rules: Sequence[Rule], at: float, begin: float, end: float) -> bool:
    """Whether most of what is between two ends at one place is ruled."""
    covered = sum(
        max(0.0, min(end, rule.end) - max(begin, rule.begin)) for rule in rules if abs(rule.at - at) <= SAME_PLACE
    )
    return covered >= _COVERED * (end - begin)
