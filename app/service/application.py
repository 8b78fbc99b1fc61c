"""Builds the service: `uvicorn --factory app.service.application:create_application`, or `sheaf serve`."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import sys
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

from fastapi import APIRouter, FastAPI

from app.ingesting.uploads import Uploads
from app.memory import GARBAGE_THRESHOLDS
from app.observing.metrics import Metrics
from app.observing.observer import Observer
from app.observing.spans import configured_spans
from app.readiness import Readiness
from app.removal import sweep
from app.service.errors import add_error_handlers
from app.service.limits import RateLimit
from app.service.mcp import add_mcp_route, mcp_sessions
from app.service.middleware import add_middleware
from app.service.routes import (
    chat,
    collections,
    docs,
    documents,
    feedback,
    health,
    openai,
    page,
    pages,
    samples,
    sessions,
    uploads,
)
from app.settings import Settings, load_settings
from app.sheaf import Sheaf
from nodes.domain.errors import SheafError

ROUTERS: tuple[APIRouter, ...] = (
    page.router,
    docs.router,
    health.router,
    uploads.router,
    samples.router,
    collections.router,
    documents.router,
    pages.router,
    sessions.router,
    chat.router,
    feedback.router,
    openai.router,
)

SWITCH_SECONDS = 0.001
"""How long a thread computes before another may; Python's own choice is 0.005."""
THREADS = 32
"""For what blocks or computes; Python's own choice is four more than there are cores.

Ingest computes in six at once: three batches of each of two collections. On two cores that would be all there are, and
each question waits for several on its way.
"""

DESCRIPTION = "Answers questions over many documents at once, with citations that can be checked."

_log = logging.getLogger(__name__)


def create_application(settings: Settings | None = None) -> FastAPI:
    """The application; what it works with is opened when it starts and closed when it ends."""
    settings = settings or load_settings()

    @asynccontextmanager
    async def lifespan(application: FastAPI) -> AsyncIterator[None]:
        # Ingest computes in threads beside the event loop, which would wait five times as long for its turn.
        sys.setswitchinterval(SWITCH_SECONDS)
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS, thread_name_prefix="beside"))
        thresholds = gc.get_threshold()
        async with (
            Sheaf(settings, observer.step) as sheaf,
            Uploads(sheaf) as taken_in,
            mcp_sessions(application, sheaf),
        ):
            application.state.sheaf = sheaf
            application.state.uploads = taken_in
            application.state.readiness = Readiness(sheaf)
            # Where there are workers, one of them does it for all services.
            swept = sweep(sheaf) if settings.is_worked_by_service else asyncio.sleep(0)
            async with _while_serving(swept), _while_serving(_warm(sheaf)):
                yield
        gc.unfreeze()
        gc.set_threshold(*thresholds)
        if spans is not None:
            await asyncio.to_thread(spans.close)

    spans = configured_spans()
    metrics = Metrics()
    observer = Observer(metrics, spans)
    application = FastAPI(
        title="Sheaf",
        version=version("sheaf"),
        description=DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        swagger_ui_oauth2_redirect_url=None,
        # As they are: of routers that are included FastAPI makes all routes once more, for each application, while its
        # first request waits.
        routes=[route for router in ROUTERS for route in router.routes],
    )
    application.state.metrics = metrics
    application.state.request_limit = RateLimit(
        "requests", settings.service.requests_per_minute, "SHEAF_SERVICE__REQUESTS_PER_MINUTE"
    )
    application.state.upload_limit = RateLimit(
        "uploads", settings.service.uploads_per_minute, "SHEAF_SERVICE__UPLOADS_PER_MINUTE"
    )
    add_error_handlers(application)
    add_middleware(application, settings.service, metrics, needs_key=settings.auth == "keys")
    if spans is not None:
        spans.instrument(application)
    add_mcp_route(application)
    return application


async def _warm(sheaf: Sheaf) -> None:
    """Loads what questions need, beside the first requests; what cannot be loaded, `/ready` tells."""
    try:
        await sheaf.warm()
    except SheafError as error:
        _log.warning("not warm: %s", error)
    # 400,000 objects of libraries stay for good: looking through them for garbage stops every thread for half a second.
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)


@asynccontextmanager
async def _while_serving(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Runs work beside the service until it ends."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
