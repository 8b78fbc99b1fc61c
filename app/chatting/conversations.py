"""Conversations: sessions in the catalogue, and what was said in them in the chat graph's checkpoints."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Self

from langgraph.checkpoint.base import BaseCheckpointSaver

from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.records import SessionRecord
from app.chatting.checkpoints import open_checkpoints
from app.settings import Settings
from graphs.chat import ChatGraph, build_chat_graph
from nodes.domain.chat import Turn
from nodes.domain.errors import NotFoundError
from nodes.language.followups import stand_alone

LONGEST_TITLE = 80


@dataclass(frozen=True)
class TurnPage:
    """One page of a conversation, the oldest turn first."""

    turns: list[Turn]
    total: int
    """All turns, on every page."""
    next: int | None
    """Give it as `after` for the next page; None on the last."""


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

    async def graph(self) -> ChatGraph:
        """The chat graph that keeps the history of each thread."""
        return (await self._open())[0]

    async def find(self, owner: str, session_id: str | None) -> SessionRecord | None:
        """The owner's session of this id; None where there is none yet."""
        if session_id is None:
            return None
        try:
            return await self._catalogue.session(owner, session_id)
        except NotFoundError:
            return None

    async def begin(self, owner: str, session_id: str | None, question: str) -> SessionRecord:
        """The session that a question is asked in, made if it is missing; the first question is its title.

        Raises:
            NotFoundError: the id is that of another owner's session.
        """
        session = await self.find(owner, session_id)
        title = "" if session is not None and session.title else title_of(question)
        return await self._catalogue.ensure_session(owner, session_id, title)

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
        graph = await self.graph()
        state = await graph.aget_state({"configurable": {"thread_id": thread_id(owner, session_id)}})
        history: list[Turn] = state.values.get("history", [])
        end = after + limit
        return TurnPage(history[after:end], len(history), end if end < len(history) else None)

    async def forget(self, owner: str, session_id: str) -> None:
        """Removes what was said in a session, once its running answer has ended; the session itself stays."""
        _, saver = await self._open()
        async with self._locked(owner, session_id):
            await saver.adelete_thread(thread_id(owner, session_id))

    @asynccontextmanager
    async def turn(self, owner: str, session_id: str) -> AsyncIterator[None]:
        """Held while a question of this session is answered: two at once would each lose the other's turn.

        Afterwards only the newest checkpoint is kept.
        """
        _, saver = await self._open()
        async with self._locked(owner, session_id):
            yield
            await saver.aprune([thread_id(owner, session_id)])

    def _locked(self, owner: str, session_id: str) -> AbstractAsyncContextManager[None]:
        # Several services may be asked in one session at once.
        return self._catalogue.locked(f"session {thread_id(owner, session_id)}")

    async def _open(self) -> tuple[ChatGraph, BaseCheckpointSaver[str]]:
        async with self._opening:
            if self._opened is None:
                saver = await self._stack.enter_async_context(open_checkpoints(self._catalogue, self._settings))
                self._opened = (build_chat_graph(saver), saver)
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
