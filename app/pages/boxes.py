"""Boxes of characters become boxes of lines: what a marker pen would cover."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

_SAME_LINE = 0.5
"""Share of the lower one's height that two boxes have in common when they stand on one line."""
_WIDEST_GAP = 3.0
"""Widest gap inside a line, in heights of its characters; a wider one is another column or cell."""
_VERTICAL_SAVES = 0.5
"""Lines are vertical where reading them so leaves less than this share of the boxes."""


class Box(NamedTuple):
    """A rectangle on the page as it is shown, from its upper left corner."""

    left: float
    top: float
    right: float
    bottom: float


def line_boxes(characters: Sequence[Box]) -> list[Box]:
    """One box for each line, or each piece of one, in reading order.

    Args:
        characters: their boxes in reading order. Empty ones (of blanks) are left out of account.
    """
    solid = [box for box in characters if box.right > box.left and box.bottom > box.top]
    across = _runs(solid)
    if len(across) < 3:
        return across
    upwards = [_turned(box) for box in _runs([_turned(box) for box in solid])]
    return upwards if len(upwards) < _VERTICAL_SAVES * len(across) else across


def _runs(characters: Iterable[Box]) -> list[Box]:
    """Neighbours on one line joined; a new box begins where the text jumps to another line or column."""
    runs: list[Box] = []
    for box in characters:
        if runs and _continues(runs[-1], box):
            runs[-1] = _union(runs[-1], box)
        else:
            runs.append(box)
    return runs


def _continues(run: Box, box: Box) -> bool:
    lower = min(run.bottom - run.top, box.bottom - box.top)
    higher = max(run.bottom - run.top, box.bottom - box.top)
    shared = min(run.bottom, box.bottom) - max(run.top, box.top)
    gap = max(box.left - run.right, run.left - box.right)
    return shared >= _SAME_LINE * lower and gap <= _WIDEST_GAP * higher


def _union(one: Box, other: Box) -> Box:
    return Box(
        min(one.left, other.left),
        min(one.top, other.top),
        max(one.right, other.right),
        max(one.bottom, other.bottom),
    )


def _turned(box: Box) -> Box:
    """The box with its axes exchanged: lines that run up or down become lines that run across."""
    return Box(box.top, box.left, box.bottom, box.right)
