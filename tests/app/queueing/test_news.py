"""Progress as it travels between processes."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import Any

from app.ingesting.progress import Progress, ProgressBoard
from app.queueing.news import LONGEST_PAYLOAD, listen, payloads, pin_up
from app.queueing.queue import TaskQueue
from app.settings import Settings
from tests.app import postgresql_server
from tests.waiting import until


def test_news_are_cut_into_notifications_that_postgresql_takes() -> None:
    items: list[list[Any]] = [["c" * 32, f"{number}-{'ä' * 250}", "embed", 75] for number in range(40)]
    found = payloads(items)
    assert all(len(payload.encode()) <= LONGEST_PAYLOAD for payload in found)
    assert [item for payload in found for item in json.loads(payload)] == items
    assert payloads([]) == []


def test_news_are_put_on_the_board() -> None:
    board = ProgressBoard()
    embedding: Progress = {"file_name": "a.txt", "stage": "embed", "percent": 75}
    with board.listen("c") as news:
        pin_up(board, json.dumps([["c", "a.txt", "embed", 75], ["d", "b.txt", "load", 12]]))
        assert board.now("c") == [embedding]
        assert news.get_nowait() == embedding
        pin_up(board, json.dumps([["c", "a.txt"]]))
        assert news.get_nowait() is None
        assert board.now("c") == []
        pin_up(board, json.dumps([["c"]]))
        assert news.get_nowait() is None


@postgresql_server.needs_postgresql
async def test_a_listener_hears_and_comes_back_after_its_connection_was_cut(settings: Settings) -> None:
    board = ProgressBoard()
    async with TaskQueue(settings) as queue:
        task = asyncio.create_task(listen(queue.server, board))
        try:
            with board.listen("c") as news:
                await _heard(queue, news, "before.txt")
                board.tell("c", {"file_name": "gone.txt", "stage": "load", "percent": 12})
                cut = (
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE query LIKE 'LISTEN sheaf%%' AND datname = current_database()"
                )
                await until(partial(queue.app.connector.execute_query_all_async, query=cut), 30)
                # What is told in between is missed: nothing old stays on the board.
                await until(lambda: "gone.txt" not in str(board.now("c")), 30)
                await _heard(queue, news, "after.txt")
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def _heard(queue: TaskQueue, news: asyncio.Queue[Progress | None], file_name: str) -> None:
    """Tells until it is heard: nobody says when a listener is there. On a busy machine old news may come late."""
    while not news.empty():
        news.get_nowait()
    async with asyncio.timeout(30):
        while True:
            await queue.notify("sheaf_progress", json.dumps([["c", file_name, "embed", 75]]))
            try:
                async with asyncio.timeout(0.2):
                    while (heard := await news.get()) is None or heard["file_name"] != file_name:
                        pass
                    return
            except TimeoutError:
                continue
