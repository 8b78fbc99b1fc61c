"""Homes that hold a few small files, for tests that ask about them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from app.chatting.answering import GraphRun, final_state
from app.chatting.asking import graph_input
from app.settings import load_settings
from app.sheaf import IngestFile, Sheaf
from graphs.chat import build_chat_graph
from nodes.domain.switches import DEFAULT, Feature


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


async def answered_without(sheaf: Sheaf, question: str, *parts: Feature, **options: Any) -> Any:
    """The state at the end of a question to `default` that is answered with some parts switched off."""
    context = replace(await sheaf.chat_context("local", ["default"]), features=DEFAULT.difference(parts))
    given = graph_input(question, "chat", options, load_settings().chat)
    return await final_state(GraphRun(build_chat_graph(), context, given))


async def only_collection(sheaf: Sheaf) -> str:
    """The id of the one collection that a home has."""
    [collection] = await sheaf.collections()
    return collection.collection_id
