"""To whom somebody reports."""

from __future__ import annotations

import pytest

from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource, answer

PARTIES = 'This contract is made by Hask Marine Ltd and Ms Tove Lind (the "Employee").'


@pytest.mark.parametrize(
    "question",
    [
        "Who is Lind's boss?",
        "Who is Tove Lind's line manager?",
        "Who does Lind report to?",
    ],
)
@pytest.mark.parametrize(
    "text",
    [
        "1.2 The Employee works as a buyer and reports to the Head of Sales, Mr Jon Berg.",
        "Ms Lind reports to the Head of Sales, Mr Jon Berg.",
    ],
)
def test_a_boss_is_whom_somebody_reports_to(make_source: MakeSource, embed: Embed, question: str, text: str) -> None:
    assert text in answer(question, [make_source(1, "Contract", f"{PARTIES}\n\n{text}")], embed)


@pytest.mark.parametrize(
    ("question", "content"),
    [
        ("Who is Lind's boss?", f"{PARTIES}\n\nMs Arden Falk reports to the Head of Sales, Mr Jon Berg."),
        ("Who is Falk's boss?", f"{PARTIES}\n\nThe Employee reports to the Head of Sales, Mr Jon Berg."),
    ],
)
def test_whom_another_reports_to_is_no_answer(
    make_source: MakeSource, embed: Embed, question: str, content: str
) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Contract", content)], embed)
    assert draft.status == "no_evidence"
