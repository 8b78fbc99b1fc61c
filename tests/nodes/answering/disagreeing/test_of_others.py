"""What is said of another than the question names contradicts nothing, changes nothing, and is not set beside it."""

from __future__ import annotations

import pytest

from nodes.answering.quoting.quoting import Embed
from nodes.domain.chat import Source
from tests.nodes.answering.quoted import MakeSource, answer

PARTIES = ("Vik Pumps AB", "Lorn Lifts GmbH", "Wick Cleaning Ltd")


def _contracts(make_source: MakeSource) -> list[Source]:
    return [
        make_source(
            place,
            f"Agreement (Quay Housing Association, {party})",
            f"2.1 This agreement begins on 1 September {2029 + place} and runs for {place} years. "
            f"2.2 The notice period is at least {place + 1} months to the end of the term.",
            section_path=["2. Term and termination"],
        )
        for place, party in enumerate(PARTIES, start=1)
    ]


@pytest.mark.parametrize(("party", "months"), [("Vik Pumps", 2), ("Lorn Lifts", 3), ("Wick", 4)])
def test_of_several_contracts_the_one_is_quoted_that_is_named(
    make_source: MakeSource, embed: Embed, party: str, months: int
) -> None:
    said = answer(f"What is the notice period in the contract with {party}?", _contracts(make_source), embed)
    assert f"at least {months} months" in said
    assert [other for other in (2, 3, 4) if f"at least {other} months" in said] == [months]


def test_a_later_contract_of_others_changes_nothing(make_source: MakeSource, embed: Embed) -> None:
    said = answer("When did the contract with Vik Pumps begin?", _contracts(make_source), embed)
    assert "1 September 2030" in said
    assert "Changed" not in said


def test_where_no_party_is_named_each_contract_has_its_own(make_source: MakeSource, embed: Embed) -> None:
    said = answer("Which contract has the longest notice period?", _contracts(make_source), embed)
    assert all(f"at least {months} months" in said for months in (2, 3, 4))


@pytest.mark.parametrize(("firm", "days"), [("Vik Pumps", 14), ("Lorn Lifts", 21)])
def test_the_offer_of_one_does_not_disagree_with_that_of_another(
    make_source: MakeSource, embed: Embed, firm: str, days: int
) -> None:
    offers = [
        make_source(1, "Vik Pumps AB", "The price holds for 14 days."),
        make_source(2, "Lorn Lifts GmbH", "The price holds for 21 days."),
    ]
    said = answer(f"How long does the price of {firm} hold?", offers, embed)
    assert "disagree" not in said
    assert [other for other in (14, 21) if f"{other} days" in said] == [days]


def test_what_speaks_of_the_same_may_disagree(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Vik Pumps AB", "The price holds for 14 days."),
        make_source(2, "Mail", "Vik Pumps wrote again. The price holds for 21 days."),
    ]
    said = answer("How long does the price of Vik Pumps hold?", sources, embed)
    assert "14 days" in said
    assert "21 days" in said


def _reports(make_source: MakeSource) -> list[Source]:
    told = (("January", "38,020", "12,440"), ("February", "39,450", "9,870"), ("April", "40,110", "10,512"))
    return [
        make_source(
            place, f"Monthly report ({month} 2031)", f"Staff costs were EUR {costs}. The main pool had {visits} visits."
        )
        for place, (month, costs, visits) in enumerate(told, start=1)
    ]


@pytest.mark.parametrize(
    ("question", "told", "others"),
    [
        ("What were the staff costs in April 2031?", "40,110", ("38,020", "39,450")),
        ("How many visits did the main pool have in January?", "12,440", ("9,870", "10,512")),
    ],
)
def test_of_several_months_the_one_is_told_that_is_named(
    make_source: MakeSource, embed: Embed, question: str, told: str, others: tuple[str, ...]
) -> None:
    said = answer(question, _reports(make_source), embed)
    assert told in said
    assert not any(other in said for other in others)


def test_what_went_on_since_a_month_is_told_by_others_too(make_source: MakeSource, embed: Embed) -> None:
    said = answer("How did the staff costs develop since January 2031?", _reports(make_source), embed)
    assert "40,110" in said
    # What is so as of one month may have begun in another.
    sources = [*_reports(make_source), make_source(4, "News of May 2031", "The sauna is open to members only.")]
    assert "members only" in answer("Who may use the sauna, as of April 2031?", sources, embed)


def test_a_report_of_another_month_may_tell_of_the_one_that_is_named(make_source: MakeSource, embed: Embed) -> None:
    sources = _reports(make_source)
    sources.append(make_source(4, "Monthly report (May 2031)", "In April the sauna had 311 visits."))
    assert "311" in answer("How many visits did the sauna have in April?", sources, embed)


def test_a_month_that_no_report_is_of_is_not_told(make_source: MakeSource, embed: Embed) -> None:
    assert answer("What were the staff costs in May 2031?", _reports(make_source), embed).startswith("I looked for")
