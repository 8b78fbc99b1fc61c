"""The dates of a document itself."""

from __future__ import annotations

from nodes.documents.dates import document_dates, file_name_dates
from nodes.domain.documents import Page


def pages(*texts: str) -> list[Page]:
    return [
        {"number": number, "text": text, "headings": [], "tables": [], "furniture": []}
        for number, text in enumerate(texts, start=1)
    ]


def test_a_date_behind_a_telling_word_comes_first() -> None:
    cover = (
        "HARBOUR POWER\nAs of June 30, 2022 there were 4,000 members.\nFor the fiscal year ended December 31, 2022\n"
    )
    assert document_dates({"created_at": "2023-02-01T09:00:00Z"}, pages(cover), "x.pdf") == [
        "2022-12-31",
        "2022-06-30",
        "2023-02-01",
    ]


def test_contracts_are_made_on_a_day() -> None:
    for cover in ("THIS AGREEMENT is made on 3 March 2023 between", "It is entered into as of March 3, 2023 by"):
        assert document_dates({"created_at": "2026-11-23T08:00:00Z"}, pages(cover), "lease.pdf")[0] == "2023-03-03"


def test_the_word_may_stand_on_the_line_before() -> None:
    assert document_dates(
        {}, pages("for the quarterly period ended\nMarch 31, 2021\nor more words of it\n"), "q.pdf"
    ) == ["2021-03-31"]


def test_a_letterhead_is_dated_and_a_life_is_not() -> None:
    letter = "Kiel, 1. Juli 2022\n\nSehr geehrte Frau Petersen,\nSie sind am 12. Mai 1950 in Husum geboren.\n"
    assert document_dates({}, pages(letter), "brief.txt") == ["2022-07-01"]
    assert document_dates({}, pages("Ada Petersen (born 12 May 1950 in Husum) was a chemist.\n"), "p.txt") == []


def test_the_file_name_dates_a_document() -> None:
    assert document_dates({}, pages("No date here.\n"), "minutes_2021-03-04.md") == ["2021-03-04"]
    assert file_name_dates("scan_20220701_final.pdf") == ["2022-07-01"]
    assert file_name_dates("2022_07_01 letter.pdf") == ["2022-07-01"]
    assert file_name_dates("order 20229901.pdf") == []


def test_dates_that_recur_count_and_single_mentions_do_not() -> None:
    text = "The audit of 3 May 2020 found much that was in order and more that was not. After 3 May 2020 all was well. "
    assert document_dates(
        {}, pages(text + "Then came 4 June 2021, a day like any other in the long calendar.\n"), "a"
    ) == ["2020-05-03"]
