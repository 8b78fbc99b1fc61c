"""How numbers that were reckoned are written: with as many decimals as are asked for, or as their values have."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex

_ROUND = lazy_regex(r"\bround\w*\b[^.?]*?\b(?P<places>no|zero|one|two|three|four|[0-4]) decimal", re.IGNORECASE)
_PLACES = {"no": 0, "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4}


def asked_places(question: str) -> int | None:
    """How many decimals a question asks for: "round your answer to two decimal places"; None where it does not."""
    found = _ROUND.search(question)
    if found is None:
        return None
    said = found["places"].lower()
    return int(said) if said.isdigit() else _PLACES[said]


def decimals_of(shown: str) -> int:
    """How many decimals a number has as it is written."""
    return len(shown.partition(".")[2])


def written(value: float, places: int) -> str:
    """A number with its thousands parted and so many decimals; what rounds to nothing has no sign."""
    digits = f"{abs(value):,.{places}f}"
    return f"−{digits}" if value < 0 and digits.strip("0.,") else digits
