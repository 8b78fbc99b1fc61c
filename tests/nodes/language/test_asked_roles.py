"""Roles that a question speaks of."""

import pytest

from nodes.language.asked_roles import asked_role, is_multi_hop, terms_of_other_holder


@pytest.mark.parametrize(
    ("question", "hops"),
    [
        ("What is the place of birth of the director of the film Petrel?", True),
        ("Which city hosts the company whose founder was a diver?", True),
        ("What is the cause of death of Ada Berg's mother?", True),
        ("Who is Ada Berg's mother?", False),
        ("Who is the director of Petrel?", False),
        ("What is the revenue of Hask Marine?", False),
    ],
)
def test_multi_hop(question: str, hops: bool) -> None:
    assert is_multi_hop(question) is hops


@pytest.mark.parametrize(
    ("question", "role"),
    [
        ("Who is the chief executive officer of Adobe?", ("chief", "execut", "offic")),
        ("Who was our general counsel?", ("general", "counsel")),
        ("Who is the auditor?", ()),
        ("Who wrote the report?", ()),
    ],
)
def test_the_role_that_somebody_is_asked_for_by(question: str, role: tuple[str, ...]) -> None:
    assert asked_role(question) == role


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("Who was managing director before Ada Berg?", {"ada", "berg"}),
        ("Who became treasurer after Tove Lind?", {"tove", "lind"}),
        ("Who was in the room before the meeting?", set()),
        ("Who called before Ada Berg?", set()),
    ],
)
def test_whom_the_one_asked_for_came_before_or_after(question: str, terms: set[str]) -> None:
    assert terms_of_other_holder(question) == terms
