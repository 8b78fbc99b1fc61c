"""What is remembered of passages is what was read of them, whatever was forgotten in between."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.catalogue.feature_memory import FeatureMemory, rows_of
from nodes.documents.passages import PassageText
from nodes.ranking.features import Block, features_of, pack, quantised, unpack

OWNERS = ["ann", "bob"]
DOCUMENTS = list("abcdef")


def packed(owner: str, revision_id: str, number: int, dimensions: int = 3) -> bytes:
    """A passage that tells whose it is; how long it is, and how many chunks it has, differs."""
    chunks = 1 + (ord(revision_id) + number) % 3
    text = PassageText(
        number + 1,
        f"{owner} {revision_id} {number} " * (number + 1),
        f"{revision_id} title",
        "",
        number,
        0,
        (1,) * chunks,
    )
    vectors = np.arange(1, chunks * dimensions + 1, dtype=np.float32).reshape(chunks, dimensions) + ord(revision_id)
    return pack(features_of(text, quantised(vectors), title=owner))


def length(revision_id: str) -> int:
    return 1 + ord(revision_id) % 4


def whole(owner: str, revision_id: str) -> list[bytes]:
    return [packed(owner, revision_id, number) for number in range(length(revision_id))]


def columns(block: Block) -> dict[str, Any]:
    return {
        each.name: (getattr(block, each.name).dtype.str, getattr(block, each.name).tolist()) for each in fields(block)
    }


steps = st.one_of(
    st.tuples(
        st.just("documents"),
        st.sampled_from(OWNERS),
        st.lists(st.sampled_from(DOCUMENTS), min_size=1, max_size=4, unique=True),
    ),
    st.tuples(
        st.just("passages"),
        st.sampled_from(OWNERS),
        st.lists(st.tuples(st.sampled_from(DOCUMENTS), st.integers(0, 5)), min_size=1, max_size=6, unique=True),
    ),
    st.tuples(st.just("clear")),
)


@given(st.lists(steps, max_size=25), st.integers(1_000, 20_000))
@settings(max_examples=120, deadline=None)
def test_what_is_found_is_what_was_kept(taken: list[tuple[Any, ...]], bound: int) -> None:
    memory = FeatureMemory(bound)
    for kind, *asked in taken:
        memory.make_room()
        if kind == "clear":
            memory.clear()
            assert memory.byte_count == 0
            assert not any(memory.find_documents(owner, DOCUMENTS) for owner in OWNERS)
        elif kind == "documents":
            owner, documents = asked
            found = memory.find_documents(owner, documents)
            memory.keep_documents(owner, {each: whole(owner, each) for each in documents if each not in found})
            found = memory.find_documents(owner, documents)
            assert list(found) == documents
            block = memory.block(rows_of(found.values()))
            assert columns(block) == columns(unpack([passage for each in documents for passage in whole(owner, each)]))
        else:
            owner, places = asked
            there = [place for place in places if place[1] < length(place[0])]
            kept = memory.find_passages(owner, places)
            assert set(kept) <= set(there)
            memory.keep_passages(owner, {place: packed(owner, *place) for place in there if place not in kept})
            kept = memory.find_passages(owner, places)
            assert list(kept) == there
            if there:
                block = memory.block(np.array(list(kept.values())))
                assert columns(block) == columns(unpack([packed(owner, *place) for place in there]))


def test_what_was_not_used_for_long_is_forgotten_and_what_was_stays() -> None:
    memory = FeatureMemory(4 * sum(map(len, whole("ann", "a"))))
    memory.keep_documents("ann", {"a": whole("ann", "a")})
    memory.keep_passages("ann", {("book", 0): packed("ann", "book"[0], 0)})
    most = 0
    for number in range(100):
        memory.make_room()
        most = max(most, memory.byte_count)
        memory.keep_documents("ann", {f"other {number}": whole("ann", "b")})
        assert "a" in memory.find_documents("ann", ["a"]), "it is asked for again and again"
    assert memory.find_passages("ann", [("book", 0)]) == {}
    assert len(memory.find_documents("ann", [f"other {number}" for number in range(100)])) < 10
    assert most < 20_000


def test_collections_may_have_vectors_of_different_lengths_but_a_question_sees_one_kind() -> None:
    memory = FeatureMemory(1_000_000)
    for name, dimensions in (("a", 3), ("b", 7), ("c", 3), ("d", 7)):
        memory.keep_documents("ann", {name: [packed("ann", name, 0, dimensions)]})
    for names, dimensions in (("ac", 3), ("bd", 7), ("b", 7)):
        block = memory.block(rows_of(memory.find_documents("ann", list(names)).values()))
        assert columns(block) == columns(unpack([packed("ann", name, 0, dimensions) for name in names]))
    with pytest.raises(ValueError, match="dimensions side by side"):
        memory.block(rows_of(memory.find_documents("ann", ["a", "b"]).values()))
