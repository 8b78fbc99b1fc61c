"""Acronyms that a text spells out."""

from __future__ import annotations

import pytest

from nodes.language.acronyms import spelt_out


@pytest.mark.parametrize(
    ("text", "acronyms"),
    [
        ("The state of charge (SOC) is shown.", ["SOC"]),
        ("The SOC (state of charge) is shown.", ["SOC"]),
        ("A non-maintainer upload (NMU) and a state of charge (“SOC”)", ["NMU", "SOC"]),
        ("Gross tonnages (GTs) differ.", ["GT"]),
        ("Total assets (USD) rose.", []),
        ("NASA (see above for more) agreed.", []),
        ("The quay (A) and (BC)", []),
        ("NASA (12 34 56)", []),
    ],
)
def test_what_is_spelt_out(text: str, acronyms: list[str]) -> None:
    assert [*spelt_out(text)] == acronyms
