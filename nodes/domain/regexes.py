"""Regular expressions that are compiled when they are first used.

There are more than a thousand, and a question uses a third of them; to compile all takes half a second of every start.
"""

from __future__ import annotations

import re
from typing import Any, cast

_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "split", "sub", "subn")


def lazy_regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """What `re.compile` gives, at the price of a look-up of 30 ns a call; for what a module keeps.

    Functions of `re`, and libraries that are given expressions, do not take it (`re.sub(it, …)`): call its methods.
    It is not the `re` of a match, but has the same `pattern`. An expression that is none raises `re.error` when it is
    used; a test compiles them all.
    """
    return cast("re.Pattern[str]", _LazyRegex(pattern, flags))


class _LazyRegex:
    """Has `pattern` from the beginning, and the rest of an expression once any of it is wanted."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._given = flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # What copying, pickling and inspecting look for, and expressions have not.
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self._given)
        self.__dict__.update({each: getattr(compiled, each) for each in _METHODS})
        return getattr(compiled, name)
