"""Reasons that are counted, and tell what the sentences before them do."""

import pytest

from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer

SUMMARY = (
    "The market for heat pumps in existing homes shrank for the first time in 2031. "
    "Four of five regions saw a decline.\n\n"
    "The fall has three causes: cheap gas, a lower subsidy, and the wait for a connection."
)
ADVICE = (
    "Keep the subsidy for heat pumps as it is, because changes disturb the market for heat pumps more than a low rate."
)


def test_what_counts_the_causes_answers_why(make_source: MakeSource, embed: Embed) -> None:
    sources = [make_source(1, "Study", SUMMARY), make_source(2, "Advice", ADVICE)]
    said = answer("Why did the market for heat pumps shrink in 2031?", sources, embed)
    assert "The fall has three causes: cheap gas" in said
    assert "disturb" not in said


@pytest.mark.parametrize(
    "counted", ["There were two reasons: rain and wind.", "They gave several reasons, among them rain."]
)
def test_so_it_does_in_other_words(make_source: MakeSource, embed: Embed, counted: str) -> None:
    text = f"Few people came to the harbour fair. {counted}"
    assert counted in answer("Why did few people come to the harbour fair?", [make_source(1, "Fair", text)], embed)
