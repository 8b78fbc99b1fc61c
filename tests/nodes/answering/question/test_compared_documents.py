"""Documents that a question compares without naming them."""

from __future__ import annotations

import pytest

from nodes.answering.question.compared_documents import compared_documents
from nodes.answering.quoting.quoting import Embed
from nodes.domain.chat import Source
from tests.nodes.answering.quoted import MakeSource, answer

TEXTS = (
    ("Offer: Arden Boats", "The guarantee on the hull is ten years.\n\nWe deliver in May. Total: EUR 21,600 net."),
    ("Quotation of Belmont", "We guarantee the hull for 18 months.\n\nWe deliver in June. Total: EUR 19,800 net."),
    ("Proposal: Corvo Yard", "The guarantee on the hull is five years.\n\nWe deliver in July. Total: EUR 24,700 net."),
    ("Club rules", "Of the three piers the longest has a guarantee of forty years on its hull fenders."),
)


@pytest.fixture(name="sources")
def fixture_sources(make_source: MakeSource) -> list[Source]:
    return [make_source(number, title, text) for number, (title, text) in enumerate(TEXTS, start=1)]


@pytest.mark.parametrize(
    ("question", "documents"),
    [
        ("Which of the three offers has the longest guarantee?", ("d1", "d2", "d3")),
        ("Which of the two boat offers is cheaper?", ("d1", "d2")),
        ("Compare the guarantee in all offers.", ("d1", "d2", "d3")),
        ("Do the three offers agree on the guarantee?", ("d1", "d2", "d3")),
        ("Which boat supplier has the longest guarantee?", ("d1", "d2", "d3")),
        ("What do the three offers say about the hull?", None),
        ("Which supplier delivers in May?", None),
        ("Which of the two contracts is longer?", None),
        ("Which hull has the longest guarantee?", None),
    ],
)
def test_documents_of_one_kind_are_compared(
    sources: list[Source], question: str, documents: tuple[str, ...] | None
) -> None:
    found = compared_documents(question, sources)
    assert (found.documents if found else None) == documents


def test_many_of_a_kind_are_a_collection(make_source: MakeSource) -> None:
    sources = [make_source(number, f"Offer {number}", "The guarantee is ten years.") for number in range(1, 9)]
    assert compared_documents("Compare the guarantee in all offers.", sources) is None


def test_of_each_what_it_says_of_it_and_the_most_first(sources: list[Source], embed: Embed) -> None:
    lines = answer("Which of the three offers has the longest guarantee on the hull?", sources, embed).split("\n")
    assert [word for line in lines for word in ("ten years", "five years", "18 months") if word in line] == [
        "ten years",
        "five years",
        "18 months",
    ]
    assert len(lines) == len(TEXTS) - 1, "and nothing of the rules"


def test_of_what_is_cheaper_the_totals_the_least_first(sources: list[Source], embed: Embed) -> None:
    lines = answer("Which of the two boat offers is cheaper?", sources[:2], embed).split("\n")
    assert ["19,800" in lines[0], "21,600" in lines[1], len(lines)] == [True, True, 2]


def test_amounts_of_two_currencies_are_in_no_order(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Offer: Arden Boats", "A yearly inspection costs EUR 900. We build boats."),
        make_source(2, "Offer: Belmont", "A yearly inspection costs GBP 800. We build boats."),
    ]
    told = answer("Which of the two offers has the cheaper yearly inspection?", sources, embed)
    assert told.index("EUR 900") < told.index("GBP 800"), "as they were found"
