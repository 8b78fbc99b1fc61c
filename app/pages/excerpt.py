"""The part of a long text that is shown."""

from __future__ import annotations

from collections.abc import Sequence

EXCERPT_CHARACTERS = 20_000
"""Of one page: a file without pages is one page, and may be a book."""
_LEAD = 2_000
"""Characters shown before the first mark."""
_LONGEST_LINE = 2_000
"""A line that is longer may be cut."""


def excerpt_start(text: str, marked: Sequence[int], offset: int | None) -> int:
    """Where to begin: at the start of a line, at `offset` where it is given, else a little before the first mark.

    Args:
        text: of the page.
        marked: where the marks begin.
        offset: where the reader wants to begin.
    """
    if offset is not None:
        return min(offset, len(text))
    first = min(marked, default=0)
    if first <= _LEAD:
        return 0
    begin = first - _LEAD
    line = text.find("\n", begin, first)
    return begin if line < 0 else line + 1


def line_end(text: str, position: int) -> int:
    """The end of the last whole line before `position`; `position` itself inside a line too long for that."""
    if position >= len(text):
        return len(text)
    line = text.rfind("\n", max(0, position - _LONGEST_LINE), position)
    return position if line < 0 else line + 1
