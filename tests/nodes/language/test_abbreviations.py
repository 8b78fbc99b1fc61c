"""Usual abbreviations, and everyday words for the same."""

from __future__ import annotations

import pytest

from nodes.language.abbreviations import USUAL, other_names, readings, said_otherwise
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


@pytest.mark.parametrize(
    ("asked", "said", "is_said"),
    [
        ("bike", "Bicycles are kept in the yard.", True),
        ("telephone", "The phone stands in the hall.", True),
        ("CO2", "Carbon dioxide leaves by the flue.", True),
        ("CO2", "Carbon filters are changed.", False),
        ("flat", "The apartment has two rooms.", True),
        ("apartment", "A flat fee is due.", False),
        ("lift", "The elevator is serviced in May.", True),
        ("garbage", "Rubbish is collected on Mondays.", True),
        ("suitcase", "A bag of 23 kg is carried.", True),
        ("bag", "A suitcase of 23 kg is carried.", False),
    ],
)
def test_an_everyday_word_is_told_by_its_other_form(asked: str, said: str, *, is_said: bool) -> None:
    terms = frozenset(analyse(asked))
    assert (said_otherwise(terms, set(analyse(said))) == terms) is is_said


def test_an_everyday_word_that_is_said_itself_is_looked_for_in_no_other_form() -> None:
    assert readings({"exam"})
    assert not readings({"exam"}, {"exam"})
    assert readings({"ceo"}, {"ceo"})


def test_a_name_has_the_forms_of_its_words() -> None:
    assert "mathematics ii" in other_names("maths ii")
    assert other_names("hask marine") == []
