"""The dates of a document itself."""

from __future__ import annotations

import pytest

from nodes.documents.dates import document_dates, file_name_dates
from nodes.domain.documents import FileProperties
from tests.nodes.documents.plain_pages import pages


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


@pytest.mark.parametrize(
    "signed",
    ["Signed in twofold at Kiel on 3 April 2023.", "Fait à Lyon, le 3 avril 2023", "Done at Kiel, 3 April 2023."],
)
def test_a_contract_is_of_the_day_above_its_signatures(signed: str) -> None:
    clauses = "2.1 The term begins on 1 May 2023.\n" * 3
    text = f"Framework contract FC-7\n{clauses}{signed}\nFor the Client: Ada Holm\n"
    assert document_dates({"created_at": "2026-11-23T08:00:00Z"}, pages(text), "c.pdf")[0] == "2023-04-03"


def test_what_was_signed_before_the_end_dates_nothing() -> None:
    text = "Executed copies were sent on 3 April 2023.\n" + "It goes on.\n" * 30
    assert document_dates({}, pages(text), "c.pdf") == []


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


@pytest.mark.parametrize(
    ("cover", "day"),
    [
        ("Minutes of the board meeting of 21 February 2024\n\nPresent: A. Holm\n", "2024-02-21"),
        ("Harbour Rowing Club\nMinutes of the board meeting of 21 February 2024\n\nThe fee stays.\n", "2024-02-21"),
        ("Report for the quarter ended March 31, 2023\n\nSales rose.\n", "2023-03-31"),
        ("Report for the period from 1 April 2023 to 31 March 2024\n\nSales rose.\n", "2024-03-31"),
        ("Results for the second quarter of 2023\n\nSales rose.\n", "2023-06-30"),
        ("Newsletter, May 2024\n\nDear members,\n", "2024-05-31"),
        ("Newsletter (February 2024)\n\nDear members,\n", "2024-02-29"),
        ("Compte rendu de la réunion du 3 mai 2024\n\nPrésents : A. Holm\n", "2024-05-03"),
    ],
)
def test_a_title_dates_a_document(cover: str, day: str) -> None:
    assert document_dates({}, pages(cover), "a.txt") == [day]


def test_the_day_below_a_title_is_surer_than_one_that_the_title_speaks_of() -> None:
    report = "Report on the flood in the lower harbour of 3 May 2021\n12 June 2021\n\nThe flood came at night.\n"
    assert document_dates({}, pages(report), "a.txt") == ["2021-06-12", "2021-05-03"]


def test_a_file_is_surer_of_its_day_than_the_month_in_its_title_and_not_than_the_day() -> None:
    made: FileProperties = {"created_at": "2024-05-03T09:00:00Z"}
    assert document_dates(made, pages("Newsletter, May 2024\n\nDear all,\n"), "a.txt")[0] == "2024-05-03"
    assert document_dates(made, pages("Minutes of the board, 2 May 2024\n\nAll came.\n"), "a.txt")[0] == "2024-05-02"


@pytest.mark.parametrize(
    "cover",
    [
        "Ada Petersen, born 12 May 1950 in Husum\n\nShe was a chemist.\n",
        "A history of the harbour since May 1950\n\nIt was built in stone.\n",
        "The first and the last of the harbour lights until 3 May 1950\n\nThey were lit by hand.\n",
        "Minutes of the board\n\nAll came.\n\nDate of the next meeting: 3 May 2024\n",
        "Minutes of the board\n\nAll came.\n\nNext meeting: 3 May 2024\n",
        "The ship left on 3 May 2024 and came back on the next day.\n",
    ],
)
def test_a_day_of_something_else_dates_nothing(cover: str) -> None:
    assert document_dates({}, pages(cover), "a.txt") == []


def test_what_has_been_valid_since_a_day_is_of_that_day() -> None:
    assert document_dates({}, pages("House rules\n\nIn force since 3 May 2024\n"), "a.txt") == ["2024-05-03"]
