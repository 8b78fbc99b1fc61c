"""Quantities that a text tells by their unit alone."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.implied.units import asked_unit, with_quantities
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource, answer


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How much power does the router use?", "The router draws 11 W at most."),
        ("What is the mileage rate?", "Mileage: EUR 0.30 per km."),
        ("What is the interest rate of the loan?", "The loan bears interest at 4.5 %."),
        ("What is the weight of the router?", "The router brings 1.2 kg to the scales."),
        ("What is the noise level of the pump?", "The pump is heard with 46 dB(A) at 3 m."),
        ("What is the claim number?", "Claim no. 77-1934"),
        ("What is the price of the committee room?", "The committee room is £9 an hour."),
        ("What is the temperature of the pool?", "The pool is kept at 27 °C."),
        ("How heavy is the router?", "The router brings 1.2 kg to the scales."),
        ("How loud is the pump?", "The pump is heard with 46 dB(A) at 3 m."),
        ("How warm is the pool?", "The pool is kept at 27 °C."),
        ("How deep is the pool?", "The pool has 1.8 m of water at its end."),
        ("What is the area of the flat?", "The flat has 62 m² and a balcony."),
    ],
)
def test_the_unit_answers_for_the_word(make_source: MakeSource, embed: Embed, question: str, told: str) -> None:
    sources = [make_source(1, "Notes", f"The yard is open to all.\n\n{told}\n\nThe stairs are old and steep.")]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert draft.citations[0]["quote"] == told


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What does the router cost?", "The router draws 11 W at most."),
        ("How much power does the router use?", "The router used 11 kWh in May."),
        ("What was the cost of sales in 2022?", "Sales of EUR 400 were made in 2022."),
        ("What is the weight of the router?", "The router has 12 ports."),
        ("How deep is the pool?", "The next pool is 7 kilometres away."),
        ("What is the height of the shed?", "The shed stands 80 m from the road."),
    ],
)
def test_another_unit_does_not(make_source: MakeSource, question: str, text: str) -> None:
    pieces = evidence_of([make_source(1, "Notes", text)])
    assert with_quantities(pieces, question) == pieces


def test_a_row_of_a_table_is_told_by_its_label(make_source: MakeSource) -> None:
    pieces = evidence_of([make_source(1, "Prices", "Part | Sum\nPump | EUR 400\nTank | EUR 90")])
    assert with_quantities(pieces, "What is the price of the pump?") == pieces


@pytest.mark.parametrize(
    ("question", "told"),
    [("How heavy is the dryer?", "Weight | 71 kg"), ("How loud is the dryer?", "Noise (drying) | 63 dB")],
)
def test_a_row_is_told_by_what_its_label_calls_the_measure(
    make_source: MakeSource, embed: Embed, question: str, told: str
) -> None:
    table = "Weight | 71 kg\nRated power | 2,100 W\nNoise (drying) | 63 dB\n"
    sources = [make_source(1, "Dryer D7", table), make_source(2, "Dryer D7", "The dryer must stand on a level floor.")]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert draft.citations[0]["quote"] == told


def test_other_kilograms_do_not_tell_what_a_row_is_named_for(make_source: MakeSource) -> None:
    sources = [make_source(1, "Dryer D7", "Weight | 71 kg\nRated power | 2,100 W\n\nTake 100 g of acid for it.")]
    pieces = with_quantities(evidence_of(sources), "How heavy is the dryer?")
    assert ["weight" in piece.terms for piece in pieces] == [True, False, False]


TURBINES = (
    "Turbines\n\nTurbine  Power (MW)  In service since  2023 (MWh)  2022 (MWh)\n"
    "Petrel 1.2 9 May 2018 3,325 3,610\nTern 1.5 17 March 2023 3,190 -\n"
)
COSTS = "Project | Budget (EUR thousand) | Spent to end of 2023\nTurbine Tern | 2150 | 2131\nCable | 390 | 412\n"


@pytest.mark.parametrize("unit", ["MWh", "kWh"])
def test_a_number_is_quoted_in_the_unit_that_is_asked_for(make_source: MakeSource, embed: Embed, unit: str) -> None:
    sources = [make_source(1, "Budget 2024", COSTS), make_source(2, "Report", TURBINES)]
    question = f"How many {unit} did the turbine Tern deliver in 2023?"
    lines = answer_by_quoting(question, rule_plan(question), sources, embed).lines
    assert lines[0] == "Report: Tern: 3,190 (2023, MWh) [2]"


def test_what_is_counted_is_no_unit() -> None:
    assert asked_unit("How many turbines were delivered?") is None
    assert asked_unit("How much MWh?") is None
    asked = asked_unit("How many tonnes of seaweed were dried?")
    assert asked is not None
    assert asked.word == "tonnes"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many grams of lentils does the soup need?", "Take 250 g of red lentils for the soup."),
        ("How many kilograms of sand are needed?", "Mix 12 kg of sand and water, as needed."),
        ("How many litres of stock does the soup need?", "The soup is made with 1.2 l of stock."),
        ("How many millilitres of juice does the soup need?", "Stir 15 ml of juice into the soup."),
        ("How many minutes does the soup cook?", "Let the soup cook for 35 min."),
        ("How many seconds does the test run take?", "The test run takes 90 s."),
        ("How many hours does the crossing take?", "The crossing takes 2 h."),
        ("How many Nm are the screws tightened to?", "The screws are tightened to 12 Nm."),
        ("How many newton metres are the screws tightened to?", "The screws are tightened to 12 Nm."),
        ("How many kilowatt hours does the dryer use?", "The dryer uses 1.9 kWh."),
        ("How many bar does the tyre need?", "The tyre needs 3.5 bar."),
    ],
)
def test_a_number_is_told_by_the_abbreviation_of_its_unit(
    make_source: MakeSource, embed: Embed, question: str, told: str
) -> None:
    sources = [make_source(1, "Notes", f"In 1998 there were 4 of them.\n\n{told}\n\nThe stairs have 14 steps.")]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert [citation["quote"] for citation in draft.citations] == [told]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What is the length of the quay?", "The quay was built in 1998 in Kiel."),
        ("What is the length of the quay?", "The quay of 12 in the harbour is old."),
        ("What is the weight of the arch?", "The arch is of the 1998 stone."),
        ("How many minutes does the soup cook?", "The soup cooks on 2 of 3 flames."),
    ],
)
def test_words_after_a_year_are_no_units(make_source: MakeSource, question: str, text: str) -> None:
    pieces = evidence_of([make_source(1, "Notes", text)])
    assert with_quantities(pieces, question) == pieces


def test_a_length_in_inches_is_one(make_source: MakeSource) -> None:
    (piece,) = with_quantities(evidence_of([make_source(1, "Notes", "The screen has 27 in.")]), "What is the length?")
    assert "length" in piece.terms


@pytest.mark.parametrize("question", ["How many in the team sail?", "How many stones are there?", "How many came?"])
def test_what_is_no_unit_is_none(question: str) -> None:
    assert asked_unit(question) is None


@pytest.mark.parametrize(
    ("question", "text", "status"),
    [
        ("How hot can the water get?", "The water pump has failed, and 3 offers are awaited.", "no_evidence"),
        ("How hot can the water get?", "The water gets up to 70 °C.", "answered"),
        ("What is the price of the heat pump?", "The heat pump has 8.4 kW.", "no_evidence"),
        ("What is the price of the heat pump?", "The heat pump comes to 9,800 euros.", "answered"),
        ("How heavy is the heat pump?", "The heat pump stands 40 cm from walls.", "no_evidence"),
        ("How deep is the pool of Quillfen?", "The pool of Quillfen is 7 kilometres away.", "no_evidence"),
        ("How deep is the pool of Quillfen?", "The pool of Quillfen holds 1.8 m of water.", "answered"),
        ("What is the maximum speed of the Corvo City?", "The Corvo City weighs 22.5 kg.", "no_evidence"),
        ("What is the maximum speed of the Corvo City?", "The Corvo City goes up to 25 km/h.", "answered"),
        ("How heavy is the heat pump?", "The weight of the heat pump: 142.", "answered"),
    ],
)
def test_another_quantity_of_a_thing_is_no_answer(
    make_source: MakeSource, embed: Embed, question: str, text: str, status: str
) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Notes", text)], embed)
    assert draft.status == status


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("The mooring at Oster Quay has 18 places.", "no_evidence"),
        ("The mooring at Oster Quay is 40 euros a month.", "answered"),
        ("The mooring at Oster Quay is free for 18 boats.", "answered"),
    ],
)
def test_a_fee_is_told_in_money_or_there_is_none(make_source: MakeSource, embed: Embed, text: str, status: str) -> None:
    question = "How high is the mooring fee at Oster Quay?"
    sources = [make_source(1, "Mooring", text), make_source(2, "Cleaning", "The fee for cleaning is EUR 40.")]
    assert answer_by_quoting(question, rule_plan(question), sources, embed).status == status


@pytest.mark.parametrize(
    ("question", "text", "status"),
    [
        ("What did the school pay for the talk?", "The school talk on 16 May had 85 listeners.", "no_evidence"),
        ("What did the school pay for the talk?", "For the talk on 16 May the school gave EUR 90.", "answered"),
        ("What did the school pay for the talk?", "The talk for the school was free for 85 pupils.", "answered"),
        ("What did the school pay for the talk?", "The school talk: the speaker got 90 from the club.", "answered"),
        ("How many listeners did the school talk have?", "The school talk on 16 May had 85 listeners.", "answered"),
    ],
)
def test_how_many_there_were_is_not_what_was_paid(
    make_source: MakeSource, embed: Embed, question: str, text: str, status: str
) -> None:
    other = make_source(2, "Ferry", "Who crosses by the ferry has to pay EUR 40.")
    assert answer_by_quoting(question, rule_plan(question), [make_source(1, "Report", text), other], embed).status == (
        status
    )


def test_what_somebody_earns_is_no_telephone_number(make_source: MakeSource, embed: Embed) -> None:
    table = "Name | Office | Reach\nAda Holm | Head coach | 01632 961 570"
    assert answer("How much does Ada Holm earn?", [make_source(1, "Handbook", table)], embed).startswith("I looked for")
    paid = "Name | Office | Pay\nAda Holm | Head coach | 9,600"
    assert "9,600" in answer("How much does Ada Holm earn?", [make_source(1, "Handbook", paid)], embed)
