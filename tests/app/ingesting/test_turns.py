"""A turn of work tells why documents wait, keeps what became of the others, and ends where its collection does."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

from app.ingesting.turns import take_turn
from nodes.domain.errors import NotFoundError, UnavailableError

PLACE = ("local", "c1")


def built(name: str, status: str) -> Any:
    error = UnavailableError("The store is away.").report() if status == "waiting" else None
    return SimpleNamespace(
        revision=SimpleNamespace(revision_id=f"r-{name}", file_name=name), status=status, error=error, seconds=1.5
    )


class Works:
    """Builds what it was given, as one batch."""

    def __init__(self, *batch: Any) -> None:
        self.batch = list(batch)

    async def work(self, *place: Any, on_built: Any, **_: Any) -> list[Any]:
        await on_built(self.batch)
        return self.batch


async def test_what_is_done_is_kept_and_what_waits_is_told() -> None:
    catalogue, board = AsyncMock(), Mock()
    works: Any = Works(built("a.txt", "ready"), built("b.txt", "waiting"))
    assert await take_turn(catalogue, works, board, PLACE) == "The store is away."
    catalogue.settle_built.assert_awaited_once_with("c1", {"r-a.txt": 1.5, "r-b.txt": 1.5})
    board.done.assert_called_once_with("c1", ["a.txt", "b.txt"])
    done: Any = Works(built("a.txt", "ready"))
    assert await take_turn(catalogue, done, board, PLACE) is None


async def test_a_collection_that_is_deleted_meanwhile_leaves_nothing_to_wait_for() -> None:
    building = AsyncMock()
    building.work.side_effect = NotFoundError("There is no such collection.")
    assert await take_turn(AsyncMock(), building, Mock(), PLACE) is None
