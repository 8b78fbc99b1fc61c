"""When something was, told by a heading alone."""

from __future__ import annotations

import pytest

from nodes.answering.quoting.quoting import Embed
from nodes.domain.chat import Source
from tests.nodes.answering.quoted import MakeSource, answer

SECTIONS = {
    "[2.10.0] - 2031-05-04": "- Fixed: the horn sounded twice.\n- New: a map of the quays.",
    "v2.9.1 (12 March 2031)": "- Changed: the light goes out at dawn.",
    "Release 2.9.0, January 7, 2031": "- New: tides by the hour. They were tested at Vik.",
    "Flooding of the cellar, 3 May 2031": "The pump had stopped. Nobody was there.",
}


def _sources(make_source: MakeSource) -> list[Source]:
    return [
        make_source(
            number, "Halmnav notes", f"## {head}\n\n{text}", section_path=["Halmnav notes", head], document_id="d1"
        )
        for number, (head, text) in enumerate(SECTIONS.items(), start=1)
    ]


@pytest.mark.parametrize(
    ("question", "day"),
    [
        ("When was version 2.10.0 released?", "2031-05-04"),
        ("When did Halmnav 2.9.1 come out?", "12 March 2031"),
        ("What is the release date of 2.9.0?", "January 7, 2031"),
        ("When was the cellar flooded?", "3 May 2031"),
    ],
)
def test_a_heading_with_its_day_answers(make_source: MakeSource, embed: Embed, question: str, day: str) -> None:
    said = answer(question, _sources(make_source), embed)
    assert day in said
    assert all(day == other or other not in said for other in ("2031-05-04", "12 March 2031", "3 May 2031"))


@pytest.mark.parametrize(
    "question",
    [
        "When was version 2.9.2 released?",
        "When was version 2.9.0 withdrawn?",
        "When was the cellar painted?",
        "Who released version 2.9.1?",
    ],
)
def test_another_version_or_another_deed_is_not_told(make_source: MakeSource, embed: Embed, question: str) -> None:
    assert "2031" not in answer(question, _sources(make_source), embed)


def test_a_line_that_is_but_a_version_and_its_day_tells_it_as_well(make_source: MakeSource, embed: Embed) -> None:
    text = "Halmnav 1.4 (2 May 2030)\n- Fixed: the horn.\n\nHalmnav 1.3 (9 April 2030)\n- New: a log."
    said = answer("When was Halmnav 1.3 released?", [make_source(1, "Changes", text)], embed)
    assert "9 April 2030" in said
    assert "2 May" not in said


def test_a_change_was_made_on_the_day_of_its_version(make_source: MakeSource, embed: Embed) -> None:
    said = answer("When was the map of the quays added?", _sources(make_source), embed)
    assert "map of the quays" in said
    assert "2031-05-04" in said


@pytest.mark.parametrize("question", ["When does the light go out?", "When did the pump stop?"])
def test_what_is_always_so_or_stands_below_no_version_has_no_such_day(
    make_source: MakeSource, embed: Embed, question: str
) -> None:
    assert "2031" not in answer(question, _sources(make_source), embed)
