"""When something ends, told by what it is terminated to, or runs until."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.implied.ends import with_ends
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("Wann endet der Mietvertrag?", "Hiermit kündigen wir den Mietvertrag vom 1. Mai 2020 zum 31. März 2026."),
        ("Wann endet der Mietvertrag?", "Der Mietvertrag läuft bis zum 31. März 2026."),
        ("When does the lease end?", "The lease of the boathouse runs until 31 March 2026."),
        ("When does the lease expire?", "The lease is hereby terminated with effect from 31 March 2026."),
    ],
)
def test_a_day_to_which_something_is_ended_answers(
    make_source: MakeSource, embed: Embed, question: str, line: str
) -> None:
    sources = [make_source(1, "The boathouse", f"{line}\n\nThe keys hang beside the door.")]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert [citation["quote"] for citation in draft.citations] == [line]


def test_how_long_a_contract_runs_from_a_day_tells_its_end(make_source: MakeSource, embed: Embed) -> None:
    term = "The term begins on 1 April 2032 and runs for five years."
    text = f"{term} The Tenant may end the lease at the end of the third year by six months' notice."
    question = "When does the lease end?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Lease", text)], embed)
    assert draft.lines[0].startswith(term)


@pytest.mark.parametrize("text", ["The lease runs until it is terminated.", "The lease began on 1 May 2020."])
def test_no_day_or_no_end_tells_nothing(make_source: MakeSource, text: str) -> None:
    (piece,) = with_ends(evidence_of([make_source(1, "Lease", text)]), "When does the lease end?")
    assert "end" not in piece.terms


def test_other_questions_are_left_alone(make_source: MakeSource) -> None:
    pieces = evidence_of([make_source(1, "Lease", "The lease runs until 31 March 2026.")])
    assert with_ends(pieces, "How high is the rent?") == pieces


LEASE = "This {} is made on 3 May 2021 between Vik Boats AB and Holm Gardens Ltd."


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("Until when does the lease run?", "The term is extended until 30 April 2033."),
        ("How long does the lease run?", "The term is ten years from 1 June 2021."),
    ],
)
def test_the_day_of_signing_is_no_other_day(make_source: MakeSource, embed: Embed, question: str, line: str) -> None:
    opening = LEASE.format("Lease of the boathouse")
    sources = [make_source(1, "Lease", opening), make_source(2, "Lease", f"The keys hang there.\n\n{line}")]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert [citation["quote"] for citation in draft.citations] == [line]


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("When was the lease made?", "Lease of the boathouse"),
        ("Since when do we have the lease?", "Lease of the boathouse"),
        ("When was Amendment No. 1?", "Amendment No. 1 to the Lease"),
    ],
)
def test_the_day_of_signing_is_told_where_it_may_be_meant(
    make_source: MakeSource, embed: Embed, question: str, name: str
) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Lease", LEASE.format(name))], embed)
    assert LEASE.format(name) in draft.answer


def test_the_day_of_signing_is_not_when_something_else_may_be_done(make_source: MakeSource, embed: Embed) -> None:
    line = "If we use the break in 2033, the notice must arrive by 30 September 2032."
    texts = [("Lease of the Old Boathouse", LEASE.format("Lease")), ("File note", line)]
    sources = [make_source(place, *text) for place, text in enumerate(texts, start=1)]
    question = "When can we break the lease?"
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert [citation["quote"] for citation in draft.citations] == [line]


WARRANTY = (
    "Winch W2, bought on 3 May 2031.\n\nWe guarantee the winch for four years, parts and labour.\n\n"
    "The warranty is void if the winch is opened on 1 June or later."
)


@pytest.mark.parametrize(
    "question", ["When does the warranty of the winch end?", "When does the guarantee of the winch run out?"]
)
def test_a_warranty_ends_after_as_long_as_it_is_given_for(make_source: MakeSource, embed: Embed, question: str) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Winch", WARRANTY)], embed)
    assert draft.citations[0]["quote"] == "We guarantee the winch for four years, parts and labour."


RUNS = "The contract runs for ten years."


@pytest.mark.parametrize(
    ("before", "is_told"),
    [
        ("Delivery starts on 1 October 2031.", True),
        ("It was signed in the mill.", False),
        ("The mill was painted on 3 May 2031.", False),
    ],
)
def test_how_long_a_contract_runs_is_told_with_the_day_before_it(
    make_source: MakeSource, embed: Embed, before: str, is_told: bool
) -> None:
    text = f"{before} {RUNS} It is prolonged by two years unless one side gives notice before the end."
    question = "When does the milling contract end?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Milling contract", text)], embed)
    quotes = [citation["quote"] for citation in draft.citations]
    assert (quotes[:2] == [before, RUNS]) is is_told
