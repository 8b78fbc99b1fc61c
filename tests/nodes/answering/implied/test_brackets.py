"""Rows that are for a range of amounts each, and the one that a question means."""

from __future__ import annotations

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.implied.brackets import Bracket, bracket_in, bracket_of, with_brackets
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

DOSES = (
    "Weight | Loading dose | Maintenance rate\n"
    "under 50 kg | 100 mg | 12 mg/h\n"
    "50 to 80 kg | 150 mg | 18 mg/h\n"
    "over 80 kg | 200 mg | 24 mg/h"
)
FARES = "Fare | Age | Price\nToddler | 0-3 | free\nChild | 4–14 | 6.50\nAdult | 15-64 | 12.00\nSenior | 65+ | 9.00"


@pytest.mark.parametrize(
    ("cell", "low", "high", "units"),
    [
        ("50 to 80 kg", 50, 80, {"kg"}),
        ("50–80", 50, 80, set()),
        ("between 3 and 5 days", 3, 5, {"day"}),
        ("$0 to $9,875", 0, 9875, {"$"}),
        ("2,5 bis 5 kg", 2.5, 5, {"kg"}),
        ("under 50 kg", -math.inf, 50, {"kg"}),
        ("≤ 10 %", -math.inf, 10, {"%"}),
        ("over 80 kg", 80, math.inf, {"kg"}),
        ("80 kg and more", 80, math.inf, {"kg"}),
        ("65+", 65, math.inf, set()),
        ("-10 to -5 °C", -10, -5, {"°", "c"}),
        ("−5–5", -5, 5, set()),
        ("under -5", -math.inf, -5, set()),
        ("ab 500 €", 500, math.inf, {"€"}),
    ],
)
def test_what_a_cell_ranges_over(cell: str, low: float, high: float, units: set[str]) -> None:
    found = bracket_of(cell)
    assert found is not None
    assert (found.low, found.high, found.units) == (low, high, frozenset(units))


def test_a_point_parts_thousands_where_the_column_tells_so() -> None:
    found = bracket_of("1.000 bis 2.500", points=True)
    assert found is not None
    assert found[:2] == (1000, 2500)


@pytest.mark.parametrize(
    ("cell", "with_low", "with_high"),
    [
        ("99.0 % to below 99.5 %", True, False),
        ("2 kg - under 5 kg", True, False),
        ("over 2 kg up to 5 kg", False, True),
        ("über 5 bis 10 kg", False, True),
        ("2 to 5 kg", True, True),
    ],
)
def test_which_ends_of_a_range_belong_to_it(cell: str, with_low: bool, with_high: bool) -> None:
    found = bracket_of(cell)
    assert found is not None
    assert (found.with_low, found.with_high) == (with_low, with_high)


@pytest.mark.parametrize(
    "cell", ["", "-", "80 kg", "Bilge pump 24V", "10-", "1,2,3", "3 (2)", "50 to 80 kg, adults", "5 g" + "g" * 9999]
)
def test_a_cell_that_is_no_range(cell: str) -> None:
    assert bracket_of(cell) is None


@given(st.text("0123456789,.-–+<>≤ kgto$%", max_size=16))
@example("up to 1,2.5 kg")
def test_any_cell_can_be_read(cell: str) -> None:
    found = bracket_of(cell)
    assert found is None or isinstance(found.low, float)


@given(st.floats(0, 100), st.floats(0, 100), st.floats(-10, 110))
def test_neighbouring_ranges_share_no_amount_but_their_end(one: float, other: float, amount: float) -> None:
    low, high = sorted((one, other))
    under = Bracket(-math.inf, low, False, False, frozenset())
    between = Bracket(low, high, True, True, frozenset())
    over = Bracket(high, math.inf, False, False, frozenset())
    assert [each.holds(amount) for each in (under, between, over)].count(True) == 1


@pytest.mark.parametrize(
    ("question", "row"),
    [
        ("What is the maintenance rate for a patient of 65 kg?", "50 to 80 kg | 150 mg | 18 mg/h"),
        ("What is the maintenance rate at 50 kg?", "50 to 80 kg | 150 mg | 18 mg/h"),
        ("What is the loading dose for someone over 80 kg?", "over 80 kg | 200 mg | 24 mg/h"),
        ("Which loading dose does a 45-kg patient get?", "under 50 kg | 100 mg | 12 mg/h"),
        ("Which loading dose does a patient who weighs 91.5kg get?", "over 80 kg | 200 mg | 24 mg/h"),
    ],
)
def test_the_row_is_quoted_that_an_amount_falls_in(
    make_source: MakeSource, embed: Embed, question: str, row: str
) -> None:
    sources = [make_source(1, "Infusion", DOSES)]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert [each["quote"] for each in draft.citations] == [row]


def test_a_range_may_stand_in_any_column(make_source: MakeSource, embed: Embed) -> None:
    question = "What is the price of the fare at the age of 70?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Fares", FARES)], embed)
    assert [each["quote"] for each in draft.citations] == ["Senior | 65+ | 9.00"]


FROST = "Temperature | Additive\nunder -10 °C | 8 ml\n-10 to 0 °C | 5 ml\n0 to 10 °C | 2 ml"
FEES = "Umsatz (EUR) | Gebühr\n0 bis 1.000 | 10 EUR\n1.000 bis 5.000 | 25 EUR\nüber 5.000 | 60 EUR"


@pytest.mark.parametrize(
    ("question", "table", "row"),
    [
        ("How much additive is needed at -5 °C?", FROST, "-10 to 0 °C | 5 ml"),
        ("How much additive is needed at -15 °C?", FROST, "under -10 °C | 8 ml"),
        ("How much additive is needed at 5 °C?", FROST, "0 to 10 °C | 2 ml"),
        ("Wie hoch ist die Gebühr bei einem Umsatz von 2.500 EUR?", FEES, "1.000 bis 5.000 | 25 EUR"),
        ("Wie hoch ist die Gebühr bei einem Umsatz von 7500 EUR?", FEES, "über 5.000 | 60 EUR"),
    ],
)
def test_ranges_below_zero_and_with_points_between_thousands(
    make_source: MakeSource, embed: Embed, question: str, table: str, row: str
) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Tariff", table)], embed)
    assert [citation["quote"] for citation in draft.citations] == [row]


@pytest.mark.parametrize(
    "question",
    [
        "What is the maintenance rate?",
        "What is the maintenance rate for 65 lb?",
        "What is the maintenance rate for 45 kg and for 65 kg?",
        "What was the maintenance rate in 2023?",
        "What is the maintenance rate for someone over 120 cm?",
    ],
)
def test_without_one_amount_in_their_unit_rows_hold_what_they_say(make_source: MakeSource, question: str) -> None:
    pieces = evidence_of([make_source(1, "Infusion", DOSES)])
    assert with_brackets(pieces, question) == pieces


def test_one_range_alone_is_no_choice(make_source: MakeSource) -> None:
    pieces = evidence_of([make_source(1, "Sale", "Lot | Sold\n5 to 9 kg | 40\nrest | 12")])
    assert with_brackets(pieces, "How many were sold of 7 kg?") == pieces


@pytest.mark.parametrize(
    ("sentence", "low", "high"),
    [
        ("In wind from 40 to 60 km/h the cabins go at 4 metres per second.", 40, 60),
        ("Above 60 km/h the lift is stopped.", 60, math.inf),
        ("Letters of up to 20 g need one stamp.", -math.inf, 20),
        ("Zwischen 5 und 10 kg kostet ein Paket 9 Euro.", 5, 10),
    ],
)
def test_what_a_sentence_ranges_over(sentence: str, low: float, high: float) -> None:
    found = bracket_in(sentence)
    assert found is not None
    assert (found.low, found.high) == (low, high)


@pytest.mark.parametrize(
    "sentence",
    [
        "The lift was built in 1974.",
        "It opens from 9 to 17.",
        "Up to 20 g one stamp, over 20 g two.",
        "The cabins go at 4 metres per second.",
    ],
)
def test_a_sentence_that_tells_no_range_with_a_unit_or_two(sentence: str) -> None:
    assert bracket_in(sentence) is None


WIND = (
    "Below 40 km/h of wind the cabins go at 6 metres per second. In wind from 40 to 60 km/h they go at 4 metres per "
    "second. Above 60 km/h of wind the lift is stopped. The wind is read on tower 3."
)


@pytest.mark.parametrize(
    ("question", "answering"),
    [
        ("How fast do the cabins go in wind of 55 km/h?", "from 40 to 60"),
        ("How fast do the cabins go in wind of 30 km/h?", "Below 40"),
        ("Does the lift run in wind of 75 km/h?", "Above 60"),
    ],
)
def test_the_sentence_is_quoted_whose_range_holds_the_amount(
    make_source: MakeSource, embed: Embed, question: str, answering: str
) -> None:
    sources = [make_source(1, "Lift", WIND)]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert answering in draft.citations[0]["quote"]


@pytest.mark.parametrize(
    ("question", "text", "status"),
    [
        ("Are 12 year olds allowed in the bath?", "Children under 14 stay out of the bath.", "answered"),
        ("Are children aged 12 allowed in the bath?", "Children under 14 stay out of the bath.", "answered"),
        ("Are 12-year-olds allowed in the bath?", "Children over 14 may use the bath alone.", "no_evidence"),
        ("Are 12 year olds allowed in the forge?", "Children under 14 stay out of the bath.", "no_evidence"),
        ("Are 12 year olds allowed in the bath?", "Groups under 14 kg are towed to the bath.", "no_evidence"),
    ],
)
def test_an_age_falls_under_a_limit(
    make_source: MakeSource, embed: Embed, question: str, text: str, status: str
) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Rules", text)], embed)
    assert draft.status == status
