"""Hits are traced to the corpus lines that their document was made of."""

from __future__ import annotations

from eval.datasets import Passage
from eval.passages import PassageFinder

PASSAGES = [
    Passage("sea#start", "Get started", "Read the `tide` table and call the control room on channel 11."),
    Passage("sea#example-1", "Example", "A barge leaves at slack water and comes back before the turn of the tide."),
    Passage("sea#example-2", "Example", "A diver takes 25 minutes to clean one blade and rests for two hours."),
    Passage("sea#notes", "**Notes**", "# Example\n\nThe locking pin is painted red so that it is seen in murky water."),
]
FINDER = PassageFinder(PASSAGES)


def test_a_heading_of_its_own_decides() -> None:
    assert FINDER.find(["Get Started"], "words that stand nowhere") == "sea#start"
    assert FINDER.find(["Notes"], "anything") == "sea#notes"


def test_words_decide_between_equal_headings() -> None:
    assert FINDER.find(["Example"], "comes back before the turn of the tide.") == "sea#example-1"
    assert FINDER.find(["Example"], "and rests for two hours.") == "sea#example-2"


def test_words_decide_where_the_headings_are_those_inside_a_line() -> None:
    assert FINDER.find(["Notes", "Example"], "The locking pin is painted red") == "sea#notes"
    assert FINDER.find(["Unheard of"], "The locking pin is painted red") == "sea#notes"
    assert FINDER.find([], "read the tide table and call") == "sea#start"


def test_short_content_is_compared_whole() -> None:
    assert FINDER.find([], "locking pin") == "sea#notes"


def test_equal_claims_go_to_the_first_line() -> None:
    assert FINDER.find(["Example"], "") == "sea#example-1"


def test_what_stands_in_no_line_is_told() -> None:
    assert FINDER.find(["Elsewhere"], "gulls over the quay at dawn") is None
    assert FINDER.find([], "") is None
