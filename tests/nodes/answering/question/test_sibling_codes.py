"""Things of one series that a code tells apart."""

import pytest

from nodes.answering.quoting.quoting import Embed
from nodes.domain.chat import Source
from tests.nodes.answering.quoted import MakeSource, answer

MINUTES = "The inspection of GV2 was in October. GV1 needs a new winch rope by January."
LOTS = (
    "Please send old cells of the lots L22-40 to L22-47 to Holm Returns in Vik. Cells of lot L22-43 leak, L22-53 too."
)


@pytest.mark.parametrize(
    ("question", "text", "told"),
    [
        ("When was the inspection of GV1?", MINUTES, False),
        ("When was the inspection of GV2?", MINUTES, True),
        ("Where do I send cells of lot L22-43?", LOTS, True),
        ("Where do I send cells of lot L22-53?", LOTS, False),
        ("When is the deadline for Q3?", "The deadline for Q2 and Q3 is in October.", True),
    ],
)
def test_what_is_said_of_another_of_the_series_is_no_answer(
    make_source: MakeSource, embed: Embed, question: str, text: str, told: bool
) -> None:
    found = answer(question, [make_source(1, "Minutes", text)], embed)
    assert ("October" in found or "Vik" in found) is told


def _invoice(make_source: MakeSource) -> Source:
    return make_source(1, "Invoice 20418", "Vehicle: Ford (GV2)\nInspection passed on 2 October 2031.")


def test_a_form_that_has_another_code_in_a_field_is_of_that(make_source: MakeSource, embed: Embed) -> None:
    sources = [_invoice(make_source), make_source(2, "Minutes", "GV1 needs a new winch rope.")]
    assert "2 October" not in answer("When did GV1 pass its inspection?", sources, embed)
    assert "2 October" in answer("When did GV2 pass its inspection?", sources, embed)
