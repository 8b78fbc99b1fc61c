"""Whom a text is the name of."""

import pytest

from nodes.documents.people import headed_person, person_in


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Dr Ada Holm", "Ada Holm"),
        ("Holm, Ada", "Ada Holm"),
        ("Main building, room 12", ""),
        ("Fire Warden Office of the Northern Region and of the Southern one", ""),
        ("A. " * 40, ""),
    ],
)
def test_titles_and_order_aside(text: str, name: str) -> None:
    assert person_in(text) == name


@pytest.mark.parametrize("heading", ["Dr Ada Holm, Surgeon", "Ada Holm (Surgeon)", "Ada Holm – Surgeon"])
def test_a_section_may_be_called_by_whom_it_is_about(heading: str) -> None:
    assert headed_person(["Team", heading]) == "Ada Holm"
    assert headed_person(["Team", "4. Our surgeons"]) == headed_person([]) == ""
