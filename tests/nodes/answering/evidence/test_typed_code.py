"""What was typed at a prompt: no part of a sentence, and no answer to what is so."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.cutting import cut
from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.evidence.typed_code import without_typed_code
from tests.nodes.answering.quoted import MakeSource

TEXT = (
    "The gauges are compared by their mean and by the length of the tour that a keeper takes, shown by\n"
    "R> tour <- sapply(gauges, FUN = function(gauge) walk(tides, method = gauge),\n"
    "+ simplify = FALSE)\n"
    "which takes a minute and gives the length of the shortest tour, 14 miles, and that of all others.\n"
)


def pieces(text: str) -> list[str]:
    return [text[start:end] for start, end in cut(text)]


def test_a_sentence_ends_where_something_is_typed() -> None:
    assert [piece.split()[0] for piece in pieces(TEXT)] == ["The", "R>", "which"]


def test_a_quoted_line_of_a_mail_was_not_typed() -> None:
    mail = "> The keeper told us that the gauge of the harbour\n> is read at noon (not at night), and was\n> repaired."
    assert len(pieces(mail)) == 1


@pytest.mark.parametrize(
    ("question", "is_shown"),
    [("What is the length of the shortest tour of the gauges?", False), ("How do I compare the tours?", True)],
)
@pytest.mark.parametrize("prompt", ["R>", ">"])
def test_code_answers_how_something_is_done(
    make_source: MakeSource, question: str, is_shown: bool, prompt: str
) -> None:
    sources = [make_source(1, "Gauges", TEXT.replace("R>", prompt))]
    shown = without_typed_code(evidence_of(sources), sources, question)
    assert any("sapply" in piece.text for piece in shown) is is_shown
