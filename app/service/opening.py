"""Why a service could not start: for who started it, in words."""

from __future__ import annotations

from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nodes.domain.errors import SheafError


class Opening:
    """An application that keeps what hindered its start; the server would log it with every call that led there."""

    def __init__(self, application: ASGIApp) -> None:
        self._application = application
        self.failure: SheafError | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or the start and the end of the whole."""
        if scope["type"] != "lifespan":
            await self._application(scope, receive, send)
            return
        failed: dict[str, Any] = {}

        async def told(message: Message) -> None:
            if message["type"] == "lifespan.startup.failed":
                failed.update(message)
            else:
                await send(message)

        try:
            await self._application(scope, receive, told)
        except SheafError as error:
            self.failure = error
            raise
        finally:
            if failed:
                await send(failed if self.failure is None else {"type": failed["type"], "message": ""})
