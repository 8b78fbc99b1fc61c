"""Category, status and priority lines."""

from __future__ import annotations

from nodes.documents.fields import front_fields
from nodes.domain.documents import Page


def fields(text: str) -> dict[str, str]:
    page: Page = {"number": 1, "text": text, "headings": [], "tables": [], "furniture": []}
    return front_fields([page])


def test_lines_near_the_top() -> None:
    assert fields("Plan\nStatus: Active\n**Priority:** High\nCategory | Safety\n") == {
        "status": "Active",
        "priority": "High",
        "category": "Safety",
    }
    assert fields("Priorität: hoch\nKategorie: Netz\n") == {"priority": "hoch", "category": "Netz"}


def test_the_first_statement_counts_and_prose_does_not() -> None:
    assert fields("Status: Draft\nStatus: Final\n") == {"status": "Draft"}
    assert fields("The status of the plant: it is active.\nStatus: " + "very " * 20 + "long\n") == {}
