"""Amounts: sign, scale and unit of numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.language.amounts import amounts_in, amounts_of_cell, are_same, lacking, place_in_order, says_all


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("-4.2 %", [(-4.2, "percent")]),
        ("(4.2) %", [(-4.2, "percent")]),
        ("−940,000 euros", [(-940_000, "EUR")]),
        ("minus 4.2 million euros", [(-4.2e6, "EUR")]),
        ("-$5 or $-5", [(-5, "USD"), (-5, "USD")]),
        ("US$ 5", [(5, "USD")]),
        ("$1.2M, $900 thousand and £5 m", [(1.2e6, "USD"), (900e3, "USD"), (5e6, "GBP")]),
        ("900K of 1.5 Mrd. Euro", [(900e3, ""), (1.5e9, "EUR")]),
        ("5 m wide, 5m deep", [(5, "metre"), (5, "metre")]),
        ("two weeks or 14 days", [(14, "day"), (14, "day")]),
        ("2 years, 24 months", [(24, "month"), (24, "month")]),
        ("500 g of 2 t", [(0.5, "kg"), (2000, "kg")]),
        ("2 GB and 900 MB", [(2000, "megabyte"), (900, "megabyte")]),
        ("12 500 € and 12'500 CHF", [(12500, "EUR"), (12500, "CHF")]),
        ("10-20 kg", [(10, ""), (20, "kg")]),
        ("2019–2020", [(2019, ""), (2020, "")]),
        ("the 5-day course", [(5, "day")]),
        ("twelve litres", [(12, "litre")]),
        ("no number", []),
    ],
)
def test_an_amount_has_its_sign_scale_and_unit(text: str, amounts: list[tuple[float, str]]) -> None:
    found = amounts_in(text)
    assert [amount.unit for amount in found] == [unit for _, unit in amounts]
    assert [amount.value for amount in found] == pytest.approx([value for value, _ in amounts])


@pytest.mark.parametrize(("cell", "value"), [("(940)", -940), ("($1.2 million)", -1.2e6), ("(4.2)%", -4.2), ("94", 94)])
def test_a_cell_in_parentheses_is_negative(cell: str, value: float) -> None:
    assert [amount.value for amount in amounts_of_cell(cell)] == [pytest.approx(value)]


@pytest.mark.parametrize(
    ("text", "statement", "told"),
    [
        ("The margin was -4.2 %.", "The margin was 4.2 %.", False),
        ("The margin fell by 4.2 %.", "The margin changed by -4.2 %.", True),
        ("The result was minus 4.2 million euros.", "The result was 4.2 million euros.", False),
        ("The fee is 100 EUR.", "The fee is 100 USD.", False),
        ("The fee is €100.", "The fee is $100.", False),
        ("The fee is €100.", "The fee is 100 euros.", True),
        ("Net debt (in millions) | 24.8", "Net debt was £24.8 million.", True),
        ("The budget is 5 thousand euros.", "The budget is 5 million euros.", False),
        ("The budget is 5,000,000 euros.", "The budget is 5 million euros.", True),
        ("It takes 30 months.", "It takes 30 days.", False),
        ("It takes 2 years.", "It takes 24 months.", True),
        ("It weighs 500 kg, in 12 parts.", "It weighs 12 500 kg.", False),
        ("It holds fourteen litres.", "It holds twelve litres.", False),
        ("It holds 12 litres.", "It holds twelve litres.", True),
        ("Lund and Berg wrote it.", "The two authors wrote it.", True),
    ],
)
def test_a_text_bears_out_the_amounts_of_a_statement(text: str, statement: str, *, told: bool) -> None:
    assert says_all(text, statement) is told


@given(st.floats(0.01, 1e6).map(lambda value: round(value, 2)), st.sampled_from(["", "-"]))
def test_an_amount_is_the_same_in_every_scale(value: float, sign: str) -> None:
    millions, plain = (amounts_in(f"{text} EUR") for text in (f"{sign}{value:.2f} million", f"{sign}{value * 1e6:.0f}"))
    assert len(millions) == len(plain) == 1
    assert are_same(millions[0], plain[0])
    assert are_same(plain[0], millions[0])


@given(st.text("0123456789.,-−() €$%kMm\u202f'days", max_size=40), st.text("0123456789 €$%kMm-days", max_size=40))
def test_what_one_text_lacks_is_of_another_and_nothing_lacks_itself(text: str, other: str) -> None:
    mine, theirs = amounts_in(text), amounts_in(other)
    assert not lacking(mine, mine, either_sign=False)
    assert set(lacking(mine, theirs, either_sign=False)) <= set(mine)


def test_durations_are_of_one_kind_and_amounts_know_where_they_stand() -> None:
    text = "It takes 36 hours, 2 days or one week, and 900 MB."
    amounts = amounts_in(text)
    assert [place_in_order(amount) for amount in amounts] == [("time", 1.5), ("time", 2.0), ("megabyte", 900.0)]
    assert [text[amount.start : amount.end] for amount in amounts] == ["36 hours", "2 days", "900 MB"]
