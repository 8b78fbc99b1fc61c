"""What travels beside the state: the dependencies of one run."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.readers.base import BaseReader

from nodes.documents.packing import ChunkLimits
from nodes.domain.chat import TraceEntry
from nodes.domain.switches import DEFAULT, Features
from nodes.language.synonyms import Synonyms
from nodes.modelling.limits import DEFAULT_LIMITS, ModelLimits
from nodes.modelling.summaries import SummaryModel
from nodes.ports import Catalogue, Collection, Library, Reranker, Tokenizer, WeightsFile
from nodes.watching import Watch

if TYPE_CHECKING:
    from llama_index.core.llms import LLM

OnStep = Callable[[TraceEntry], None]
"""Called with the trace entry of every step as soon as it has ended; must be quick, and must not raise."""
OnEvent = Callable[[dict[str, Any]], None]
"""Called with what steps write while they run, by its `type`: `trace`, `sources`, `token`, `reset`. Must be quick."""


Forgotten = Callable[[Sequence[str]], Awaitable[frozenset[str]]]


@dataclass(frozen=True)
class IngestContext:
    """Dependencies of one batch. Satisfies `nodes.ports.IngestPorts`."""

    owner: str
    collection: Collection
    catalogue: Catalogue
    reader: BaseReader
    tokenizer: Tokenizer
    chunk_limits: ChunkLimits
    strategic_extract_pages: int | None
    summary_model: SummaryModel | None = None
    forgotten: Forgotten | None = None
    """Says which of these revisions nobody wants any more; asked before each step."""
    on_step: OnStep | None = None


@dataclass(frozen=True)
class ChatContext:
    """Dependencies of one question. Satisfies `nodes.ports.ChatPorts`."""

    owner: str
    collection_ids: Sequence[str]
    library: Library
    catalogue: Catalogue
    tokenizer: Tokenizer
    sentence_embedding: BaseEmbedding
    language_model: LLM | None
    model_limits: ModelLimits = DEFAULT_LIMITS
    reranker: Reranker | None = None
    learned_weights: WeightsFile | None = None
    synonyms: Synonyms | None = None
    features: Features = DEFAULT
    watch: Watch | None = None
    on_step: OnStep | None = None
    on_event: OnEvent | None = None
