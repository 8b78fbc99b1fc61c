from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.reading.number_formats import shown_date, shown_number

ACCOUNTS = '_-* #,##0.00\\ "€"_-;-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-;_-@_-'


@pytest.mark.parametrize(
    ("value", "number_format", "shown"),
    [
        (0.125, "0.0%", "12.5%"),
        (0.125, "0%", "13%"),
        (1, "0.00%", "100.00%"),
        (-0.034, "0.0%", "-3.4%"),
        (1200, "€#,##0", "€1,200"),
        (1200.5, "[$€-407]\\ #,##0.00", "€ 1,200.50"),
        (-1200, '"$"#,##0_);[Red]\\("$"#,##0\\)', "($1,200)"),
        (-1200, "#,##0 [$EUR]", "-1,200 EUR"),
        (1200.5, ACCOUNTS, "1,200.50 €"),
        (-3, ACCOUNTS, "-3.00 €"),
        (0, ACCOUNTS, "- €"),
        (1234567, '0.0,,"M"', "1.2M"),
        (1234567, "#,##0", "1,234,567"),
        (7, "00000", "00007"),
        (2.5, "0", "3"),
        (0.5, "0.##", "0.5"),
        (652.0, "0", "652"),
        (0.30000000000000004, "0.00", "0.30"),
        (12, '#,##0" km"', "12 km"),
        (0, '0.0;-0.0;"nil"', "nil"),
    ],
)
def test_what_a_sheet_shows(value: float, number_format: str, shown: str) -> None:
    assert shown_number(value, number_format) == shown


@pytest.mark.parametrize(
    "number_format", ["General", "@", "", "0.00E+00", "# ?/?", ";;;", "000-0000", "[>=100]0;0.0", "yyyy", '"x"']
)
def test_what_is_not_simple_stays_as_it_is(number_format: str) -> None:
    assert shown_number(12, number_format) is None


@given(
    st.one_of(st.floats(), st.integers()), st.one_of(st.text('0#?.,%;_*\\"[$€-]Ee/ ()ymd'), st.text(), st.just("#,##0"))
)
def test_no_number_and_no_format_breaks_it(value: float, number_format: str) -> None:
    shown = shown_number(value, number_format)
    assert shown is None or shown.strip()


@pytest.mark.parametrize(
    ("number_format", "shown"),
    [
        ("mmm-yy", "Dec 2023"),
        ("[$-409]mmmm\\ yyyy;@", "Dec 2023"),
        ("yyyy", "2023"),
        ("dd/mm/yyyy", "2023-12-31"),
        ("m/d/yy h:mm", "2023-12-31"),
    ],
)
def test_dates(number_format: str, shown: str) -> None:
    assert shown_date(datetime.datetime(2023, 12, 31), number_format) == shown
    assert shown_date(datetime.datetime(2023, 12, 31, 9, 5), "mmm yy") == "2023-12-31T09:05:00"
