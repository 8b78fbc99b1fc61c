"""Builds the service: `uvicorn --factory app.service.application:create_application`, or `sheaf serve`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI

from app.service.errors import add_error_handlers
from app.service.routes import health
from app.settings import Settings, load_settings
from app.sheaf import Sheaf

ROUTERS = (health.router,)

DESCRIPTION = "Answers questions over many documents at once, with citations that can be checked."


def create_application(settings: Settings | None = None) -> FastAPI:
    """The application; what it works with is opened when it starts and closed when it ends."""
    settings = settings or load_settings()

    @asynccontextmanager
    async def lifespan(application: FastAPI) -> AsyncIterator[None]:
        async with Sheaf(settings) as sheaf:
            application.state.sheaf = sheaf
            yield

    application = FastAPI(title="Sheaf", version=version("sheaf"), description=DESCRIPTION, lifespan=lifespan)
    add_error_handlers(application)
    for router in ROUTERS:
        application.include_router(router)
    return application
