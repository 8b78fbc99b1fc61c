"""When a mail was sent, told by its header."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.implied.mail_headers import with_mail_headers
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

TO_OLE = "From: Ida Holm\nTo: Ole Lund\n{}\nSubject: The mirror\n\nThe mirror has arrived in one piece."
TO_IDA = "From: Ole Lund\nTo: Ida Holm\nDate: 10 June 2024\nSubject: The boat\n\nThe boat needs paint before 1 July."


@pytest.mark.parametrize("line", ["Date: Fri, 3 May 2024 09:12", "Sent: Friday, 3 May 2024 10:22", "Date: 2024-05-03"])
@pytest.mark.parametrize(
    "question",
    [
        "When was the mail about the mirror sent?",
        "When did Ida Holm send the mail?",
        "When was the e-mail about the mirror written?",
        "On what date did Ida Holm write to Ole Lund?",
    ],
)
def test_the_header_answers(make_source: MakeSource, embed: Embed, question: str, line: str) -> None:
    sources = [make_source(1, "The boat", TO_IDA), make_source(2, "The mirror", TO_OLE.format(line))]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert [citation["quote"] for citation in draft.citations] == [line]


def test_without_a_sender_it_is_no_mail(make_source: MakeSource) -> None:
    pieces = evidence_of([make_source(1, "The mirror", "Date: 3 May 2024\n\nThe mirror has arrived in one piece.")])
    assert with_mail_headers(pieces, "When was the mail sent?") == pieces


def test_other_questions_are_left_alone(make_source: MakeSource) -> None:
    pieces = evidence_of([make_source(1, "The boat", TO_IDA)])
    assert with_mail_headers(pieces, "When must the boat be painted?") == pieces
