"""Paths through passages that name one another, to what is asked of the last."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from nodes.answering.evidence.near_words import Likeness
from nodes.answering.question.question_facts import read_question
from nodes.answering.quoting.quoting import Embed, Quote, quote
from nodes.domain.chat import Source
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource, sources_of

ADA = ("Ada Berg", "Ada Berg (born 1970 in Vik) is a painter. She is the daughter of Otto Berg and his wife Eva Holm.")
OTTO = ("Otto Berg", "Otto Berg (born 1940) sold boats in Husum. He was the son of Jens Berg and Ida Lund.")
EVA = ("Eva Holm", "Eva Holm was born in Kiel. She is the daughter of Nils Holm, and her boats are known.")
JENS = ("Jens Berg", "Jens Berg was a sailor. He was born in Tarrowmere, and he drowned in 1950.")


def quotes_of(question: str, sources: list[Source], embed: Embed, likeness: Likeness | None = None) -> list[Quote]:
    plan = rule_plan(question)
    facts = read_question(question, plan, sources, None)
    return quote(facts, plan, sources, embed, likeness=likeness, entries=True)


def quoted(question: str, sources: list[Source], embed: Embed, likeness: Likeness | None = None) -> list[str]:
    return [one.text for one in quotes_of(question, sources, embed, likeness) if one.is_shown]


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


PAPER = ("The Vik Post", "The Vik Post is the paper of Holm College. It was first printed in 1901, on grey paper.")
PUMP = ("Note", "The pump in hall seven failed again. Jens Lund is in charge of it.")
COLLEGE = ("Holm College", "Holm College is a school of four halls. It was founded by Nils Holm. Eva Holm paints it.")


def founded_is_set_up(words: Sequence[str], others: Sequence[str]) -> NDArray[np.float32]:
    return np.array([[float(word == other == "founded") for other in others] for word in words], np.float32).reshape(
        len(words), len(others)
    )


def test_the_end_may_tell_what_is_asked_in_another_word(make_source: MakeSource, embed: Embed) -> None:
    sources = sources_of(make_source, [PAPER, COLLEGE, OTTO])
    question = "Who set up the college that prints The Vik Post?"
    assert quoted(question, sources, embed, founded_is_set_up)[-1] == "It was founded by Nils Holm."


def test_what_is_stated_first_is_described(make_source: MakeSource, embed: Embed) -> None:
    sources = sources_of(make_source, [ADA, EVA, OTTO])
    found = quoted("Ada Berg is the daughter of a woman. In which town was this woman born?", sources, embed)
    assert found[-1] == "Eva Holm was born in Kiel."


def test_a_choice_of_what_nothing_ties_to_the_path_says_no_more_than_it(make_source: MakeSource, embed: Embed) -> None:
    brother = ("Jens the Younger", "Jens the Younger was the second son of a king and the younger brother of another.")
    ada = ("Ada Berg", "Ada Berg (born 1970) is a painter. She later married Nils Lund.")
    nils = ("Nils Lund", "Nils Lund was a poet. He was the older brother of Karl Lund.")
    sources = sources_of(make_source, [ada, nils, brother])
    found = quoted("Who was the younger brother of the painter Ada Berg's second husband?", sources, embed)
    assert found[-1] == "He was the older brother of Karl Lund."


@pytest.mark.parametrize(
    ("question", "passages", "told"),
    [
        ("Where was the mother of the painter Ada Berg born?", [ADA, EVA], True),
        ("Which prize did the daughter of Otto Berg reject?", [OTTO, JENS], False),
        ("Who looks after the pump that failed in hall seven?", [PUMP], True),
        ("Who looks after the pump that failed in hall seven?", [("Rota", "Jens is in charge of pumps.")], False),
        ("Which boats did Otto Berg sell?", [OTTO], True),
        ("What did Eva Holm do in Kiel?", [EVA], True),
    ],
)
def test_the_end_of_a_path_tells_what_is_asked(
    make_source: MakeSource, embed: Embed, question: str, passages: list[tuple[str, str]], told: bool
) -> None:
    found = quotes_of(question, sources_of(make_source, passages), embed)
    assert all(one.is_end_told for one in found) is told


def learning_is_like_teaching(words: Sequence[str], others: Sequence[str]) -> NDArray[np.float32]:
    near = {("learned", "studied"): 0.4, ("learned", "teacher"): 0.5}
    found = [[near.get((word, other), 0.0) for other in others] for word in words]
    return np.array(found, np.float32).reshape(len(words), len(others))


def test_the_end_says_the_place_that_is_asked_itself(make_source: MakeSource, embed: Embed) -> None:
    otto = ("Otto Berg", "Otto Berg was a surgeon. He studied under Ole Lund in Kiel. He was a surgeon and teacher.")
    sources = sources_of(make_source, [ADA, otto, JENS])
    question = "The father of Ada Berg was a surgeon. Under whom had he learned in Kiel?"
    assert quoted(question, sources, embed, learning_is_like_teaching)[-1] == "He studied under Ole Lund in Kiel."
