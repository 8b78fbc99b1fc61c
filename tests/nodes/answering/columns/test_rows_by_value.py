"""Rows that are called by what another source has of whom, or of what, the question names."""

import pytest

from nodes.answering.quoting.quoting import Embed
from nodes.domain.chat import Source
from tests.nodes.answering.quoted import MakeSource, answer, sources_of

STAFF = (
    "No. | Name | Role | Office | Manager\n"
    "S1 | Ada Holm | Surveyor | Northam | Cy Marsh\n"
    "S2 | Bo Lind | Draughtsman | Northam | Ada Holm\n"
    "S3 | Cy Marsh | Head Surveyor | Southam | Di Petrow\n"
)
RATES = (
    "Role | Hourly rate 2025 | Day rate 2025\nHead Surveyor | 120 | 900\nSurveyor | 95 | 710\nDraughtsman | 60 | 450\n"
)
RUNBOOK = "| | |\n|---|---|\n| Client | Vik Ltd |\n| Support plan | Gold |\n| Version | 3.2 |\n"
PLANS = "Plan | Price a month | Hours included\nBronze | £900 | 6\nSilver | £2,400 | 18\nGold | £6,200 | 45\n"


@pytest.fixture
def sources(make_source: MakeSource) -> list[Source]:
    told = [("Staff", STAFF), ("Rate card", RATES), ("Osprey runbook", RUNBOOK), ("Support plans", PLANS)]
    return sources_of(make_source, told)


@pytest.mark.parametrize(
    ("question", "own", "row", "not_told"),
    [
        ("What is the 2025 hourly rate of Ada Holm?", "Role: Surveyor", "95 (Hourly rate 2025)", "60 ("),
        ("hourly rate 2025 for Bo Lind", "Role: Draughtsman", "60 (Hourly rate 2025)", "95 ("),
        (
            "What does the support plan for Osprey cost per month?",
            "Support plan: Gold",
            "Price a month: £6,200",
            "£2,400",
        ),
        ("How many hours are included in the Osprey support plan?", "Support plan: Gold", "Hours included: 45", "18"),
    ],
)
def test_the_row_of_that_value_stands_behind_who_has_it(
    sources: list[Source], embed: Embed, question: str, own: str, row: str, not_told: str
) -> None:
    told = answer(question, sources, embed)
    assert own in told
    assert row in told
    assert not_told not in told


def test_a_row_that_the_question_names_is_told_alone(sources: list[Source], embed: Embed) -> None:
    assert answer("What does the Gold support plan cost per month?", sources, embed).startswith("Support plans: Gold")


def test_of_whom_nothing_is_listed_no_row_is_told(sources: list[Source], embed: Embed) -> None:
    assert "Hourly rate" not in answer("What is the 2025 hourly rate of Eva Sand?", sources, embed)
