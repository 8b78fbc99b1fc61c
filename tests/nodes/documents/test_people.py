"""Authors and affiliations."""

from __future__ import annotations

import pytest

from nodes.documents.people import document_affiliations, document_authors, is_person_name, split_names
from tests.nodes.documents.plain_pages import pages

PAPER = """Tidal Turbines in Narrow Straits
Ada M. Berg1, Jörg van der Meer2* and Luis Ortega-Díaz1
1 Department of Ocean Engineering, University of Norden
2 Hafenstrom GmbH, Kiel
berg@norden.example
Abstract
We measure what Carl Linden of the Institute of Tides predicted.
"""


def test_the_line_under_a_papers_title() -> None:
    authors = document_authors({}, pages(PAPER), "Tidal Turbines in Narrow Straits")
    assert authors == ["Ada M. Berg", "Jörg van der Meer", "Luis Ortega-Díaz"]
    assert document_affiliations(pages(PAPER), authors) == [
        "Department of Ocean Engineering, University of Norden",
        "Hafenstrom GmbH, Kiel",
    ]


def test_without_an_abstract_lines_of_names_are_no_authors() -> None:
    assert document_authors({}, pages("Members\nAda Berg, Luis Ortega\nThey met.\n"), "Members") == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("by Ada Berg and Luis Ortega", ["Ada Berg", "Luis Ortega"]),
        ("By Dr. Ada Berg", ["Ada Berg"]),
        ("Author: Ada Berg", ["Ada Berg"]),
        ("**Authors:** A. Berg; L. Ortega", ["A. Berg", "L. Ortega"]),
        ("Autorin: Ada Berg", ["Ada Berg"]),
        ("Von Ada Berg und Luis Ortega", ["Ada Berg", "Luis Ortega"]),
        ("Inventors: Ada Berg, Luis Ortega", ["Ada Berg", "Luis Ortega"]),
        ("by the end of the year", []),
        ("By order of the Harbour Board", []),
    ],
)
def test_by_lines_and_labels(line: str, expected: list[str]) -> None:
    assert document_authors({}, pages(f"On Tides\n{line}\nText follows here.\n"), "On Tides") == expected


def test_properties_come_first_and_programs_do_not_write() -> None:
    assert document_authors({"authors": ["Berg, Ada"]}, pages(PAPER), "") == ["Ada Berg"]
    assert document_authors({"authors": ["Ada Berg; Luis Ortega"]}, pages(""), "") == ["Ada Berg", "Luis Ortega"]
    for junk in ("Microsoft Office User", "admin", "python-docx", "user1", "LaTeX with hyperref", ""):
        assert document_authors({"authors": [junk]}, pages(""), "") == []


def test_person_names() -> None:
    assert all(is_person_name(name) for name in ("Ada Berg", "J. R. Stone", "Jörg van der Meer", "Иван Петров"))
    assert not any(
        is_person_name(name) for name in ("Ada", "University of Norden", "ADA BERG", "The Harbour", "a b", "")
    )
    assert split_names("Ada Berg, the harbour") == []
