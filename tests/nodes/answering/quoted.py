"""What the extractive answerer says, as a person reads it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.extractive import Known, answer_by_quoting
from nodes.answering.question.question_facts import read_question
from nodes.answering.quoting.quoting import Embed
from nodes.domain.chat import Hit, Source
from nodes.domain.lookups import DocumentFrequencies
from nodes.language.asked_terms import asked_terms
from nodes.language.plans import rule_plan

MakeSource = Callable[..., Source]

TICKETS = (
    "Ticket | Opened | Customer | Priority | Status | Hours spent\n"
    "T-1 | 3 May | Vik Ltd | P1 | Closed | 2.5\n"
    "T-2 | 4 May | Quay Trust | P2 | Open | 1\n"
    "T-3 | 6 May | Vik Ltd | P1 | Open | 4\n"
    "T-4 | 9 May | Holm & Co | P3 | Closed | 0.5\n"
    "T-5 | 9 May | Quay Trust | P2 | Closed | 3\n"
)
"""A table whose columns have states, names and numbers."""


def sources_of(make_source: MakeSource, texts: Sequence[tuple[str, str]]) -> list[Source]:
    """A source for each title and its text."""
    return [make_source(number, title, text) for number, (title, text) in enumerate(texts, start=1)]


def material_of(question: str, sources: list[Source], weights: Mapping[str, float] | None = None) -> Material:
    """All pieces of the sources, alike as far as meaning goes; each term of the question weighs 1 unless told."""
    told = weights or dict.fromkeys(asked_terms(question), 1.0)
    facts = replace(read_question(question, rule_plan(question), sources, None), weights=told)
    pieces = evidence_of(sources)
    return Material(facts, sources, pieces, [Weighed(piece) for piece in pieces])


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
    known = Known(hits or [], dates or {}, frequencies)
    draft = answer_by_quoting(question, plan, sources, embed, known=known)
    return draft.answer
