"""What is said by a verb and a particle, in the question or in a text."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.evidence.plain_words import with_plain_words
from nodes.language.terms import analyse
from tests.nodes.answering.quoted import MakeSource


@pytest.mark.parametrize(
    ("question", "term", "text"),
    [
        ("By how much does the fare rise?", "rise", "The fare goes up to 650 EUR."),
        ("Why did the fare increase?", "increas", "The fare went up in May."),
        ("Did the fare fall?", "fall", "The fare came down in May."),
    ],
)
def test_what_rises_goes_up(make_source: MakeSource, question: str, term: str, text: str) -> None:
    pieces = evidence_of([make_source(1, "Fares", f"{text}\n\nThe divers go out. They went ashore.")])
    told = with_plain_words(pieces, question, frozenset(analyse(question)))
    assert [term in piece.terms for piece in told] == [piece.text == text for piece in told]


def test_what_is_rented_out_is_sublet(make_source: MakeSource) -> None:
    pieces = evidence_of([make_source(1, "Lease", "No part of it may be sublet.\n\nThe fee is paid in May.")])
    told = with_plain_words(pieces, "Can I rent the attic out?", frozenset({"rent", "attic"}))
    assert ["rent" in piece.terms for piece in told] == [True, False]


@pytest.mark.parametrize(
    ("text", "is_late"),
    [
        ("If the tenant does not pay in time, a fee of 5 EUR is due.", True),
        ("The rent was overdue.", True),
        ("The tenant pays in time.", False),
    ],
)
def test_what_is_late_is_not_in_time(make_source: MakeSource, text: str, is_late: bool) -> None:
    (piece,) = with_plain_words(
        evidence_of([make_source(1, "Lease", text)]), "What if the rent is late?", frozenset({"late", "rent"})
    )
    assert ("late" in piece.terms) == is_late


@pytest.mark.parametrize(
    ("question", "term", "text"),
    [
        ("Was anybody killed in the storm?", "kill", "No lives were lost on either boat."),
        ("Who inherited the farm?", "inherit", "Old Holm left the farm to his niece."),
        ("Who inherits the boat?", "inherit", "I give my boat to the pilots' guild."),
        ("Whom did Ada Holm marry?", "marri", "Ada, wife of Peer Gade, kept the books."),
        ("Who is the head of the yard?", "head", "The yard is now led by Gro Aas."),
        ("How many people lived in Husum?", "live", "The population of Husum was 812."),
    ],
)
def test_what_happens_to_people_is_told_in_several_ways(
    make_source: MakeSource, question: str, term: str, text: str
) -> None:
    others = "The pilots left for Husum on Monday.\n\nA life on boats is hard. They gave her a boat."
    pieces = evidence_of([make_source(1, "Husum", f"{text}\n\n{others}")])
    told = with_plain_words(pieces, question, frozenset(analyse(question)))
    assert [term in piece.terms for piece in told] == [piece.text == text for piece in told]


@pytest.mark.parametrize(
    ("question", "text", "is_told"),
    [
        ("How long is the warranty?", "The winch is guaranteed for four years.", True),
        ("How long is the winch guaranteed?", "The warranty covers parts for two years.", True),
        ("How long is the warranty?", "The parent has guaranteed the loan of the firm.", False),
    ],
)
def test_what_is_guaranteed_for_years_has_a_warranty(
    make_source: MakeSource, question: str, text: str, *, is_told: bool
) -> None:
    asked = frozenset({"warranti", "guarante"}) & frozenset(analyse(question))
    (piece,) = with_plain_words(evidence_of([make_source(1, "Winch", text)]), question, asked)
    assert (asked <= piece.terms) is is_told


def test_who_gets_money_back_is_refunded(make_source: MakeSource) -> None:
    pieces = evidence_of([make_source(1, "Fares", "Fares are refunded until 2 May. Money can be changed at the quay.")])
    question = "Can I get my money back?"
    told = with_plain_words(pieces, question, frozenset(analyse(question)))
    assert [{"money", "back"} <= piece.terms for piece in told] == [True, False]


@pytest.mark.parametrize(
    ("question", "text", "is_told"),
    [
        ("Is the mill open on Saturdays?", "The mill is open at weekends.", True),
        ("Is the mill open on Thursday?", "The mill is open on weekdays.", True),
        ("Is the mill open on Thursday?", "The mill is open at weekends.", False),
        ("Is the mill open at the weekend?", "The mill is open on Sundays.", True),
        ("Is the mill open at the weekend?", "The mill is open every day.", True),
    ],
)
def test_days_of_the_week_are_told_by_what_they_are(
    make_source: MakeSource, question: str, text: str, *, is_told: bool
) -> None:
    terms = frozenset(analyse(question))
    (piece,) = with_plain_words(evidence_of([make_source(1, "Mill", text)]), question, terms)
    assert (terms - {"mill", "open"} <= piece.terms) is is_told


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ("Breakfast is included.", True),
        ("Breakfast is not included in the price.", True),
        ("Breakfast is free of charge.", True),
        ("Breakfast is at seven.", False),
    ],
)
def test_what_costs_extra_is_not_included(make_source: MakeSource, text: str, *, is_told: bool) -> None:
    (piece,) = with_plain_words(
        evidence_of([make_source(1, "Inn", text)]), "Is breakfast extra?", frozenset(analyse("breakfast extra"))
    )
    assert ("extra" in piece.terms) is is_told
