"""Years, quarters and dates as people write them."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from nodes.language.periods import find_dates, find_months, find_periods, last_day, period_label


def labels(text: str) -> list[str]:
    return [period_label(period) for period in find_periods(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What was revenue in FY2018?", ["2018"]),
        ("capex FY18 and FY 19", ["2018", "2019"]),
        ("fiscal year 2018 against fiscal 2017", ["2018", "2017"]),
        ("Q2 2023", ["2023Q2"]),
        ("2023Q2_10Q", ["2023Q2"]),
        ("the 2023-Q2 deck", ["2023Q2"]),
        ("in the second quarter of 2023", ["2023Q2"]),
        ("first and second quarters of fiscal 2023", ["2023Q1", "2023Q2"]),
        ("Q2 of FY2023", ["2023Q2"]),
        ("Q2 FY23", ["2023Q2"]),
        ("2Q23 results", ["2023Q2"]),
        ("Q1, Q2 and Q3 2022", ["2022Q1", "2022Q2", "2022Q3"]),
        ("Q3'22", ["2022Q3"]),
        ("im zweiten Quartal 2021", ["2021Q2"]),
        ("au troisième trimestre 2020", ["2020Q3"]),
        ("en el cuarto trimestre de 2019", ["2019Q4"]),
        ("Geschäftsjahr 2022", ["2022"]),
        ("ACME_2015_10K.pdf", ["2015"]),
        ("from 2019 to 2021, and 2019 again", ["2019", "2020", "2021"]),
        ("2019-2021", ["2019", "2020", "2021"]),
        ("FY2019 - FY2021", ["2019", "2020", "2021"]),
        ("FY21-FY23", ["2021", "2022", "2023"]),
        ("FY21-23", ["2021", "2022", "2023"]),
        ("FY21-22", ["2021"]),
        ("fiscal years 2020 through 2022", ["2020", "2021", "2022"]),
        ("2018–2022", ["2018", "2019", "2020", "2021", "2022"]),
        ("2010-2021", ["2010", "2021"]),
        ("between 2019 and 2021", ["2019", "2021"]),
        ("from December 31, 2019 to December 31, 2021", ["2019", "2021"]),
        ("FY2023Q1", ["2023Q1"]),
        ("FY23Q1", ["2023Q1"]),
        ("FY 2023 Q4", ["2023Q4"]),
        ("Q4 of FY2023", ["2023Q4"]),
        ("Q2'23", ["2023Q2"]),
        ("second fiscal quarter of 2023", ["2023Q2"]),
        ("Q1 to Q3 2022", ["2022Q1", "2022Q2", "2022Q3"]),
        ("Q3-Q1 2023", ["2022Q3", "2022Q4", "2023Q1"]),
        ("Q1 and Q3 2022", ["2022Q1", "2022Q3"]),
        ("H1 2022", ["2022"]),
        ("H2'22 and 1H23", ["2022", "2023"]),
        ("fiscal year ended June 30, 2023", ["2023"]),
        ("season 2021/22", ["2021"]),
        ("December 31, 2022", ["2022"]),
        ("December 31,2022", ["2022"]),
        ("dated-2022-07-01", ["2022"]),
        ("31.12.2022", ["2022"]),
        ("mid-2020", ["2020"]),
        ("2022年の売上", ["2022"]),
        ("It grew.2020 was weak", ["2020"]),
        ("due 2024-3-1", ["2024"]),
        ("due 2024/3/1", ["2024"]),
        ("due 3-Mar-2024", ["2024"]),
        ("due MAR-2024", ["2024"]),
        ("In 2022.", ["2022"]),
    ],
)
def test_periods_as_they_are_written(text: str, expected: list[str]) -> None:
    assert labels(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "$2022",
        "€ 2,022 and 2022.50 and 1,2022",
        "12022 or 20221",
        "RFC 2119 and ISO 9001:2015",
        "CVE-2022-1234",
        "2024-0-3 and 2024-3-100",
        "model MAX-2024",
        "2000 million dollars",
        "2020 people",
        "2015%",
        "room A2022",
        "Regulation (EU) 2016/679",
        "call 555-2022",
        "the 1990s",
        "the year 1550",
        "It grinds 1764 sacks",
        "over 1812.5 acres",
        "page 2001",
        "shifts of 1H 20.5 and 2H100",
        "",
    ],
)
def test_what_looks_like_a_year_but_is_none(text: str) -> None:
    assert labels(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("on 1st July 2022", ["2022-07-01"]),
        ("July 1, 2022", ["2022-07-01"]),
        ("Jul. 1st, 2022", ["2022-07-01"]),
        ("2022-07-01", ["2022-07-01"]),
        ("2022-07-01T10:00:00Z", ["2022-07-01"]),
        ("2022/7/1", ["2022-07-01"]),
        ("2022-7-1", ["2022-07-01"]),
        ("3-Mar-2024", ["2024-03-03"]),
        ("01.07.2022", ["2022-07-01"]),
        ("1 July 2022", ["2022-07-01"]),
        ("1. Juli 2022", ["2022-07-01"]),
        ("3. März 2021", ["2021-03-03"]),
        ("le 1er août 2020", ["2020-08-01"]),
        ("14 juillet 1789", ["1789-07-14"]),
        ("2 de febrero de 2019", ["2019-02-02"]),
        ("12 мая 2018", ["2018-05-12"]),
        ("03/04/2022", ["2022-03-04"]),
        ("25/04/2022", ["2022-04-25"]),
        ("03.04.2022", ["2022-04-03"]),
        ("5-May-2021", ["2021-05-05"]),
        ("2022年7月1日", ["2022-07-01"]),
        ("the 4th of March 1950 and March 4, 1950", ["1950-03-04"]),
        ("February 30, 2022", []),
        ("99/99/2022", []),
        ("Chapter 12 2022", []),
    ],
)
def test_dates_as_they_are_written(text: str, expected: list[str]) -> None:
    assert find_dates(text) == expected


@given(st.dates(min_value=date(1000, 1, 1), max_value=date(2999, 12, 31)))
@settings(max_examples=50)
def test_every_date_is_read_back(day: date) -> None:
    assert find_dates(f"It happened on {day.isoformat()}.") == [day.isoformat()]
    assert find_dates(f"It happened on {day.day} {day.strftime('%B')} {day.year}.") == [day.isoformat()]
    assert find_dates(f"Am {day.day:02}.{day.month:02}.{day.year} war es.") == [day.isoformat()]


@given(st.integers(1900, 2100), st.integers(1, 4))
@settings(max_examples=50)
def test_every_quarter_is_read_back(year: int, quarter: int) -> None:
    label = period_label({"year": year, "quarter": quarter})
    assert labels(label) == labels(f"Q{quarter} {year}") == labels(f"Q{quarter} of fiscal {year}") == [label]


@given(st.integers(1900, 2100), st.integers(0, 12))
@settings(max_examples=50)
def test_a_range_names_its_years_up_to_five_and_else_its_ends(first: int, distance: int) -> None:
    last = min(first + distance, 2100)
    expected = range(first, last + 1) if last - first < 5 else (first, last)
    assert labels(f"fiscal {first} to {last}") == [str(year) for year in expected]


@given(st.text(alphabet=st.sampled_from("QFYTH 0123456789-/.,年月日 Julyof"), max_size=60) | st.text(max_size=60))
@example("1600")
@settings(max_examples=150)
def test_any_text_is_read_without_repeats(text: str) -> None:
    text = f"{text}\nRevenue of FY2018 rose.\nIt was signed on 2022-07-01 there.\n{text}"
    periods = find_periods(text)
    assert {"year": 2018, "quarter": None} in periods
    assert len({(period["year"], period["quarter"]) for period in periods}) == len(periods)
    assert all(1600 <= period["year"] <= 2100 for period in periods)
    dates = find_dates(text)
    assert len(set(dates)) == len(dates)
    assert "2022-07-01" in dates
    assert all(date.fromisoformat(found) for found in dates)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Newsletter, May 2024", ["2024-05-31"]),
        ("from April 2023 to Feb. 2024", ["2023-04-30", "2024-02-29"]),
        ("Bericht für März 2024, informe de marzo de 2023", ["2024-03-31", "2023-03-31"]),
        ("on 3 May 2024 and on May 3, 2024", []),
        ("It may 1950 euros cost, summer 2024", []),
    ],
)
def test_months_of_a_year_are_read_as_their_last_day(text: str, expected: list[str]) -> None:
    assert find_months(text) == expected


def test_a_quarter_and_a_year_end_on_a_day() -> None:
    assert [last_day({"year": 2024, "quarter": quarter}) for quarter in (1, 2, None)] == [
        "2024-03-31",
        "2024-06-30",
        "2024-12-31",
    ]
