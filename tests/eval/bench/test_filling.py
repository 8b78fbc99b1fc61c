"""Filling a home: real rows, wherever the steps ran, and going on where one ended."""

from __future__ import annotations

import pickle
from pathlib import Path

from app.settings import load_settings
from app.sheaf import LOCAL_OWNER, IngestFile, Sheaf
from eval.bench.corpus import World
from eval.bench.documents import Writer
from eval.bench.filling import _Source, _work, fill
from eval.bench.workloads import COLLECTION, Workload
from tests.eval.bench.conftest import SEED


async def rows_of(sheaf: Sheaf, collection: str) -> dict[str, str]:
    """What the store holds of the first documents, by file name and place."""
    row = await sheaf.catalogue.find_collection(LOCAL_OWNER, collection)
    opened = await sheaf.library.open(LOCAL_OWNER, row.collection_id)
    nodes = await opened.chunks.aget_nodes()
    return {f"{node.metadata['file_name']} {node.metadata['chunk_index']}": node.get_content() for node in nodes}


async def test_rows_are_those_that_an_ingest_of_the_files_makes(
    filled_home: tuple[Path, Workload], tmp_path: Path
) -> None:
    home, workload = filled_home
    paths = []
    for document in (Writer(World(SEED)).write(number) for number in range(4)):
        paths.append(tmp_path / document.file_name)
        paths[-1].write_text(document.markdown(), encoding="utf-8")
    async with Sheaf(load_settings(home=tmp_path / "home")) as sheaf:
        await sheaf.ingest([IngestFile(path) for path in paths])
        ingested = await rows_of(sheaf, "default")
    async with Sheaf(load_settings(home=home)) as sheaf:
        filled = await rows_of(sheaf, COLLECTION)
        [record] = await sheaf.collections()
    assert len(filled) == workload.chunks
    assert record.document_count == workload.documents
    texts = {name: "".join(text.split()) for name, text in filled.items()}
    assert len(ingested) > 3
    for name, text in ingested.items():
        # A reader of Markdown leaves its marks where they stand.
        assert texts[name] == "".join(text.replace("#", "").split())


async def test_a_home_is_gone_on_with(tmp_path: Path) -> None:
    async with Sheaf(load_settings(home=tmp_path / "home", ingest={"batch_documents": 3})) as sheaf:
        told: list[int] = []
        first = await fill(sheaf, "one", SEED, chunks=1, on_filled=lambda documents, *_: told.append(documents))
        second = await fill(sheaf, "one", SEED, chunks=2, documents=first.documents)
        page = await sheaf.documents(collections=["one"])
    assert told == [3]
    names = {Writer(World(SEED)).write(number).file_name for number in range(first.documents + second.documents)}
    assert {each.file_name for each in page.documents} == names


def test_a_prepared_batch_travels_between_processes() -> None:
    source = _Source(SEED, "c0", 10, 2)
    prepared = _work(source, 1)
    assert [file.file_name for file in prepared.files] == [
        Writer(World(SEED)).write(number).file_name for number in (12, 13)
    ]
    arrived = pickle.loads(pickle.dumps(prepared))
    assert arrived.state["documents"] == prepared.state["documents"]
    assert arrived.state["embeddings"].keys() == prepared.state["embeddings"].keys()
    assert arrived.state["profiles"].keys() == {document["revision_id"] for document in arrived.state["documents"]}
