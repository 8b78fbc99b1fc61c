"""Ids of the store's rows."""

from __future__ import annotations

from nodes.documents.chunks import chunk_id
from nodes.documents.rows import revision_of, summary_id


def test_a_row_tells_its_revision() -> None:
    assert revision_of(chunk_id("r12", 3)) == "r12"
    assert revision_of(summary_id("r-12")) == "r-12"
