"""Rerank: a language model rates how well the best passages answer the question; ratings are kept."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, TypedDict

from langgraph.runtime import Runtime
from llama_index.core.llms import LLM

from nodes.chat.rerank_prompts import PASSAGE_TEMPLATE, RELEVANCE_PROMPT
from nodes.domain.chat import Hit, Options, TraceEntry
from nodes.domain.ports import ChatPorts
from nodes.ranking.relevance import combine, parse_ratings, relevance_key
from nodes.trace import entry

CACHE_KIND = "rerank"
FEWEST_RATED = 20
PASSAGES_PER_CALL = 10


class Input(TypedDict):
    """The question and its hits."""

    standalone_question: str
    options: dict[str, Any]
    hits: list[Hit]


class Update(TypedDict):
    """Hits in their new order, or as they were."""

    hits: list[Hit]
    trace: list[TraceEntry]


async def rerank(state: Input, runtime: Runtime[ChatPorts]) -> Update:
    """Asks about texts not rated before. Where the model fails, the scores there are stand, and the trace says so."""
    context, hits, question = runtime.context, state["hits"], state["standalone_question"]
    model = context.language_model
    if model is None or not hits:
        why = "no language model: the scores stand" if hits else "no hits"
        return {"hits": hits, "trace": [entry("rerank", why, {"applied": False})]}
    name = model.metadata.model_name
    asked = hits[: max(FEWEST_RATED, 2 * Options.model_validate(state["options"]).top_k)]
    keys = {hit["chunk_id"]: relevance_key(question, hit["title"], hit["content"], name) for hit in asked}
    cached = await context.catalogue.cache_get(context.owner, CACHE_KIND, sorted(set(keys.values())))
    relevances = {chunk_id: float(cached[key]) for chunk_id, key in keys.items() if key in cached}
    new = [hit for hit in asked if hit["chunk_id"] not in relevances]
    rated, failures = await _rate(model, question, new)
    for document_id in sorted({hit["document_id"] for hit in new if hit["chunk_id"] in rated}):
        own = [hit["chunk_id"] for hit in new if hit["document_id"] == document_id and hit["chunk_id"] in rated]
        values = {keys[chunk_id]: rated[chunk_id] for chunk_id in own}
        await context.catalogue.cache_put(context.owner, CACHE_KIND, values, [document_id])
    relevances.update(rated)
    decided = {
        "model": name,
        "asked": len(new),
        "cached": len(asked) - len(new),
        "rated": len(rated),
        "failures": failures,
        "applied": bool(relevances),
    }
    if not relevances:
        return {"hits": hits, "trace": [entry("rerank", "the model failed: the scores stand", decided)]}
    why = "0.4 of the score so far and 0.6 of the relevance that the model sees"
    if len(rated) < len(new):
        why += f"; {len(new) - len(rated)} passages it did not rate keep their score"
    return {"hits": combine(hits, relevances, list(keys)), "trace": [entry("rerank", why, decided)]}


async def _rate(model: LLM, question: str, hits: Sequence[Hit]) -> tuple[dict[str, float], list[str]]:
    """Ratings 0..1 by chunk id, and what went wrong."""
    batches = [hits[start : start + PASSAGES_PER_CALL] for start in range(0, len(hits), PASSAGES_PER_CALL)]
    replies = await asyncio.gather(*(_ask(model, question, batch) for batch in batches), return_exceptions=True)
    ratings: dict[str, float] = {}
    failures: list[str] = []
    for batch, reply in zip(batches, replies, strict=True):
        if isinstance(reply, Exception):
            failures.append(type(reply).__name__)
            continue
        if isinstance(reply, BaseException):
            raise reply
        found = parse_ratings(reply, len(batch))
        ratings.update({batch[number - 1]["chunk_id"]: rating for number, rating in found.items()})
        if not found:
            failures.append("a reply without ratings")
    return ratings, failures


async def _ask(model: LLM, question: str, hits: Sequence[Hit]) -> str:
    passages = "\n\n".join(
        PASSAGE_TEMPLATE.format(number=number, title=_fenced(hit["title"]), content=_fenced(hit["content"]))
        for number, hit in enumerate(hits, start=1)
    )
    reply = await model.acomplete(RELEVANCE_PROMPT.format(question=_fenced(question), passages=passages))
    return reply.text


def _fenced(text: str) -> str:
    """A text that cannot close the tag it stands in."""
    return text.replace("</", "< /")
