"""Whether what works on a text takes about four times as long for four times as much of it."""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import process_time
from typing import Any

TIMES_THE_TEXT = 4
MOST_GROWTH = 6.0
"""Of the time for that: four where it is in proportion, sixteen where it is quadratic. Twice the text says it no better
and has to be twice as long."""
ALLOWANCE = 0.03
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
    """Uses a text that `make` makes of a unit, and one a quarter as long.

    Args:
        use: works on the text.
        unit: what the text is made of.
        characters: of the longer one.
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
    short = characters // TIMES_THE_TEXT
    less, more = seconds(short, 0), seconds(characters, 0)
    for number in range(1, REPEATS + 1):
        # Measured again only where it looks too long: another process may have been in the way. With another text, as
        # what was worked out of the first is remembered.
        if more <= MOST_GROWTH * less + ALLOWANCE:
            return
        less, more = min(less, seconds(short, number)), min(more, seconds(characters, number))
    assert more <= MOST_GROWTH * less + ALLOWANCE, (
        f"{unit!r}: {less:.2f} s, and {more:.2f} s for {TIMES_THE_TEXT} times as much"
    )
