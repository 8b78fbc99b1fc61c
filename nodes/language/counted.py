"""What is counted where it is asked how many there are, and whether a text tells their number."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.domain.regexes import lazy_regex
from nodes.language.numbers import is_written_out
from nodes.language.periods import MONTHS
from nodes.language.terms import analyse, fold, stem

_ASKED = lazy_regex(
    r"\bhow many (?P<counted>(?:[\w’'-]+ ){0,3}?[\w’'-]+?)(?= (?:do|does|did|is|are|was|were|has|have|had|can|will|"
    r"would|must|should|may|in|of|at|on|per|by|for|to|there)\b|\s*\?|$)",
    re.IGNORECASE,
)
_TOKEN = lazy_regex(r"[^\W_]+(?:[.,'’-][^\W_]+)*")
_NUMBER = lazy_regex(r"\d{1,3}(?:[,.’']\d{3})+|\d+")
"""A whole one: "10.10" is the number of an exhibit."""
_SCALED = lazy_regex(r"[\d.,]*\d")
_SCALES = frozenset({"hundred", "thousand", "million", "billion", "mio", "mrd"})
_SAID = frozenset(["one", "no", "both", "single", "kein", "keine", "beide", "einen", "aucun", "aucune"])
"""Numbers right before what they count, and hardly any elsewhere."""
_FARTHEST_WRITTEN_OUT = 2
"""Words from such a number to what it counts: "three full days"."""
_EACH = frozenset(["a", "an", "per", "each", "every", "pro", "je", "par", "por"])
"""Before a unit that something is told for, and not how many of it: "12 euros a night"."""
_PARTS = lazy_regex(r"[,.;:()!?]")
"""Between a number and a word of something else."""
_YEAR = lazy_regex(r"(?:19|20)\d\d")
_DATING = frozenset(
    ["in", "of", "since", "by", "until", "from", "during", "before", "after", "im", "seit", "von", "en", "de", "depuis"]
)
"""Before a number that may be a year: what happened then is told."""
_FARTHEST = 5
"""Words from a number to what it counts: "35,000 full- and part-time employees"."""


_PLURAL = lazy_regex(r"[^\W\d_][\w’'-]*[^\Wsui’']s", re.IGNORECASE)
_IRREGULAR = frozenset(
    [
        "people",
        "men",
        "women",
        "children",
        "staff",
        "crew",
        "personnel",
        "feet",
        "teeth",
        "mice",
        "fish",
        "sheep",
        "aircraft",
        "series",
        "species",
    ]
)


def counted_term(question: str) -> str:
    """The term of what is counted, "employees" of "How many employees does it have?"; empty where nothing is.

    It is the first plural, with what stands before it: "ships" of "How many ships sank?", "orders" of "sales orders".
    """
    found = _ASKED.search(question)
    return _term(fold(_noun(found["counted"].split()))) if found else ""


def _term(word: str) -> str:
    """The term of a word, folded; of a compound that of the whole: "callout" of "call-outs"."""
    return (analyse(word) or [word])[-1] if "-" in word else stem(word)


def _noun(words: Sequence[str]) -> str:
    """The last of the first plurals in a row; the last word where none is one."""
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if _is_plural(word) and not _is_plural(following):
            return word
    return words[-1]


def _is_plural(word: str) -> bool:
    return _PLURAL.fullmatch(word) is not None or word.lower() in _IRREGULAR


def tells_count(text: str, term: str) -> bool:
    """Whether a number that is no year and no day stands before what is counted; "2,000 seats" may be "2000 seats"."""
    found = [*_TOKEN.finditer(text)]
    tokens = [fold(each.group()) for each in found]
    places = [
        place
        for place, token in enumerate(tokens)
        if _term(token) == term and not (place and tokens[place - 1] in _EACH)
    ]
    for place in places:
        for number in range(max(0, place - _FARTHEST), place):
            before = tokens[number - 1] if number > 0 else ""
            is_day = before in MONTHS
            dates = before in _DATING or before[:1].isdigit()
            is_year = _YEAR.fullmatch(tokens[number]) and (number + 1 < place or dates)
            scaled = tokens[number + 1] in _SCALES and _SCALED.fullmatch(tokens[number])
            whole = _NUMBER.fullmatch(tokens[number]) and not is_year and not is_day
            said = tokens[number] in _SAID and number + 1 == place
            written_out = is_written_out(tokens[number]) and place - number <= _FARTHEST_WRITTEN_OUT
            is_amount = scaled or whole or said or written_out
            if is_amount and not _PARTS.search(text, found[number].end(), found[place].start()):
                return True
    return False
