"""How far files are, now: told to whoever listens, as it happens."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, TypedDict


class Progress(TypedDict):
    """How far a file is."""

    file_name: str
    stage: str
    """The last step it has been through."""
    percent: int
    """Of all steps, 0..100."""


News = asyncio.Queue[Progress | None]
"""Progress as it is made, and None when files of the collection may be done. It has to be read: it has no bound."""


class Telling(Protocol):
    """Where those who work say how far they are."""

    def tell(self, collection_id: str, progress: Progress) -> None:
        """A file has come further."""
        ...

    def done(self, collection_id: str, file_names: Iterable[str] = ()) -> None:
        """These files are no longer worked on, or something else has changed."""
        ...


def telling(board: Telling, collection_id: str) -> Callable[[dict[str, Any]], None]:
    """Hands the progress among the events of work on a collection to the board."""

    def tell(event: dict[str, Any]) -> None:
        if event["type"] == "progress":
            board.tell(
                collection_id,
                {"file_name": event["file_name"], "stage": event["stage"], "percent": event["percent"]},
            )

    return tell


class ProgressBoard:
    """Progress by collection. Belongs to one event loop."""

    def __init__(self) -> None:
        self._now: dict[str, dict[str, Progress]] = {}
        self._listeners: dict[str, list[News]] = {}

    def tell(self, collection_id: str, progress: Progress) -> None:
        """A file has come further."""
        self._now.setdefault(collection_id, {})[progress["file_name"]] = progress
        for news in self._listeners.get(collection_id, ()):
            news.put_nowait(progress)

    def done(self, collection_id: str, file_names: Iterable[str] = ()) -> None:
        """These files are no longer worked on, or something else has changed."""
        working = self._now.get(collection_id, {})
        for file_name in file_names:
            working.pop(file_name, None)
        if not working:
            self._now.pop(collection_id, None)
        for news in self._listeners.get(collection_id, ()):
            news.put_nowait(None)

    def forget(self) -> None:
        """Nobody knows any more what is worked on, as after news that were missed; followers look for themselves."""
        self._now.clear()
        for news in [each for listeners in self._listeners.values() for each in listeners]:
            news.put_nowait(None)

    def now(self, collection_id: str) -> list[Progress]:
        """How far the files are that are worked on."""
        return list(self._now.get(collection_id, {}).values())

    @contextmanager
    def listen(self, collection_id: str) -> Iterator[News]:
        """What happens in the collection from now on."""
        news: News = asyncio.Queue()
        listeners = self._listeners.setdefault(collection_id, [])
        listeners.append(news)
        try:
            yield news
        finally:
            listeners.remove(news)
            if not listeners:
                self._listeners.pop(collection_id, None)
