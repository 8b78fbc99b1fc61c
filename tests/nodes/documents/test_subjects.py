"""Forms that are called the same are told apart by whom or what they are about."""

from __future__ import annotations

import pytest

from nodes.documents.subjects import form_subjects, title_with_subject
from nodes.domain.documents import Page


def pages_of(text: str) -> list[Page]:
    return [{"number": 1, "text": f"{text}\n", "headings": [], "tables": [], "furniture": []}]


@pytest.mark.parametrize(
    ("text", "subjects"),
    [
        ("# Curriculum vitae\n\n**Name:** Ada Holm\n**Date of birth:** 4 May 1991", ["Ada Holm"]),
        ("Survey\n\nSite: Quay House\nSurveyor: Bo Lind", ["Quay House"]),
        ("| Project | Otters of the Vik |\n| Client | Kirkton Trust |\n", ["Otters of the Vik", "Kirkton Trust"]),
        ("Prüfbericht\nObjekt: Mühlgasse 4", ["Mühlgasse 4"]),
        ("Data sheet\nModel: KX-7", ["KX-7"]),
        ("Audit report\nSite: Quay House, Unit 6, Kirkton", ["Quay House"]),
        # No names: a sentence, a day, a small word.
        ("Notes\nSubject: it rained all day, and nobody came. We left.", []),
        ("Order\nProduct: 4 May 2031", []),
        ("Notes\nClient: to be confirmed", []),
        ("Notes\nWeather: Rain", []),
        ("Data sheet\n| Property | Value |\n|---|---|\n| Weight | 6 kg |", []),
    ],
)
def test_a_field_near_the_top_names_the_subject(text: str, subjects: list[str]) -> None:
    assert form_subjects(pages_of(text)) == subjects


def test_a_form_is_called_by_its_subject_too() -> None:
    pages = pages_of("Inspection report\n\nSite: Quay House\n\nThe cellar is dry.")
    assert title_with_subject("Inspection report", pages) == "Inspection report (Quay House)"


@pytest.mark.parametrize(
    ("title", "text", "called"),
    [
        ("Monthly report", "Month: May 2031\nAuthor: Bo Lind", "Monthly report (May 2031)"),
        ("Minutes of the committee", "Date: 4 May 2031\nChair: Ada Holm", "Minutes of the committee (4 May 2031)"),
        # When a letter was written is not what it is about, and a week that is not told is none.
        ("Letter", "Date: 4 May 2031", "Letter"),
        ("Report", "Week: every second", "Report"),
        (
            "Invoice",
            "Vik Pumps AB\nMill Lane 4, Kirkton\n\nInvoice\n\nInvoice no.: 88-1",
            "Invoice (Vik Pumps AB, 88-1)",
        ),
        ("Invoice", "Vik Pumps AB\n\nInvoice", "Invoice"),
        ("Our history", "Vik Pumps AB\nMill Lane 4, Kirkton\n\nOur history", "Our history"),
    ],
)
def test_of_a_series_each_is_called_by_its_time_and_a_bill_by_its_sender(title: str, text: str, called: str) -> None:
    assert title_with_subject(title, pages_of(text)) == called


@pytest.mark.parametrize(
    "title",
    [
        *("Inspection of Quay House", "Inspection report 17", "Report on what was seen in the cellar"),
        *("VIK PUMPS AB", "Vik Pumps, Kirkton"),
    ],
)
def test_what_says_more_than_its_kind_keeps_its_title(title: str) -> None:
    assert title_with_subject(title, pages_of("Site: Quay House\n")) == title


def test_a_line_without_end_is_read_no_further_than_a_letterhead_goes() -> None:
    pages = pages_of(f"Vik Pumps AB\n{'4' * 200_000}\n\nInvoice")
    assert title_with_subject("Invoice", pages) == "Invoice"
