from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nodes.documents.short_forms import short_forms


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Advanced Micro Devices, Inc.", "amd"),
        ("International Business Machines Corporation", "ibm"),
        ("American Express Company", "amex"),
        ("Consolidated Edison, Inc.", "coned"),
        ("Bank of America Corporation", "boa"),
        ("University of California, Los Angeles", "ucla"),
    ],
)
def test_what_names_are_called(name: str, short: str) -> None:
    assert short in short_forms(name)


@pytest.mark.parametrize("name", ["", "Inc.", "Petrel AG", "3M Company", "Hask & Co."])
def test_names_without_a_short_form(name: str) -> None:
    assert short_forms(name) == []


@given(st.text(max_size=60))
@example("A:A:Ꭰ").via("Cherokee, which is folded to capitals")
def test_short_forms_are_short_and_differ(name: str) -> None:
    forms = short_forms(name)
    assert len(forms) == len(set(forms))
    assert all(len(form) >= 3 and form == form.casefold() for form in forms)
