"""What was decided or found stands below that heading, and not in the words of the question."""

from __future__ import annotations

import pytest

from nodes.answering.quoting.quoting import Embed
from nodes.domain.chat import Source
from tests.nodes.answering.quoted import MakeSource, answer


def _sources(make_source: MakeSource) -> list[Source]:
    told = (
        ("Minutes of the board (4 March 2031)", "1. Decision", "The roof is renewed by Vik."),
        ("Minutes of the board (8 April 2031)", "1. Decision", "The hall is let to Bo Lind."),
        ("Inspection report (Quay House)", "Findings", "The handrail is loose. A lamp is out."),
        ("Inspection report (Quay House)", "Grade", "Overall grade B."),
    )
    return [
        make_source(place, title, text, section_path=[heading])
        for place, (title, heading, text) in enumerate(told, start=1)
    ]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What was decided on 8 April 2031?", ["The hall is let to Bo Lind."]),
        ("What did the board decide in March?", ["The roof is renewed by Vik."]),
        ("What was found at Quay House?", ["The handrail is loose.", "A lamp is out."]),
    ],
)
def test_it_is_told_whole(make_source: MakeSource, embed: Embed, question: str, told: list[str]) -> None:
    sources = _sources(make_source)
    said = answer(question, sources, embed)
    assert all(sentence in said for sentence in told)
    others = [source["content"] for source in sources if told[0] not in source["content"]]
    assert not any(other in said for other in others)


@pytest.mark.parametrize("question", ["What was decided on 9 June 2031?", "What was found at Mill Lane?"])
def test_of_another_day_or_place_nothing_is_told(make_source: MakeSource, embed: Embed, question: str) -> None:
    said = answer(question, _sources(make_source), embed)
    assert "renewed" not in said
    assert "handrail" not in said


def test_the_heading_may_stand_inside_what_was_read(make_source: MakeSource, embed: Embed) -> None:
    text = "Chair: Bo Lind\n\n1. Decision\n\nThe hall is let to Ada Holm.\n\n2. Costs\n\nThey are 900 euros."
    said = answer("What was decided on 8 April?", [make_source(1, "Minutes (8 April 2031)", text)], embed)
    assert "The hall is let" in said
    assert "900" not in said
