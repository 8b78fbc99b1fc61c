"""The tools for agents over HTTP: `/mcp`, each call with the key of its request and for that key's owner."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

from fastapi import FastAPI
from fastapi.security.utils import get_authorization_scheme_param
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from app.keys import owner_of_key
from app.mcp.server import AnyContext, QuestionWork, build_mcp_server
from app.service.limits import RateLimit
from app.sheaf import Sheaf
from nodes.domain.errors import UnavailableError

PATH = "/mcp"
_OWNER = "sheaf.owner"
_LEFT = "sheaf.left"


class McpRoute:
    """Answers what comes to `/mcp`, once it is clear whose request it is."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request. Raises UnauthorizedError where a key is needed and none that holds was sent."""
        state = scope["app"].state
        sheaf = cast(Sheaf, state.sheaf)
        scheme, key = get_authorization_scheme_param(Headers(scope=scope).get("Authorization"))
        scope[_OWNER] = await owner_of_key(
            sheaf.catalogue, sheaf.settings.auth, key if scheme.lower() == "bearer" else None
        )
        left = scope[_LEFT] = asyncio.Event()

        async def listen() -> Message:
            message = await receive()
            if message["type"] == "http.disconnect":
                left.set()
            return message

        await cast(StreamableHTTPSessionManager, state.mcp_sessions).handle_request(scope, listen, send)


def add_mcp_route(application: FastAPI) -> None:
    """Adds `/mcp`; it answers while `mcp_sessions` is open."""
    application.router.routes.append(
        Route(PATH, McpRoute(), methods=["GET", "POST", "DELETE"], include_in_schema=False)
    )


@asynccontextmanager
async def mcp_sessions(application: FastAPI, sheaf: Sheaf) -> AsyncIterator[None]:
    """What the lifespan holds open for `/mcp`.

    Calls are independent of each other: none depends on what a process remembers, and the owner is looked up for each.
    """
    questions = cast(RateLimit, application.state.request_limit)
    server = build_mcp_server(sheaf, _owner_of_request, questions.count, _while_connected)
    # Which hosts and origins may call is the business of the whole service, not of this one route.
    anywhere = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    server.streamable_http_app(stateless_http=True, transport_security=anywhere)
    application.state.mcp_sessions = server.session_manager
    async with server.session_manager.run():
        yield


def _owner_of_request(context: AnyContext) -> str:
    """Whose call it is. A call that came without a request would be nobody's, and fails."""
    request = context.request_context.request
    return cast(str, request.scope[_OWNER])  # type: ignore[union-attr]  # a KeyError is right where it is missing


async def _while_connected(context: AnyContext, work: QuestionWork) -> dict[str, Any]:
    """What a question comes to, unless its client goes away first: a call cannot be taken up again by another."""
    request = context.request_context.request
    left = cast(asyncio.Event, request.scope[_LEFT])  # type: ignore[union-attr]  # a KeyError is right where it is missing
    task, leaving = asyncio.create_task(work), asyncio.create_task(left.wait())
    try:
        await asyncio.wait({task, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise UnavailableError("The client has gone away.", hint="")
        return task.result()
    finally:
        task.cancel()
        leaving.cancel()
        await asyncio.wait({task, leaving})
