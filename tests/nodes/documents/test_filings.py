"""Titles by the cover of a filing."""

from __future__ import annotations

import pytest

from nodes.documents.filings import filing_title
from nodes.documents.titles import choose_title
from nodes.domain.documents import Page

COVER = """UNITED STATES
SECURITIES AND EXCHANGE COMMISSION
FORM 10-K
For the fiscal year ended December 31, 2022
Commission file number: 1-3247
________________
ACME WORKS, INC.
(Exact name of registrant as specified in its charter)
"""


def page(text: str) -> Page:
    return {"number": 1, "text": text, "headings": [], "tables": [], "furniture": []}


@pytest.mark.parametrize(
    ("cover", "title"),
    [
        (COVER, "ACME WORKS, INC., Form 10-K, December 31, 2022"),
        (
            "FORM 8-K\nDate of Report (Date of earliest event reported): May 3, 2023\nAcme plc\n"
            "(Exact Name of Registrant as specified in its charter)",
            "Acme plc, Form 8-K, May 3, 2023",
        ),
        (
            "## **Form 10-Q**\n\nFor the quarterly period ended Commission file\nMarch 31, 2021 number 1-5805\n\n"
            "| | Acme & Co. (Exact name of registrant",
            "Acme & Co., Form 10-Q, March 31, 2021",
        ),
        (COVER.replace("ACME WORKS, INC.\n", ""), ""),
        (COVER.replace("FORM 10-K\n", ""), ""),
        ("The exact name of the registrant stands on Form 10-K.", ""),
    ],
)
def test_a_cover_says_what_is_filed(cover: str, title: str) -> None:
    assert filing_title([page(""), page(cover)]) == title


def test_the_cover_goes_before_what_a_program_wrote() -> None:
    properties = {"title": "10K Doc & Exhibits"}
    title = choose_title(properties, [page(COVER)], "acme.pdf", "application/pdf")  # type: ignore[arg-type]  # a part
    assert title == "ACME WORKS, INC., Form 10-K, December 31, 2022"
