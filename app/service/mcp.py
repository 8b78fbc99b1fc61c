"""The tools for agents over HTTP: `/mcp`, each call with the key of its request and for that key's owner."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, cast

from fastapi import FastAPI
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from app.service.clients import until_left
from app.service.dependencies import OWNER, owner_of_request
from app.service.limits import RateLimit
from app.sheaf import Sheaf
from nodes.domain.errors import UnavailableError

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

    from app.mcp.server import AnyContext, QuestionWork

PATH = "/mcp"
_LEFT = "sheaf.left"


class McpRoute:
    """Answers what comes to `/mcp`, once it is clear whose request it is."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request. Raises UnauthorizedError where a key is needed and none that holds was sent."""
        await owner_of_request(scope)
        left = scope[_LEFT] = asyncio.Event()

        async def listen() -> Message:
            message = await receive()
            if message["type"] == "http.disconnect":
                left.set()
            return message

        sessions = await cast(McpSessions, scope["app"].state.mcp_sessions).opened()
        await sessions.handle_request(scope, listen, send)


def add_mcp_route(application: FastAPI) -> None:
    """Adds `/mcp`; it answers while `mcp_sessions` is open."""
    application.router.routes.append(
        Route(PATH, McpRoute(), methods=["GET", "POST", "DELETE"], include_in_schema=False)
    )


class McpSessions:
    """Opened by the first call: their libraries take half a second and 20 MB, which most services never need.

    Calls are independent of each other: none depends on what a process remembers, and the owner is looked up for each.

    Args:
        sheaf: does the work.
        questions: how many of them an owner may ask.
    """

    def __init__(self, sheaf: Sheaf, questions: RateLimit) -> None:
        self._sheaf = sheaf
        self._questions = questions
        self._wanted = asyncio.Event()
        self._manager: asyncio.Future[StreamableHTTPSessionManager] = asyncio.get_running_loop().create_future()

    async def opened(self) -> StreamableHTTPSessionManager:
        """The sessions, opened by now."""
        self._wanted.set()
        # Others may wait for them who stay when this one leaves.
        return await asyncio.shield(self._manager)

    async def keep_open(self) -> None:
        """Opens them when they are wanted, and closes them when it is cancelled: one task has to do both."""
        await self._wanted.wait()
        try:
            await asyncio.to_thread(importlib.import_module, "app.mcp.server")
            manager = self._built()
            async with manager.run():
                self._manager.set_result(manager)
                await asyncio.get_running_loop().create_future()
        except Exception as error:
            if self._manager.done():
                raise
            self._manager.set_exception(error)

    def _built(self) -> StreamableHTTPSessionManager:
        from mcp.server.transport_security import TransportSecuritySettings

        from app.mcp.server import build_mcp_server

        server = build_mcp_server(self._sheaf, _owner_of_request, self._questions.count, _while_connected)
        # Which hosts and origins may call is the business of the whole service, not of this one route.
        anywhere = TransportSecuritySettings(enable_dns_rebinding_protection=False)
        server.streamable_http_app(stateless_http=True, transport_security=anywhere)
        return server.session_manager


@asynccontextmanager
async def mcp_sessions(application: FastAPI, sheaf: Sheaf) -> AsyncIterator[None]:
    """What the lifespan holds ready for `/mcp`."""
    sessions = McpSessions(sheaf, cast(RateLimit, application.state.request_limit))
    application.state.mcp_sessions = sessions
    keeping = asyncio.create_task(sessions.keep_open())
    try:
        yield
    finally:
        keeping.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await keeping


def _owner_of_request(context: AnyContext) -> str:
    """Whose call it is. A call that came without a request would be nobody's, and fails."""
    request = context.request_context.request
    return cast(str, request.scope[OWNER])  # type: ignore[union-attr]  # a KeyError is right where it is missing


async def _while_connected(context: AnyContext, work: QuestionWork) -> dict[str, Any]:
    """What a question comes to, unless its client goes away first: a call cannot be taken up again by another."""
    request = context.request_context.request
    left = cast(asyncio.Event, request.scope[_LEFT])  # type: ignore[union-attr]  # a KeyError is right where it is missing
    return await until_left(work, left.wait(), UnavailableError("The client has gone away.", hint=""))
