"""The newest of several documents of a kind."""

from __future__ import annotations

import pytest

from nodes.language.asked_terms import asked_terms
from nodes.language.newest import newest_of, without_newest


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What was decided in the latest minutes?", "minutes"),
        ("Summarise the most recent board meeting", "board meeting"),
        ("What does the newest letter say?", "letter"),
        ("Who signed the latest report of the treasurer?", "report of the treasurer"),
        ("Latest minutes", "minutes"),
        ("Was steht im letzten Rundbrief?", "Rundbrief"),
        ("When does the last train in the plan leave?", ""),
        ("What does last year's report say?", ""),
        ("What did the last two reports say?", ""),
        ("Who wrote The Last Report?", ""),
        ("What do the latest figures say?", ""),
    ],
)
def test_the_kind_of_which_the_newest_is_asked_about(question: str, kind: str) -> None:
    assert newest_of(question) == kind
    assert (without_newest(question) == question) == (not kind)


def test_no_document_has_to_call_itself_the_latest() -> None:
    assert asked_terms("What was decided in the latest minutes?") == asked_terms("What was decided in the minutes?")
