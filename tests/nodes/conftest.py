"""Hits, plans and a runtime for the steps: plain values, and a catalogue that answers from what a test puts in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from langgraph.runtime import Runtime
from numpy.typing import NDArray

from nodes.domain.chat import DocumentView, Hit, Plan
from nodes.domain.documents import Link, Section
from nodes.domain.lookups import DocumentFrequencies
from nodes.domain.switches import DEFAULT, Features
from nodes.modelling.limits import ModelLimits


@dataclass
class MemoryCatalogue:
    """The parts of the catalogue that selection asks, answered from dictionaries, each owner apart."""

    owner: str = "ada"
    found_links: list[Link] = field(default_factory=list)
    views: dict[str, DocumentView] = field(default_factory=dict)
    trees: dict[str, list[Section]] = field(default_factory=dict)
    texts: dict[str, dict[int, str]] = field(default_factory=dict)
    frequencies: dict[str, DocumentFrequencies] = field(default_factory=dict)
    cached: dict[tuple[str, str], Any] = field(default_factory=dict)
    cached_for: dict[str, list[str]] = field(default_factory=dict)
    version: int = 1
    unread: int = 0
    failed: dict[str, tuple[str, str]] = field(default_factory=dict)
    """File name and reason, by the key of the name."""
    document_count: int = 1

    async def count_documents(self, owner: str, collection_ids: Sequence[str]) -> int:
        return self.document_count if owner == self.owner else 0

    async def count_unread(self, owner: str, collection_ids: Sequence[str]) -> int:
        return self.unread if owner == self.owner else 0

    async def failed_documents(
        self, owner: str, collection_ids: Sequence[str], name_keys: Sequence[str]
    ) -> dict[str, str]:
        return dict(self.failed[key] for key in name_keys if key in self.failed) if owner == self.owner else {}

    async def find_documents(
        self, owner: str, collection_ids: Sequence[str], metadata: Mapping[str, Any], limit: int
    ) -> list[DocumentView]:
        every = self.views.values() if owner == self.owner else []
        return [view for view in every if metadata.items() <= view["metadata"].items()][:limit]

    async def links(self, owner: str, document_ids: Sequence[str], limit: int) -> list[Link]:
        ids = set(document_ids)
        found = [each for each in self.found_links if {each["source_id"], each["target_id"]} & ids]
        return found if owner == self.owner else []

    async def visible(self, owner: str, revision_ids: Sequence[str]) -> dict[str, DocumentView]:
        return {each: self.views[each] for each in revision_ids if each in self.views and owner == self.owner}

    async def sections(self, owner: str, revision_id: str) -> list[Section]:
        return self.trees.get(revision_id, []) if owner == self.owner else []

    async def page_texts(self, owner: str, revision_id: str, numbers: Sequence[int] | None = None) -> dict[int, str]:
        pages = self.texts.get(revision_id, {}) if owner == self.owner else {}
        return {number: text for number, text in pages.items() if numbers is None or number in numbers}

    async def texts_of_pages(self, owner: str, pages: Sequence[tuple[str, int]]) -> dict[tuple[str, int], str]:
        texts = self.texts if owner == self.owner else {}
        return {(each, number): texts[each][number] for each, number in pages if number in texts.get(each, {})}

    async def document_frequencies(self, owner: str, collection_id: str, terms: Sequence[str]) -> DocumentFrequencies:
        return self.frequencies.get(collection_id, DocumentFrequencies(0, {}))

    async def cache_get(self, owner: str, kind: str, keys: Sequence[str]) -> dict[str, Any]:
        return {key: self.cached[kind, key] for key in keys if (kind, key) in self.cached and owner == self.owner}

    transactions = 0

    async def cache_find(self, owner: str, kind: str, prefix: str, limit: int) -> dict[str, Any]:
        found = {key: value for (other, key), value in self.cached.items() if other == kind and key.startswith(prefix)}
        return dict(list(found.items())[-limit:]) if owner == self.owner else {}

    async def cache_trim(self, owner: str, kind: str, keep: int) -> int:
        return 0

    async def versions(self, owner: str, collection_ids: Sequence[str]) -> dict[str, int]:
        return dict.fromkeys(collection_ids, self.version) if owner == self.owner else {}

    async def known_version(self, owner: str, collection_id: str) -> int | None:
        return self.version if owner == self.owner else None

    async def cache_put(self, owner: str, kind: str, values: Mapping[str, Any], document_ids: Sequence[str]) -> None:
        for key, value in values.items():
            self.cached[kind, key] = value
            self.cached_for[key] = list(document_ids)

    async def cache_put_all(self, owner: str, kind: str, groups: Sequence[tuple[Mapping[str, Any], list[str]]]) -> None:
        self.transactions += 1
        for values, document_ids in groups:
            await self.cache_put(owner, kind, values, document_ids)


class WordTokenizer:
    """One token a word."""

    def count(self, text: str) -> int:
        return len(text.split())

    def count_many(self, texts: Sequence[str]) -> list[int]:
        return [self.count(text) for text in texts]

    def is_word(self, word: str) -> bool:
        return False

    def likeness(self, words: Sequence[str], others: Sequence[str]) -> NDArray[np.float32]:
        return np.zeros((len(words), len(others)), np.float32)


@dataclass
class ChatDependencies:
    """What the steps find in the runtime context."""

    catalogue: MemoryCatalogue
    language_model: Any = None
    model_limits: ModelLimits = field(default_factory=ModelLimits)
    reranker: Any = None
    learned_weights: Any = None
    owner: str = "ada"
    collection_ids: Sequence[str] = ("c1",)
    library: Any = None
    synonyms: Any = None
    tokenizer: WordTokenizer = field(default_factory=WordTokenizer)
    sentence_embedding: Any = None
    features: Features = DEFAULT
    watch: Any = None


def build_hit(chunk_id: str, content: str = "", **changes: Any) -> Hit:
    hit: dict[str, Any] = {
        "chunk_id": chunk_id,
        "document_id": "d1",
        "revision_id": "r1",
        "collection_id": "c1",
        "file_name": "report.txt",
        "title": "Report",
        "media_type": "text/plain",
        "created_at": "2020-01-01T00:00:00Z",
        "pages": [1],
        "spans": [{"page": 1, "start": 0, "end": len(content)}],
        "section_index": 0,
        "section_title": "",
        "section_path": [],
        "section_type": "content",
        "chunk_index": 0,
        "total_chunks": 10,
        "is_entry": False,
        "content": content,
        "token_count": len(content.split()),
        "table_header": "",
        "chunk_type": "content",
        "extraction_strategy": "complete",
        "content_completeness": "full",
        "scores": {},
        "selected_because": "",
    }
    assert set(changes) <= set(hit)
    return {**hit, **changes}  # type: ignore[typeddict-item]  # assembled from the defaults above


def build_plan(**changes: Any) -> Plan:
    plan: dict[str, Any] = {
        "query_type": "general",
        "reason": "",
        "confidence": 1.0,
        "search_text": "harbour budget",
        "spelling": {},
        "synonyms": [],
        "target_sections": [],
        "section_confidence": 0.0,
        "structure_preference": "any",
        "detail": False,
        "entities": [],
        "names": {},
        "named_documents": [],
        "spoken_of": [],
        "short_names": [],
        "whole_documents": [],
        "whole_count": 0,
        "periods": [],
        "dates": [],
        "forms": [],
        "asks_amount": False,
        "comparison_sides": [],
        "sub_queries": [],
        "spans_documents": False,
        "expand": False,
        "hyde": False,
        "smooth": False,
        "feedback": False,
        "follow_links": False,
        "threshold": False,
        "widen": False,
        "search_again": False,
        "rerank": False,
        "diversity_factor": 0.1,
        "hierarchy": False,
    }
    assert set(changes) <= set(plan)
    return {**plan, **changes}  # type: ignore[typeddict-item]  # assembled from the defaults above


@pytest.fixture(scope="session")
def make_hit() -> Callable[..., Hit]:
    return build_hit


@pytest.fixture(scope="session")
def make_plan() -> Callable[..., Plan]:
    return build_plan


@pytest.fixture
def catalogue() -> MemoryCatalogue:
    return MemoryCatalogue()


@pytest.fixture
def make_runtime(catalogue: MemoryCatalogue) -> Callable[..., Runtime[Any]]:
    def make(**changes: Any) -> Runtime[Any]:
        return Runtime(context=ChatDependencies(catalogue, **changes))

    return make
