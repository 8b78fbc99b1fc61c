"""Names of a question that is typed in small letters."""

from __future__ import annotations

import pytest

from nodes.answering.question.small_letters import names_in_small_letters
from tests.nodes.answering.quoted import MakeSource, answer

TEXT = "Cleaning was shown by Dora. Xandrel Marsh keeps the marsh.\nPaid: yes\nOn Friday Xandrel is away in May."


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("what does dora have to do?", ["dora"]),
        ("what is xandrel's number?", ["xandrel"]),
        ("is xandrel there? or dora?", ["xandrel", "dora"]),
        # Begins a sentence, and is a word of every day; or is written in small letters as well.
        ("who does the cleaning?", []),
        ("who is paid in may, or on friday?", []),
        ("where is the marsh?", []),
        # With capitals it tells its names itself, and German writes all nouns with one.
        ("Where is xandrel, Tom?", []),
        ("was ist die nummer von xandrel?", []),
    ],
)
def test_words_that_the_sources_write_with_a_capital(make_source: MakeSource, question: str, names: list[str]) -> None:
    assert names_in_small_letters(question, [make_source(1, "Notes", TEXT)]) == names


def test_the_number_of_somebody_else_is_none_of_who_is_named_in_small_letters(make_source: MakeSource) -> None:
    sources = [
        make_source(1, "Staff", "Name | Post\nXandrel Vik | Desk\nTom Reed | Van"),
        make_source(2, "Policy", "Claims line: 0800 555 0139, Monday to Friday."),
    ]
    assert "0800" not in answer("what is xandrel's phone number?", sources, None)
