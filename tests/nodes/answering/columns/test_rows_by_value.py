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


INVENTORY = (
    "ID | Item | Kept in | Next inspection due\nT01 | Sling, alloy | GV1 | 2031-05-02\n"
    "T02 | Sling, steel | GV2 | 2031-07-11\n"
    "T06 | Static rope | GV2 | 2031-09-18\n"
)
PRICES = (
    "Part no. | Description | Weight (g) | Price per 100\nTP-10 | Sensor cap | 3.6 | 21.40\nTP-20 | Pump lid | 9 | 86\n"
)
USED = "At Raven Gully these were used: steel sling (T02), two ropes (T06), splints."
FAULTS = "Report 11 (sensor cap, black specks): sorted, 214 rejected. Report 12 (pump lid): labels mixed up."


@pytest.mark.parametrize(
    ("question", "told", "row", "not_told"),
    [
        ("When is the next inspection due of the sling that was used at Raven Gully?", USED, "2031-07-11", "2031-09"),
        ("What does the part with the black specks cost per 100?", FAULTS, "Price per 100: 21.40", "86"),
        (
            "When is the next inspection due of the rope that went to Vik?",
            "Mon, 10:00: sling T02 and rope T06 to Vik (crane: Bo Lind)",
            "2031-09-18",
            "2031-07",
        ),
    ],
)
def test_what_says_which_thing_is_described_stands_before_its_row(
    make_source: MakeSource, embed: Embed, question: str, told: str, row: str, not_told: str
) -> None:
    sources = sources_of(make_source, [("Report", told), ("Inventory", INVENTORY), ("Price list", PRICES)])
    found = answer(question, sources, embed)
    assert row in found
    assert not_told not in found


def test_the_device_of_a_form_may_be_called_by_its_code(make_source: MakeSource, embed: Embed) -> None:
    form = "Ward | Intensive care\nDevice of incident 7 | Ventilator Zephyr, CE-1104\nExchanged at | 05:40\n"
    devices = "Asset no. | Type | Purchased\nCE-1104 | Ventilator | 2023-02-20\nCE-1105 | Ventilator | 2024-03-21\n"
    sources = sources_of(make_source, [("Night log", form), ("Device list", devices)])
    assert "2023-02-20" in answer("When was the ventilator of incident 7 purchased?", sources, embed)
