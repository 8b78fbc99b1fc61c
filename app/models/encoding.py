"""What tokenizers are given."""

from __future__ import annotations


def encodable(text: str) -> str:
    """The text with half characters replaced: tokenizers take valid Unicode only."""
    return text if text.isascii() else text.encode(errors="replace").decode()
