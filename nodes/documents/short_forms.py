"""How people write an organisation's name in one word: its initials, or what its two words begin with."""

from __future__ import annotations

from nodes.documents.organisations import bare_name
from nodes.language.initials import initials_of
from nodes.language.stopwords import STOP_WORDS

_SHORTEST = 3
"""Letters: two are the initials of too many."""
_BEGINNINGS = range(2, 5)
"""Letters that each of two words may give."""


def short_forms(name: str) -> list[str]:
    """Folded, each once: `amd` of "Advanced Micro Devices, Inc.", `amex` and more of "American Express Company".

    Initials count with and without the small words of the name; of two words, both by two to four letters that they
    begin with. Three letters or more, and none that is a word of the name. Nobody uses most of them.

    Args:
        name: Of an organisation, its legal form included.
    """
    words = [word for word in bare_name(name).split() if word.isalpha()]
    large = [word for word in words if word not in STOP_WORDS]
    found = [initials_of(chosen).casefold() for chosen in (words, large)]
    if len(large) == len(words) == 2:
        one, other = large
        found += [
            one[:first] + other[:second]
            for first in _BEGINNINGS
            for second in _BEGINNINGS
            if first < len(one) and second < len(other)
        ]
    return [form for form in dict.fromkeys(found) if len(form) >= _SHORTEST and form not in words]
