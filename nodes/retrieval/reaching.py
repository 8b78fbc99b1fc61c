"""Work in several collections at once: one that fails or is slow is named, and the others go on without it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from nodes.domain.chat import Unavailable
from nodes.domain.errors import RetrievalFailedError, SheafError
from nodes.ports import ChatPorts, Collection
from nodes.retrieval.gathering import gathered

Result = TypeVar("Result")

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Reached(Generic[Result]):
    """What came of it."""

    results: dict[str, Result]
    """By collection id, in the order asked for; those that failed are left out."""
    unavailable: list[Unavailable]


async def in_each(
    context: ChatPorts,
    node: str,
    collection_ids: Sequence[str],
    work: Callable[[Collection], Awaitable[Result]],
    *,
    seconds: float,
    unavailable: Sequence[Unavailable] = (),
    optional: bool = False,
) -> Reached[Result]:
    """Opens collections and does the work in all of them at once.

    A single collection has all the time it wants, and fails with its own error: there is nothing to go on with.

    Args:
        context: Opens collections.
        node: The step that this is for.
        collection_ids: Where.
        work: What is done in each.
        seconds: Longest time that each of several may take.
        unavailable: Collections that failed in an earlier step; they are not asked again.
        optional: There is enough without any of them, where several are searched.

    Raises:
        SheafError: The one collection failed, or all of several did, in the same way.
        RetrievalFailedError: All of several failed, each in its own way.
    """
    failed_before = {each["collection_id"] for each in unavailable}
    wanted = [each for each in collection_ids if each not in failed_before]
    alone = len(context.collection_ids) == 1

    async def attempt(collection_id: str) -> Result:
        return await work(await context.library.open(context.owner, collection_id))

    async def attempt_in_time(collection_id: str) -> Result:
        async with asyncio.timeout(seconds):
            return await attempt(collection_id)

    attempted = attempt if alone else attempt_in_time
    outcomes = dict(zip(wanted, await gathered(_outcome(attempted(each)) for each in wanted), strict=True))
    results = {home: found.value for home, found in outcomes.items() if isinstance(found, _Done)}
    errors = {home: failed for home, failed in outcomes.items() if not isinstance(failed, _Done)}
    if errors and not results and (alone or not optional):
        raise _all_failed(errors, unavailable)
    named = [await _named(context, node, each, error, seconds) for each, error in errors.items()]
    return Reached(results, named)


@dataclass
class FurtherReading:
    """What a step reads beside its hits, in several goes: a collection that fails in one is not asked in the next."""

    context: ChatPorts
    """Reads catalogue and stores."""
    node: str
    """The step that this is for."""
    seconds: float
    """Longest time that each of several collections may take, in each go."""
    before: Sequence[Unavailable]
    """Collections that failed in the steps before."""
    scope: Mapping[str, list[str]] | None = None
    """Revisions that alone are searched, by collection; None for all."""
    unavailable: list[Unavailable] = field(default_factory=list)
    """Collections that failed in this one so far."""

    async def in_each(
        self, collection_ids: Sequence[str], work: Callable[[Collection], Awaitable[Result]]
    ) -> dict[str, Result]:
        """Does the work in these collections at once; what came of it, without those that fail, which are kept."""
        known = [*self.before, *self.unavailable]
        reached = await in_each(
            self.context, self.node, collection_ids, work, seconds=self.seconds, unavailable=known, optional=True
        )
        self.unavailable += reached.unavailable
        return reached.results

    async def all_of(
        self, collection_ids: Iterable[str], work: Callable[[Collection], Awaitable[Sequence[Result]]]
    ) -> list[Result]:
        """The same where the work gives several things: all of them. A collection that is named again is asked once."""
        found = await self.in_each(list(dict.fromkeys(collection_ids)), work)
        return [each for of_one in found.values() for each in of_one]


@dataclass(frozen=True)
class _Done(Generic[Result]):
    value: Result


async def _outcome(attempt: Awaitable[Result]) -> _Done[Result] | Exception:
    try:
        return _Done(await attempt)
    except Exception as error:  # noqa: BLE001 - whatever a store or a model raises, the other collections go on
        return error


def _all_failed(errors: dict[str, Exception], before: Sequence[Unavailable]) -> Exception:
    first, *others = errors.values()
    alike = all(type(each) is type(first) for each in others) and not before
    if alike and (not others or isinstance(first, SheafError)):
        return first
    reasons = dict.fromkeys([*(each["reason"] for each in before), *(_reason(each, None) for each in errors.values())])
    return RetrievalFailedError(
        f"None of the {len(errors) + len(before)} collections could be searched: {' '.join(reasons)}",
        hint="Try again; `sheaf doctor` shows what is reachable.",
    )


async def _named(context: ChatPorts, node: str, collection_id: str, error: Exception, seconds: float) -> Unavailable:
    return {
        "collection_id": collection_id,
        "name": await context.library.name(context.owner, collection_id),
        "node": node,
        "code": error.code if isinstance(error, SheafError) else "retrieval_failed",
        "reason": _reason(error, seconds),
    }


def _reason(error: Exception, seconds: float | None) -> str:
    if isinstance(error, TimeoutError):
        return "It did not answer in time." if seconds is None else f"It did not answer within {seconds:g} seconds."
    if not isinstance(error, SheafError):
        error = RetrievalFailedError.unexpected(error, "Searching it", _log)
        return f"{error.message} {error.hint}"
    return error.told()


def told(unavailable: Sequence[Unavailable]) -> str:
    """What a step's sentence in the trace says of them; empty where there are none."""
    names = ", ".join(f"“{each['name']}”" for each in unavailable)
    return f"; not reached: {names}" if names else ""
