"""Paths through passages that name one another, to what is asked of the last."""

from __future__ import annotations

from nodes.answering.question.question_facts import read_question
from nodes.answering.quoting.quoting import Embed, quote
from nodes.domain.chat import Source
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource, sources_of

ADA = ("Ada Berg", "Ada Berg (born 1970 in Vik) is a painter. She is the daughter of Otto Berg and his wife Eva Holm.")
OTTO = ("Otto Berg", "Otto Berg (born 1940) sold boats in Husum. He was the son of Jens Berg and Ida Lund.")
EVA = ("Eva Holm", "Eva Holm was born in Kiel. She is the daughter of Nils Holm, and her boats are known.")
JENS = ("Jens Berg", "Jens Berg was a sailor. He was born in Tarrowmere, and he drowned in 1950.")


def quoted(question: str, sources: list[Source], embed: Embed) -> list[str]:
    plan = rule_plan(question)
    found = quote(read_question(question, plan, sources, None), plan, sources, embed, entries=True)
    return [one.text for one in found if one.is_shown]


def test_a_path_goes_on_to_where_what_is_asked_is_told(make_source: MakeSource, embed: Embed) -> None:
    sources = sources_of(make_source, [ADA, OTTO, EVA, JENS])
    found = quoted("Where was the paternal grandfather of Ada Berg born?", sources, embed)
    assert found == [
        "She is the daughter of Otto Berg and his wife Eva Holm.",
        "He was the son of Jens Berg and Ida Lund.",
        "He was born in Tarrowmere, and he drowned in 1950.",
    ]


def test_a_mother_is_a_she(make_source: MakeSource, embed: Embed) -> None:
    sources = sources_of(make_source, [ADA, OTTO, EVA])
    found = quoted("Where was the mother of the painter Ada Berg born?", sources, embed)
    assert found[-1] == "Eva Holm was born in Kiel."


def test_whose_name_is_asked_for_stands_in_the_last_passage(make_source: MakeSource, embed: Embed) -> None:
    sources = sources_of(make_source, [ADA, OTTO, EVA])
    found = quoted("Who was the paternal grandmother of Ada Berg?", sources, embed)
    assert found[-1] == "He was the son of Jens Berg and Ida Lund."


def test_a_path_is_looked_for_wherever_one_quote_may_not_do(make_source: MakeSource, embed: Embed) -> None:
    ada = ("Ada Sund", "Ada Sund has been Bishop of Vik since 2009. She was ordained a priest in 1969.")
    otto = ("Otto Holm", "Otto Holm was Bishop of Vik until 2009, before Ada Sund. He was ordained a priest in 1964.")
    sources = sources_of(make_source, [ada, otto, JENS, EVA])
    found = quoted("In what year was the previous bishop of Vik, before Ada Sund, ordained a priest?", sources, embed)
    assert found[-1] == "He was ordained a priest in 1964."
