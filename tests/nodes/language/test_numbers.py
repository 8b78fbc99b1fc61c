import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.language.numbers import numbers_in


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("1,867", {"1867"}),
        ("1,867.00", {"1867"}),
        ("12,345,678", {"12345678"}),
        ("12,34,567", {"1234567"}),
        ("2.50", {"2.5"}),
        ("2,50", {"2.5"}),
        ("0,125", {"0.125"}),
        ("1.234,56", {"1234.56"}),
        ("1.234.567", {"1234567"}),
        ("1.000", {"1000"}),
        ("1.867", {"1.867"}),
        ("1.867 Euro", {"1867"}),
        ("EUR 1.867", {"1867"}),
        ("$1.599 a gallon", {"1.599"}),
        ("0.000", {"0"}),
        ("1,2,3", {"1", "2", "3"}),
        ("2019,2020", {"2019", "2020"}),
        ("21.02.2024", {"21.02", "2024"}),
        ("192.168.1.1", {"192.168", "1.1"}),
        ("7.", {"7"}),
        ("in 2019, 530", {"2019", "530"}),
    ],
)
def test_numbers_have_one_spelling_however_they_are_written(text: str, numbers: set[str]) -> None:
    assert numbers_in(text) == numbers


@given(st.integers(1, 10**9), st.integers(0, 99))
def test_german_and_english_amounts_are_the_same(whole: int, cents: int) -> None:
    english = f"{whole:,}.{cents:02}"
    german = english.translate(str.maketrans(",.", ".,"))
    assert numbers_in(f"{english} a month") == numbers_in(f"{german} im Monat")
