"""Server-sent events: a source of events becomes a response that keeps alive, and ends its source with its client."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator
from typing import Any

import anyio
from fastapi.sse import KEEPALIVE_COMMENT, EventSourceResponse, format_sse_event
from pydantic_core import to_json
from starlette.types import Send

from app.observing.request_id import REQUEST_ID
from nodes.domain.errors import ErrorReport, InternalError, SheafError

Event = tuple[str, Any]
"""The name of an event, and its data: plain data or a pydantic model."""
EVENT_STREAM = {
    "text/event-stream": {
        "itemSchema": {
            "type": "object",
            "properties": {"event": {"type": "string"}, "data": {"type": "string"}},
            "required": ["data"],
        }
    }
}
"""How OpenAPI describes a stream of events."""
_Piece = bytes | Exception | None
"""Of a stream; None is its end, and so is what broke it off."""

_QUEUED = 256
"""Events that may wait for a slow client; then the source waits."""
_HEADERS = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}

_log = logging.getLogger(__name__)


class LiveResponse(EventSourceResponse):
    """A stream of server-sent events, already formatted, from a source that works in a task of its own.

    The source is cancelled and closed at once when the client goes away, wherever it is at that moment. While it is
    silent, comments keep the connection open.

    Args:
        source: events as `format_sse_event` makes them. What it raises breaks the stream off: see `event_response`.
        heartbeat_seconds: the longest silence.
    """

    def __init__(self, source: AsyncGenerator[bytes], *, heartbeat_seconds: float) -> None:
        self._stream = _kept_alive(source, heartbeat_seconds)
        super().__init__(self._stream, headers=_HEADERS)

    async def stream_response(self, send: Send) -> None:
        """Sends the stream; whatever ends it, the source is ended before this returns."""
        async with contextlib.aclosing(self._stream):
            await super().stream_response(send)


def event_response(source: AsyncGenerator[Event], doing: str, *, heartbeat_seconds: float) -> LiveResponse:
    """A response of named events, each with JSON data.

    The source is an async generator of `(name, data)`. It runs in its own task from when the client begins to read
    until it ends or the client goes: then it is cancelled, so that its `finally` runs and the work in it stops. What
    can be refused is refused before this is called, with a true status; what the source raises later is sent as a
    last event `error` with `{"code", "message", "hint"}`.

    Args:
        source: the events; plain data, pydantic models or dataclasses as their data.
        doing: what they tell of, see `report_of`.
        heartbeat_seconds: the longest silence; then a comment is sent.
    """
    return LiveResponse(_formatted(source, doing), heartbeat_seconds=heartbeat_seconds)


def format_event(name: str | None, data: Any) -> bytes:
    """One event as it goes over the wire: its name, if it has one, and its data as JSON."""
    return format_sse_event(event=name, data_str=to_json(data).decode())


def report_of(error: Exception, doing: str) -> ErrorReport:
    """What a client is told of an error in the middle of a stream; what nobody foresaw goes to the log.

    Args:
        error: what the stream's source raised.
        doing: what the stream tells of, as `SheafError.unexpected` takes it.
    """
    if isinstance(error, SheafError):
        return error.report()
    return InternalError.unexpected(error, doing, _log, reference=REQUEST_ID.get()).report()


async def _formatted(source: AsyncGenerator[Event], doing: str) -> AsyncGenerator[bytes]:
    async with contextlib.aclosing(source):
        try:
            async for name, data in source:
                yield format_event(name, data)
        except Exception as error:  # noqa: BLE001 - the status is sent: the client can only be told in the stream
            yield format_event("error", report_of(error, doing))


async def _kept_alive(source: AsyncGenerator[bytes], heartbeat_seconds: float) -> AsyncGenerator[bytes]:
    """What the source gives, and a comment whenever it is silent for long. It works on while nobody awaits it."""
    queue: asyncio.Queue[_Piece] = asyncio.Queue(_QUEUED)
    work = asyncio.create_task(_pump(source, queue))
    try:
        while True:
            try:
                async with asyncio.timeout(heartbeat_seconds):
                    piece = await queue.get()
            except TimeoutError:
                piece = KEEPALIVE_COMMENT
            if not isinstance(piece, bytes):
                break
            yield piece
        if piece is not None:
            raise piece
    finally:
        work.cancel()
        # The scope of a request whose client is gone cancels every wait, and this one has to be seen through.
        with anyio.CancelScope(shield=True):
            await asyncio.wait({work})


async def _pump(source: AsyncGenerator[bytes], queue: asyncio.Queue[_Piece]) -> None:
    ended: Exception | None = None
    try:
        async with contextlib.aclosing(source):
            async for piece in source:
                await queue.put(piece)
    except Exception as error:  # noqa: BLE001 - raised again where the stream is read
        ended = error
    await queue.put(ended)
