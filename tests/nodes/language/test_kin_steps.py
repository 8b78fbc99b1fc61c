"""Steps to relatives, and what tells them."""

from __future__ import annotations

import pytest

from nodes.language.kin_steps import count_kin, kin_steps, kin_terms_told

_HIM, _HER, _ONE = ("descent", "he"), ("descent", "she"), ("descent", "")


@pytest.mark.parametrize(
    ("question", "steps"),
    [
        ("Where was the father of Ada Berg born?", [_HIM]),
        ("Where was Ada Berg's mother's father born?", [_HER, _HIM]),
        ("Where is the paternal grandmother of the mother of Ada Berg buried?", [_HER, _HIM, _HER]),
        ("Who was the great-grandfather of Ada Berg?", [_ONE, _ONE, _HIM]),
        ("Who was the mother-in-law of Ada Berg?", [("marriage", ""), _HER]),
        ("When did the brother-in-law of Ada Berg die?", [("sibling", ""), ("marriage", "he")]),
        ("Who is the maternal uncle of Ada Berg?", [_HER, ("sibling", "he")]),
        ("Who was Ada Berg's grandfather on her mother's side?", [_HER, _HIM]),
        ("When was Ada Berg's great-grandfather in the male line born?", [_HIM, _ONE, _HIM]),
        ("Who built the bridge at Ada Berg Square?", []),
    ],
)
def test_steps_are_gone_from_the_name_on(question: str, steps: list[tuple[str, str]]) -> None:
    assert [tuple(step) for step in kin_steps(question, ["ada berg"])] == steps


def test_words_of_kin_are_counted() -> None:
    assert count_kin("Where was the great-grandfather of Ada Berg's mother-in-law born?") == 2


def test_a_father_in_law_is_told_by_a_marriage_and_a_descent() -> None:
    question = "Who was the father-in-law of Otto Berg?"
    assert "law" in kin_terms_told(question, "Otto Berg married Ada Holm. She was the daughter of Jens Holm.")
    assert not kin_terms_told(question, "Otto Berg was the son of Jens Berg.")
