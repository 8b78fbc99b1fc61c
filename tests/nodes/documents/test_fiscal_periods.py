"""Fiscal years and quarters of a document."""

from __future__ import annotations

from nodes.documents.periods import file_name_periods, fiscal_periods
from tests.nodes.documents.plain_pages import pages


def test_file_name_then_title_then_cover() -> None:
    cover = "For the fiscal year ended\nDecember 31, 2022\n"
    assert fiscal_periods(pages(cover), "HARBOUR_2021_report.pdf", "Outlook 2023") == ["2021", "2023", "2022"]


def test_a_quarter_brings_its_year() -> None:
    assert fiscal_periods(pages(""), "HARBOUR_2023Q2_10Q.pdf", "") == ["2023Q2", "2023"]
    assert fiscal_periods(pages("for the quarterly period ended June 30, 2021\n"), "a.pdf", "") == ["2021Q2", "2021"]


def test_other_languages_have_covers_too() -> None:
    assert fiscal_periods(pages("Geschäftsbericht 2021\nHafenstrom eG\n"), "a.pdf", "") == ["2021"]
    assert fiscal_periods(pages("Rapport annuel 2020\n"), "a.pdf", "") == ["2020"]


def test_a_law_of_the_last_century_is_no_period() -> None:
    cover = "ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934\n"
    assert fiscal_periods(pages(cover), "a.pdf", "") == []


def test_the_latest_of_the_usual_years_serves_where_names_say_nothing() -> None:
    text = "2020 2020 2020 2020 2020 2020 2021 2021 2021 2021 2030 2030 $2022 2,022\n"
    assert fiscal_periods(pages(text), "scan.pdf", "") == ["2021"]
    assert fiscal_periods(pages("Born in 1950, she came in 1970 and left in 1989.\n"), "w7.txt", "Ada") == []


def test_file_names_hold_years_without_blanks() -> None:
    assert [period["year"] for period in file_name_periods("report2019.final.pdf")] == [2019]
    assert file_name_periods("FY18-budget.xlsx") == [{"year": 2018, "quarter": None}]
    assert file_name_periods("plain.pdf") == []
