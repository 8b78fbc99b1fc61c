"""Text that is too long for its place."""

from __future__ import annotations


def shortened(text: str, longest: int) -> str:
    """The text; of more than `longest` characters its beginning, cut at a word, with a mark that more follows."""
    return text if len(text) <= longest else text[:longest].rsplit(" ", 1)[0] + " …"
