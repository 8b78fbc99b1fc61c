"""Capitalised runs: what stands for names in scripts that have capitals."""

from __future__ import annotations

from nodes.domain.regexes import lazy_regex
from nodes.language.particles import PARTICLES as NAME_PARTICLES
from nodes.language.stopwords import STOP_WORDS

UPPER = "A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĖĘĚĞĢĪİĶĹĻĽŁŃŅŇŌŐŒŘŚŞŠŢŤŪŮŰŲŹŻŽΑ-ΡΣ-ΫЀ-Я"
"""Inside a character class: capitals of Latin, Greek and Cyrillic letters."""

PARTICLES = rf"(?:{NAME_PARTICLES}|des|und|et|for|für|on|in|and)"
"""Small words that stand inside names of texts: what joins two names, too."""

_INITIALS = rf"(?:[{UPPER}]\.(?:-(?![^\W_])|-(?=[{UPPER}]\.))?)++(?![^\W_])"
_DROPPED = rf"(?:(?<=in)['’](?=[ ][{UPPER}]))?"
_OTHERS = rf"[ldd]['’][{UPPER}][^\W_]++|[a-z]{{1,2}}[{UPPER}][^\W_]*+"
# Nothing is given back: what was read of a long row of hyphens would be read again in every other way.
CAPITALISED = (
    rf"(?:{_INITIALS}|[{UPPER}][^\W_]*+(?:[-’'&./](?!(?<=['’])s(?![^\W_])(?![-’'&./][^\W_]))[^\W_]++)*+{_DROPPED}|"
    rf"{_OTHERS})"
)
"""One capitalised word: `Berlin`, `J.`, `U.S.`, `Saint-Simon`, `R&D`, `O'Neill`, `d'Alembert`, `iPhone`.

Before another one the mark of a dropped g belongs to it: `Makin' Waves`.
"""

CAPITALISED_IN_PARTS = (
    rf"(?:{_INITIALS}|[{UPPER}][^\W_]*+(?:[-’'&./][^\W_]++){{0,7}}(?<!['’]s){_DROPPED}|"
    rf"{_OTHERS})"
)
"""The same, which may end before any of its hyphens where the pattern goes on there: `Falcon` of `Falcon-9`."""

_JOIN = r"(?:[ \u00a0]|[ ]?\n(?!\s))"
RUN = lazy_regex(
    rf"(?<![^\W_])(?<![^\W_][-’'./]){CAPITALISED}"
    rf"(?:{_JOIN}(?:(?:{PARTICLES}{_JOIN}){{0,2}}{CAPITALISED}|\d{{1,4}}(?![^\W_]|[.,]\d)|&(?=[ ][{UPPER}]))){{0,9}}"
)
"""A capitalised word and what follows it: capitalised words, particles between them, small numbers."""

_LOOSE = r"(?:and|und|et|y|e|for|für|on|in|zu)"
SPLIT_LOOSE = lazy_regex(rf"{_JOIN}+{_LOOSE}{_JOIN}+(?:{PARTICLES}{_JOIN}+)*")
"""What stands between two names as often as inside one."""

SPLIT = lazy_regex(rf"{_JOIN}+(?:{PARTICLES}{_JOIN}+)+")
"""The particles between the parts of a run."""


def without_function_words(phrase: str) -> str:
    """The phrase without the function words that lead it; empty where it holds nothing else."""
    words = phrase.split()
    first = 0
    while first < len(words) and words[first].lower() in STOP_WORDS:
        first += 1
    return " ".join(words[first:])
