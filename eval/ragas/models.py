"""What Ragas's metrics need from us, as Ragas wants it. Import this module where it is used: Ragas takes seconds.

`eval.ragas.metrics.prepare_ragas` comes first: it keeps Ragas from reporting what is measured to its makers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from llama_index.core.base.embeddings.base import BaseEmbedding
from ragas.dataset_schema import SingleTurnSample
from ragas.embeddings.base import BaseRagasEmbedding
from ragas.metrics.base import MetricType, SingleTurnMetric
from ragas.run_config import RunConfig
from rapidfuzz import fuzz
from typing_extensions import override


class CollectionEmbedding(BaseRagasEmbedding):
    """A collection's own embedding model under Ragas's name for one."""

    def __init__(self, embedding: BaseEmbedding) -> None:
        """Loads nothing.

        Args:
            embedding: as LlamaIndex has it.
        """
        super().__init__()
        self._embedding = embedding

    @override
    def embed_text(self, text: str, **kwargs: Any) -> list[float]:
        """The vector of a text."""
        return self._embedding.get_text_embedding(text)

    @override
    async def aembed_text(self, text: str, **kwargs: Any) -> list[float]:
        """The vector of a text."""
        return await self._embedding.aget_text_embedding(text)


@dataclass
class WindowSimilarity(SingleTurnMetric):
    """How well the shorter of two texts stands somewhere in the longer, 0..1.

    Ragas compares a found text with a gold one as wholes, so that a gold sentence is never like the passage of a
    thousand characters that holds it. Source: `partial_ratio` of RapidFuzz, the best window of the longer text by
    normalised indel distance; white space counts as one blank.
    """

    name: str = "window_similarity"
    _required_columns: dict[MetricType, set[str]] = field(
        default_factory=lambda: {MetricType.SINGLE_TURN: {"reference", "response"}}
    )

    def init(self, run_config: RunConfig) -> None:
        """Needs nothing."""

    @override
    async def _single_turn_ascore(self, sample: SingleTurnSample, callbacks: Any) -> float:
        first, second = (" ".join((text or "").split()) for text in (sample.reference, sample.response))
        return fuzz.partial_ratio(first, second) / 100 if first and second else 0.0
