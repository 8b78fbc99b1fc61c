"""Initials of titles, and in questions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.language.initials import asked_initials, title_initials


@pytest.mark.parametrize(
    ("title", "initials"),
    [
        ("Share Purchase Agreement", ["SPA"]),
        ("Statement of Work No. 3: Berth Planning", ["SOW"]),
        ("Mutual Non-Disclosure Agreement", ["MNDA", "NDA"]),
        ("Master Services Agreement with Orbit Data", ["MSA"]),
        ("Orbit - Master Services Agreement (signed)", ["MSA"]),
        ("Works agreement on shifts and rest", []),
        ("SHARE PURCHASE AGREEMENT", []),
        ("The Annual Report", []),
        ("Letter of Intent", ["LOI"]),
        ("Duke of Berg", []),
        ("Royal Register of Ships", ["RROS", "RRS"]),
        ("Emden Utility Report", []),
        ("", []),
    ],
)
def test_initials_of_a_title(title: str, initials: list[str]) -> None:
    assert title_initials(title) == initials


def test_initials_in_a_question_are_written_in_capitals_or_may_be_words() -> None:
    assert asked_initials("What do our NDAs and the MSA's annex say?")["NDA"] is True
    assert asked_initials("What do our NDAs and the MSA's annex say?")["MSA"] is True
    assert asked_initials("which law governs the nda")["NDA"] is False
    assert asked_initials("WHICH LAW GOVERNS THE NDA")["NDA"] is False
    assert "US" not in asked_initials("What of the US and of IT?")
    assert "THE" not in asked_initials("the end")


@given(st.lists(st.sampled_from(["Ada ", "Berg-", "of ", "Plan ", "No ", "EUR "]), max_size=20))
def test_any_words_beside_a_title(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert "SOW" in title_initials(f"{text}; Statement of Work; {text}")


@given(
    st.lists(st.sampled_from(["Ada ", "Berg-", "of ", "Plan ", "No ", "EUR ", "; ", "(", ")"]), max_size=20) | st.text()
)
def test_any_text(pieces: list[str] | str) -> None:
    text = "".join(pieces)
    assert all(3 <= len(each) <= 6 for each in title_initials(text))
    assert len(asked_initials(text)) <= 40
