"""The service behind a real server, for what a client without a socket cannot see: streams, and clients that leave."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx
import uvicorn
from fastapi import FastAPI

from app.cli.serve import KEEP_ALIVE
from app.service.application import create_application
from app.settings import Settings
from app.sheaf import Sheaf


@dataclass(frozen=True)
class Served:
    """A running service."""

    application: FastAPI
    url: str
    client: httpx.AsyncClient

    @property
    def port(self) -> int:
        """Where it listens, on 127.0.0.1."""
        return int(self.url.rpartition(":")[2])

    @property
    def sheaf(self) -> Sheaf:
        """What it works with."""
        sheaf: Sheaf = self.application.state.sheaf
        return sheaf


@asynccontextmanager
async def serving(settings: Settings) -> AsyncIterator[Served]:
    """A service on a port of its own, in the event loop of the test."""
    application = create_application(settings)
    config = uvicorn.Config(application, port=0, ws="none", log_config=None, timeout_keep_alive=KEEP_ALIVE)
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:
        assert not task.done(), "the server did not start"
        await asyncio.sleep(0.01)
    [address] = [socket.getsockname() for each in server.servers for socket in each.sockets]
    url = f"http://127.0.0.1:{address[1]}"
    try:
        # Nothing is encrypted here: to read the certificates of the system takes 40 ms each time.
        async with httpx.AsyncClient(base_url=url, timeout=60, verify=False) as client:
            yield Served(application, url, client)
    finally:
        server.should_exit = True
        await task
