"""What each document of a series says of one thing."""

from __future__ import annotations

from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer

YEARS = (2022, 2023, 2024)
QUESTION = "How did the net debt of Korr Ferries develop over the years?"


def test_rows_of_all_reports_go_before_a_remark_in_one(make_source: MakeSource, embed: Embed) -> None:
    table = "Korr Ferries | {year} | {last}\nRevenue | 48 | 33\nNet debt | {debt} | 20"
    sources = [
        make_source(1, "Annual Report 2024", "The rise in net debt of Korr Ferries reflects payments of 12 million."),
        *(
            make_source(number, f"Annual Report {year}", table.format(year=year, last=year - 1, debt=number + 30))
            for number, year in enumerate(YEARS, start=2)
        ),
    ]
    sources[3]["document_id"] = "d1"
    lines = answer(QUESTION, sources, embed).split("\n")
    assert [line.split(":")[0] for line in lines] == [f"- Annual Report {year}" for year in YEARS]
    assert [
        f"Net debt – {year}: {debt}" in line or f"Net debt: {debt}" in line
        for line, year, debt in zip(lines, YEARS, (32, 33, 34), strict=True)
    ] == [True] * 3


def test_the_heading_above_a_piece_is_said_of_it(make_source: MakeSource, embed: Embed) -> None:
    texts = ("Korr Ferries had a gap of 6 million.", "The gap fell to 4 million.", "There is a surplus of 1 million.")
    sources = [
        make_source(number, f"Annual Report {year}", text, section_path=["Pensions"], file_name=f"korr-{year}.pdf")
        for number, (year, text) in enumerate(zip(YEARS, texts, strict=True), start=1)
    ]
    lines = answer("How did the pensions of Korr develop over the years?", sources, embed).split("\n")
    assert [line[-len(text) - 4 : -4] for line, text in zip(lines, texts, strict=True)] == list(texts)


def test_a_series_that_the_best_piece_is_not_of_is_not_told(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Agreement on refuse", "The price of the refuse collection is 68 euros per month."),
        make_source(2, "Minutes of 4 May 2024", "Refuse: 2318 lifts were missed."),
        make_source(3, "Minutes of 9 June 2025", "Refuse: 1210 lifts were missed."),
    ]
    told = answer("How did the price of the refuse collection change?", sources, embed)
    assert told.startswith("The price of the refuse collection is 68 euros per month. [1]")
