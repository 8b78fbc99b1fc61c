"""Applications over real homes, and clients that speak to them without a socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from app.service.application import create_application
from app.settings import Settings
from tests.app.service.real_server import Served, serving
from tests.app.stacks import Stack

Serve = Callable[[Settings], AbstractAsyncContextManager[httpx.AsyncClient]]


@asynccontextmanager
async def served(settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """A client of an application with these settings. Replies come whole: streams want a real server."""
    application = create_application(settings)
    started, ended = asyncio.Event(), asyncio.Event()

    async def live() -> None:
        # In a task of its own: a fixture ends in another task than it began in, which a lifespan must not.
        try:
            async with application.router.lifespan_context(application):
                started.set()
                await ended.wait()
        finally:
            started.set()

    life = asyncio.create_task(live())
    await started.wait()
    try:
        transport = httpx.ASGITransport(application, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://sheaf", timeout=60) as client:
            yield client
    finally:
        ended.set()
        await life


@pytest.fixture
def serve() -> Serve:
    """Serves a home with any settings."""
    return served


@pytest.fixture
async def empty(stack: Stack, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a service without documents."""
    async with served(stack.settings(tmp_path / "home")) as client:
        yield client


@pytest.fixture
async def sample_client(stack: Stack, sample_copy: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a service over the sample documents, which the test may change."""
    async with served(stack.settings(sample_copy)) as client:
        yield client


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def service(stack: Stack, sample_home: Path) -> AsyncIterator[Served]:
    """A real server over the sample documents, once a module; for tests that leave documents alone."""
    async with serving(stack.settings(sample_home)) as served:
        yield served
