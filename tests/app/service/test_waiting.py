"""A service that works on uploads itself: what cannot be done now waits, and is done without hands."""

from __future__ import annotations

import asyncio
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from app.ingesting.uploads import IncomingFile, Uploads
from app.settings import load_settings
from app.sheaf import Sheaf
from app.stores.lancedb import LanceDBStore
from nodes.domain.errors import UnavailableError
from tests.app.service.conftest import Serve
from tests.waiting import until


async def test_documents_wait_while_their_store_is_away_and_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ingesting.beside_service.REST_SECONDS", (1.0, 1.0))
    original = LanceDBStore.async_add
    away: set[str] = set()

    async def add(self: LanceDBStore, nodes: Any, **kwargs: Any) -> list[str]:
        if away and {node.metadata.get("file_name") for node in nodes} & away:
            raise UnavailableError("The store is away.", hint="Wait.")
        return await original(self, nodes, **kwargs)

    monkeypatch.setattr(LanceDBStore, "async_add", add)
    away.add("held.txt")
    paths = [tmp_path / "held.txt", tmp_path / "other.txt"]
    for path in paths:
        path.write_text(f"Report of {path.stem}.\n\nThe turbine gave 400 MWh.\n")
    async with Sheaf(load_settings(home=tmp_path / "home")) as sheaf, Uploads(sheaf) as uploads:
        ids = []
        for owner, path in zip(("ann", "bob"), paths, strict=True):
            collection_id = await uploads.destination(owner, None, None)
            ids.append((await uploads.begin(owner, collection_id, [IncomingFile(path, path.name)])).upload_id)
        async with asyncio.timeout(60):
            others = [event async for event in await uploads.follow("bob", ids[1])]

            async def held_up() -> Any:
                held = (await uploads.upload("ann", ids[0])).files[0]
                return held if held.error else None

            held = await until(held_up, 60)
            assert others[-1][1]["files"][0]["status"] == "ready"
            assert (held.is_done, held.error["message"]) == (False, "The store is away.")
            away.clear()
            mine = [event async for event in await uploads.follow("ann", ids[0])]
        assert mine[-1][1]["files"][0]["status"] == "ready"


async def test_questions_do_not_wait_for_the_threads_that_ingest_computes_in(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    settings = load_settings(home=tmp_path / "home")
    done = threading.Event()
    async with serve(settings) as client:
        computing = [asyncio.create_task(asyncio.to_thread(done.wait)) for _ in range(6)]
        try:
            await client.post("/upload", files={"files": ("a.txt", b"The turbine gave 400 MWh in May.")})
            async with asyncio.timeout(60):
                while (await client.get("/documents")).json()["documents"][0]["status"] != "ready":  # noqa: ASYNC110 - as users look
                    await asyncio.sleep(0.05)
                answer = await client.post("/chat", json={"question": "What did the turbine give?", "stream": False})
        finally:
            done.set()
            await asyncio.gather(*computing)
    assert "400 MWh" in answer.json()["answer"]
