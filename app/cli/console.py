"""The console that commands print on."""

from __future__ import annotations

from typing import Any

from rich.console import Console


class PlainConsole(Console):
    """A console that leaves no blanks at the ends of lines where what it prints goes into a file or another program."""

    def print(self, *objects: Any, **options: Any) -> None:
        """Prints as its parent does."""
        if self.is_terminal:
            super().print(*objects, **options)
            return
        with self.capture() as captured:
            super().print(*objects, **options)
        self.file.write("\n".join(line.rstrip(" ") for line in captured.get().split("\n")))
