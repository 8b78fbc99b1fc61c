"""What stands above the text of a document."""

from __future__ import annotations

import pytest

from nodes.documents.heads import head_of


@pytest.mark.parametrize(
    ("text", "head"),
    [
        (
            "VIK TRUST\n\nLIFEGUARD (2 posts)\n\nResponsible to: Duty Manager\nPay: £11.90\n\nYou watch over the pool.",
            "VIK TRUST\nLIFEGUARD (2 posts)",
        ),
        (
            "From: Ada Holm <ada@holm.example>\nTo: Bo Vik\nSubject: Your pump\n\nDear Bo,\n\nThe pump is here.\n\n"
            "Kind regards,\nAda Holm\nHolm Pumps Ltd\n",
            "Ada Holm <ada@holm.example\nYour pump\nAda Holm\nHolm Pumps Ltd",
        ),
        (
            "LEASE\nOccupier: Vik Pumps AB\n\nThe rent is due each quarter.\n\nFor the Tenant: Ada Holm, owner\n",
            "LEASE\nVik Pumps AB\nAda Holm, owner",
        ),
        ("VIK TRUST\nQuarterly report: April to June\nAuthor: Ada\n", "VIK TRUST\nQuarterly report: April to June"),
        ("# Job description\n\n**Post:** Fitter\n\n## Pay\n\n£31,000", "Job description\nFitter"),
        ('Engine ........ 112 "Thistle"\nBy ............ Ada Holm\n', '112 "Thistle"'),
        ("| Post | Signaller |\n| Pay | £31,000 |\n", "Signaller"),
        ("The pump was mended on 4 May by Ada Holm.\n", ""),
        ("Item | Price | Days | Firm\nPump | 20 | 3 | Vik\n", ""),
        ("", ""),
    ],
)
def test_it_is_what_a_document_is_called_by(text: str, head: str) -> None:
    assert head_of(text) == head


def test_no_line_of_a_long_list_is_one_of_it() -> None:
    assert head_of("\n".join(f"Thing {number}" for number in range(40))).count("\n") == 5
