"""Both graphs for LangGraph Studio (`langgraph dev`), with the real parts of this installation bound to them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from app.settings import load_settings
from app.sheaf import DEFAULT_COLLECTION, LOCAL_OWNER, Sheaf
from graphs.chat import ChatGraph, build_chat_graph
from graphs.ingest import IngestGraph, build_ingest_graph


@asynccontextmanager
async def chat() -> AsyncIterator[ChatGraph]:
    """The chat graph over the default collection: `{"question": "…"}` is all it wants."""
    async with Sheaf(load_settings()) as sheaf:
        yield build_chat_graph(bound=await sheaf.chat_context(LOCAL_OWNER, [DEFAULT_COLLECTION]))


@asynccontextmanager
async def ingest() -> AsyncIterator[IngestGraph]:
    """The ingestion graph over the default collection."""
    async with Sheaf(load_settings()) as sheaf:
        yield build_ingest_graph(bound=await sheaf.ingest_context(LOCAL_OWNER, DEFAULT_COLLECTION))
