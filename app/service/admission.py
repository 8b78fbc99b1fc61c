"""Before anything is read of what is sent: whose request it is, and how long its body may be."""

from __future__ import annotations

from collections.abc import Collection

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.service.dependencies import owner_of_request
from app.service.errors import refusal
from nodes.domain.errors import SheafError, TooLargeError

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class Admission:
    """Refuses what changes or asks something without a key that holds, and bodies that are too long.

    The framework reads a body to its end, whole in memory, before it looks for a key.

    Args:
        app: answers what is admitted.
        body_max_bytes: of one body.
        measured_elsewhere: paths whose routes read the body themselves, within limits of their own.
    """

    def __init__(self, app: ASGIApp, body_max_bytes: int, measured_elsewhere: Collection[str]) -> None:
        self._app = app
        self._most = body_max_bytes
        self._measured_elsewhere = frozenset(measured_elsewhere)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on, or answers 401 or 413."""
        if scope["type"] != "http" or scope["method"] in SAFE_METHODS:
            await self._app(scope, receive, send)
            return
        try:
            await owner_of_request(scope)
            if scope["path"] in self._measured_elsewhere:
                await self._app(scope, receive, send)
            else:
                await self._within_limit(scope, receive, send)
        except SheafError as error:
            await refusal(scope["path"], error)(scope, receive, send)

    async def _within_limit(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on; raises TooLargeError in place of what was answered to a body that is too long."""
        announced = Headers(scope=scope).get("content-length", "")
        if announced.isdecimal() and int(announced) > self._most:
            raise self._too_large()
        count, answered, refused = 0, False, False

        async def measured() -> Message:
            nonlocal count, refused
            message = await receive()
            count += len(message.get("body", b""))
            if count > self._most and not answered:
                refused = True
                raise self._too_large()
            return message

        async def answer(message: Message) -> None:
            nonlocal answered
            if not refused:
                answered = True
                await send(message)

        try:
            await self._app(scope, measured, answer)
        except Exception:
            if not refused:
                raise
        if refused:
            raise self._too_large()

    def _too_large(self) -> TooLargeError:
        return TooLargeError(
            f"The body is over the limit of {self._most:,} bytes.",
            hint="Send less, or raise SHEAF_SERVICE__BODY_MAX_BYTES; files go to POST /upload.",
        )
