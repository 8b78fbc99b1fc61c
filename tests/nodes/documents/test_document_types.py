"""Kinds of documents."""

from __future__ import annotations

import pytest

from nodes.documents.document_types import document_type
from nodes.domain.documents import Page


def kind(text: str, file_name: str = "d1.pdf", media_type: str = "", title: str = "") -> str | None:
    page: Page = {"number": 1, "text": text, "headings": [], "tables": [], "furniture": []}
    return document_type([page], file_name, media_type, title)


@pytest.mark.parametrize(
    ("file_name", "expected"),
    [
        ("HARBOUR_2022_10K.pdf", "10-K"),
        ("HARBOUR_2022Q1_10-Q.pdf", "10-Q"),
        ("harbour_8K_dated-2022-07-01.pdf", "8-K"),
        ("HARBOUR_2022_EARNINGS.pdf", "earnings release"),
        ("annual-report-2022.pdf", "annual report"),
        ("annual_report_2022.pdf", "annual report"),
        ("supply_contract_v2.docx", "contract"),
        ("Rechnung 17.pdf", "invoice"),
        ("board minutes.md", "minutes"),
        ("safety-handbook.docx", "manual"),
        ("budget.xlsx", "spreadsheet"),
        ("measurements.csv", "spreadsheet"),
        ("strategy.pptx", "slides"),
        ("server.py", "source code"),
        ("US10123456B2.pdf", "patent"),
        ("briefing.pdf", None),
    ],
)
def test_file_names(file_name: str, expected: str | None) -> None:
    assert kind("Nothing in particular.\n", file_name) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("UNITED STATES\nSECURITIES AND EXCHANGE COMMISSION\nFORM 10-K\n", "10-K"),
        ("Form 8-K\nCurrent report\n", "8-K"),
        ("Tides\nAda Berg\nAbstract\nWe measure.\n1 Introduction\nText.\nReferences\n[1] L. Ortega\n", "paper"),
        ("United States Patent\nBlade\n", "patent"),
        ("Turbine blade\nDescription\nWhat is claimed is:\n1. A blade.\n", "patent"),
        ("FOR IMMEDIATE RELEASE\nHarbour Power opens a plant\n", "press release"),
        ("Harbour Power Reports Third Quarter 2022 Results\n", "earnings release"),
        ("This Supply Agreement is made by and between A and B.\n", "contract"),
        ("Invoice No. 17\nTotal 200\n", "invoice"),
        ("Harbour Board\nAttendees: A. Berg\n1. Budget\n", "minutes"),
        ("Husum, 1 July 2022\nDear Ms Petersen,\nthank you.\n", "letter"),
        ("Sehr geehrte Frau Petersen,\nvielen Dank.\n", "letter"),
        ("Geschäftsbericht 2022\nHafenstrom eG\n", "annual report"),
        ("Turbine T4 Operating Manual\n", "manual"),
        ("Ada Berg was a chemist from Husum.\n", "article"),
        ("import os\n\ndef run():\n    return os.name\n\nclass A:\n    pass\n", "source code"),
        ("The tide rose. It fell.\n", None),
        ("", None),
    ],
)
def test_covers_and_structure(text: str, expected: str | None) -> None:
    assert kind(text) == expected


def test_format_and_title_tell() -> None:
    assert kind("x", "a.bin", "application/vnd.openxmlformats-officedocument.presentationml.presentation") == "slides"
    assert kind("Text.\n", title="Board minutes of May") == "minutes"
