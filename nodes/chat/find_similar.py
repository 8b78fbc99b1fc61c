"""Find a similar question that was answered before. Off unless a request or the settings give a threshold."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from langgraph.runtime import Runtime

from nodes.answering.cache.similar import CACHE_KIND, Kept, differing_words, nearest, packed, scope, signature
from nodes.documents.languages import language_of
from nodes.domain.chat import Plan, Similar, TraceEntry
from nodes.domain.errors import SheafError
from nodes.ports import ChatPorts
from nodes.trace import entry

MOST_COMPARED = 500
"""Kept answers, the newest of those that could be given at all."""


class Input(TypedDict):
    """The question, its plan, and how similar another has to be."""

    standalone_question: str
    plan: Plan
    options: dict[str, Any]


class Update(TypedDict):
    """What was found, and where the answer to this question will be kept."""

    similar: Similar
    trace: list[TraceEntry]


async def find_similar(state: Input, runtime: Runtime[ChatPorts]) -> Update:
    """Compares the question with those that the same owner asked of the same documents as they are now.

    Nothing is served here: `generate` does, where this question's own search has found all that the answer cites.
    """
    context, question = runtime.context, state["standalone_question"]
    if context.language_model is None:
        why = "an answer by quotes is made as quickly as it is looked up"
        return _none(why)
    try:
        # Read before anything is searched: what changes from here on makes another version.
        versions = await context.catalogue.versions(context.owner, context.collection_ids)
        collections = [await context.library.open(context.owner, each) for each in sorted(versions)]
        vector = await collections[0].embedding.aget_query_embedding(question) if collections else []
    except SheafError as error:
        return _none(f"not looked for: {error.told()}")
    models = [each.embedding.model_name for each in collections]
    name = context.language_model.metadata.model_name
    prefix = await asyncio.to_thread(_prefix, state, versions, models, name)
    rows = await context.catalogue.cache_find(context.owner, CACHE_KIND, prefix, MOST_COMPARED)
    found = nearest(vector, {key: Kept(**value) for key, value in rows.items()})
    similar: Similar = {"prefix": prefix, "vector": packed(vector), "kept": None, "similarity": 0.0, "why": ""}
    threshold = float(state["options"]["semantic_cache"])
    if found is None:
        why = "no question was asked here that agrees in names, numbers and turn"
    elif found.similarity < threshold:
        why = f"the most similar question, “{found.kept.question}”, is at {found.similarity:.3f}, under {threshold:g}"
    elif names := await _names_among(differing_words(question, found.kept.question), context):
        why = f"“{found.kept.question}” is similar, and differs in what may be a name: {', '.join(names)}"
    else:
        why = f"“{found.kept.question}” is similar, at {found.similarity:.3f}"
        similar |= {"kept": vars(found.kept), "similarity": found.similarity}
    similar["why"] = why
    decided = {"compared": len(rows), "threshold": threshold, "similarity": found and round(found.similarity, 4)}
    return {"similar": similar, "trace": [entry("find_similar", why, decided)]}


def _prefix(state: Input, versions: Mapping[str, int], models: Sequence[str], name: str) -> str:
    """What the key of a question that may lend its answer to this one begins with."""
    question = state["standalone_question"]
    where = scope(versions, models, state["options"], name, language_of(question))
    return f"{where}/{signature(question, state['plan'])}/"


def _none(why: str) -> Update:
    nothing: Similar = {"prefix": "", "vector": "", "kept": None, "similarity": 0.0, "why": why}
    return {"similar": nothing, "trace": [entry("find_similar", why, {"compared": 0})]}


async def _names_among(words: list[str], context: ChatPorts) -> list[str]:
    """Words that a document bears as a name, or mentions as one, however the question writes them."""
    postings = await asyncio.gather(
        *(context.catalogue.postings(context.owner, each, words) for each in context.collection_ids)
    )
    return [word for word in words if any(each[word].bearers or each[word].mention_count for each in postings)]
