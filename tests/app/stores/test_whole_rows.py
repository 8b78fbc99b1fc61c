"""Rows of small tables that are kept whole."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pyarrow as pa
import pytest

from app.stores.whole_rows import WholeRowsBuilder


def batch(ids: Sequence[str]) -> pa.RecordBatch:
    payloads = [json.dumps({"metadata": {"enriched_content": "x" * 99, "pages": [1]}, "node": {}}) for _ in ids]
    return pa.RecordBatch.from_pydict({"id": ids, "chunk_index": list(range(len(ids))), "payload": payloads})


@pytest.mark.parametrize("most_bytes", [50, 2_000])
def test_rows_are_found_by_their_ids_unless_they_are_too_many(most_bytes: int) -> None:
    builder = WholeRowsBuilder(most_bytes)
    for ids in (["a", "b"], ["c"]):
        builder.add(batch(ids))
    built = builder.built()
    assert (built is None) == (most_bytes == 50)
    if built is not None:
        found = built.with_ids(["c", "none", "b"])
        assert [(row["id"], row["chunk_index"]) for row in found.values()] == [("c", 0), ("b", 1)]
        assert json.loads(found["b"]["payload"]) == {"metadata": {"pages": [1]}, "node": {}}
        assert built.byte_count > 3 * 40


def test_no_rows_are_none_that_are_there() -> None:
    built = WholeRowsBuilder().built()
    assert built is not None
    assert built.with_ids(["a"]) == {}
