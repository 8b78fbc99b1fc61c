"""Organisations."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.documents.organisations import document_organisations, is_organisation
from tests.nodes.documents.plain_pages import pages


def test_legal_forms_bodies_and_leading_words() -> None:
    text = (
        "The grid is run by Hafenstrom GmbH and by Maren Tidal, Inc. since 2020. The Norden Institute advised it, "
        "as did the University of Husum and Banco de Vigo. Rossi & Figli S.p.A. built the blades.\n"
    )
    found = document_organisations(pages(text), "a.txt", "")
    assert {
        "Hafenstrom GmbH",
        "Maren Tidal, Inc.",
        "Norden Institute",
        "University of Husum",
        "Banco de Vigo",
        "Rossi & Figli S.p.A.",
    } <= set(found)


def test_the_owner_comes_first_then_the_commonest() -> None:
    text = "Alpha Cells Ltd. sells to Beta Grid Inc. and Alpha Cells Ltd. again. Maren Tidal Company buys.\n"
    assert document_organisations(pages(text), "MARENTIDAL_2022.pdf", "")[:2] == [
        "Maren Tidal Company",
        "Alpha Cells Ltd.",
    ]
    assert document_organisations(pages(text), "x.pdf", "")[0] == "Alpha Cells Ltd."


def test_a_line_of_the_cover_names_the_owner_where_nothing_else_does() -> None:
    rest = "Alpha Cells Ltd. sells to Beta Grid Inc. and Alpha Cells Ltd. again, says Alpha Cells Ltd. of itself.\n"
    for line, owner in (
        ("MAREN TIDAL INC.", "MAREN TIDAL INC."),
        ("___ Maren Tidal, Inc.", "Maren Tidal, Inc."),
        ("Maren Tidal & Co.", "Maren Tidal & Co."),
        ("MAREN TIDAL COMPANY, INC.", "MAREN TIDAL COMPANY, INC."),
    ):
        cover = f"ANNUAL REPORT\n{line}\n(Exact name of registrant as specified in its charter)\n"
        assert document_organisations(pages(cover + rest), "scan-0001.pdf", "")[0] == owner
        assert document_organisations(pages(cover + rest), "beta-grid.pdf", "")[0] == "Beta Grid Inc."
    within = "It was printed by Maren Tidal, Inc. of Husum.\n"
    assert document_organisations(pages(within + rest), "scan-0001.pdf", "")[0] == "Alpha Cells Ltd."


def test_parties_that_are_written_as_names_are_none() -> None:
    text = "The Parent Company and the Public Company. DOCUMENTS INCORPORATED BY REFERENCE. Skua Company owns both.\n"
    assert document_organisations(pages(text), "x.pdf", "") == ["Skua Company"]


def test_one_name_in_several_spellings_is_one() -> None:
    text = "MAREN TIDAL INC.\nMaren Tidal, Inc. and Maren Tidal Inc. are one, says Maren Tidal, Inc. today.\n"
    assert document_organisations(pages(text), "x.pdf", "") == ["Maren Tidal, Inc."]


def test_small_words_make_no_organisation() -> None:
    assert (
        document_organisations(pages("a company, the bank of the river, In the Company of men, AG 7\n"), "x", "") == []
    )


@given(st.text(alphabet=st.sampled_from("AaBb .,&\nGmbHInc"), max_size=200))
@settings(max_examples=80)
def test_at_most_ten_and_always_the_same(text: str) -> None:
    found = document_organisations(pages(text), "x.txt", "X")
    assert len(found) <= 10
    assert found == document_organisations(pages(text), "x.txt", "X")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("VIK & HOLM ACOUSTICS LLP", True),
        ("Quay Housing Association", True),
        ("St Ada's Hospital – Medical Physics", True),
        ("HARROW FELL RESCUE TEAM", True),
        ("FELLSIDE MOTORS", True),
        ("Rescue team", False),
        ("The Society of Mind", False),
        ("Vik Ltd pays the rent", False),
    ],
)
def test_a_line_that_is_the_name_of_one(line: str, expected: bool) -> None:
    assert is_organisation(line) is expected
