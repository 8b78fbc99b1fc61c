"""Days that nothing tells of."""

import pytest

from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer

ROTA = (
    "Week starting | On call | Deputy\n2025-06-02 | Ada Holm | Bo Lind\n2025-06-09 | Bo Lind | Cy Marsh\n"
    "2025-06-16 | Cy Marsh | Ada Holm\n2025-06-23 | Ada Holm | Cy Marsh\n"
)
DUTY = "On-call duty lasts one week, from Monday 9:00 to the next Monday 9:00."


@pytest.mark.parametrize(
    ("question", "is_told"),
    [
        ("Who is on call in the week starting 16 June 2025?", True),
        ("Who is on call in the week starting 11 August 2025?", False),
        ("Who is on call in the week starting 5 May 2025?", False),
    ],
)
def test_a_rota_says_nothing_of_days_before_or_behind_it(
    make_source: MakeSource, embed: Embed, question: str, is_told: bool
) -> None:
    sources = [make_source(1, "Handbook", DUTY), make_source(2, "On-call rota", ROTA)]
    told = answer(question, sources, embed)
    assert ("Cy Marsh" in told) == is_told
    assert ("lasts one week" in told) <= is_told


CALLED_OUT = "The figures go to the region.\nGreta reported 40 call-outs, against 44 in 2030."


@pytest.mark.parametrize(
    ("question", "told"),
    [("How many call-outs were there in 2031?", True), ("How many call-outs in January 2032?", False)],
)
def test_what_stands_below_a_year_is_of_that_whatever_day_its_minutes_are_of(
    make_source: MakeSource, embed: Embed, question: str, told: bool
) -> None:
    path = ["Minutes, 14 January 2032", "8. The year 2031"]
    source = make_source(1, path[0], CALLED_OUT, section_path=path)
    assert ("40 call-outs" in answer(question, [source], embed)) is told


OVER_YEARS = (
    "Table 2. Share of poor households (per cent)\nRegion | 2029 | 2030 | 2031\n"
    "Vik | 8.1 | 8.9 | 10.2\nHalm | 7.0 | 7.7 | 9.0\n"
)
YEARS_DOWN = "Year | Mean dry days, open sites | Mean dry days, shaded sites\n2029/30 | 31 | 84\n2030/31 | 44 | 97\n"
REPORT = "The report was printed in 2033 and tells of poor households and of dry days."


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Share of poor households in Vik in 2031", "10.2"),
        ("Share of poor households in Vik in 2033", ""),
        ("Share of poor households in Vik in 2025", ""),
        ("mean dry days at shaded sites in 2030/31", "97"),
        ("mean dry days at shaded sites in 2033/34", ""),
    ],
)
def test_a_table_over_years_says_nothing_of_those_before_or_behind_it(
    make_source: MakeSource, embed: Embed, question: str, told: str
) -> None:
    sources = [
        make_source(1, "Households", OVER_YEARS),
        make_source(2, "Streams", YEARS_DOWN),
        make_source(3, "Reports", REPORT),
    ]
    said = answer(question, sources, embed)
    assert said.startswith("I looked for") is not bool(told)
    assert told in said
