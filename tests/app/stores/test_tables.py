"""Tables of LanceDB, read whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import lancedb
import numpy as np
import pyarrow as pa
import pytest
from lancedb.table import AsyncTable

from app.stores.rows import FOUND_COLUMNS
from app.stores.tables import read_whole

DIMENSIONS = 4


def rows(first: int, number: int) -> pa.Table:
    generator = np.random.default_rng(first)
    values = pa.array(generator.normal(size=number * DIMENSIONS).astype(np.float32))
    vectors = pa.FixedSizeListArray.from_arrays(values, DIMENSIONS)
    names = [f"{place:06}" for place in range(first, first + number)]
    read = {column: pa.nulls(number, pa.string()) for column in FOUND_COLUMNS}
    read |= {"id": names, "text": [f"text of {each}" for each in names]}
    return pa.table({**read, "terms": [f"row{each} {int(each) % 7}" for each in names], "vector": vectors})


@pytest.fixture
async def table(tmp_path: Path) -> AsyncTable:
    """Of several batches and two fragments, with gaps."""
    database = await lancedb.connect_async(tmp_path)
    made = await database.create_table("rows", rows(0, 20_000))
    await made.add(rows(20_000, 500))
    await made.delete("id < '000100' OR (id >= '009000' AND id < '012000')")
    return made


@pytest.mark.parametrize("counted", [None, 0, 10_000, 40_000])
async def test_every_row_is_read_to_its_place_however_many_were_counted(
    table: AsyncTable, counted: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected: dict[str, Any] = {}
    for first, number in ((0, 20_000), (20_000, 500)):
        made = rows(first, number)
        matrix = made["vector"].combine_chunks().flatten().to_numpy().reshape(number, DIMENSIONS)
        expected |= dict(zip(made["id"].to_pylist(), matrix, strict=True))

    async def count(_: Any) -> int:
        return counted or 0

    if counted is not None:
        monkeypatch.setattr(AsyncTable, "count_rows", count)
    found = await read_whole(table)

    assert sorted(found.ids) == [each for each in expected if each >= "000100" and not "009000" <= each < "012000"]
    assert found.directions.shape == (len(found.ids), DIMENSIONS)
    wanted = np.stack([expected[each] / np.linalg.norm(expected[each]) for each in found.ids])
    assert found.directions == pytest.approx(wanted, abs=1e-6)
    assert found.rows is not None
    for place in (7, 16_000):
        [row] = found.rows.with_ids([found.ids[place], "none"]).values()
        assert (row["id"], row["text"], row["payload"]) == (found.ids[place], f"text of {found.ids[place]}", None)
        assert found.matching([f"row{found.ids[place]}"], 5).ids == [found.ids[place]]
    assert len(found.matching(["3"], 40_000).ids or ()) == sum(int(each) % 7 == 3 for each in found.ids)


async def test_an_empty_table_has_no_rows(tmp_path: Path) -> None:
    database = await lancedb.connect_async(tmp_path)
    found = await read_whole(await database.create_table("rows", rows(0, 0)))
    assert (list(found.ids), found.directions.shape) == ([], (0, DIMENSIONS))
    assert found.matching(["row"], 5).ids == []
