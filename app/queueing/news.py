"""Progress across processes: whoever works tells everybody, through PostgreSQL, and every service listens."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from app.queueing.connecting import Server
from nodes.domain.errors import UnavailableError

if TYPE_CHECKING:
    from app.ingesting.progress import Progress, ProgressBoard
    from app.queueing.queue import TaskQueue

CHANNEL = "sheaf_progress"
TELL_SECONDS = 0.2
"""How often news are sent; of the progress of a file only the latest is."""
LONGEST_PAYLOAD = 7_000
"""Bytes; PostgreSQL takes less than 8,000."""
QUIET_SECONDS = 30.0
"""Without news for so long, a listener asks whether its connection still lives."""
AGAIN_SECONDS = 2.0
"""Before a listener connects again."""

_log = logging.getLogger(__name__)


class ProgressNews:
    """Tells every service how far files are: `async with`. What cannot be sent is dropped: services look themselves."""

    def __init__(self, queue: TaskQueue) -> None:
        self._queue = queue
        self._progress: dict[tuple[str, str], Progress] = {}
        self._done: dict[str, set[str]] = {}
        self._sender: asyncio.Task[None] | None = None

    async def __aenter__(self) -> ProgressNews:
        """Begins to send."""
        self._sender = asyncio.create_task(self._send_on())
        return self

    async def __aexit__(self, *exception: object) -> None:
        """Sends what is left, and ends."""
        if self._sender is not None:
            self._sender.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sender
        await self._send()

    def tell(self, collection_id: str, progress: Progress) -> None:
        """A file has come further."""
        self._progress[collection_id, progress["file_name"]] = progress

    def done(self, collection_id: str, file_names: Iterable[str] = ()) -> None:
        """These files are no longer worked on, or something else has changed."""
        names = set(file_names)
        self._done.setdefault(collection_id, set()).update(names)
        for name in names:
            self._progress.pop((collection_id, name), None)

    async def _send_on(self) -> None:
        while True:
            await asyncio.sleep(TELL_SECONDS)
            await self._send()

    async def _send(self) -> None:
        progress, done = self._progress, self._done
        self._progress, self._done = {}, {}
        items: list[Any] = [
            [collection_id, each["file_name"], each["stage"], each["percent"]]
            for (collection_id, _), each in progress.items()
        ]
        items += [[collection_id, name] for collection_id, names in done.items() for name in sorted(names)]
        items += [[collection_id] for collection_id in done]
        try:
            for payload in payloads(items):
                await self._queue.notify(CHANNEL, payload)
        except UnavailableError as error:
            _log.warning("progress could not be told: %s", error)


def payloads(items: Iterable[list[Any]]) -> list[str]:
    """The items as JSON lists that fit into one notification each."""
    found: list[str] = []
    texts: list[str] = []
    size = 2
    for text in (json.dumps(item, separators=(",", ":")) for item in items):
        if texts and size + len(text) + 1 > LONGEST_PAYLOAD:
            found.append(f"[{','.join(texts)}]")
            texts, size = [], 2
        texts.append(text)
        size += len(text) + 1
    return [*found, f"[{','.join(texts)}]"] if texts else found


def pin_up(board: ProgressBoard, payload: str) -> None:
    """Puts the news of one notification on the board of this process."""
    for collection_id, *item in json.loads(payload):
        match item:
            case [file_name, stage, percent]:
                board.tell(collection_id, {"file_name": file_name, "stage": stage, "percent": percent})
            case file_names:
                board.done(collection_id, file_names)


async def listen(server: Server, board: ProgressBoard) -> None:
    """Keeps the board up to date until it is cancelled; connects again whenever the server was away."""
    while True:
        try:
            await _listen(server, board)
        except UnavailableError as error:
            _log.warning("news of progress cannot be heard: %s", error)
        # What was told meanwhile was missed.
        board.forget()
        await asyncio.sleep(AGAIN_SECONDS)


async def _listen(server: Server, board: ProgressBoard) -> None:
    import psycopg

    connection = await server.connect()
    try:
        async with connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            while True:
                async for notification in connection.notifies(timeout=QUIET_SECONDS):
                    pin_up(board, notification.payload)
                await connection.execute("SELECT 1")
    except psycopg.Error as error:
        raise server.unavailable(error) from error
