"""What a row says of each year, as numbers."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import Evidence, evidence_of
from nodes.answering.reckoning.row_values import cells_by_year, scale_of
from tests.nodes.answering.quoted import MakeSource


def row(make_source: MakeSource, text: str) -> Evidence:
    return [piece for piece in evidence_of([make_source(1, "Report", text)]) if piece.is_row][-1]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("(In millions)\n2031 2030\nNet sales 1,204 1,274\n", {2031: 1204.0, 2030: 1274.0}),
        ("(In millions)\n2031 2030\nNet loss (1,204) 1,274\n", {2031: -1204.0, 2030: 1274.0}),
        ("Item | 2031 | 2030 | Change 2031\nFees | 40 | 32 | 8\n", {2031: 40.0, 2030: 32.0}),
        ("Item | Q1 2031 | 2031 | 2030\nFees | 40 | 132 | 150\n", {2031: 132.0, 2030: 150.0}),
        # Two columns of one year: which is meant is not known.
        ("Item | Plan 2031 | Actual 2031\nFees | 40 | 32\n", {}),
        ("Item | 2031 | 2030\nShare | 40 % | 32 %\n", {}),
        ("Item | Plan | Actual\nFees | 40 | 32\n", {}),
        ("Item | 2031 | 2030\nFees | 40 | none\n", {2031: 40.0}),
    ],
)
def test_each_year_has_its_value(make_source: MakeSource, text: str, values: dict[int, float]) -> None:
    assert {year: cell.value for year, cell in cells_by_year(row(make_source, text)).items()} == values


def test_rates_are_told_where_they_are_wanted(make_source: MakeSource) -> None:
    found = cells_by_year(row(make_source, "Item | 2031 | 2030\nTax rate | 21.6 % | 24.6 %\n"), rates=True)
    assert {year: cell.shown for year, cell in found.items()} == {2031: "21.6", 2030: "24.6"}


@pytest.mark.parametrize(
    ("unit", "scale"),
    [("(In thousands)", 1e3), ("(in millions)", 1e6), ("($ in billions)", 1e9), ("(in Mio. EUR)", 1e6), ("", None)],
)
def test_the_unit_that_a_table_states_is_known(make_source: MakeSource, unit: str, scale: float | None) -> None:
    assert scale_of(row(make_source, f"Statement\n{unit}\n2031 2030\nNet sales 1,204 1,274\n")) == scale
