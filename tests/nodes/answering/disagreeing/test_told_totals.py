"""How many there are in all, as two documents tell it."""

import pytest

from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer, sources_of

AGREEMENT = "1.3 The hall has 412 seats. Not more persons may come in than that."
MANUAL = "Item | Value\nSeats | 398 (stalls 296, gallery 102)\nStage | 12 m\n"
REPORTED = ((2030, 412), (2031, 430))
QUESTION = "How many seats does Vik Hall have?"


def test_a_row_and_a_sentence_that_tell_another_number_are_told_apart(make_source: MakeSource, embed: Embed) -> None:
    sources = sources_of(make_source, [("Hire agreement for Vik Hall", AGREEMENT), ("Vik Hall manual", MANUAL)])
    told = answer(QUESTION, sources, embed)
    assert told.startswith("Sources disagree:")
    assert "412" in told
    assert "398" in told


@pytest.mark.parametrize(
    "other",
    [
        "The hall has 412 seats, of which 20 are for wheelchairs.",
        "The hall has 40 chairs in the bar.",
    ],
)
def test_the_same_number_and_that_of_a_part_contradict_nothing(
    make_source: MakeSource, embed: Embed, other: str
) -> None:
    sources = sources_of(make_source, [("Hire agreement for Vik Hall", AGREEMENT), ("Vik Hall news", other)])
    assert "disagree" not in answer(QUESTION, sources, embed)


def test_each_year_may_have_another(make_source: MakeSource, embed: Embed) -> None:
    reports = [(f"Annual report of Vik Hall {year}", f"The hall has {count} seats.") for year, count in REPORTED]
    assert "disagree" not in answer(QUESTION, sources_of(make_source, reports), embed)
