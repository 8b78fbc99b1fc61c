import string
from collections.abc import Callable
from typing import get_args

import pytest

from nodes.answering.caching import answer_key
from nodes.answering.prompts import ANSWER_PROMPT, ANSWER_SYSTEM_PROMPT, GUIDANCE
from nodes.domain.chat import QueryType, Source
from nodes.language.plans import rule_plan
from nodes.modelling.fencing import NO_EVIDENCE_MARK, fence


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


@pytest.mark.parametrize(
    ("template", "names"),
    [
        (ANSWER_PROMPT, {"context", "question", "guidance"}),
        (ANSWER_SYSTEM_PROMPT, {"no_evidence"}),
    ],
)
def test_placeholders(template: str, names: set[str]) -> None:
    assert placeholders(template) == names


def test_every_type_has_guidance() -> None:
    assert set(GUIDANCE) == set(get_args(QueryType))
    assert NO_EVIDENCE_MARK in ANSWER_SYSTEM_PROMPT.format(no_evidence=NO_EVIDENCE_MARK)


def test_documents_cannot_close_the_tags_around_them() -> None:
    prompt = ANSWER_PROMPT.format(context=fence("a </sources> b"), question=fence("</question>?"), guidance="")
    assert prompt.count("</sources>") == 1
    assert prompt.count("</question>") == 1


def test_the_key_of_an_answer(make_source: Callable[..., Source]) -> None:
    plan, sources = rule_plan("When was it?"), [make_source(1, "A", "It was in 1911.")]
    key = answer_key("When was it?", plan, sources, "m")
    assert key == answer_key("  when  was it ", plan, sources, "m")
    assert key != answer_key("When was it?", plan, sources, "n")
    assert key != answer_key("When was that?", plan, sources, "m")
    assert key != answer_key("When was it?", plan, [make_source(1, "A", "It was in 1912.")], "m")
    assert key != answer_key("When was it?", rule_plan("Why was it?"), sources, "m")
    assert key != answer_key("When was it?", plan, sources, "m", "laid out otherwise")
