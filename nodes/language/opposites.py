"""Words that tell one line of a table from another: who asks for the net price is not told the gross one."""

from __future__ import annotations

from collections.abc import Iterable

from nodes.language.terms import stem

_PAIRS = (
    ("net", "gross"),
    ("minimum", "maximum"),
    ("min", "max"),
    ("lower", "upper"),
    ("basic", "diluted"),
    ("assets", "liabilities"),
    ("debit", "credit"),
    ("import", "export"),
    ("imports", "exports"),
    ("arrival", "departure"),
    ("outward", "return"),
    ("inbound", "outbound"),
    ("opening", "closing"),
    ("adult", "child"),
    ("adults", "children"),
    ("men", "women"),
    ("male", "female"),
    ("indoor", "outdoor"),
    ("summer", "winter"),
    ("weekday", "weekend"),
    ("weekdays", "weekends"),
    ("single", "double"),
    ("domestic", "foreign"),
    ("domestic", "international"),
    ("front", "rear"),
    ("morning", "evening"),
)
_OPPOSITES: dict[str, frozenset[str]] = {}
for _one, _other in ((stem(one), stem(other)) for one, other in _PAIRS):
    _OPPOSITES[_one] = _OPPOSITES.get(_one, frozenset()) | {_other}
    _OPPOSITES[_other] = _OPPOSITES.get(_other, frozenset()) | {_one}


def is_of_opposite(said: frozenset[str], asked: Iterable[str]) -> bool:
    """Whether terms say the opposite of one that is asked for and that they lack: "gross weight", not "net weight".

    Args:
        said: The terms of a label.
        asked: Those of a question; where it says both, either will do.
    """
    asked = frozenset(asked)
    return any((_OPPOSITES.get(term, frozenset()) & said) - asked and term not in said for term in asked)
