"""The numbers of a column of cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.answering.columns.table_columns import is_name_of_sum, numbers_of


@pytest.mark.parametrize(
    ("cells", "numbers"),
    [
        (["120", "(940)"], [120, -940]),
        (["120", "−940"], [120, -940]),
        (["-$5", "$7"], [-5, 7]),
        (["+3 %", "-7 %"], [3, -7]),
        (["($1.2 million)", "$3"], [-1.2e6, 3]),
        (["$1.2 million", "$900 thousand"], [1.2e6, 900e3]),
        (["$1.2M", "$900K"], [1.2e6, 900e3]),
        (["1 200 000", "85 000"], [1_200_000, 85_000]),
        (["1'234", "987"], [1234, 987]),
        (["1.212,50", "900,00"], [1212.5, 900]),
        (["EUR 120", "EUR 1.400"], [120, 1400]),
        (["2 GB", "900 MB"], [2000, 900]),
        (["3 GB", "2 GB"], [3, 2]),
        (["2 years", "90 days"], [730.56, 90]),
        (["340 m", "1.2 km"], [340, 1200]),
        (["5 EUR", "6 USD"], [None, None]),
        (["120 (net)", "-", "n/a"], [120, None, None]),
        (["3:05:10", "10-20"], [None, None]),
    ],
)
def test_cells_are_numbers_with_their_sign_and_scale(cells: list[str], numbers: list[float | None]) -> None:
    assert numbers_of(cells) == [number if number is None else pytest.approx(number) for number in numbers]


@given(st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=6))
def test_a_column_has_the_order_of_its_numbers_however_they_are_written(values: list[int]) -> None:
    spellings = (
        [f"{value:,}" for value in values],
        [f"{value:,}".replace(",", " ").replace("-", "−") for value in values],
        [f"({-value:,})" if value < 0 else f"{value:,}" for value in values],
        [f"{value} EUR" for value in values],
    )
    assert all(numbers_of(cells) == values for cells in spellings)


@pytest.mark.parametrize(
    ("name", "is_sum"),
    [("Total", True), ("All", True), ("All together", True), ("All-weather coats", False), ("Allotments", False)],
)
def test_what_is_made_of_others(name: str, is_sum: bool) -> None:
    assert is_name_of_sum(name) is is_sum
