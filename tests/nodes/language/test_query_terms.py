"""What of a question is searched."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.language.query_terms import part_terms, query_terms
from nodes.language.terms import analyse


def test_names_in_capitals_are_no_stop_words() -> None:
    assert query_terms("What does the WHO say of IT in the US?") == ["who", "say", "it", "us"]
    assert query_terms("Who says it of us?") == ["say"]
    assert query_terms("WHO SAYS IT OF US?") == ["say"], "capitals make no name where all words have them"
    assert query_terms("WHO") == ["who"]


def test_initials_are_found_with_points_and_without() -> None:
    assert set(query_terms("US exports")) <= set(analyse("Exports of the U.S. rose."))
    assert set(query_terms("U.S. exports")) & set(analyse("US exports rose.")) == {"us", "export"}


def test_instruction_words_are_dropped_where_others_remain() -> None:
    assert query_terms("Please explain the tide") == ["tide"]
    assert query_terms("Please explain") == ["pleas", "explain"]


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("What was the profit of Northern Express?", ["profit", "northern", "express"]),
        ("Does State Street pay for it?", ["state", "street", "pay"]),
        ("List The Profit Of Northern Express", ["profit", "northern"]),
    ],
)
def test_a_word_of_a_name_instructs_nobody_unless_every_word_has_a_capital(question: str, terms: list[str]) -> None:
    assert query_terms(question) == terms


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("Wie wird die Turbine gewartet?", ["turbin", "gewartet"]),
        ("Qu'est-ce que le noyau ?", ["noyau"]),
        ("Come si installa la turbina?", ["installa", "turbina"]),
        ("Как удалить пакет?", ["удал", "пакет"]),
        ("Où est la toiture de l'école ?", ["toitur", "ecol"]),
        ("Dov'è la chiave dell'acqua?", ["chiav", "acqua"]),
        ("Where is the Rue de la Paix?", ["rue", "de", "la", "paix"]),
        ("Who wrote La Vie en rose?", ["wrote", "la", "vie", "en", "rose"]),
        ("Who was in the die casting war?", ["die", "cast", "war"]),
        ("Die Hard", ["die", "hard"]),
        ("Was ist das?", ["ist", "das"]),
        ("Sind Haustiere erlaubt?", ["haustier", "erlaubt"]),
        ("Kann Mischa kommen?", ["mischa", "kommen"]),
    ],
)
def test_function_words_of_the_language_of_a_question_are_dropped(question: str, terms: list[str]) -> None:
    assert query_terms(question) == terms


@given(st.text(max_size=80))
def test_a_question_asks_for_what_its_own_text_holds(text: str) -> None:
    found = query_terms(text)
    assert len(set(found)) == len(found)
    assert set(found) <= set(analyse(text))


def test_whom_somebody_reports_to_is_asked_for() -> None:
    assert query_terms("Who does the clerk report to?") == ["clerk", "report"]
    assert query_terms("What does SOC stand for?") == ["soc"]
    assert query_terms("Where do visitors stand?") == ["visitor", "stand"]
    assert query_terms("Report the clerk's hours to me") == query_terms("the clerk's hours")


def test_parts_of_compounds_are_told_from_words_of_the_question() -> None:
    assert part_terms("Which moor_barge is moored at north-quay?") == {"barg", "north", "quay"}
    assert part_terms("Which barge is moored at the quay?") == frozenset()


def test_what_somebody_else_does_is_asked_for() -> None:
    assert query_terms("What did the divers find?") == ["diver", "find"]
    assert query_terms("Until when must Berg answer?") == ["berg", "answer"]
    assert query_terms("Where can I find the barge?") == ["barg"]
    assert query_terms("Find the barge") == ["barg"]
    assert query_terms("What should I answer?") == query_terms("answer")


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("When must we show the permit?", ["show", "permit"]),
        ("What does the skipper have to report?", ["skipper", "report"]),
        ("Show the permit", ["permit"]),
        ("What does the report show of the permit?", ["permit"]),
        ("Must the skipper of the boat pay, and does the list show it?", ["skipper", "boat", "pay"]),
    ],
)
def test_what_somebody_has_to_do_is_not_told_to_who_answers(question: str, terms: list[str]) -> None:
    assert query_terms(question) == terms
