"""Homes that hold a few small files, for tests that ask about them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

from app.settings import load_settings
from app.sheaf import IngestFile, Sheaf


def home_of(folder: Path, files: Mapping[str, str]) -> Path:
    """A home in the folder whose collection `default` holds the files, by name and content."""
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")

    async def ingest() -> None:
        async with Sheaf(load_settings(home=folder / "home")) as sheaf:
            report = await sheaf.ingest([IngestFile(folder / name) for name in files])
        assert [file["error"] for file in report.files if file["status"] != "ready"] == []

    asyncio.run(ingest())
    return folder / "home"


async def only_collection(sheaf: Sheaf) -> str:
    """The id of the one collection that a home has."""
    [collection] = await sheaf.collections()
    return collection.collection_id
