"""Whether a sentence holds the kind of thing that is asked for."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.question.kinds import answers_kind, measures
from nodes.answering.question.question_facts import read_question
from nodes.language.asked_kinds import Measure
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

HOW_LONG, HOW_HIGH, WHEN = "How long does the lease run?", "How high is the deposit?", "When is the pool closed?"


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        (HOW_LONG, "The lease runs for six years.", 1.0),
        # A currency may go without saying.
        ("How much is a day pass?", "Weekend passes cost 65, day passes 30.", 1.0),
        ("How much is a day pass?", "So far 20 day passes of 3 weeks are sold.", 0.5),
        ("How much is a day pass?", "The charge of 3 weeks in the yard is over.", 0.5),
        (HOW_LONG, "The lease runs for 72 months.", 1.0),
        (HOW_LONG, "The lease runs to 14 pages.", 0.5),
        (HOW_LONG, "2.1 The lease runs on.", 0.0),
        (HOW_LONG, "30 days is the notice of the lease.", 1.0),
        (HOW_HIGH, "The deposit is EUR 2,850.", 1.0),
        (HOW_HIGH, "The deposit is held under clause 4.", 0.0),
        (HOW_HIGH, "4.1 The tenant has paid the deposit on signature.", 0.0),
        (HOW_HIGH, "There is none.", 0.5),
        (HOW_HIGH, "The deposit is due on 1 July 2031.", 0.0),
        (HOW_HIGH, "The deposit is due from the 1st of July.", 0.0),
        ("How high is the deposit, and when is it due?", "The deposit is due from the 1st of July.", 0.5),
        ("How high is the fee?", "Entry is free of charge.", 0.5),
        ("How big is the room?", "It is shown in room 3.", 0.0),
        ("违约金是多少？", "违约金为人民币五十万元。", 1.0),
        ("违约金是多少？", "违约金在合同中规定。", 0.0),
        ("How long is the pool closed?", "Het zwembad is gesloten van 9 maart tot en met 3 april.", 1.0),
        ("Where is the pool?", "Kaistraße 33, 24114 Kiel", 1.0),
        ("Where is the pool?", "The office is at 22 Quay Street.", 1.0),
        ("Where is the pool?", "It is a 1989 American film.", 0.0),
        (WHEN, "The pool is closed on Mondays.", 1.0),
        ("Until when is the pool open?", "The pool is closed on Mondays.", 0.5),
        ("Until when is the pool open?", "The pool is open to 30 October 2031.", 1.0),
        ("Until when is the pool open?", "It opened on 3 May 2031.", 0.5),
        ("How often is the filter changed?", "A filter is good for 90 days.", 0.5),
        ("How often is the filter changed?", "It is changed every 90 days.", 1.0),
        ("How often is the filter changed?", "It is changed 20 days before it is full.", 1.0),
        ("When was the mill built?", "It was built in 1172 by monks.", 1.0),
        ("When was the mill built?", "The mill (1764) is of brick.", 1.0),
        ("When was the mill built?", "It grinds 1764 sacks.", 0.0),
        ("When was the mill built?", "It is in 1764.5 acres of wood.", 0.0),
        ("How often is the pump cleaned?", "Once the pump is cleaned, it is oiled.", 0.0),
        ("How often is the pump cleaned?", "The pump is cleaned once a week.", 1.0),
        ("How often is the pump cleaned?", "It is cleaned only once.", 1.0),
        ("How much is the trip?", "The coach leaves at 15:30.", 0.0),
        ("How much is the trip?", "The trip is 14.50 for each child.", 1.0),
        (WHEN, "It will be closed in 5.0.", 0.0),
        (WHEN, "It is closed on 5.1. in the morning.", 1.0),
        (WHEN, "It is closed until 05.01.", 1.0),
        (WHEN, "The pool is closed from 09.09. on.", 1.0),
        (WHEN, "The pool is closed at 7:30.", 1.0),
        (WHEN, "The pool is closed from 3 to 9 September.", 1.0),
        (WHEN, "The pool may be closed for 3 reasons.", 0.0),
        ("Who closed the pool?", "It was closed by Ada Berg.", 1.0),
        ("Who closed the pool?", "Ada closed it. Then came Ravi and Ada too.", 1.0),
        ("Who closed the pool?", "Rain closed it. Then came rain again.", 0.0),
        ("Who drives the bus?", "Driver | Ada Holm", 1.0),
        ("Who drives the bus?", "Driver | 3 August", 0.0),
        ("Where is the key?", "It hangs beside the door.", 1.0),
        ("Where shall we meet?", "We meet in the hall.", 1.0),
        ("Where is the key of the shed?", "The key of the shed is lost.", 0.0),
        ("What time does the pool close?", "It closes on 9 September.", 0.5),
        ("What time does the pool close?", "It closes at 20:30.", 1.0),
        ("What time does the pool close?", "It closes at sunset on 9 September.", 1.0),
        ("Where is the pool?", "The pool lies in Norhaven.", 1.0),
        ("Why is the pool closed?", "The pool is closed in 2024 by Ada Berg.", 0.0),
        ("Which zone does the boat lie in?", "The boat lies in zone 3.", 1.0),
        ("Which zone does the boat lie in?", "The fee of the boat hangs on the zone.", 0.0),
        ("Which zone is the largest?", "The boat lies in zone 3.", 0.0),
        ("Which boats lie in zone 3?", "The boat lies in zone 3.", 0.0),
    ],
)
def test_what_is_of_the_kind(make_source: MakeSource, question: str, text: str, expected: float) -> None:
    sources = [make_source(1, "Notes", text)]
    plan = rule_plan(question)
    facts = read_question(question, plan, sources, None)
    assert answers_kind(evidence_of(sources)[0], facts) == expected


@pytest.mark.parametrize(
    ("text", "measure", "expected"),
    [
        ("warrants it for 12 years", "duration", True),
        ("within six working days", "duration", True),
        ("no more than 400 cycles a year", "duration", False),
        ("at EUR 12 a month", "money", True),
        ("in euros", "money", False),
        ("for 12 years", "any", False),
    ],
)
def test_amounts_of_what_is_measured(text: str, measure: Measure, *, expected: bool) -> None:
    assert measures(text, measure) is expected


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("The bridge is closed from 6 October until the end of June.", True),
        ("From 09:42 to 11:05 UTC, Zenlo could not be reached.", True),
        ("Die Brücke ist von 6. Oktober bis Ende Juni gesperrt.", True),
        ("The bridge was shut for four weeks.", True),
        ("The bridge leads from the harbour to the town.", False),
        ("In 2011 the bridge was painted.", False),
    ],
)
def test_from_when_to_when_is_a_duration(text: str, tells: bool) -> None:
    assert measures(text, "duration") is tells


@pytest.mark.parametrize(
    ("caption", "expected"),
    [
        ("Table 1. Heat pumps installed in homes, by region", 1.0),
        ("Table 1. Average price of heat pumps", 0.5),
        ("Table 1. Share of heat pumps (%)", 0.5),
        ("Table 1. Boilers by region", 0.5),
    ],
)
def test_a_caption_says_what_the_figures_of_a_row_count(make_source: MakeSource, caption: str, expected: float) -> None:
    question = "How many heat pumps were installed in Vik in 2031?"
    table = f"{caption}\nRegion | 2030 | 2031\nVik | 3,900 | 6,240\nHalm | 1,480 | 2,260\n"
    sources = [make_source(1, "Study", table)]
    facts = read_question(question, rule_plan(question), sources, None)
    [row] = [piece for piece in evidence_of(sources) if piece.label == "Vik"]
    assert answers_kind(row, facts) == expected
