"""Clients that go away: nobody works on for them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import HTTPException, Request

CLIENT_CLOSED_REQUEST = 499
"""What web servers log for a request whose client did not wait; nobody is left to read it."""

Result = TypeVar("Result")


async def while_connected(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """The result of some work, which is cancelled where the client goes away before it is done.

    Args:
        request: its body has been read.
        work: runs in a task of its own.

    Raises:
        HTTPException: the client has gone away.
    """
    return await until_left(work, _left(request), HTTPException(CLIENT_CLOSED_REQUEST, "The client has gone away"))


async def until_left(work: Coroutine[Any, Any, Result], left: Coroutine[Any, Any, object], gone: Exception) -> Result:
    """The result of some work, which is cancelled where its client goes away before it is done.

    Args:
        work: runs in a task of its own.
        left: ends when the client has gone away.
        gone: raised then.
    """
    task, leaving = asyncio.create_task(work), asyncio.create_task(left)
    try:
        await asyncio.wait({task, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise gone
        return task.result()
    finally:
        task.cancel()
        leaving.cancel()
        await asyncio.wait({task, leaving})


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
