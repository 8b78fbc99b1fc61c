"""Years in the cells of a row, and amounts that look like one."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer, sources_of

PLAN = "Plan {year} of Ostrava Bikes\nItem | Plan | Actual\nWages | {first} | 16564\nAdverts | {second} | {third}\n"


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("Item | Plan | Actual\nWages | 17013 | 16564\nAdverts | 1926 | 2472", frozenset[str]()),
        ("Model | Built | Weight\nSwift | 2019 | 940\nHeron | 2021 | 860", frozenset({"2021"})),
        ("Item | Plan | Actual\nWages 2024 | 17013 | 16564\nAdverts 2024 | 1926 | 2472", frozenset({"2024"})),
    ],
)
def test_a_number_among_amounts_is_no_year(make_source: MakeSource, text: str, years: frozenset[str]) -> None:
    assert evidence_of([make_source(1, "Table", text)])[-1].years == years


@pytest.mark.parametrize(("year", "row"), [("2031", "Plan: 1926, Actual: 2472"), ("2030", "Plan: 1800, Actual: 2310")])
def test_the_row_of_the_year_of_its_title_is_quoted(make_source: MakeSource, embed: Embed, year: str, row: str) -> None:
    texts = [
        ("Plan 2031", PLAN.format(year=2031, first=17013, second=1926, third=2472)),
        ("Plan 2030", PLAN.format(year=2030, first=15900, second=1800, third=2310)),
    ]
    question = f"How much was spent on adverts in {year} and what was the plan?"
    for sources in (sources_of(make_source, texts), sources_of(make_source, texts[::-1])):
        told = answer(question, sources, embed)
        assert row in told
        assert told.count("Adverts") == 1
