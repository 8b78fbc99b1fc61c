"""A collection that another process deletes and makes again shows nothing of the one before."""

from __future__ import annotations

from pathlib import Path

from app.removal import remove_collection
from app.settings import load_settings
from app.sheaf import IngestFile, Sheaf


async def put(sheaf: Sheaf, folder: Path, names: list[str]) -> tuple[str, int]:
    """Takes files in at once; the id and the version of the collection afterwards."""
    files = [folder / f"{name}.txt" for name in names]
    for path in files:
        path.write_text(f"The lighthouse of {path.stem.title()} is 40 m high.", encoding="utf-8")
    await sheaf.ingest([IngestFile(path) for path in files])
    [collection] = await sheaf.collections()
    return collection.collection_id, collection.version


async def test_nothing_of_the_collection_before_is_remembered(tmp_path: Path) -> None:
    settings = load_settings(home=tmp_path / "home")
    async with Sheaf(settings) as asks, Sheaf(settings) as makes:
        before = await put(makes, tmp_path, ["husby", "torp"])
        assert await asks.catalogue.live_count("local", before[0]) == 2
        await remove_collection(makes, "local", before[0])
        after = await put(makes, tmp_path, ["lund", "vik", "dale"])
        assert after == before, "what is tested: the same id, and as many changes"
        assert await asks.catalogue.live_count("local", after[0]) == 3
        found = await asks.search("How high is the lighthouse?")
        assert {hit["file_name"] for hit in found["hits"]} == {"lund.txt", "vik.txt", "dale.txt"}
