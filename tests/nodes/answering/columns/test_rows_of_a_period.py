"""Rows with a date in a year or a month that is asked for."""

import pytest

from nodes.answering.columns.rows_of_a_period import dates_of
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

CONTRACTS = (
    "Contract | Supplier | Start | End | Annual fee\n"
    "KI-22 | Vik Imaging | 2024-04-01 | 2029-03-31 | 86,400\n"
    "KI-19 | Vik Imaging | 2022-10-01 | 2026-09-30 | 27,300\n"
    "TV-04 | Quay Systems | 2023-06-01 | 2026-05-31 | 38,750\n"
    "AL-11 | Holm Medical | 2025-01-01 | 2027-12-31 | 15,200\n"
)
LABELS = ("KI-22", "KI-19", "TV-04", "AL-11")


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Which contracts end in 2026?", ["KI-19", "TV-04"]),
        ("which contracts ended in September 2026", ["KI-19"]),
        ("List the contracts that start in 2025.", ["AL-11"]),
    ],
)
def test_they_are_told_by_the_column_that_is_asked_for(
    make_source: MakeSource, embed: Embed, question: str, labels: list[str]
) -> None:
    sources = [make_source(1, "Maintenance contracts", CONTRACTS)]
    answer = answer_by_quoting(question, rule_plan(question), sources, embed).answer
    assert [label for label in LABELS if label in answer] == labels


@pytest.mark.parametrize("question", ["Which contracts end before 2026?", "Which suppliers visited us in 2026?"])
def test_bounds_and_other_deeds_are_left_alone(make_source: MakeSource, embed: Embed, question: str) -> None:
    sources = [make_source(1, "Maintenance contracts", CONTRACTS)]
    answer = answer_by_quoting(question, rule_plan(question), sources, embed).answer
    assert [label for label in LABELS if label in answer] != ["KI-19", "TV-04"]


def test_one_date_of_a_column_tells_which_of_its_numbers_are_days() -> None:
    assert dates_of(["31/03/2025", "07/04/2025"]) == ["2025-03-31", "2025-04-07"]
    assert dates_of(["03/31/2025", "04/07/2025"]) == ["2025-03-31", "2025-04-07"]
    assert dates_of(["2025-03-31", "-", "1 May 2025 to 3 June 2025"]) == ["2025-03-31", "", ""]
