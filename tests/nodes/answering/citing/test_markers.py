"""Brackets of sources in an answer: shown as they stand, and no citation."""

from __future__ import annotations

import pytest

from nodes.answering.citing.citations import statements, verify_answer
from nodes.answering.citing.markers import guarded, unguarded
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource


@pytest.mark.parametrize("text", ["first(queue)[1]", "as measured [12, 14–16] before", "[3] Minutes", "a[0][2]"])
def test_a_guarded_bracket_looks_the_same_and_cites_nothing(text: str) -> None:
    assert guarded(text) != text
    assert unguarded(guarded(text)) == text
    assert statements(f"{guarded(text)} [2].")[0].cited == (2,)


@pytest.mark.parametrize("text", ["", "names[index]", "[x]", "[1.5]", "[1234]", "(1)"])
def test_what_is_no_marker_is_left_alone(text: str) -> None:
    assert guarded(text) == text


@pytest.mark.parametrize(
    ("question", "content", "shown"),
    [
        (
            "What does next_ticket return?",
            "def next_ticket(self):\n    return first(self.line)[1]",
            "first(self.line)[1]",
        ),
        ("What did Orla Venn measure?", "Orla Venn measured 14 knots at the pier [1, 7].", "at the pier [1, 7]."),
        ("What is the fee of a berth?", "Service | Fee\nBerth [2] | 40 EUR\nCrane | 90 EUR", "Berth [2] –"),
    ],
)
def test_an_answer_has_the_brackets_of_its_source(
    make_source: MakeSource, embed: Embed, question: str, content: str, shown: str
) -> None:
    sources = [make_source(1, "Harbour", content)]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    checked = verify_answer(draft.answer, sources, draft.citations)
    assert shown in unguarded(checked.answer)
    assert not checked.removed
    assert {index for each in statements(checked.answer) for index in each.cited} == {1}


def test_documents_of_one_title_are_told_apart_by_their_file_names(make_source: MakeSource, embed: Embed) -> None:
    question = "What is the rent of the boathouse?"
    sources = [
        make_source(1, "Lease", "The rent of the boathouse is 410 euros.", file_name="lease-a.txt"),
        make_source(2, "Lease", "The rent of the boathouse is 530 euros.", file_name="lease-b.txt"),
    ]
    lines = answer_by_quoting(question, rule_plan(question), sources, embed).lines
    assert lines[0] == "Sources disagree:"
    assert {line.split(":")[0] for line in lines[1:]} == {"- lease-a.txt", "- lease-b.txt"}
    sources[1] = make_source(2, "Amended lease", sources[1]["content"], file_name="lease-b.txt")
    lines = answer_by_quoting(question, rule_plan(question), sources, embed).lines
    assert {line.split(":")[0] for line in lines[1:]} == {"- Lease", "- Amended lease"}
