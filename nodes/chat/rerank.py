"""Rerank: a cross-encoder or a language model rates how well the best passages answer; ratings are kept."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, NotRequired, TypedDict

from langgraph.runtime import Runtime

from nodes.chat.rerank_prompts import PROMPT_VERSION
from nodes.chat.rerank_rating import Ratings, rated_by_cross_encoder, rated_by_language_model
from nodes.domain.chat import Hit, ModelFailure, ModelUse, TraceEntry
from nodes.domain.options import Options
from nodes.modelling.help import ModelHelp, ModelState, fallen_back, model_help
from nodes.ports import ChatPorts
from nodes.ranking.relevance import combine, relevance_key
from nodes.trace import entry

CACHE_KIND = "rerank"
FEWEST_RATED = 20
"""Passages that are rated at least, and twice `top_k` where that is more: some rise that would not be shown."""
NO_RATER = "Neither a language model nor a cross-encoder is configured."


class Input(TypedDict):
    """The question and its hits."""

    standalone_question: str
    options: dict[str, Any]
    hits: list[Hit]
    model_use: NotRequired[ModelUse]
    model_failures: NotRequired[list[ModelFailure]]


class Rater(NamedTuple):
    """Who rates."""

    kind: str
    name: str
    """What it goes by in the trace."""
    key: str
    """What it goes by in the keys of kept ratings: another wherever it would rate otherwise."""
    rate: Callable[[str, Sequence[Hit]], Awaitable[Ratings]]


class Update(ModelState):
    """Hits in their new order, or as they were."""

    hits: list[Hit]
    trace: list[TraceEntry]


async def rerank(state: Input, runtime: Runtime[ChatPorts]) -> Update:
    """Asks about texts not rated before. Where the model fails, the scores there are stand, and the trace says so."""
    context, hits, question = runtime.context, state["hits"], state["standalone_question"]
    model = model_help(context, state)
    rater = _rater(context, model)
    if rater is None or not hits:
        why = "no cross-encoder and no language model: the scores stand" if hits else "no hits"
        told = fallen_back("rerank", NO_RATER, state) if hits else {}
        return {"hits": hits, "trace": [entry("rerank", why, {"applied": False})], **told}
    asked = hits[: max(FEWEST_RATED, 2 * Options.model_validate(state["options"]).top_k)]
    keys = {hit["chunk_id"]: relevance_key(question, hit["title"], hit["content"], rater.key) for hit in asked}
    cached = await context.catalogue.cache_get(context.owner, CACHE_KIND, sorted(set(keys.values())))
    relevances = {chunk_id: float(cached[key]) for chunk_id, key in keys.items() if key in cached}
    new = [hit for hit in asked if hit["chunk_id"] not in relevances]
    rated, failures = await rater.rate(question, new)
    by_document: dict[str, dict[str, float]] = {}
    for hit in new:
        if hit["chunk_id"] in rated:
            by_document.setdefault(hit["document_id"], {})[keys[hit["chunk_id"]]] = rated[hit["chunk_id"]]
    groups = [(values, [document_id]) for document_id, values in sorted(by_document.items())]
    await context.catalogue.cache_put_all(context.owner, CACHE_KIND, groups)
    relevances.update(rated)
    used: ModelState = {} if model is None else model.update()
    if failures:
        used |= fallen_back("rerank", " ".join(dict.fromkeys(failures)), {**state, **used})
    decided = {
        "by": rater.kind,
        "model": rater.name,
        "asked": len(new),
        "cached": len(asked) - len(new),
        "rated": len(rated),
        "failures": failures,
        "applied": bool(relevances),
    }
    if not relevances:
        return {"hits": hits, "trace": [entry("rerank", "the model failed: the scores stand", decided)], **used}
    why = "0.4 of the score so far and 0.6 of the relevance that the model sees"
    if len(rated) < len(new):
        why += f"; {len(new) - len(rated)} passages it did not rate keep their score"
    return {"hits": combine(hits, relevances, list(keys)), "trace": [entry("rerank", why, decided)], **used}


def _rater(context: ChatPorts, model: ModelHelp | None) -> Rater | None:
    """The cross-encoder where there is one: it is quicker, and made for this."""
    reranker = context.reranker
    if reranker is not None:
        return Rater("cross-encoder", reranker.name, reranker.name, partial(rated_by_cross_encoder, reranker))
    if model is not None:
        key = f"{model.name} {PROMPT_VERSION}"
        return Rater("language model", model.name, key, partial(rated_by_language_model, model))
    return None
