"""Rows of tables without rules are read below headings that units part."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.quoting.quoting import Embed
from nodes.answering.tables.table_rows import lines_of
from nodes.answering.tables.unruled_tables import cells_in, headed_rows, headings_in
from tests.nodes.answering.quoted import MakeSource, answer

HEADINGS = "Salt (g/l) Saleable (kg/m2) Fruit mass (g) Acid BER (%)"
TABLE = f"""The yields stand in Table 1.
Table 1. Yield of peppers by salinity
{HEADINGS}
0 (control) 12.7 a 118 5.4 9.4
1.5 13.1 a 119 5.5 7.9
6.0 14.0 b 120 ± 3 5.7 5.3
Calcium was higher by a fifth at 1.5 g/l."""


@pytest.mark.parametrize(
    ("line", "headings"),
    [
        (HEADINGS, ("Salt (g/l)", "Saleable (kg/m2)", "Fruit mass (g)", "Acid", "BER (%)")),
        ("Site Area (ha) Depth (m)", ("Site", "Area (ha)", "Depth (m)")),
        ("Gains (losses) Costs (credits) Total", ()),
        ("Reclassified $ (147) Paid (23) Total (g)", ()),
        ("It weighs (g) and is (cm) long.", ()),
        ("Weight (g)", ()),
    ],
)
def test_headings_are_parted_by_their_units(line: str, headings: tuple[str, ...]) -> None:
    assert headings_in(line) == headings


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("6.0 14.0 b 120 ± 3 5.7", ("6.0", "14.0 b", "120 ± 3", "5.7")),
        ("0 (control) 12.7", ("0 (control)", "12.7")),
        ("North field 12.7 118", ("North field", "12.7", "118")),
        ("We sprayed 12.7 l at 118 sites", ()),
        ("", ()),
    ],
)
def test_a_line_of_figures_has_cells(line: str, cells: tuple[str, ...]) -> None:
    assert cells_in(line) == cells


def test_rows_know_their_headings(make_source: MakeSource) -> None:
    rows = [piece for piece in evidence_of([make_source(1, "Peppers", TABLE)]) if piece.is_row and not piece.is_heading]
    assert [row.label for row in rows] == ["0 (control)", "1.5", "6.0"]
    assert rows[2].values == ("14.0 b", "120 ± 3", "5.7", "5.3")
    assert rows[2].header == ("Saleable (kg/m2)", "Fruit mass (g)", "Acid", "BER (%)")
    assert rows[2].corner == "Salt (g/l)"
    assert "yield" in rows[2].terms


@pytest.mark.parametrize("amount", ["6 g/l", "6.0 g/l"])
def test_a_row_is_called_by_an_amount_in_any_notation(make_source: MakeSource, embed: Embed, amount: str) -> None:
    told = answer(f"What yield did peppers give at {amount}?", [make_source(1, "Peppers", TABLE)], embed)
    assert told.startswith("Peppers: Salt (g/l) 6.0 – Saleable (kg/m2): 14.0 b, Fruit mass (g): 120 ± 3")


@given(st.text(alphabet="A (g%)1.5ab\n|±", max_size=150))
def test_a_row_has_as_many_cells_as_headings_and_stands_below_them(content: str) -> None:
    lines = lines_of(content)
    for number, row in headed_rows(content, lines).items():
        assert len(row.cells) == len(row.headings)
        assert row.heading_line < number
        assert "".join(row.cells).replace(" ", "") == content[slice(*lines[number])].replace(" ", "").strip()
