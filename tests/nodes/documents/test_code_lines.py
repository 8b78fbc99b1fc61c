"""What is source code, and what is only laid out like it."""

from __future__ import annotations

import pytest

from nodes.documents.code_lines import is_code, opens_as_code

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
        "4(a) of the lease, and 4(b) of the annex, say when the rent is due.",
        "",
    ],
)
def test_what_is_only_laid_out_or_written_like_it_is_none(text: str) -> None:
    assert not is_code(text)
    assert not opens_as_code(text)
