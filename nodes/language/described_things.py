"""Things that a question only describes: "the van that gets the new gearbox", of which some text says which it is."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex

_DESCRIBED = lazy_regex(
    r"\b(?:of|in|on|for|at|to|with|does|did|is|was|will) (?:the|whoever|whatever)\b[^?]*?"
    r"\b(?:that|which|who|whose|with|\w{3,}ed (?:at|in|on|by|from|to|for|with))\b",
    re.IGNORECASE,
)


def describes_thing(question: str) -> bool:
    """Whether something is asked of a thing that is not named, but described by what else is said of it."""
    return _DESCRIBED.search(question) is not None
