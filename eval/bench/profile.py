"""Where a question's time goes: the steps of the graph, and in each what it asks of stores, catalogue and model.

For that the ports are watched, and what is asked of them is done one after the other, so that the processor time of
each can be told: a question takes longer so, and computes the same. Without a profile nothing is wrapped.
"""

from __future__ import annotations

import asyncio
import functools
import inspect
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

import numpy as np
from langgraph.config import get_config

from app.settings import Settings
from app.sheaf import Sheaf
from eval.bench.timing import Moment
from graphs.context import ChatContext
from nodes.domain.chat import TraceEntry
from nodes.ports import Collection, Library

AROUND = "around the steps"
"""What comes before the first of them, between them and after the last."""


@dataclass
class Tally:
    """What one thing took in one question."""

    calls: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0

    def add(self, passed: Moment) -> None:
        """Counts one more call."""
        self.calls += 1
        self.seconds += passed.wall
        self.cpu_seconds += passed.cpu


@dataclass
class Question:
    """One question as it was watched."""

    begun: Moment
    steps: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    calls: dict[tuple[str, str], Tally] = field(default_factory=lambda: defaultdict(Tally))
    """By step and call."""
    since: Moment | None = None
    """The end of the step before."""
    total: Tally = field(default_factory=Tally)


class Profile:
    """Watches questions one after the other."""

    def __init__(self) -> None:
        self.questions: list[Question] = []
        self._turn = asyncio.Lock()

    def begin(self) -> None:
        """A question begins."""
        now = Moment.now()
        self.questions.append(Question(begun=now, since=now))

    def end(self) -> None:
        """It has ended."""
        question = self.questions[-1]
        question.total.add(question.begun.since())

    def step(self, _graph: str, entry: TraceEntry) -> None:
        """A step has ended: it has computed what the process has since the step before it ended."""
        if not self.questions or (question := self.questions[-1]).since is None:
            return
        passed = question.since.since()
        question.steps[entry["node"]].add(Moment(entry["seconds"], passed.cpu))
        question.since = Moment.now()

    async def call(self, name: str, work: Callable[[], Any]) -> Any:
        """Does one thing that a port is asked for, and nothing else meanwhile."""
        async with self._turn:
            begun = Moment.now()
            try:
                return await work()
            finally:
                if self.questions:
                    self.questions[-1].calls[_step_name(), name].add(begun.since())

    def result(self) -> dict[str, Any]:
        """Medians over the questions, in milliseconds.

        Returns:
            `{"questions", "total", "steps": [{"step", "questions", "ms", "cpu_ms", "share", "calls": [{"call", "count",
            "questions", "ms", "cpu_ms", "share"}]}]}`. The medians are of the questions that took the step, or made
            the call, all its calls in one question added up; `share` is of the processor time of all questions.
        """
        names = list(dict.fromkeys(name for question in self.questions for name in question.steps))
        steps = [self._step(name) for name in names]
        around = []
        for question in self.questions:
            inside = [*question.steps.values()]
            seconds = question.total.seconds - sum(each.seconds for each in inside)
            around.append(Tally(1, seconds, question.total.cpu_seconds - sum(each.cpu_seconds for each in inside)))
        steps.append({"step": AROUND, "questions": len(around), **self._figures(around), "calls": self._calls(AROUND)})
        total = self._figures([question.total for question in self.questions])
        return {"questions": len(self.questions), "total": total, "steps": steps}

    def _step(self, name: str) -> dict[str, Any]:
        taken = [question.steps[name] for question in self.questions if name in question.steps]
        return {"step": name, "questions": len(taken), **self._figures(taken), "calls": self._calls(name)}

    def _calls(self, step: str) -> list[dict[str, Any]]:
        names = dict.fromkeys(call for question in self.questions for of, call in question.calls if of == step)
        found = []
        for name in names:
            tallies = [question.calls[step, name] for question in self.questions if (step, name) in question.calls]
            count = round(float(np.mean([each.calls for each in tallies])), 2)
            found.append({"call": name, "count": count, "questions": len(tallies), **self._figures(tallies)})
        return sorted(found, key=lambda each: -float(each["share"]))

    def _figures(self, tallies: Sequence[Tally]) -> dict[str, float]:
        whole = sum(question.total.cpu_seconds for question in self.questions) or 1.0
        seconds, cpu = (np.array([getattr(each, name) for each in tallies]) for name in ("seconds", "cpu_seconds"))
        return {
            "ms": round(float(np.median(seconds)) * 1000, 3),
            "cpu_ms": round(float(np.median(cpu)) * 1000, 3),
            "share": round(float(cpu.sum()) / whole, 4),
        }


class ProfiledSheaf(Sheaf):
    """Sheaf, watched: a question at a time.

    Args:
        settings: as of `Sheaf`.
        profile: takes note.
    """

    def __init__(self, settings: Settings, profile: Profile) -> None:
        super().__init__(settings, profile.step)
        self._profile = profile

    async def search(self, question: str, **choices: Any) -> dict[str, Any]:
        """As `Sheaf.search`."""
        self._profile.begin()
        try:
            return await super().search(question, **choices)
        finally:
            self._profile.end()

    async def _context(self, *given: Any, **named: Any) -> ChatContext:
        context = await super()._context(*given, **named)
        watched = functools.partial(_Watched, profile=self._profile)
        return replace(
            context,
            library=cast("Library", _WatchedLibrary(context.library, self._profile)),
            catalogue=watched(context.catalogue, "catalogue"),
        )


class _Watched:
    """Anything whose coroutines are watched; the rest of it is as it was."""

    def __init__(self, target: Any, name: str, profile: Profile) -> None:
        self._target = target
        self._name = name
        self._profile = profile

    def __getattr__(self, attribute: str) -> Any:
        value = getattr(self._target, attribute)
        if not inspect.iscoroutinefunction(value):
            return value

        @functools.wraps(value)
        async def call(*arguments: Any, **named: Any) -> Any:
            label = f"{self._name}.{attribute}{_kind_of(arguments)}"
            return await self._profile.call(label, functools.partial(value, *arguments, **named))

        return call


class _WatchedLibrary(_Watched):
    """The library, whose collections are watched too."""

    def __init__(self, target: Any, profile: Profile) -> None:
        super().__init__(target, "library", profile)

    async def open(self, owner: str, collection_id: str) -> Collection:
        """The collection, watched."""
        found = await self._profile.call("library.open", lambda: self._target.open(owner, collection_id))
        watched: Mapping[str, Any] = {
            name: _Watched(getattr(found, name), name, self._profile) for name in ("chunks", "summaries", "embedding")
        }
        return cast("Collection", replace(found, **watched))


def _kind_of(arguments: Sequence[Any]) -> str:
    """Which search a store is asked for."""
    mode = getattr(arguments[0], "mode", None) if arguments else None
    return "" if mode is None else f" {mode.value}"


def _step_name() -> str:
    """The step in whose course this is called."""
    try:
        return str(get_config()["metadata"]["langgraph_node"])
    except (RuntimeError, KeyError):
        return AROUND
