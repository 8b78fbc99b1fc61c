"""Conditional edges that are decided in place."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, TypeVar, get_args, get_type_hints

from langchain_core.runnables import Runnable
from typing_extensions import override

State = TypeVar("State")


class Decision(Runnable[Any, str]):
    """A pure decision as LangGraph takes one: it is called, and nothing else.

    Functions LangGraph gives callbacks and a task or a thread of their own, which take longer than what is decided.
    Names and annotations stay, because it reads from them what of the state the decision is to see.
    """

    def __init__(self, decide: Callable[[Any], str]) -> None:
        update_wrapper(self, decide)
        self.name = decide.__name__
        self._decide = decide

    def __call__(self, state: Any) -> str:
        """Where to go on."""
        return self._decide(state)

    @override
    def invoke(self, input: Any, config: Any = None, **kwargs: Any) -> str:
        """Where to go on."""
        return self._decide(input)

    @override
    async def ainvoke(self, input: Any, config: Any = None, **kwargs: Any) -> str:
        """Where to go on."""
        return self._decide(input)


def in_place(decide: Callable[[State], str]) -> tuple[Decision, list[str]]:
    """The decision for an edge, and the places that its return annotation, a `Literal`, says that it may lead to."""
    return Decision(decide), list(get_args(get_type_hints(decide)["return"]))
