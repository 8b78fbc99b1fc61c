"""What the caption of a table says is said of its rows, and of no other table's."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from tests.nodes.answering.conftest import build_source

ROWS = "Site | 2023 | 2022\nNorth | 12 | 11\nSouth | 14 | 13\n"


@pytest.mark.parametrize(
    "caption", ["Table 1. Harvest of pears", "Tabelle 2: Harvest of pears", "Table A3 Harvest of pears"]
)
def test_rows_are_about_what_their_caption_says(caption: str) -> None:
    pieces = evidence_of([build_source(1, "Report", f"{caption}\n{ROWS}")])
    assert [piece.label for piece in pieces if piece.is_row and "harvest" in piece.terms] == ["Site", "North", "South"]


@pytest.mark.parametrize("text", ["Table tennis harvest", "Table 1. Harvest\nA | 2023 | 2022\nEast | 3 | 4\nNext\n"])
def test_other_lines_say_nothing_of_them(text: str) -> None:
    pieces = evidence_of([build_source(1, "Report", f"{text}\n{ROWS}")])
    assert not [piece for piece in pieces if piece.label == "North" and "harvest" in piece.terms]
