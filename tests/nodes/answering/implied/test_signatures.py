"""Who signed, told by the lines at the end of a contract."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.implied.signatures import with_signatures
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

WHEN = "When was the agreement signed?"
CONTRACT = "The Supplier shall deliver the pumps by May.\n\nThe Client pays within 30 days.\n\nBremen, 3 May 2024\n\n"


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("Who signed the contract for the supplier?", "For the Supplier: Ole Lund, managing director"),
        ("Who signed for the supplier?", "For and on behalf of the Supplier: Dr Anna Beck"),
        ("Who has signed the contract?", "Signed by: Ole J. Lund"),
        ("Who is the signatory of the contract?", "/s/ Ole Lund"),
    ],
)
def test_lines_of_signatures_answer(make_source: MakeSource, embed: Embed, question: str, line: str) -> None:
    sources = [make_source(1, "Contract for the pumps", f"{CONTRACT}{line}\n\nFor the Client: Ida Holm")]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert draft.citations[0]["quote"] == line


def test_all_who_signed_are_told_unless_one_party_is_asked_for(make_source: MakeSource, embed: Embed) -> None:
    lines = ["Signed for the Supplier: Ole Lund, managing director", "Signed for the Client: Ida Holm"]
    sources = [make_source(1, "Contract for the pumps", CONTRACT + "\n\n".join(lines))]
    for question, told in (("Who signed the contract?", lines), ("Who signed for the client?", lines[1:])):
        draft = answer_by_quoting(question, rule_plan(question), sources, embed)
        assert {citation["quote"] for citation in draft.citations} == {*told}


MADE = "This {} is made on 3 May 2024 between Vik Pumps AB and Holm Gardens Ltd."
SIGNED = "\n\nSigned for Vik Pumps AB: {}\n\nSigned for Holm Gardens Ltd: {}"


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Who signed the Service Agreement?", ("Ole Lund", "Ida Holm")),
        ("Who signed the agreement?", ("Ole Lund", "Ida Holm")),
        ("Who signed the second amendment?", ("Per Vik", "Eva Holm")),
        ("Who signed Amendment No. 1?", ("Ole Lund", "Jon Beck")),
    ],
)
def test_who_signed_an_amendment_is_told_of_it_alone(
    make_source: MakeSource, embed: Embed, question: str, names: tuple[str, str]
) -> None:
    one, two = (f"Amendment No. {number} to the Service Agreement" for number in (1, 2))
    sources = [
        make_source(1, one, f"{one}\n\n{MADE.format('Amendment No. 1')}{SIGNED.format('Ole Lund', 'Jon Beck')}"),
        make_source(2, two, f"{two}\n\n{MADE.format('Amendment No. 2')}{SIGNED.format('Per Vik', 'Eva Holm')}"),
        make_source(
            3, "Service Agreement", f"{MADE.format('Service Agreement')}{SIGNED.format('Ole Lund', 'Ida Holm')}"
        ),
    ]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert [citation["quote"].partition(": ")[2] for citation in draft.citations] == [*names]


@pytest.mark.parametrize("text", ["For the Supplier: see annex 2.", "On behalf of all: thanks."])
def test_other_lines_tell_nobody(make_source: MakeSource, text: str) -> None:
    sources = [make_source(1, "Contract", text)]
    (piece,) = with_signatures(evidence_of(sources), sources, "Who signed the contract?")
    assert "sign" not in piece.terms


def test_other_questions_are_left_alone(make_source: MakeSource) -> None:
    sources = [make_source(1, "Contract", "For the Client: Ida Holm")]
    pieces = evidence_of(sources)
    assert with_signatures(pieces, sources, "Who pays for the pumps?") == pieces


@pytest.mark.parametrize("line", ["dated 14 February 2025", "Date: 14 February 2025", "Kiel, den 12. Januar 2026"])
def test_a_contract_says_when_it_was_signed(make_source: MakeSource, embed: Embed, line: str) -> None:
    sources = [make_source(1, "Agreement", f"Agreement of Ole Lund and Ida Holm\n\n{line}\n\nSigned: Ole Lund")]
    draft = answer_by_quoting(WHEN, rule_plan(WHEN), sources, embed)
    assert draft.citations[0]["quote"] == line


@pytest.mark.parametrize("line", ["Date: Fri, 3 May 2024 09:12", "Sent: Friday, 3 May 2024 10:22"])
def test_a_mail_says_when_it_was_sent(make_source: MakeSource, embed: Embed, line: str) -> None:
    mail = f"From: Ida Holm\nTo: Ole Lund\n{line}\nSubject: The mirror\n\nThe mirror has arrived in one piece."
    question = "When was the mail about the mirror sent?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "The mirror", mail)], embed)
    assert line in {citation["quote"] for citation in draft.citations}


NDA = 'This Agreement is made on 3 June 2024 between Tessel BV, Utrecht ("Tessel") and Oakfield Labs Ltd, Leeds.'


@pytest.mark.parametrize(
    "question", ["Who are the parties of the NDA?", "Which parties made the NDA?", "When was the NDA signed?"]
)
def test_the_opening_of_a_contract_tells_between_whom_and_when(
    make_source: MakeSource, embed: Embed, question: str
) -> None:
    clauses = "1. Purpose. The parties wish to evaluate a sensor.\n\n2. Term. The NDA ends two years after its date."
    source = make_source(1, "Mutual Non-Disclosure Agreement", f"{NDA}\n\n{clauses}")
    draft = answer_by_quoting(question, rule_plan(question), [source], embed)
    assert draft.citations[0]["quote"] == NDA


def test_a_match_between_two_has_no_parties(make_source: MakeSource) -> None:
    sources = [make_source(1, "Sport", "The match between Leeds and York was played on 3 June 2024.")]
    pieces = evidence_of(sources)
    assert with_signatures(pieces, sources, "Which parties agreed?") == pieces
