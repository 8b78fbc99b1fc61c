"""Who rates passages for `rerank`: a cross-encoder where there is one, else the language model."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence

from nodes.chat.rerank_prompts import PASSAGE_TEMPLATE, RELEVANCE_PROMPT
from nodes.domain.chat import Hit
from nodes.domain.errors import ModelFailedError, SheafError
from nodes.modelling.fencing import fence
from nodes.modelling.help import ModelHelp
from nodes.modelling.replies import Ratings as RatingsReply
from nodes.ports import Reranker

PASSAGES_PER_CALL = 10
"""Passages that a model rates in one answer."""

Ratings = tuple[dict[str, float], list[str]]
"""0..1 by chunk id, and what went wrong."""


async def rated_by_cross_encoder(reranker: Reranker, question: str, hits: Sequence[Hit]) -> Ratings:
    """Each distinct text is read once, beside its title, as the embedding reads it."""
    texts = {hit["chunk_id"]: _with_title(hit) for hit in hits}
    distinct = list(dict.fromkeys(texts.values()))
    if not distinct:
        return {}, []
    try:
        scores = await reranker.score(question, distinct)
        _check(scores, len(distinct))
    except Exception as error:  # noqa: BLE001 - whatever a runtime raises, the scores there are stand
        return {}, [error.told() if isinstance(error, SheafError) else type(error).__name__]
    by_text = dict(zip(distinct, scores, strict=True))
    return {chunk_id: by_text[text] for chunk_id, text in texts.items()}, []


async def rated_by_language_model(model: ModelHelp, question: str, hits: Sequence[Hit]) -> Ratings:
    """Ten passages a call, all calls at once; a call that fails leaves its passages without a rating."""
    batches = [hits[start : start + PASSAGES_PER_CALL] for start in range(0, len(hits), PASSAGES_PER_CALL)]
    outcomes = await asyncio.gather(*(_rate(model, question, batch) for batch in batches))
    ratings: dict[str, float] = {}
    failures: list[str] = []
    for rated, failed in outcomes:
        ratings.update(rated)
        failures.extend(failed)
    return ratings, failures


async def _rate(model: ModelHelp, question: str, hits: Sequence[Hit]) -> Ratings:
    passages = "\n\n".join(
        PASSAGE_TEMPLATE.format(number=number, title=fence(hit["title"]), content=fence(hit["content"]))
        for number, hit in enumerate(hits, start=1)
    )
    prompt = RELEVANCE_PROMPT.format(question=fence(question), count=len(hits), passages=passages)
    try:
        found = (await model.ask("rerank", prompt, RatingsReply)).by_passage(len(hits))
    except ModelFailedError as error:
        return {}, [error.told()]
    ratings = {hits[number - 1]["chunk_id"]: rating for number, rating in found.items()}
    missing = [f"The language model rated {len(found)} of {len(hits)} passages."] if len(found) < len(hits) else []
    return ratings, missing


def _with_title(hit: Hit) -> str:
    return f"{hit['title']}\n{hit['content']}" if hit["title"] else hit["content"]


def _check(scores: Sequence[float], count: int) -> None:
    if len(scores) != count or not all(math.isfinite(score) and 0 <= score <= 1 for score in scores):
        raise ModelFailedError("The cross-encoder gave other than one score from 0 to 1 for each text.", hint="")
