"""What is said of the thing that a question tells apart by its letter or number."""

from __future__ import annotations

import pytest

from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

TICKETS = (
    "From Wednesday on you answer tickets of priority 4, with a second pair of eyes.\n\n"
    "Priority 1 must be answered within 15 minutes.\n\nPriority 3 is answered within one working day."
)
SAMPLES = "Sample B needs no lime, and has a pH of 6.6.\n\nSample A has a pH of 5.4 and needs much lime."


@pytest.mark.parametrize(
    ("question", "content", "told"),
    [
        ("How fast is a priority 3 ticket answered?", TICKETS, "Priority 3 is answered within one working day."),
        ("How fast must a priority 1 ticket be answered?", TICKETS, "Priority 1 must be answered within 15 minutes."),
        ("What is the pH of sample A?", SAMPLES, "Sample A has a pH of 5.4 and needs much lime."),
        ("What is the pH of sample B?", SAMPLES, "Sample B needs no lime, and has a pH of 6.6."),
    ],
)
def test_it_is_quoted_and_not_what_is_said_of_others(
    make_source: MakeSource, embed: Embed, question: str, content: str, told: str
) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Notes", content)], embed)
    assert draft.citations[0]["quote"] == told


def test_sides_that_a_number_tells_apart_are_said_with_it(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Minutes", "The difference of 1.3 million in the tariff was noted, and 1 of 3 bids accepted."),
        make_source(2, "Tariff", "Weight | Zone 1 | Zone 3\nto 2 kg | 4.90 | 18.90\nto 5 kg | 6.90 | 29.50"),
    ]
    question = "What is the difference between zone 1 and zone 3 of the tariff?"
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert draft.citations[0]["index"] == 2


def test_a_file_that_is_called_by_it_is_about_it(make_source: MakeSource, embed: Embed) -> None:
    lease = "1. Unit 4 of Quay House is let to Nell Aaby.\n2. The rent is EUR 640 a month."
    letter = "Please have the damp wall repaired by 3 May, otherwise we pay 10 % less rent."
    sources = [
        make_source(1, "Damp in unit 4", letter, file_name="letter-aaby.txt"),
        make_source(2, "LEASE", lease, file_name="lease-unit-4.txt"),
    ]
    question = "How much is the rent of unit 4?"
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert [each["quote"] for each in draft.citations] == ["2. The rent is EUR 640 a month."]
