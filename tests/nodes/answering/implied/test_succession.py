"""Who came after somebody."""

from __future__ import annotations

import pytest

from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer, sources_of

FILES = "The files of mayor Moss are closed until 2040. Ask Ada Kern for them."


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who was mayor after Moss?", "His successor was Tove Lind."),
        ("Who was mayor after Moss?", "He was succeeded by Tove Lind."),
        ("Who was mayor after Moss?", "Tove Lind took over the office from Moss."),
        ("Who succeeded Moss as mayor?", "His successor was Tove Lind."),
        ("Who became mayor after Moss?", "Tove Lind succeeded Moss."),
    ],
)
def test_a_successor_is_told(make_source: MakeSource, embed: Embed, question: str, told: str) -> None:
    town = f"The mayor had gone home. Moss resigned in March. {told}"
    said = answer(question, sources_of(make_source, [("Files of the mayor", FILES), ("The flood", town)]), embed)
    assert told in said
    assert "closed" not in said


@pytest.mark.parametrize("told", ["Moss succeeded Tove Lind.", "Berg retired. His successor was Tove Lind."])
def test_who_came_before_and_who_came_after_another_are_not_told(
    make_source: MakeSource, embed: Embed, told: str
) -> None:
    town = f"The mayor was Moss, and of him nothing else is known. {'The sea was high that year. ' * 9}{told}"
    said = answer("Who was mayor after Moss?", sources_of(make_source, [("The flood", town)]), embed)
    assert not said.startswith("His successor")
