"""Rows that only name a thing, as hundreds do, stand behind a sentence about it."""

from __future__ import annotations

from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.domain.chat import Source
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

ORDERS = "Order | Customer | Product | Pieces\n" + "".join(
    f"R-{number} | Kestrel Boats | {'Tern' if number % 2 else 'Dunlin'} oar | {number}\n" for number in range(30, 60)
)
NOTES = "The Tern oar is made of ash. It weighs 2.4 kg.\n\nThe Dunlin oar is made of carbon fibre."


def quotes(question: str, sources: list[Source], embed: Embed) -> list[str]:
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    return [citation["quote"] for citation in draft.citations]


def sources_of(make_source: MakeSource) -> list[Source]:
    return [make_source(1, "Orders", ORDERS), make_source(2, "Notes", NOTES)]


def test_a_sentence_tells_of_the_thing_that_many_rows_name(make_source: MakeSource, embed: Embed) -> None:
    found = quotes("How heavy is the Tern oar?", sources_of(make_source), embed)
    assert any("2.4 kg" in quote for quote in found)
    assert not any("Kestrel" in quote for quote in found)
    compared = quotes("What is the difference between Tern and Dunlin?", sources_of(make_source), embed)
    assert compared
    assert not any("Kestrel" in quote for quote in compared)


def test_what_only_rows_say_is_told_by_them(make_source: MakeSource, embed: Embed) -> None:
    found = quotes("How many Tern oars did Kestrel Boats order?", sources_of(make_source), embed)
    assert any("Kestrel" in quote for quote in found)
    assert any("R-41" in quote for quote in quotes("Who ordered R-41?", sources_of(make_source), embed))
