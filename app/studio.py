"""LangGraph Studio (`langgraph dev`): both graphs and the service beside them, over the parts of this installation.

It has no keys of its own and acts as the owner `local`: it is for the machine of the person who debugs.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager
from functools import cache
from typing import Any

from fastapi import FastAPI
from starlette.middleware.cors import CORSMiddleware

from app.ingesting.taking_in import taking_in
from app.service.application import create_application
from app.settings import Settings, load_settings
from app.sheaf import DEFAULT_COLLECTION, LOCAL_OWNER, Sheaf
from graphs.chat import ChatGraph, build_chat_graph
from graphs.ingest import IngestGraph, build_ingest_graph

PAGE_OF_STUDIO = "https://smith.langchain.com"
"""The page that LangGraph opens calls this server from the browser."""


@asynccontextmanager
async def chat(config: Mapping[str, Any]) -> AsyncIterator[ChatGraph]:
    """The chat graph: `{"question": "…"}` is all it wants.

    Args:
        config: of the run; `configurable.collections` lists the names of what is searched, `default` without it;
            `configurable.why` is a place, `FILE#page=N`: the trace then tells after each step what became of it.
    """
    async with _opened() as sheaf:
        names = await _collections(sheaf, config)
        why: str | None = config.get("configurable", {}).get("why")
        yield build_chat_graph(bound=await sheaf.chat_context(LOCAL_OWNER, names, why))


@asynccontextmanager
async def ingest(config: Mapping[str, Any]) -> AsyncIterator[IngestGraph]:
    """The ingestion graph, with a step before it that takes files in: `{"paths": ["…"]}` is all it wants.

    Args:
        config: of the run; the first of `configurable.collections` is where files go, `default` without it.
    """
    async with _opened() as sheaf:
        [name, *_] = await _collections(sheaf, config)
        context = await sheaf.ingest_context(LOCAL_OWNER, name)
        with ExitStack() as copies:
            yield build_ingest_graph(context, first=taking_in(sheaf.ingestion(), context, copies))


def __getattr__(name: str) -> FastAPI:
    """`service`: made when the server asks for it, as nothing is made at import."""
    if name == "service":
        return _service()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@cache
def _service() -> FastAPI:
    settings = load_settings()
    with ThreadPoolExecutor(1) as thread:
        # Now, as the server refuses whatever blocks its event loop once it runs, and new tables take a while.
        thread.submit(asyncio.run, _made_ready(settings)).result()
    origins = (*settings.service.cors_origins, PAGE_OF_STUDIO)
    service = settings.service.model_copy(update={"cors_origins": origins})
    application = create_application(settings.model_copy(update={"service": service}))
    # Outside of the others: what browsers ask before they call is answered for LangGraph's own routes too.
    application.add_middleware(
        CORSMiddleware, allow_origins=origins, allow_methods=["*"], allow_headers=["*"], allow_private_network=True
    )
    return application


async def _made_ready(settings: Settings) -> None:
    """Opening makes the folder and brings the tables to their newest form."""
    async with Sheaf(settings):
        pass


@asynccontextmanager
async def _opened() -> AsyncIterator[Sheaf]:
    """The Sheaf of the service, which the server's start has opened; one of its own where there is no service."""
    shared = getattr(_service().state, "sheaf", None)
    if shared is not None:
        yield shared
        return
    async with Sheaf(load_settings()) as own:
        yield own


async def _collections(sheaf: Sheaf, config: Mapping[str, Any]) -> Sequence[str]:
    """The names that a run asks for. A home without documents is no obstacle: `default` is made if it is missing."""
    names: Sequence[str] = config.get("configurable", {}).get("collections") or [DEFAULT_COLLECTION]
    if DEFAULT_COLLECTION in names:
        kind = sheaf.library.configured_kind()
        await sheaf.catalogue.ensure_collection(LOCAL_OWNER, DEFAULT_COLLECTION, kind)
    return names
