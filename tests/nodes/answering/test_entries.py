"""Entries of definition lists: what stands below a term answers who asks for it by the term."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nodes.answering.entries import with_entries
from nodes.answering.evidence import evidence_of
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting import Embed
from nodes.domain.chat import Source
from nodes.language.plans import rule_plan
from nodes.language.terms import analyse

SETTINGS = """`retention_days` (`integer`)
:   Tells how long readings are kept by the gauge. The default is 30.

    Readings are deleted at midnight.

`upload_days` (`integer`)
:   Tells how often readings are sent, which must be less than `retention_days`. The default is 7.
    It can be set at the start only.

`-v`
`--verbose`
:   Prints each reading as it comes.

The settings are read once.
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the default of retention_days?", "retention_days (integer): The default is 30. [1]"),
        ("What is the default of upload_days?", "upload_days (integer): The default is 7. [1]"),
        (
            "What is retention_days?",
            "`retention_days` (`integer`): Tells how long readings are kept by the gauge. [1]",
        ),
        ("What does --verbose print?", "`-v` `--verbose`: Prints each reading as it comes. [1]"),
    ],
)
def test_an_entry_answers_for_its_term(
    make_source: Callable[..., Source], embed: Embed, question: str, answer: str
) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Settings", SETTINGS)], embed)
    assert draft.lines[0] == answer
    assert draft.citations[0]["quote"] in SETTINGS


def test_pieces_of_an_entry_hold_what_the_question_says_of_its_heading(make_source: Callable[..., Source]) -> None:
    source = make_source(1, "Settings", SETTINGS)
    pieces = with_entries(evidence_of([source]), [source], analyse("retention_days default"))
    said = {piece.text.split()[-1]: piece for piece in pieces}
    named = {"retent", "day", "retentionday"}
    assert said["30."].about == said["30."].of_entry == named
    assert said["30."].entry == "retention_days (integer)"
    assert said["midnight."].of_entry == named, "an entry may have several paragraphs"
    assert said["7."].about == {"day"}
    assert not said["7."].of_entry, "the question does not say all of its heading"
    assert not said["once."].entry, "what is not indented is outside"


@pytest.mark.parametrize("content", ["The gauge:\nIt stands.\n", "Time: 10\n:   alone\n", "# Gauge\n:   It stands.\n"])
def test_text_without_entries_stays_as_it_is(make_source: Callable[..., Source], content: str) -> None:
    source = make_source(1, "Notes", content)
    pieces = evidence_of([source])
    assert with_entries(pieces, [source], ["gaug", "time"]) == pieces
