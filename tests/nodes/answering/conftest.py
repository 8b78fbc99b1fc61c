"""Sources, and an embedding of words, for the answering functions."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import pytest

from nodes.domain.chat import Source
from nodes.language.terms import analyse


def build_source(index: int, title: str, content: str, **changes: Any) -> Source:
    source: dict[str, Any] = {
        "index": index,
        "hits": [f"r{index}-00000"],
        "document_id": f"d{index}",
        "revision_id": f"r{index}",
        "collection_id": "c1",
        "file_name": f"{title.lower().replace(' ', '-')}.txt",
        "title": title,
        "section_path": [],
        "pages": [1],
        "spans": [{"page": 1, "start": 0, "end": len(content)}],
        "content": content,
        "table_header": "",
        "score": 1.0 / index,
        "completeness": "full",
        "selected_because": "",
    }
    assert set(changes) <= set(source)
    return {**source, **changes}  # type: ignore[typeddict-item]  # assembled from the defaults above


def embed_words(texts: list[str]) -> list[list[float]]:
    """Counts of terms in 64 buckets: alike words give alike vectors."""
    vectors = []
    for text in texts:
        vector = [0.0] * 64
        for term in analyse(text):
            vector[hashlib.blake2b(term.encode(), digest_size=1).digest()[0] % 64] += 1.0
        vectors.append(vector)
    return vectors


@pytest.fixture(scope="session")
def make_source() -> Callable[..., Source]:
    return build_source


@pytest.fixture(scope="session")
def embed() -> Callable[[list[str]], list[list[float]]]:
    return embed_words
