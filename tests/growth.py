"""Whether what works on a text takes about twice as long for twice as much of it."""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import process_time
from typing import Any

MOST_GROWTH = 3.0
"""Of the time for twice the text: two where it is in proportion, four where it is quadratic."""
ALLOWANCE = 0.05
"""Seconds: what is as short is nobody's wait, and too short to measure."""
REPEATS = 2


def repeated(unit: str, characters: int) -> str:
    """A unit over and over, up to so many characters."""
    return (unit * (characters // len(unit) + 1))[:characters]


def made_of(unit: str, characters: int, number: int = 0) -> str:
    """A text of one unit over and over, with a word before and behind it; each number makes another."""
    return f"Report {number}\n{repeated(unit, characters)}end"


def assert_grows_in_proportion(
    use: Callable[[str], Any], unit: str, characters: int, make: Callable[[str, int, int], str] = made_of
) -> None:
    """Uses a text that `make` makes of a unit, and one twice as long.

    Args:
        use: works on the text.
        unit: what the text is made of.
        characters: of the shorter one.
        make: of a unit, so many characters and a number the text that has this number.
    """

    def seconds(length: int, number: int) -> float:
        text = make(unit, length, number)
        # What other tests left behind is not collected at this one's cost.
        gc.disable()
        try:
            start = process_time()
            use(text)
            return process_time() - start
        finally:
            gc.enable()

    use(make("a b ", 100, 0))
    once, twice = seconds(characters, 0), seconds(2 * characters, 0)
    for number in range(1, REPEATS + 1):
        # Measured again only where it looks too long: another process may have been in the way. With another text, as
        # what was worked out of the first is remembered.
        if twice <= MOST_GROWTH * once + ALLOWANCE:
            return
        once, twice = min(once, seconds(characters, number)), min(twice, seconds(2 * characters, number))
    assert twice <= MOST_GROWTH * once + ALLOWANCE, f"{unit!r}: {once:.2f} s, and {twice:.2f} s for twice as much"
