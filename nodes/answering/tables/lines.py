"""The lines of a text, and which of them are rows of tables: what tells of a row is looked for around it."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Lines:
    """The lines of a text, by their numbers from 0."""

    content: str
    spans: Sequence[tuple[int, int]]
    """Half-open ranges of the content, line breaks left out."""
    rows: Set[int]
    """Numbers of those that are rows of tables, see `nodes.answering.tables.table_rows.read_lines`."""
    grid_tops: Sequence[int]
    """For each line the first of the lines of a grid that stand right above it, without a gap; itself for none."""

    def whole(self, number: int) -> str:
        """A line as it stands there."""
        start, end = self.spans[number]
        return self.content[start:end]

    def at(self, number: int) -> str:
        """A line without the blanks around it."""
        return self._stripped[number]

    @cached_property
    def _stripped(self) -> Sequence[str]:
        # Each row looks at those above it.
        return [self.content[start:end].strip() for start, end in self.spans]
