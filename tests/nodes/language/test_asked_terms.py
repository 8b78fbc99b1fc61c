"""What a question is about, without words that only ask for a kind of answer."""

from __future__ import annotations

import pytest

from nodes.language.asked_terms import asked_terms


def test_a_fiscal_year_is_read_as_documents_write_it() -> None:
    assert "2021" in asked_terms("What was revenue in FY2021?")
    assert "2021" in asked_terms("What was revenue in FY21?")


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("What is the number of members?", ["member"]),
        ("What is the total number of members?", ["member"]),
        ("What is the deposit in euros?", ["deposit"]),
        ("What is the number on the door?", ["number", "door"]),
        ("Wie hoch ist die Miete?", ["miet"]),
        ("Are dozens of pumps kept?", ["pump", "kept"]),
        ("Can somebody clean tons of sand?", ["clean", "sand"]),
        ("Combien coûte la porte ?", ["port"]),
        ("¿Cuánto cuesta la puerta?", ["puerta"]),
        ("Is the quay wide enough for the boat?", ["quay", "boat"]),
        ("Are there enough oars?", ["oar"]),
        ("Is the mooring rope good for anything?", ["moor", "rope", "good"]),
        ("What is the capital of Costa Rica?", ["capit", "costa", "rica"]),
    ],
)
def test_words_that_ask_how_much_are_not_looked_for(question: str, terms: list[str]) -> None:
    assert asked_terms(question) == terms
