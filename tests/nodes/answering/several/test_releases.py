"""What changed from one version to another, in a list of changes."""

from __future__ import annotations

import pytest

from nodes.answering.quoting.quoting import Embed
from nodes.domain.chat import Source
from tests.nodes.answering.quoted import MakeSource, answer

NOTES = {
    "2.10.0 (4 May 2025)": "- Fixed: the horn sounded twice.\n- New: a map of the quays.",
    "2.9.1": "- Changed: the light goes out at dawn.\n- Removed: the old chart.",
    "2.9.0": "- New: tides by the hour.\n- New: a log.",
}


def _sources(make_source: MakeSource) -> list[Source]:
    return [
        make_source(number, "Release notes of Halmnav", text, section_path=["Release notes", head], document_id="d1")
        for number, (head, text) in enumerate(NOTES.items(), start=1)
    ]


@pytest.mark.parametrize(
    ("question", "told", "others"),
    [
        ("What changed between 2.9.0 and 2.10.0?", ["dawn", "chart", "horn", "quays"], ["tides", "log"]),
        ("What has changed since version 2.9.1?", ["horn", "quays"], ["dawn", "tides"]),
        ("What's new in 2.9.1?", ["dawn", "chart"], ["horn", "tides"]),
    ],
)
def test_the_sections_of_the_versions_that_are_meant_are_told_in_their_order(
    make_source: MakeSource, embed: Embed, question: str, told: list[str], others: list[str]
) -> None:
    said = answer(question, _sources(make_source), embed)
    places = [said.index(each) for each in told]
    assert places == sorted(places)
    assert not any(each in said for each in others)


def test_a_version_that_no_section_is_of_is_not_told(make_source: MakeSource, embed: Embed) -> None:
    assert "horn" not in answer("What changed in 3.0.0?", _sources(make_source), embed)


@pytest.mark.parametrize(
    ("question", "told", "others"),
    [
        ("What was fixed in 2.10.0?", "The horn sounded twice", "quays"),
        ("which bugs were fixed in 2.10.0", "The horn sounded twice", "map"),
        ("What was added in 2.10.0?", "A map of the quays", "horn"),
    ],
)
def test_of_a_release_what_stands_below_the_kind_that_is_asked_for(
    make_source: MakeSource, embed: Embed, question: str, told: str, others: str
) -> None:
    text = "**Added**\n\n- A map of the quays.\n\n**Fixed**\n\n- The horn sounded twice at dawn."
    sources = _sources(make_source)
    sources[0] = make_source(
        1, "Release notes of Halmnav", text, section_path=["Release notes", "2.10.0 (4 May 2025)"], document_id="d1"
    )
    said = answer(question, sources, embed)
    assert told in said
    assert others not in said
