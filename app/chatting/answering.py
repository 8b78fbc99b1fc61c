"""One run of the chat graph as events: what each step decided, the sources, the words, the citations, the whole."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

from app.chatting.conversations import OpenTurn
from app.chatting.streaming import Moment, moments
from app.observing.request_id import REQUEST_ID
from app.public import public_source, public_unavailable
from app.watching import explained
from graphs.chat import ChatGraph
from graphs.context import ChatContext
from nodes.domain.errors import RetrievalFailedError, SheafError

if TYPE_CHECKING:
    from app.catalogue.catalogue import SqlCatalogue

MOST_RUNS = 3
"""Of one question, whose collections are embedded anew meanwhile; the last one is believed."""
NOT_RETRIEVAL = frozenset({"generate", "verify_citations"})

_log = logging.getLogger(__name__)


class ChatEvent(NamedTuple):
    """Something that happened on the way to an answer."""

    name: Literal["trace", "sources", "token", "reset", "citation", "done"]
    """`reset`: the model broke off, and the words so far are taken back; others follow."""
    data: Any
    """A trace entry; the list of numbered sources; `{"text"}`; `{}`; a citation; the whole answer."""


@dataclass(frozen=True)
class GraphRun:
    """A question that was found askable, and all that its run needs."""

    graph: ChatGraph
    context: ChatContext
    state: dict[str, Any]
    session_id: str | None = None
    turn: AbstractAsyncContextManager[OpenTurn | None] = field(default_factory=nullcontext)
    """Held while it runs; where there is one, the question goes on from its history, and is kept there at the end."""


async def run_events(
    run: GraphRun, *, watched: bool = True, keys: Sequence[str] | None = None
) -> AsyncGenerator[Moment]:
    """Runs the graph: what its steps write, and the state after each; unwatched the states alone, which is cheaper.

    Of the states only `keys` are told, where they are given: a question that goes on from a history needs that too.

    Closing it, or cancelling who iterates it, stops the step that runs, and nothing is kept of the question.

    Raises:
        RetrievalFailedError: something failed in a way that nobody foresaw.
    """
    try:
        async with run.turn as turn:
            state = run.state if turn is None else {**run.state, "history": turn.history}
            async with aclosing(_settled(run, state, watched=watched, keys=keys)) as going:
                async for moment in going:
                    state = moment.value if moment.kind == "state" else state
                    yield moment
            if turn is not None:
                await turn.keep(state["history"][-1])
    except SheafError:
        raise
    except Exception as error:
        hint = "Try again; `sheaf doctor` shows what is reachable."
        raise RetrievalFailedError.unexpected(
            error, "Answering the question", _log, reference=REQUEST_ID.get(), hint=hint
        ) from error


async def _settled(
    run: GraphRun, state: dict[str, Any], *, watched: bool, keys: Sequence[str] | None
) -> AsyncGenerator[Moment]:
    """Runs the graph. Where a collection turns to another embedding in the middle, what was found does not go together.

    Then the run begins again, before anybody was told a source.
    """
    for number in range(1, MOST_RUNS + 1):
        before = await _generations(run)
        is_settled = number == MOST_RUNS
        try:
            async with aclosing(moments(run.graph, state, run.context, watched=watched, keys=keys)) as going:
                async for moment in going:
                    if not is_settled and moment.kind == "event" and moment.value["type"] == "sources":
                        is_settled = await _generations(run) == before
                        if not is_settled:
                            break
                    yield moment
                else:
                    if is_settled or await _generations(run) == before:
                        return
        except Exception:
            if is_settled or await _generations(run) == before:
                raise
        _log.info("a question began again: a collection was embedded anew meanwhile")


async def _generations(run: GraphRun) -> dict[str, int]:
    """By which embedding each collection is searched at this moment."""
    # Only `app` runs questions, and its contexts have the catalogue itself.
    catalogue = cast("SqlCatalogue", run.context.catalogue)
    return await catalogue.generations(run.context.owner, run.context.collection_ids)


async def final_state(run: GraphRun, keys: Sequence[str] | None = None) -> dict[str, Any]:
    """The state that the graph ends in; of its keys these, where they are given."""
    state: dict[str, Any] = {}
    async with aclosing(run_events(run, watched=False, keys=keys)) as events:
        async for moment in events:
            state = moment.value
    return state


async def answer_events(run: GraphRun) -> AsyncGenerator[ChatEvent]:
    """The events of an answer; the last is `done` with the whole of it."""
    state: dict[str, Any] = {}
    async with aclosing(run_events(run)) as events:
        async for kind, value in events:
            if kind == "state":
                state = value
            else:
                yield _event(value)
    for citation in state["citations"]:
        yield ChatEvent("citation", citation)
    yield ChatEvent("done", _answer(state, run))


def _event(written: dict[str, Any]) -> ChatEvent:
    """What a step wrote, as outsiders see it."""
    match written["type"]:
        case "trace":
            return ChatEvent("trace", written["entry"])
        case "sources":
            return ChatEvent("sources", [public_source(source) for source in written["sources"]])
        case "token":
            return ChatEvent("token", {"text": written["text"]})
        case "reset":
            return ChatEvent("reset", {})
        case other:
            raise ValueError(f"no step writes {other!r}")


def _answer(state: dict[str, Any], run: GraphRun) -> dict[str, Any]:
    retrieval_time = sum(entry["seconds"] for entry in state["trace"] if entry["node"] not in NOT_RETRIEVAL)
    return {
        "answer": state["answer"],
        "citations": state["citations"],
        "status": state["status"],
        "query_type": state["plan"]["query_type"],
        "cached": state["cached"],
        "generation_time": round(state["generation_time"], 4),
        "retrieval_time": round(retrieval_time, 4),
        "session_id": run.session_id,
        "answer_id": state["answer_id"],
        "sources": [public_source(source) for source in state["sources"]],
        "unavailable": public_unavailable(state["unavailable"]),
        "model_failures": state["model_failures"],
        "unsupported": state["unsupported"],
        "trace": state["trace"],
        "why": None if run.context.watch is None else explained(state["trace"]),
    }
