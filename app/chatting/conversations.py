"""Conversations: sessions in the catalogue, and what was said in them in the chat graph's checkpoints."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Self

from langgraph.checkpoint.base import BaseCheckpointSaver

from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.records import SessionRecord
from app.chatting.checkpoints import open_checkpoints
from app.chatting.seeing_through import seen_through
from app.settings import Settings
from graphs.chat import ChatGraph, chat_graph
from nodes.chat.verify_citations import verify_citations
from nodes.domain.chat import Turn
from nodes.domain.errors import NotFoundError, SheafError
from nodes.language.followups import stand_alone

LONGEST_TITLE = 80
"""Characters, with the mark of a cut."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class TurnPage:
    """One page of a conversation, the oldest turn first."""

    turns: list[Turn]
    total: int
    """All turns, on every page."""
    next: int | None
    """Give it as `after` for the next page; None on the last."""


@dataclass(frozen=True)
class OpenTurn:
    """The place of a question in its conversation, while it is answered."""

    history: list[Turn]
    """What was said before."""
    keep: Callable[[Turn], Awaitable[None]]
    """Adds what was asked and answered; a question that comes to no answer leaves nothing."""


class Conversations:
    """Opens the checkpoints when the first question is asked; belongs to one event loop."""

    def __init__(self, catalogue: SqlCatalogue, settings: Settings) -> None:
        """Opens nothing yet.

        Args:
            catalogue: where the sessions are kept.
            settings: where the checkpoints are kept.
        """
        self._catalogue = catalogue
        self._settings = settings
        self._stack = AsyncExitStack()
        self._opening = asyncio.Lock()
        self._opened: tuple[ChatGraph, BaseCheckpointSaver[str]] | None = None

    async def __aenter__(self) -> Self:
        """Nothing is opened before it is needed."""
        return self

    async def __aexit__(self, *exception: object) -> None:
        """Closes the checkpoints."""
        await self._stack.aclose()

    async def open(self) -> None:
        """Opens the checkpoints now, so that the first question does not wait for them."""
        await self._open()

    async def find(self, owner: str, session_id: str | None) -> SessionRecord | None:
        """The owner's session of this id; None where there is none yet."""
        if session_id is None:
            return None
        try:
            return await self._catalogue.session(owner, session_id)
        except NotFoundError:
            return None

    async def turns(self, owner: str, session_id: str, *, after: int = 0, limit: int = 100) -> TurnPage:
        """What was asked and answered in a session.

        Args:
            owner: whose session.
            session_id: which.
            after: how many turns to leave out, from the oldest.
            limit: the most turns to give.

        Raises:
            NotFoundError: this owner has no such session.
        """
        await self._catalogue.session(owner, session_id)
        history = await self._history(thread_id(owner, session_id))
        end = after + limit
        return TurnPage(history[after:end], len(history), end if end < len(history) else None)

    async def forget(self, owner: str, session_id: str) -> None:
        """Removes what was said in a session, once its running answer has ended; the session itself stays."""
        _, saver = await self._open()
        async with self._locked(owner, session_id):
            await saver.adelete_thread(thread_id(owner, session_id))

    @asynccontextmanager
    async def turn(self, session: SessionRecord, *, is_new: bool = False) -> AsyncIterator[OpenTurn]:
        """Held while a question of this session is answered: two at once would each lose the other's turn.

        A session that was made for the question goes again where nothing comes of it.

        The run itself keeps no checkpoint: LangGraph would keep the state also of a question that was left half-way,
        with its words and what was found for it.
        """
        thread = thread_id(session.owner, session.session_id)

        is_kept = False

        async def keep(turn: Turn) -> None:
            nonlocal is_kept
            is_kept = True
            await seen_through(self._keep(session, thread, history, turn))

        async with self._locked(session.owner, session.session_id):
            try:
                history = await self._history(thread)
                yield OpenTurn(history, keep)
            finally:
                if is_new and not is_kept:
                    await seen_through(self._drop(session))

    async def _keep(self, session: SessionRecord, thread: str, history: list[Turn], turn: Turn) -> None:
        graph, saver = await self._open()
        # As the step that says it: the thread is then at the end of the graph, and waits for the next question.
        await graph.aupdate_state(
            {"configurable": {"thread_id": thread}}, {"history": [turn]}, as_node=verify_citations.__name__
        )
        await saver.aprune([thread])
        # All of them: those before may be older than what keeps them.
        asked = [each["question"] for each in [*history, turn]]
        await self._catalogue.keep_asked(session.owner, session.session_id, asked, title_of(turn["question"]))

    async def _drop(self, session: SessionRecord) -> None:
        try:
            await self._catalogue.drop_unused_session(session)
        except SheafError as error:
            # What has ended the question is told, and not this.
            _log.warning("an unused session stays: %s", error)

    async def _history(self, thread: str) -> list[Turn]:
        graph, _ = await self._open()
        state = await graph.aget_state({"configurable": {"thread_id": thread}})
        history: list[Turn] = state.values.get("history", [])
        return history

    def _locked(self, owner: str, session_id: str) -> AbstractAsyncContextManager[None]:
        # Several services may be asked in one session at once.
        return self._catalogue.locked(f"session {thread_id(owner, session_id)}")

    async def _open(self) -> tuple[ChatGraph, BaseCheckpointSaver[str]]:
        async with self._opening:
            if self._opened is None:
                saver = await self._stack.enter_async_context(open_checkpoints(self._catalogue, self._settings))
                self._opened = (chat_graph().copy({"checkpointer": saver}), saver)
        return self._opened


def thread_id(owner: str, session_id: str) -> str:
    """Where the checkpoints of a session are kept. Owners hold no slash, so that no two sessions share one."""
    return f"{owner}/{session_id}"


def title_of(question: str) -> str:
    """A question as the title of its conversation: on one line, cut at a word where it is long."""
    text = " ".join(question.split())
    if len(text) <= LONGEST_TITLE:
        return text
    head, _, _ = text[: LONGEST_TITLE - 1].rpartition(" ")
    return f"{head or text[: LONGEST_TITLE - 1]}…"


def turns_of(exchanges: list[tuple[str, str]]) -> list[Turn]:
    """The turns of a conversation that somebody else kept, each question completed from those before it.

    Args:
        exchanges: question and answer of each, the oldest first.
    """
    turns: list[Turn] = []
    for question, answer in exchanges:
        turns.append(
            {
                "answer_id": "",
                "asked_at": "",
                "question": question,
                "standalone_question": stand_alone(question, turns).question,
                "query_type": "general",
                "answer": answer,
                "citations": [],
                "sources": [],
                "status": "answered",
            }
        )
    return turns
