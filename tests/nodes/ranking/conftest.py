"""Passages and pools from plain texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from nodes.documents.passages import PassageText
from nodes.language.query_terms import query_terms
from nodes.ranking.features import Block, features_of, pack, quantised, term_keys, unpack
from nodes.ranking.pool import Pool, pool_of

DIMENSIONS = 4


def build_block(
    bodies: Sequence[str],
    titles: Sequence[str] | None = None,
    labels: Sequence[str] | None = None,
    rows: Sequence[int] | None = None,
    vectors: Sequence[Sequence[float]] | None = None,
) -> Block:
    """A passage of one chunk for each body; without vectors all point the same way."""
    passages = (
        features_of(
            PassageText(
                place + 1,
                body,
                titles[place] if titles else "",
                labels[place] if labels else "",
                rows[place] if rows else 0,
                place,
                (1,),
            ),
            quantised(np.array([vectors[place] if vectors else [1.0] * DIMENSIONS], np.float32)),
        )
        for place, body in enumerate(bodies)
    )
    return unpack([pack(each) for each in passages])


def build_pool(block: Block, question: str, embedding: Sequence[float] | None = None) -> Pool:
    vector = np.array(embedding or [1.0] * block.vectors.shape[1], np.float32)
    return pool_of(block, term_keys(query_terms(question)), vector)


@pytest.fixture(scope="session")
def make_block() -> Callable[..., Block]:
    return build_block


@pytest.fixture(scope="session")
def make_pool() -> Callable[..., Pool]:
    return build_pool
