"""Small words that no index holds and a question turns on: what denies."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex

_DENIAL = lazy_regex(
    r"\b(?:not|cannot|never|neither|nor|forbidden|prohibit(?:s|ed)|"
    r"nicht|kein(?:e[mnrs]?)?|niemals|verboten|untersagt|jamais|aucune?|interdite?s?|pas|nunca|ning[uú]n[ao]?|prohibid[ao]s?|"
    r"vietat[aoie]|niet|geen|nooit|verboden|не|нет|нельзя|никогда|запрещен[оаы]?)(?!\w)|n['’]t\b|不|没|禁止|ません|ない",
    re.IGNORECASE,
)

_EXCLUDES = lazy_regex(
    r"\b(?:exclu(?:de[ds]?|ding|sions?|si[oó]n(?:es)?|[ie]t|s|ses?)|exempt(?:ed|ions?)?|"
    r"ausgeschlossen|ausschl[uü](?:ss|sse))\b",
    re.IGNORECASE,
)


def says_not(text: str) -> bool:
    """Whether a text says that something is not so, or must not be."""
    return _DENIAL.search(text) is not None


def excludes(text: str) -> bool:
    """Whether a heading or a question is about what does not fall under something: "What is not covered"."""
    return (_EXCLUDES.search(text) is not None) != says_not(text)
