"""Contracts that are called the same are told apart by whom they are between."""

from __future__ import annotations

import pytest

from nodes.documents.parties import contract_parties, title_with_parties
from nodes.domain.documents import Page

OPENING = (
    'between Quay Housing Association, Mill Lane 4, Kirkton (the "Association"), represented by its chair, and '
    'Vik Pumps AB, Station Yard 11, Bergen (the "Contractor").'
)


def pages_of(text: str) -> list[Page]:
    return [{"number": 1, "text": f"{text}\n", "headings": [], "tables": [], "furniture": []}]


@pytest.mark.parametrize(
    ("opening", "parties"),
    [
        (OPENING, ["Quay Housing Association", "Vik Pumps AB"]),
        (
            "(1) QUAY HOUSING LIMITED of 4 Mill Lane (the “Landlord”); and\n(2) ADA HOLM (the “Tenant”)",
            ["QUAY HOUSING LIMITED", "ADA HOLM"],
        ),
        (
            "between Ada and Bo Lind, Mill Lane 4 (the Client) and Vik Pumps AB, Bergen (the Contractor)",
            ["Ada and Bo Lind", "Vik Pumps AB"],
        ),
        ("Landlord: Bo Lind, Kirkton\nTenant: Ada Holm\nRent: 900 euros", ["Bo Lind", "Ada Holm"]),
        ("made between Vik Pumps AB and Bank of Bergen on 1 May 2024", ["Vik Pumps AB", "Bank of Bergen"]),
        ("made between Mars Pumps AB and Ada May", ["Mars Pumps AB", "Ada May"]),
        ("zwischen der Vik Pumpen GmbH, Kiel, und Ada Holm, Bergen", ["Vik Pumpen GmbH", "Ada Holm"]),
    ],
)
def test_parties_are_named_in_the_opening(opening: str, parties: list[str]) -> None:
    assert contract_parties(pages_of(f"Agreement\n\n{opening}\n\n1. The price is EUR 5.")) == parties


@pytest.mark.parametrize(
    "opening",
    [
        "The office is open between Monday and Friday.",
        "This agreement begins on 1 May 2024.",
        'The flat at Mill Lane 4 (the "Premises") is let with a garage (the "Annex").',
    ],
)
def test_no_day_and_no_thing_is_a_party(opening: str) -> None:
    assert contract_parties(pages_of(f"Lease\n\n{opening}")) == []


@pytest.mark.parametrize("title", ["Agreement", "Amended and Restated Agreement"])
def test_a_contract_is_called_by_its_parties_too(title: str) -> None:
    told = title_with_parties(title, pages_of(OPENING))
    assert told == f"{title} (Quay Housing Association, Vik Pumps AB)"


@pytest.mark.parametrize("title", ["Contract with Vik Pumps", "Addendum No. 1 to the contract", "Annual report"])
def test_what_is_told_apart_already_keeps_its_title(title: str) -> None:
    """A title that names a party says which contract it is, and other documents are told apart by other things."""
    assert title_with_parties(title, pages_of(OPENING)) == title


def test_a_title_does_not_grow_without_bound() -> None:
    title = f"Agreement on {'the pumps ' * 15}".strip()
    assert title_with_parties(title, pages_of(OPENING)) == title


def test_parties_behind_their_label_and_an_aside() -> None:
    told = "Supply of Fruit\nParties: Quay Housing (the Buyer), for its kitchen, and Vik Farm,\nHalm (the Supplier)."
    assert contract_parties(pages_of(told)) == ["Quay Housing", "Vik Farm"]
