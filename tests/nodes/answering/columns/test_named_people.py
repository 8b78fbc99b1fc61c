"""What a list of people has, or leaves empty, of somebody who is named."""

import pytest

from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer

STAFF = (
    "Name | Position | Extension | Mobile | E-mail\n"
    "Ada Holm | Manager | 210 | 07700 900112 | a.holm@quay.example\n"
    "Bo Lind | Buyer | 241 |  | b.lind@quay.example\n"
    "Cy Marsh | Fitter | 233 | 07700 900133 | c.marsh@quay.example\n"
)
REPORT = "Ada Holm, Manager, wrote this report. Private mobile phones are not allowed in the shop."


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Ada Holm mobile", "Mobile: 07700 900112"),
        ("what is ada holm's mobile number", "Mobile: 07700 900112"),
        ("Bo Lind mobile number", "Extension: 241, Mobile: –"),
        ("e-mail of Bo Lind", "b.lind@quay.example"),
    ],
)
def test_their_row_is_told_and_that_a_cell_of_it_is_empty(
    make_source: MakeSource, embed: Embed, question: str, told: str
) -> None:
    found = answer(question, [make_source(1, "Report", REPORT), make_source(2, "Staff list", STAFF)], embed)
    assert told in found
    assert "900133" not in found


def test_what_another_document_tells_of_them_is_told(make_source: MakeSource, embed: Embed) -> None:
    mail = make_source(1, "Mail", "Regards,\nBo Lind\nMobile: 07700 900199")
    assert "07700 900199" in answer("Bo Lind mobile number", [mail, make_source(2, "Staff list", STAFF)], embed)
