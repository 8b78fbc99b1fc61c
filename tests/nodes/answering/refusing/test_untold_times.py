"""Days that nothing tells of."""

import pytest

from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer

ROTA = (
    "Week starting | On call | Deputy\n2025-06-02 | Ada Holm | Bo Lind\n2025-06-09 | Bo Lind | Cy Marsh\n"
    "2025-06-16 | Cy Marsh | Ada Holm\n2025-06-23 | Ada Holm | Cy Marsh\n"
)
DUTY = "On-call duty lasts one week, from Monday 9:00 to the next Monday 9:00."


@pytest.mark.parametrize(
    ("question", "is_told"),
    [
        ("Who is on call in the week starting 16 June 2025?", True),
        ("Who is on call in the week starting 11 August 2025?", False),
        ("Who is on call in the week starting 5 May 2025?", False),
    ],
)
def test_a_rota_says_nothing_of_days_before_or_behind_it(
    make_source: MakeSource, embed: Embed, question: str, is_told: bool
) -> None:
    sources = [make_source(1, "Handbook", DUTY), make_source(2, "On-call rota", ROTA)]
    told = answer(question, sources, embed)
    assert ("Cy Marsh" in told) == is_told
    assert ("lasts one week" in told) <= is_told
