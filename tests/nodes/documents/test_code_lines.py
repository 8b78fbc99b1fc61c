"""What is source code, and what is only laid out like it."""

from __future__ import annotations

import pytest

from nodes.documents.code_lines import is_code, opens_as_code
from tests.growth import assert_grows_in_proportion

LEASE = """4. Rent
    (a) The Lessee shall pay the rent.
    (b) It is due on the first day of each month.
    (c) The Lessor may raise it once in a year."""
PYTHON = '''def pay(rent, month):
    """What is left of the rent."""
    paid = month.payments
    left = rent - sum(paid)
    return left'''
SQL = """SELECT name, rent
FROM leases
WHERE rent > 900
ORDER BY rent
LIMIT 5"""
JAVA = """import java.util.List;

public class Lease {
    private int rent;
}
// the end"""


@pytest.mark.parametrize("text", [PYTHON, SQL, JAVA])
def test_code_is_told(text: str) -> None:
    assert is_code(text)


@pytest.mark.parametrize("text", [SQL, JAVA])
def test_a_file_of_code_is_told_by_how_it_opens(text: str) -> None:
    assert opens_as_code(text)


@pytest.mark.parametrize(
    "text",
    [
        LEASE,
        "FROM: the harbour master\nTo whom it may concern,\nWHERE the rent is due, it is paid.\nYours,\nA. Brindle",
        "Item        2023      2022\n    Rent     900       880\n    Heat     120       100",
        "Oda( died 11 November 912) was a duchess by marriage( her second) to the heir of a neighbouring duchy.",
        "A letter(\u00a0and its copy) is kept, as are f( and g(, which nothing closes.",
        "4(a) of the lease, and 4(b) of the annex, say when the rent is due.",
        "",
    ],
)
def test_what_is_only_laid_out_or_written_like_it_is_none(text: str) -> None:
    assert not is_code(text)
    assert not opens_as_code(text)


@pytest.mark.parametrize("unit", ["a", "a4", "f(", "f(g ", "=", "; ", "if ", "    "])
def test_a_line_without_end_takes_no_longer_than_its_length(unit: str) -> None:
    assert_grows_in_proportion(is_code, unit, 40_000)


@pytest.mark.parametrize("call", ["pay()", "4pay(rent)", "a4(b)", "x = sum(paid", "see pay(a) for it", "_f((", "f()"])
def test_a_call_is_told_wherever_it_stands(call: str) -> None:
    assert is_code(call) == (")" in call)
