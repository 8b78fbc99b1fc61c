"""Keywords, the terms of a document, topics."""

from __future__ import annotations

import math

from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.documents.keywords import MOST_KEYWORDS, keywords_of, rare_keywords_of, term_profile, topics
from nodes.language.terms import analyse

TURBINES = [
    "Tidal turbines turn slowly. The turbine blades of a tidal turbine last twenty years; blades cost 4500 each.\n",
    "Maintenance of the turbines takes place in May 2021. Maintenance crews check blades and gearboxes.\n",
]


def test_own_keywords_come_by_frequency_and_length_as_written() -> None:
    assert keywords_of(term_profile(TURBINES))[:3] == ["turbine", "blades", "Maintenance"]


def test_the_formula_decides() -> None:
    text = ["gearbox gearbox gearbox salt salt salt salt tide"]
    # 1.2 (1 + ln 3) = 2.52 against 1 + ln 4 = 2.39
    assert 1.2 * (1 + math.log(3)) > 1 + math.log(4)
    assert keywords_of(term_profile(text)) == ["gearbox", "salt", "tide"]


def test_ties_are_alphabetical_and_stop_words_and_numbers_are_left_out() -> None:
    assert keywords_of(term_profile(["the zebra and an apple were 42 of 2021, 3.5"])) == ["apple", "zebra"]


def test_function_words_of_other_languages_are_no_keywords() -> None:
    text = ["Die Turbine und die Wartung der Turbine werden durch das Werk geprüft, aber nicht durch die Behörde."]
    assert keywords_of(term_profile(text))[0] == "Turbine"
    assert not {"die", "und", "durch", "werden", "nicht", "aber"} & set(keywords_of(term_profile(text)))


def test_east_asian_and_cyrillic_text_has_keywords() -> None:
    assert "機械" in keywords_of(term_profile(["機械学習の機械は機械である"]))
    assert "турбина" in keywords_of(term_profile(["Приливная турбина. Эта турбина работает."]))


def test_collection_frequencies_change_the_order() -> None:
    text = ["alpha alpha alpha beta beta"]
    assert keywords_of(term_profile(text)) == ["alpha", "beta"]
    assert rare_keywords_of(term_profile(text), 100, {"alpha": 99, "beta": 1}) == ["beta", "alpha"]
    assert rare_keywords_of(term_profile(text), 0, {}) == ["alpha", "beta"]


def test_compounds_are_shown_whole_and_in_parts() -> None:
    keywords = keywords_of(term_profile(["state-of-charge state-of-charge of the LiFePO4 cell"]))
    assert {"state-of-charge", "state", "charge", "LiFePO4", "cell"} <= set(keywords)
    assert keywords_of(term_profile(["The company's report"])) == ["company", "report"]


def test_topics_are_repeated_phrases() -> None:
    text = (
        "Battery storage pays off. The battery storage system needs a grid connection. Grid connections are rare, "
        "and battery storage systems need them. A grid connection costs money."
    )
    assert topics(text) == ["battery storage system", "grid connection"]
    assert topics("Nothing here is said twice.") == []


@given(st.lists(st.text(max_size=120), max_size=3))
@settings(max_examples=80)
def test_any_text_gives_distinct_readable_keywords(texts: list[str]) -> None:
    profile = term_profile(texts)
    keywords = keywords_of(profile)
    assert len(keywords) <= MOST_KEYWORDS
    assert len(set(keywords)) == len(keywords)
    assert set(profile.surfaces) <= set(profile.frequencies) == {term for text in texts for term in analyse(text)}
    assert sum(profile.frequencies.values()) == sum(len(analyse(text)) for text in texts)
    assert keywords == keywords_of(term_profile(texts))
    assert len(topics(" ".join(texts))) <= 5


def test_data_without_blanks_is_no_keyword() -> None:
    assert keywords_of(term_profile(["turbine " + "A" * 500_000 + " " + "b" * 65])) == ["turbine"]
