"""Sections that a question asks for."""

from nodes.language.asked_sections import names_section, target_sections


def test_sections_count_eight_tenths_each_and_one_at_most() -> None:
    assert target_sections("What does the abstract say?") == (["abstract"], 0.8)
    assert target_sections("Which methods led to the results?") == (["methods", "results"], 1.0)
    assert target_sections("Who signed?") == ([], 0.0)


def test_a_section_as_such_is_not_merely_its_word() -> None:
    assert names_section("What do the results say in the results section?")
    assert not names_section("Which data were lost?")
