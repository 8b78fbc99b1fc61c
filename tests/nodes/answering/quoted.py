"""What the extractive answerer says, as a person reads it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.domain.chat import Hit, Source
from nodes.domain.lookups import DocumentFrequencies
from nodes.language.plans import rule_plan

MakeSource = Callable[..., Source]


def sources_of(make_source: MakeSource, texts: Sequence[tuple[str, str]]) -> list[Source]:
    """A source for each title and its text."""
    return [make_source(number, title, text) for number, (title, text) in enumerate(texts, start=1)]


def answer(
    question: str,
    sources: list[Source],
    embed: Embed | None,
    *,
    hits: list[Hit] | None = None,
    frequencies: DocumentFrequencies | None = None,
    dates: Mapping[str, str] | None = None,
) -> str:
    plan = rule_plan(question)
    draft = answer_by_quoting(question, plan, sources, embed, hits=hits or [], frequencies=frequencies, dates=dates)
    return draft.answer
