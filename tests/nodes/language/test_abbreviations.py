"""Usual abbreviations of roles."""

from __future__ import annotations

import pytest

from nodes.language.abbreviations import USUAL, readings
from nodes.language.terms import analyse


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who is the CFO of Quillfen?", ["chief financial officer"]),
        ("Who is the chief operating officer of Quillfen?", ["COO"]),
        ("Who is the officer in charge?", []),
    ],
)
def test_an_abbreviation_is_searched_written_out_and_the_other_way_round(question: str, expected: list[str]) -> None:
    assert USUAL.expansions(question) == expected


@pytest.mark.parametrize(
    ("asked", "said", "is_said"),
    [
        ("CEO", "Chief executive officer is Mara Lind", True),
        ("chief executive officer", "Mara Lind, CEO since 2031", True),
        ("chief executive", "Mara Lind, CEO since 2031", True),
        ("CEO", "Mara Lind, executive officer", False),
        ("CFO", "Mara Lind, chief executive officer", False),
    ],
)
def test_what_says_the_same(asked: str, said: str, *, is_said: bool) -> None:
    terms = frozenset(analyse(asked))
    told = [own for own, other in readings(terms) if other <= set(analyse(said))]
    assert (terms in told) is is_said
