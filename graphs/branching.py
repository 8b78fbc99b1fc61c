"""Conditional edges that are decided in place."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import TypeVar

State = TypeVar("State")
Place = TypeVar("Place")


def in_place(decide: Callable[[State], Place]) -> Callable[[State], Awaitable[Place]]:
    """The decision for an edge, awaitable: others LangGraph hands to a thread, which takes longer.

    Names and annotations stay, because LangGraph reads where an edge may lead from them.
    """

    @wraps(decide)
    async def decided(state: State) -> Place:
        return decide(state)

    return decided
