"""By how much a row differs in the reports of two years is told where that is asked, and where all else is alike."""

from __future__ import annotations

import pytest

from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer

HEAD = "What | North door | South door | All\n---|---|---|---\n"
LATER = f"{HEAD}Guests | 30 | 12 | 42\nConcerts | 4 | 2 | 6\n"
EARLIER = f"{HEAD}Guests | 21 | 9 | 30\nConcerts | 5 | 2 | 7\n"
OTHERWISE = "What | East door | West door | All\n---|---|---|---\nGuests | 21 | 9 | 30\n"


def lines_of(make_source: MakeSource, embed: Embed, question: str, later: str, earlier: str) -> list[str]:
    sources = [make_source(1, "Report 2031", later), make_source(2, "Report 2030", earlier)]
    return answer(question, sources, embed).splitlines()


@pytest.mark.parametrize(
    ("question", "line"),
    [
        (
            "How many more guests came in 2031 than in 2030?",
            "Guests, All, 2031 less 2030: 42 − 30 = 12 (40.0 %) [1] [2]",
        ),
        (
            "How many more guests came by the south door in 2031 than in 2030?",
            "Guests, South door, 2031 less 2030: 12 − 9 = 3 (33.3 %) [1] [2]",
        ),
        (
            "By how many did the concerts change from 2030 to 2031?",
            "Concerts, All, 2031 less 2030: 6 − 7 = −1 (−14.3 %) [1] [2]",
        ),
    ],
)
def test_it_is_told_with_both(make_source: MakeSource, embed: Embed, question: str, line: str) -> None:
    lines = lines_of(make_source, embed, question, LATER, EARLIER)
    assert line in lines


@pytest.mark.parametrize(
    ("question", "earlier"),
    [
        ("How many guests came in 2031 and in 2030?", EARLIER),
        # A year that no document is of.
        ("How many more guests came in 2031 than in 2029?", EARLIER),
        # The columns are others.
        ("How many more guests came in 2031 than in 2030?", OTHERWISE),
        # It may be either door.
        ("How many more guests came by a door in 2031 than in 2030?", EARLIER),
    ],
)
def test_else_nothing_is(make_source: MakeSource, embed: Embed, question: str, earlier: str) -> None:
    assert not any(" = " in line for line in lines_of(make_source, embed, question, LATER, earlier))


MAY = "Item | Number\n---|---\nUnits empty (of 22) | 21\nUnits repaired | 3\n"
MARCH = "Item | Number\n---|---\nUnits empty (of 22) | 19\nUnits repaired | 5\n"


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("How many more units were empty in May than in March?", "Units empty (of 22), May less March: 21 − 19 = 2"),
        ("How many fewer units were repaired in May than in March?", "Units repaired, March less May: 5 − 3 = 2"),
        # It may be either row.
        ("How many more units were there in May than in March?", ""),
        ("How many units were empty in May and in March?", ""),
    ],
)
def test_two_months_differ_by_the_row_that_both_reports_have(
    make_source: MakeSource, embed: Embed, question: str, line: str
) -> None:
    sources = [
        make_source(1, "Report of May 2031", f"Units 5 and 9 are empty.\n\n{MAY}"),
        make_source(2, "Report of March 2031", f"Unit 20 was let on 3 March.\n\n{MARCH}"),
    ]
    told = answer(question, sources, embed)
    assert (line in told) if line else (" − " not in told)
