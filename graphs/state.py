"""The state of both graphs: JSON-like data, a docstring on every key. Steps read and write narrow parts of it."""

from __future__ import annotations

import operator
from typing import Annotated, Any, Literal, TypedDict

from nodes.domain.chat import (
    CandidateList,
    Citation,
    Hit,
    ModelFailure,
    ModelUse,
    Plan,
    ReadList,
    RoutedDocument,
    Similar,
    Source,
    TraceEntry,
    Turn,
    Unavailable,
)
from nodes.domain.documents import IngestDocument


def extend_trace(trace: list[TraceEntry], new: list[TraceEntry] | None) -> list[TraceEntry]:
    """Appends; None begins a new trace, as each question of a conversation does."""
    return [] if new is None else [*trace, *new]


def extend_unavailable(known: list[Unavailable], new: list[Unavailable] | None) -> list[Unavailable]:
    """Appends those that are new; None begins again, as each question of a conversation does."""
    ids = {each["collection_id"] for each in known}
    return [] if new is None else [*known, *(each for each in new if each["collection_id"] not in ids)]


class IngestState(TypedDict, total=False):
    """A batch of documents on its way from files to searchable."""

    paths: list[str]
    """Files that nobody has taken in yet: what a run in LangGraph Studio begins with."""
    documents: list[IngestDocument]
    """Each step fills its own fields; a document with an `error` is passed by."""
    embeddings: dict[str, list[float]]
    """By row id; filled by `embed`, let go by `index`."""
    trace: Annotated[list[TraceEntry], extend_trace]
    """What each step decided and why, in their order."""


class ChatState(TypedDict, total=False):
    """One question on its way from words to a cited answer."""

    question: str
    """As asked."""
    answer_id: str
    """Under which the answer is kept; given by whoever asks, as nothing in the graph is left to chance."""
    asked_at: str
    """ISO 8601, UTC; given by whoever asks."""
    mode: Literal["chat", "search"]
    """`search` ends with the hits; `chat` goes on to the answer."""
    options: dict[str, Any]
    """A dumped `nodes.domain.options.Options`."""
    history: Annotated[list[Turn], operator.add]
    """Earlier exchanges of the session; the only key that a later question builds on."""
    standalone_question: str
    """The question with what it left to the history."""
    plan: Plan
    """What kind of question it is, and every knob that depends on it."""
    queries: list[str]
    """What is searched: first the plan's own text, then sub-questions and paraphrases."""
    hypothetical: str
    """A hypothetical answer to embed in place of the question; empty without one."""
    documents: list[RoutedDocument]
    """Level 1: those that the question may mean, best first; empty where it was skipped or dropped."""
    scope: dict[str, list[str]] | None
    """Revisions that alone are searched, by collection; None where all are."""
    candidates: list[CandidateList]
    """Ranked lists as the stores returned them."""
    unavailable: Annotated[list[Unavailable], extend_unavailable]
    """Collections that failed or were too slow; the rest was searched without them."""
    model_use: ModelUse
    """Calls and seconds of the language model so far; its budget is in the context. `classify_query` begins it."""
    model_failures: list[ModelFailure]
    """What the language model was asked for in vain, in the order of the steps. `classify_query` begins it."""
    hits: list[Hit]
    """Best first by (score descending, id ascending), or in the order that the diversity rerank chose."""
    below_threshold: list[Hit]
    """What the threshold cut off, best first; a search shows it, labelled."""
    sources: list[Source]
    """The numbered context entries, best first; `context` lays them out in reading order."""
    lists: list[ReadList]
    """Read whole beside the sources, where any of their rows may answer; those that are quoted become sources."""
    context: str
    """The sources as a model reads them."""
    confidence: float
    """0..1, how much of the question its evidence covers."""
    rounds: int
    """Widening rounds done."""
    overtaken: int
    """Searches in a row of which a document was replaced or deleted before it was read; 0 once all is read."""
    replaced: int
    """Documents that were replaced or deleted while more of them was read for the sources."""
    similar: Similar | None
    """A similar question that was answered before; None unless a threshold is set."""
    answer: str
    """With `[n]` behind what it rests on."""
    citations: list[Citation]
    """One for each `[n]` and quote."""
    status: Literal["answered", "no_evidence"]
    """`no_evidence`: nothing that was found answers it."""
    cached: bool
    """It was given before, to this question or a similar one."""
    unsupported: list[str]
    """Statements of the answer that no source bears out."""
    generation_time: float
    """Seconds."""
    trace: Annotated[list[TraceEntry], extend_trace]
    """What each step decided and why, in their order."""
