"""A file is told what it took itself, and not what the others of its batch took."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, cast

import pytest

from app.ingesting.timing import Shared
from nodes.domain.documents import IngestDocument


def _document(revision_id: str, *, chunks: int = 0, seconds: float = 0.0, error: Any = None) -> IngestDocument:
    made = {"revision_id": revision_id, "chunks": ["chunk"] * chunks, "seconds": seconds, "error": error}
    return cast(IngestDocument, made)


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> tuple[Shared, Callable[[float], None]]:
    """What a batch takes, and how its time is made to go by."""
    now = [100.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])

    def wait(seconds: float) -> None:
        now[0] += seconds

    return Shared(), wait


def test_what_is_done_for_all_is_shared_by_the_passages(shared: tuple[Shared, Callable[[float], None]]) -> None:
    told, wait = shared
    batch = [_document("long", chunks=9), _document("short", chunks=1)]
    wait(2.0)
    told.after_step(batch, batch)
    assert [told.seconds(each) for each in batch] == pytest.approx([1.8, 0.2])


def test_what_a_document_had_for_itself_is_no_part_of_what_is_shared(
    shared: tuple[Shared, Callable[[float], None]],
) -> None:
    told, wait = shared
    before = [_document("long"), _document("short")]
    after = [_document("long", chunks=3, seconds=1.5), _document("short", chunks=1, seconds=0.1)]
    wait(2.0)
    told.after_step(before, after)
    assert [told.seconds(each) for each in after] == pytest.approx([1.5 + 0.3, 0.1 + 0.1])


def test_documents_read_at_the_same_time_take_nothing_away(shared: tuple[Shared, Callable[[float], None]]) -> None:
    """Two that were read beside each other had more for themselves than went by."""
    told, wait = shared
    after = [_document("long", chunks=3, seconds=1.5), _document("short", chunks=1, seconds=1.0)]
    wait(1.5)
    told.after_step([_document("long"), _document("short")], after)
    assert [told.seconds(each) for each in after] == [1.5, 1.0]


def test_what_failed_has_no_share(shared: tuple[Shared, Callable[[float], None]]) -> None:
    told, wait = shared
    batch = [_document("good", chunks=1), _document("bad", chunks=9, error="no text")]
    wait(1.0)
    told.after_step(batch, batch)
    assert [told.seconds(each) for each in batch] == [1.0, 0.0]
