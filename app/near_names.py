"""Names that were nearly given: what is called so but for its case, or a slip of the keyboard."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The name that is most like this one, whatever the case of either; None where none is like it."""
    folded: dict[str, str] = {}
    for each in sorted(known):
        folded.setdefault(each.casefold(), each)
    near = difflib.get_close_matches(name.strip().casefold(), folded, n=1)
    return folded[near[0]] if near else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The nearest name as the beginning of a hint; empty where none is like it."""
    near = nearest(name, known)
    return "" if near is None else f"Did you mean `{near}`?"
