"""A table with a row for each month, quarter or year."""

from __future__ import annotations

import pytest

from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer, sources_of

MONTHS = ("January", "February", "March", "April", "May")
TABLE = "Month | Turnover | Costs\n" + "\n".join(
    f"{month} | {place}100 | {place}050" for place, month in enumerate(MONTHS)
)


@pytest.mark.parametrize("question", ["How did turnover develop month by month in 2031?", "Turnover by month in 2031?"])
def test_all_months_are_told(make_source: MakeSource, embed: Embed, question: str) -> None:
    texts = [("Plan 2030", TABLE.replace("100", "200")), ("Plan 2031", TABLE)]
    told = answer(question, sources_of(make_source, texts), embed)
    assert [month for month in MONTHS if month in told] == [*MONTHS]
    assert "Turnover: 3100" in told
    assert "3200" not in told


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("What was the turnover in each quarter?", ("Q1", "Q2", "Q3", "Q4")),
        ("How did turnover develop over the years?", ("2029", "2030", "2031", "2032")),
    ],
)
def test_all_quarters_and_years_are_told(
    make_source: MakeSource, embed: Embed, question: str, labels: tuple[str, ...]
) -> None:
    text = "Time | Turnover | Costs\n" + "\n".join(
        f"{label} | 41.{place} | 33.{place}" for place, label in enumerate(labels)
    )
    told = answer(question, sources_of(make_source, [("Key figures", text)]), embed)
    assert [label for label in labels if label in told] == [*labels]


def test_one_month_is_told_alone(make_source: MakeSource, embed: Embed) -> None:
    told = answer("What was the turnover in March 2031?", sources_of(make_source, [("Plan 2031", TABLE)]), embed)
    assert [month for month in MONTHS if month in told] == ["March"]
