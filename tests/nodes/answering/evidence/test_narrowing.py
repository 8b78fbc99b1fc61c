"""What is quoted of text without ends of sentences."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.evidence.narrowing import narrowed
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

FILLER = "quay rope tar mast "


@pytest.mark.parametrize("before", [0, 40, 100, 190])
def test_long_text_is_quoted_around_what_is_asked(make_source: MakeSource, embed: Embed, before: int) -> None:
    content = FILLER * before + "the lantern of Corvane burns 9 litres of oil a night " + FILLER * (190 - before)
    question = "How much oil does the lantern of Corvane burn?"
    sources = [make_source(1, "Log", content)]
    (citation,) = answer_by_quoting(question, rule_plan(question), sources, embed).citations
    assert "lantern of Corvane burns 9 litres of oil a night" in citation["quote"]
    assert len(citation["quote"]) <= 500
    assert f" {citation['quote']} " in f" {content.strip()} "


@pytest.mark.parametrize("content", ["The lantern burns oil. " + FILLER * 40, "x" * 2000])
def test_short_text_and_one_long_word_stay_whole(make_source: MakeSource, content: str) -> None:
    for piece in evidence_of([make_source(1, "Log", content)]):
        assert narrowed(piece, {"oil": 1.0}) == piece


def test_a_list_stays_whole(make_source: MakeSource) -> None:
    content = "Stores:\n" + "\n".join(f"- {number} casks of lamp oil from the store" for number in range(60))
    whole = replace(evidence_of([make_source(1, "Log", content)])[0], start=0, end=len(content), text=content)
    assert narrowed(whole, {"oil": 1.0}) == whole
    assert narrowed(replace(whole, text=content.replace("- ", "")), {"oil": 1.0}) != whole
