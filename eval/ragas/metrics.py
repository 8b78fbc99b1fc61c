"""Ragas's metrics over rows: those without a model always, those of a model where one is set."""

from __future__ import annotations

import os
import warnings
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from app.extras import require
from eval.answering.metrics import words_of
from eval.answering.questions import ANSWER
from eval.ragas.rows import Row

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding
    from openai import AsyncOpenAI

    from app.settings import Settings

Source = Literal["ragas", "ragas_model", "sheaf"]
SAME_TEXT = 0.9
"""Above this similarity a found text holds a gold one: room for a hyphen or a line break, not for another sentence."""
MODEL_TOKENS = 4096
"""Longest reply of the judging model: reasoning models need more than Ragas's default."""


@dataclass(frozen=True)
class Metric:
    """A measure of one row, 0..1."""

    name: str
    source: Source
    applies: Callable[[Row], bool]
    score: Callable[[Row], Awaitable[float]]
    """May raise anything: that is then this row's failure."""


def prepare_ragas() -> None:
    """Keeps Ragas from calling home, and says which extra is missing.

    Raises:
        UnavailableError: the extra `sheaf[eval]` is not installed.
    """
    # Read when the first metric is scored; only this word counts.
    os.environ["RAGAS_DO_NOT_TRACK"] = "true"
    require("rapidfuzz", lack="What compares strings is not installed.", hint="Install sheaf[eval].")


def _load_ragas() -> None:
    """Loads Ragas, which takes seconds, and lets it find its user id, though it is sent nowhere.

    It leaves the file of that id open, of which Python warns once, and wherever a metric happens to be scored.
    """
    prepare_ragas()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        from ragas._analytics import get_userid

        get_userid()


def metrics_without_model() -> list[Metric]:
    """Ragas's metrics that need no model, and ours of citations.

    Raises:
        UnavailableError: the extra `sheaf[eval]` is not installed.
    """
    _load_ragas()
    return [*_context_metrics(), *_string_metrics(), *citation_metrics()]


def judging_client(settings: Settings) -> AsyncOpenAI:
    """The client of the model that judges: that of the settings, with its key, address and patience. Close it.

    Raises:
        UnavailableError: there is no key for OpenAI itself.
    """
    from openai import AsyncOpenAI

    from app.models.openai import OPENAI_URL, key_for

    return AsyncOpenAI(
        api_key=key_for(settings.api_key, settings.openai_base_url),
        base_url=settings.openai_base_url or OPENAI_URL,
        timeout=settings.openai_timeout_seconds,
        max_retries=settings.model.retries,
    )


def metrics_of_model(client: AsyncOpenAI, model_name: str, embedding: BaseEmbedding) -> list[Metric]:
    """Ragas's metrics that ask a model.

    Args:
        client: of the model.
        model_name: as its server knows it.
        embedding: of the collection that is asked; it compares questions for the relevancy of answers.

    Raises:
        UnavailableError: the extra `sheaf[eval]` is not installed.
    """
    _load_ragas()
    from ragas.llms import llm_factory
    from ragas.metrics.collections import (
        AnswerRelevancy,
        ContextPrecisionWithReference,
        ContextRecall,
        Faithfulness,
    )

    from eval.ragas.models import CollectionEmbedding

    model = llm_factory(model_name, client=client, max_tokens=MODEL_TOKENS)
    faithfulness, recall = Faithfulness(llm=model), ContextRecall(llm=model)
    precision = ContextPrecisionWithReference(llm=model)
    relevancy = AnswerRelevancy(llm=model, embeddings=CollectionEmbedding(embedding))

    async def faithful(row: Row) -> float:
        found = await faithfulness.ascore(
            user_input=row.question, response=row.answer, retrieved_contexts=list(row.contexts)
        )
        return float(found.value)

    async def relevant(row: Row) -> float:
        return float((await relevancy.ascore(user_input=row.question, response=row.answer)).value)

    async def precise(row: Row) -> float:
        found = await precision.ascore(
            user_input=row.question, reference=row.references[0], retrieved_contexts=list(row.contexts)
        )
        return float(found.value)

    async def recalled(row: Row) -> float:
        found = await recall.ascore(
            user_input=row.question, reference=row.references[0], retrieved_contexts=list(row.contexts)
        )
        return float(found.value)

    return [
        Metric("faithfulness", "ragas_model", lambda row: _states(row) and bool(row.contexts), faithful),
        Metric("answer_relevancy", "ragas_model", _states, relevant),
        Metric("context_precision", "ragas_model", _has_reference, _zero_without_contexts(precise)),
        Metric("context_recall", "ragas_model", _has_reference, _zero_without_contexts(recalled)),
    ]


def _context_metrics() -> list[Metric]:
    from ragas.dataset_schema import SingleTurnSample

    from eval.ragas.models import WindowSimilarity

    with warnings.catch_warnings():
        # Ragas points to `collections`, which does not have these four.
        warnings.simplefilter("ignore", DeprecationWarning)
        from ragas.metrics import (
            IDBasedContextPrecision,
            IDBasedContextRecall,
            NonLLMContextPrecisionWithReference,
            NonLLMContextRecall,
        )

    precision = NonLLMContextPrecisionWithReference(distance_measure=WindowSimilarity(), threshold=SAME_TEXT)
    recall = NonLLMContextRecall(_distance_measure=WindowSimilarity(), threshold=SAME_TEXT)

    def by_text(metric: Any) -> Callable[[Row], Awaitable[float]]:
        async def score(row: Row) -> float:
            sample = SingleTurnSample(
                retrieved_contexts=list(row.contexts), reference_contexts=list(row.reference_contexts)
            )
            return float(await metric.single_turn_ascore(sample))

        return _zero_without_contexts(score)

    def by_item(metric: Any) -> Callable[[Row], Awaitable[float]]:
        async def score(row: Row) -> float:
            sample = SingleTurnSample(
                retrieved_context_ids=list(row.context_items), reference_context_ids=list(row.gold)
            )
            return float(await metric.single_turn_ascore(sample))

        return _zero_without_contexts(score)

    return [
        Metric("non_llm_context_precision_with_reference", "ragas", _has_texts, by_text(precision)),
        Metric("non_llm_context_recall", "ragas", _has_texts, by_text(recall)),
        Metric("id_based_context_precision", "ragas", _has_gold, by_item(IDBasedContextPrecision())),
        Metric("id_based_context_recall", "ragas", _has_gold, by_item(IDBasedContextRecall())),
    ]


def _string_metrics() -> list[Metric]:
    from ragas.metrics.collections import ExactMatch, NonLLMStringSimilarity, StringPresence

    def best(metric: Any) -> Callable[[Row], Awaitable[float]]:
        async def score(row: Row) -> float:
            # Normalised as answers are elsewhere: Ragas itself would tell "the" and "The" apart.
            answer = " ".join(words_of(row.answer))
            return max(
                [
                    float((await metric.ascore(reference=" ".join(words_of(each)), response=answer)).value)
                    for each in row.references
                ]
            )

        return score

    return [
        Metric("non_llm_string_similarity", "ragas", _has_reference, best(NonLLMStringSimilarity())),
        Metric("string_present", "ragas", _has_reference, best(StringPresence())),
        Metric("exact_match", "ragas", _has_reference, best(ExactMatch())),
    ]


def citation_metrics() -> list[Metric]:
    """Measures of citations and refusals, which need neither Ragas nor a model.

    `citation_precision`: share of the cited items that are gold; `citations_verified`: share of the citations that
    Sheaf found borne out; `quotes_found`: share whose quote stands in the stored document; `citation_coverage`:
    share of the answer's sentences that cite; `answered`: 1 where an answerable question was not refused;
    `refused`: 1 where one that nothing answers was. What `eval answers` measures as well has its name there.
    """

    def share(part: Callable[[Row], int], whole: Callable[[Row], int]) -> Callable[[Row], Awaitable[float]]:
        async def score(row: Row) -> float:
            return part(row) / whole(row)

        return score

    def cites(row: Row) -> bool:
        return _states(row) and row.citations > 0

    def cites_items(row: Row) -> bool:
        return cites(row) and bool(row.gold) and bool(row.cited_items)

    def gold(row: Row) -> int:
        return sum(item in row.gold for item in row.cited_items)

    return [
        Metric("citation_precision", "sheaf", cites_items, share(gold, lambda row: len(row.cited_items))),
        Metric("citations_verified", "sheaf", cites, share(lambda row: row.verified, lambda row: row.citations)),
        Metric("quotes_found", "sheaf", cites, share(lambda row: row.found, lambda row: row.citations)),
        Metric(
            "citation_coverage",
            "sheaf",
            lambda row: _states(row) and row.sentences > 0,
            share(lambda row: row.cited_sentences, lambda row: row.sentences),
        ),
        Metric("answered", "sheaf", lambda row: row.kind == ANSWER, share(lambda row: int(not row.refused), _one)),
        Metric("refused", "sheaf", lambda row: row.kind != ANSWER, share(lambda row: int(row.refused), _one)),
    ]


def _one(_: Row) -> int:
    return 1


def _states(row: Row) -> bool:
    """A refusal states nothing that could be borne out or beside the point."""
    return row.kind == ANSWER and not row.refused


def _has_reference(row: Row) -> bool:
    return bool(row.references)


def _has_texts(row: Row) -> bool:
    return bool(row.reference_contexts)


def _has_gold(row: Row) -> bool:
    return bool(row.gold)


def _zero_without_contexts(score: Callable[[Row], Awaitable[float]]) -> Callable[[Row], Awaitable[float]]:
    """Nothing found is neither precise nor complete; Ragas raises for it."""

    async def scored(row: Row) -> float:
        return await score(row) if row.contexts else 0.0

    return scored
