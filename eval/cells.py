"""Figures as the cells of tables that a person reads."""

from __future__ import annotations


def share_told(value: float | None) -> str:
    """A share as tables show it."""
    return "-" if value is None else f"{value:.3f}"
