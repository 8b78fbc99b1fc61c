"""Killed at any moment: afterwards every document is whole or absent, none twice, and the ingest goes on."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from app.sheaf import IngestFile, Sheaf
from tests.app.driving import Drivers
from tests.app.stacks import Stack

DRIVER = "tests.app.crash_driver"
DOCUMENTS = 10
CATALOGUE = "app.catalogue.catalogue:SqlCatalogue"
STORES = {
    "embedded": "app.stores.lancedb:LanceDBStore",
    "scale": "app.stores.elasticsearch:ElasticsearchVectorStore",
}
FILES = "app.filing.files:FileStore"

MOMENTS = [
    (f"{CATALOGUE}.register", "after", 1),
    (f"{FILES}.put_file", "after", 3),
    (f"{CATALOGUE}.claim", "after", 1),
    ("STORE.async_add", "after", 1),
    (f"{CATALOGUE}.publish", "before", 1),
    (f"{CATALOGUE}.publish", "after", 2),
    (f"{CATALOGUE}.put_all_names", "after", 1),
]


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    folder = tmp_path / "files"
    folder.mkdir()
    paths = []
    for number in range(DOCUMENTS):
        path = folder / f"report-{number}.txt"
        path.write_text(
            f"Report {number} of Harbour Station.\n\nThe turbine named Unit{number}X gave {number}00 MWh.\n"
        )
        paths.append(path)
    return paths


@pytest.mark.slow
@pytest.mark.both_stacks
@pytest.mark.parametrize(("target", "when", "count"), MOMENTS)
async def test_what_a_killed_ingest_left_is_finished_by_the_next(
    stack: Stack, drivers: Drivers, tmp_path: Path, files: list[Path], target: str, when: str, count: int
) -> None:
    home = tmp_path / "home"
    target = target.replace("STORE", STORES[stack.name])
    environment = {**stack.environment(home), "SHEAF_INGEST__BATCH_DOCUMENTS": "4"}
    killed = await drivers.run(DRIVER, target, when, str(count), *map(str, files), environment=environment)
    assert killed.status == -signal.SIGKILL, killed.said

    async with Sheaf(stack.settings(home)) as sheaf:
        before = {record.file_name: record for record in (await sheaf.documents()).documents}
        for number, path in enumerate(files):
            await _is_whole_or_absent(sheaf, number, path.name in before and before[path.name].status == "ready")

        report = await sheaf.ingest([IngestFile(path) for path in files])
        assert {file["status"] for file in report.files} <= {"ready", "unchanged"}
        after = (await sheaf.documents()).documents
        assert sorted(record.file_name for record in after) == sorted(path.name for path in files)
        assert {record.status for record in after} == {"ready"}
        assert await sheaf.catalogue.unlinked() == []
        for number in range(DOCUMENTS):
            await _is_whole_or_absent(sheaf, number, True)
        [collection] = await sheaf.collections()
        store = (await sheaf.library.open("local", collection.collection_id)).chunks
        assert len(await store.aget_nodes()) == DOCUMENTS


async def _is_whole_or_absent(sheaf: Sheaf, number: int, ready: bool) -> None:
    if not await sheaf.collections():
        assert not ready
        return
    found = await sheaf.search(f"Unit{number}X", options={"top_k": 50})
    names = [hit["file_name"] for hit in found["hits"] if f"Unit{number}X" in hit["content"]]
    assert names == ([f"report-{number}.txt"] if ready else [])
