import re
import string
from pathlib import Path
from typing import Any, get_args

import pytest

from nodes import answering
from nodes.answering.cache import keys
from nodes.answering.cache.keys import FINDING_ONLY, answer_key
from nodes.answering.context.prompts import ANSWER_PROMPT, ANSWER_SYSTEM_PROMPT, GUIDANCE
from nodes.domain.chat import Plan, QueryType
from nodes.language.plans import rule_plan
from nodes.modelling.fencing import NO_EVIDENCE_MARK, fence
from tests.nodes.answering.quoted import MakeSource


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


def test_the_key_of_an_answer(make_source: MakeSource) -> None:
    plan, sources = rule_plan("When was it?"), [make_source(1, "A", "It was in 1911.")]
    key = answer_key("When was it?", plan, sources, "m")
    assert key == answer_key("  when  was it ", plan, sources, "m")
    assert key != answer_key("When was it?", plan, sources, "n")
    assert key != answer_key("When was that?", plan, sources, "m")
    assert key != answer_key("When was it?", plan, [make_source(1, "A", "It was in 1912.")], "m")
    assert key != answer_key("When was it?", rule_plan("Why was it?"), sources, "m")
    assert key != answer_key("When was it?", plan, sources, "m", "laid out otherwise")


OTHER: dict[str, Any] = {
    "query_type": "summary",
    "spelling": {"waranty": "warranty"},
    "synonyms": ["operating expenditure"],
    "target_sections": ["results"],
    "detail": True,
    "entities": ["Acme"],
    "named_documents": ["d1"],
    "spoken_of": ["d2"],
    "whole_documents": ["r1"],
    "whole_count": 5,
    "periods": [{"year": 2022, "quarter": None}],
    "dates": ["2022-02-01"],
    "forms": ["10-K"],
    "asks_amount": True,
    "comparison_sides": ["Acme", "Globex"],
}


def test_all_of_a_plan_that_answers_depend_on_is_in_the_key(make_source: MakeSource) -> None:
    plan, sources = rule_plan("When was it?"), [make_source(1, "A", "It was in 1911.")]
    key = answer_key("When was it?", plan, sources, "m")
    assert set(OTHER) | FINDING_ONLY == set(Plan.__annotations__)
    for name, value in OTHER.items():
        changed: Any = {**plan, name: value}
        assert changed != plan, name
        assert answer_key("When was it?", changed, sources, "m") != key, name
    found: Any = {**plan, "reason": "another", "widen": not plan["widen"]}
    assert answer_key("When was it?", found, sources, "m") == key, "how sources were found is told by the sources"


def test_no_answerer_reads_what_is_not_in_the_key() -> None:
    sources = [file.read_text() for file in Path(*answering.__path__).rglob("*.py") if file.name != "similar.py"]
    read = {name for source in sources for name in re.findall(r"""plan\[["'](\w+)["']\]""", source)}
    assert {"query_type", "periods", "whole_count"} <= read
    assert not read & FINDING_ONLY


def test_an_answer_of_other_code_has_another_key(make_source: MakeSource, monkeypatch: pytest.MonkeyPatch) -> None:
    plan, sources = rule_plan("When was it?"), [make_source(1, "A", "It was in 1911.")]
    key = answer_key("When was it?", plan, sources, "m")
    monkeypatch.setattr(keys, "code_version", lambda: "of another release")
    assert answer_key("When was it?", plan, sources, "m") != key
