"""Sections whose heading is the question: what stands below it is the answer."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

SECTIONS = {
    "Checkpoint": "The moment at which all readings are stored. They are safe from then.",
    "14.1 Can I sell readings of gauges?": "Go ahead. You need nobody to permit it. Tell us where they are sold.",
}
CONTENTS = """14.1 Can I sell readings of gauges? . . . . . . . . . . . . . . . . 59
14.2 Can I make gauges for the market, of my own readings or those of others? . . . 60
Index ............ 61
"""
USES = "The gauges know many a time. Before a checkpoint comes no gauge may be read, and nobody may sell it."


@pytest.mark.parametrize(
    ("question", "heading", "quote"),
    [
        ("What is a checkpoint?", "Checkpoint", "The moment at which all readings are stored."),
        (
            "Can I sell readings of gauges?",
            "14.1 Can I sell readings of gauges?",
            "You need nobody to permit it.",
        ),
    ],
)
def test_what_opens_below_the_heading_is_quoted(
    make_source: MakeSource, embed: Embed, question: str, heading: str, quote: str
) -> None:
    sources = [
        make_source(1, "Manual", f"{heading}\n{SECTIONS[heading]}"),
        make_source(2, "Reading", USES),
        make_source(3, "Contents", CONTENTS),
    ]
    sources[0]["section_path"] = ["Manual", heading]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert draft.citations[0]["quote"] == quote
    assert {citation["index"] for citation in draft.citations} <= {1, 2}


def test_a_table_of_contents_says_nothing(make_source: MakeSource) -> None:
    pieces = evidence_of([make_source(1, "Contents", CONTENTS)])
    assert pieces
    assert all(piece.is_heading for piece in pieces if not piece.text.isdigit())
    told = evidence_of([make_source(1, "Story", "They waited for it ..... and then the gauge was read 14 times.")])
    assert not any(piece.is_heading for piece in told)


def test_an_opening_of_two_words_leaves_the_opening_to_what_follows(make_source: MakeSource) -> None:
    pieces = evidence_of([make_source(1, "Manual", "Go ahead. You need nobody to permit it. Tell us where it is.")])
    assert [piece.is_first for piece in pieces] == [False, True, False]


def test_what_heads_the_columns_is_no_item_below_the_heading(make_source: MakeSource, embed: Embed) -> None:
    heading = "What has to be mended"
    rows = "No. | Finding | By\n1 | Door sticks | 4 May\n2 | Lamp flickers | 9 May"
    source = make_source(1, "Visit", f"{heading}\n{rows}")
    source["section_path"] = ["Visit", heading]
    question = "What still has to be mended?"
    draft = answer_by_quoting(question, rule_plan(question), [source], embed)
    assert [citation["quote"].split(" | ")[0] for citation in draft.citations] == ["1", "2"]
