"""The ports: what the steps need from the outside world. `app/` adapts real things to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, runtime_checkable

import numpy as np
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.readers.base import BaseReader
from llama_index.core.vector_stores.types import BasePydanticVectorStore
from numpy.typing import NDArray

from nodes.domain.chat import DocumentView
from nodes.domain.documents import IngestDocument, Link, Mention, Name, SearchFeatures, Section
from nodes.domain.errors import ErrorReport
from nodes.domain.lookups import DocumentFrequencies, KeyPostings, MeantWords
from nodes.domain.switches import Features
from nodes.language.synonyms import Synonyms
from nodes.modelling.limits import ModelLimits
from nodes.modelling.summaries import SummaryModel
from nodes.watching import Watch

if TYPE_CHECKING:
    from llama_index.core.llms import LLM

    from nodes.documents.packing import ChunkLimits
    from nodes.ranking.features import Block


@runtime_checkable
class Refreshing(Protocol):
    """A store that finds what was added only once it was told to look."""

    async def arefresh(self) -> None:
        """From now on searches find everything that was added."""
        ...


@dataclass(frozen=True)
class Collection:
    """An open collection: its own stores and its own embedding model."""

    collection_id: str
    owner: str
    name: str
    weight: float
    chunks: BasePydanticVectorStore
    summaries: BasePydanticVectorStore
    embedding: BaseEmbedding
    generation: int = 0
    """How often it was embedded anew."""

    async def refresh(self) -> None:
        """From now on searches find everything that was added to its stores."""
        for store in (self.chunks, self.summaries):
            if isinstance(store, Refreshing):
                await store.arefresh()


class Library(Protocol):
    """Opens collections."""

    async def open(self, owner: str, collection_id: str) -> Collection:
        """The collection. Raises NotFoundError where this owner has none of this id."""
        ...

    async def name(self, owner: str, collection_id: str) -> str:
        """What the owner calls it, also where it cannot be opened; its id where there is none."""
        ...


class Tokenizer(Protocol):
    """Counts tokens as the model does, and knows the words of its vocabulary."""

    def count(self, text: str) -> int:
        """Number of tokens."""
        ...

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """Number of tokens of each text; quicker than one at a time."""
        ...

    def is_word(self, word: str) -> bool:
        """Whether the vocabulary has it in one piece, as it has words that are often written."""
        ...

    def likeness(self, words: Sequence[str], others: Sequence[str]) -> NDArray[np.float32]:
        """How alike two words are in meaning: (W, O) cosines; 0 where the vocabulary has not both in one piece."""
        ...


class Reranker(Protocol):
    """Reads a question and a text together, and says how well the text answers it."""

    @property
    def name(self) -> str:
        """Another for every model that scores otherwise: kept scores are keyed by it."""
        ...

    async def score(self, question: str, texts: Sequence[str]) -> list[float]:
        """How well each text answers the question, 0..1.

        Raises:
            SheafError: the model cannot be loaded, or failed.
        """
        ...


class WeightsFile(Protocol):
    """Weights that were learned from feedback."""

    def read(self) -> Mapping[str, float] | None:
        """Weights by the names of `nodes.ranking.learned.FEATURES`; None where none were learned. Blocks.

        Raises:
            SheafError: they cannot be used.
        """
        ...


@dataclass(frozen=True, eq=False)
class FoundPassages:
    """Single passages, with their features."""

    places: Sequence[tuple[str, int]]
    """Revision id and number of each."""
    block: Block | None
    """Of these passages, in this order; None where there are none."""


@dataclass(frozen=True, eq=False)
class ShortDocuments:
    """Documents of few passages, with the features of all of them."""

    passage_counts: Mapping[str, int]
    """By revision id."""
    block: Block | None
    """Of the passages of these documents, in this order; None where there are none."""


class Catalogue(Protocol):
    """Documents, sections, names and links: what is known, as against what is searched.

    Everything takes an owner, and nothing ever answers for another's.
    """

    async def visible(self, owner: str, revision_ids: Sequence[str]) -> dict[str, DocumentView]:
        """The documents of those revisions that are visible now, by revision id. The others are left out."""
        ...

    async def revisions(self, owner: str, document_ids: Sequence[str]) -> dict[str, str]:
        """The live revisions of these visible documents: collection id by revision id."""
        ...

    async def count_documents(self, owner: str, collection_ids: Sequence[str]) -> int:
        """Number of visible documents."""
        ...

    async def count_unread(self, owner: str, collection_ids: Sequence[str]) -> int:
        """Number of documents that wait to be read, or are read now."""
        ...

    async def failed_documents(
        self, owner: str, collection_ids: Sequence[str], name_keys: Sequence[str]
    ) -> dict[str, str]:
        """Why documents of these names could not be read, by file name; those left out of which a version is visible.

        Keys are the names of files without folder and extension, as `nodes.language.terms.normalise_name` has them.
        """
        ...

    async def find_documents(
        self, owner: str, collection_ids: Sequence[str], metadata: Mapping[str, Any], limit: int
    ) -> list[DocumentView]:
        """Visible documents whose metadata equals every given value (a list holds it), by document id.

        The file name counts as a field, `file_name`.
        """
        ...

    async def latest_documents(self, owner: str, collection_ids: Sequence[str], limit: int) -> list[DocumentView]:
        """Visible documents, those that were added last first."""
        ...

    async def passages(self, owner: str, wanted: Sequence[tuple[str, int]]) -> FoundPassages:
        """Features of single passages, by revision id and number, in the order asked for; those not there left out."""
        ...

    async def short_documents(
        self, owner: str, collection_id: str, revision_ids: Sequence[str], most: int
    ) -> ShortDocuments:
        """Features of visible revisions of at most `most` passages, all of each, in the order asked for."""
        ...

    async def all_passages(self, owner: str, revision_id: str) -> Block | None:
        """Features of all passages of a revision, in reading order; None where it has none."""
        ...

    async def meant(
        self, owner: str, collection_id: str, words: Sequence[str], prefixes: Sequence[str], limit: int
    ) -> MeantWords:
        """Revisions that a question may mean by one of these words, or by a word that begins with a prefix."""
        ...

    async def neighbours(
        self, owner: str, collection_id: str, revision_ids: Sequence[str]
    ) -> dict[str, list[tuple[str, float]]]:
        """Where the names that revisions bear and mention lead, by revision id: ids and weights, strongest first."""
        ...

    async def postings(self, owner: str, collection_id: str, keys: Sequence[str]) -> dict[str, KeyPostings]:
        """Who bears and who mentions each of these keys."""
        ...

    async def sections(self, owner: str, revision_id: str) -> list[Section]:
        """The section tree, by section index."""
        ...

    async def page_texts(self, owner: str, revision_id: str, numbers: Sequence[int] | None = None) -> dict[int, str]:
        """Stored page texts by page number; all pages where `numbers` is None."""
        ...

    async def texts_of_pages(self, owner: str, pages: Sequence[tuple[str, int]]) -> dict[tuple[str, int], str]:
        """What single pages say, each given by revision id and page number; those that are not there left out."""
        ...

    async def links(self, owner: str, document_ids: Sequence[str], limit: int) -> list[Link]:
        """Links from and to these documents, strongest first, at most `limit` a document."""
        ...

    async def document_frequencies(self, owner: str, collection_id: str, terms: Sequence[str]) -> DocumentFrequencies:
        """Document frequencies of these terms over the collection's visible documents."""
        ...

    async def dated_range(self, owner: str, collection_id: str) -> tuple[str, str] | None:
        """Oldest and newest document date (ISO 8601) among the collection's visible documents."""
        ...

    async def publish(
        self,
        owner: str,
        documents: Sequence[IngestDocument],
        term_sets: Mapping[str, Sequence[str]],
        features: Mapping[str, SearchFeatures],
    ) -> None:
        """Makes these revisions visible in one transaction, each in place of the one before it under its name.

        `term_sets`: the distinct terms of each, by revision id; `features`: what each is ranked by, likewise. Pages,
        sections and metadata are stored with them.
        """
        ...

    async def put_all_names(self, owner: str, borne: Mapping[str, tuple[Sequence[Name], Sequence[Mention]]]) -> None:
        """Replaces what revisions bear and mention, by revision id, in one transaction."""
        ...

    async def fail(self, owner: str, revision_id: str, error: ErrorReport) -> None:
        """The revision will not become visible; its document says why. An older version stays visible."""
        ...

    async def cache_get(self, owner: str, kind: str, keys: Sequence[str]) -> dict[str, Any]:
        """Cached values by key; those that are not there are left out."""
        ...

    async def cache_put(self, owner: str, kind: str, values: Mapping[str, Any], document_ids: Sequence[str]) -> None:
        """Keeps JSON-like values; they go when one of these documents goes."""
        ...

    async def cache_put_all(
        self, owner: str, kind: str, groups: Sequence[tuple[Mapping[str, Any], Sequence[str]]]
    ) -> None:
        """Keeps groups of values together, each with the documents that it goes with."""
        ...

    async def cache_find(self, owner: str, kind: str, prefix: str, limit: int) -> dict[str, Any]:
        """Cached values whose keys begin with a prefix, by key; the newest, at most `limit`."""
        ...

    async def cache_trim(self, owner: str, kind: str, keep: int) -> int:
        """Drops all but the newest `keep` values of a kind; the number of values dropped."""
        ...

    async def versions(self, owner: str, collection_ids: Sequence[str]) -> dict[str, int]:
        """The version of each of these collections, read now: it rises with every change of what is visible."""
        ...

    async def known_version(self, owner: str, collection_id: str) -> int | None:
        """The version of a collection, perhaps of some milliseconds ago: never newer than what is read afterwards."""
        ...


class IngestPorts(Protocol):
    """What the ingestion steps find in the runtime context."""

    __dataclass_fields__: ClassVar[dict[str, Any]]
    """The context is a dataclass: what LangGraph's `Runtime` asks of it."""

    @property
    def owner(self) -> str:
        """Whose documents these are."""
        ...

    @property
    def collection(self) -> Collection:
        """Where they go."""
        ...

    @property
    def catalogue(self) -> Catalogue:
        """What is known of documents."""
        ...

    @property
    def reader(self) -> BaseReader:
        """Turns files into pages."""
        ...

    @property
    def tokenizer(self) -> Tokenizer:
        """Counts tokens."""
        ...

    @property
    def chunk_limits(self) -> ChunkLimits:
        """How large chunks may be."""
        ...

    @property
    def strategic_extract_pages(self) -> int | None:
        """Documents of more pages are indexed by strategic extracts; None for never."""
        ...

    @property
    def summary_model(self) -> SummaryModel | None:
        """Who words summaries; None for extractive ones."""
        ...


class ChatPorts(Protocol):
    """What the chat steps find in the runtime context."""

    __dataclass_fields__: ClassVar[dict[str, Any]]
    """The context is a dataclass: what LangGraph's `Runtime` asks of it."""

    @property
    def owner(self) -> str:
        """Whose documents these are."""
        ...

    @property
    def collection_ids(self) -> Sequence[str]:
        """What is searched."""
        ...

    @property
    def library(self) -> Library:
        """Opens collections."""
        ...

    @property
    def catalogue(self) -> Catalogue:
        """What is known of documents."""
        ...

    @property
    def tokenizer(self) -> Tokenizer:
        """Counts tokens."""
        ...

    @property
    def sentence_embedding(self) -> BaseEmbedding:
        """Embeds the sentences that an answer may quote, by the hundred: quick, at no cost, and always there."""
        ...

    @property
    def synonyms(self) -> Synonyms | None:
        """Of the operator's file; None without one."""
        ...

    @property
    def language_model(self) -> LLM | None:
        """None for the extractive answerer."""
        ...

    @property
    def model_limits(self) -> ModelLimits:
        """How long and how often a question asks it."""
        ...

    @property
    def features(self) -> Features:
        """The parts of finding and ranking that are on."""
        ...

    @property
    def reranker(self) -> Reranker | None:
        """None where no cross-encoder is configured."""
        ...

    @property
    def learned_weights(self) -> WeightsFile | None:
        """None where nobody learns."""
        ...

    @property
    def watch(self) -> Watch | None:
        """What somebody asks after, in this run: told of rankings that are too long for the state."""
        ...
