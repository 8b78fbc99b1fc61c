"""Sheaf whole: what people and programs do with it, whoever they are and whatever it runs on."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from functools import partial
from typing import Any

from app.backfilling.backfill import BackfillReport
from app.catalogue.part import iso, utc_now
from app.catalogue.records import CollectionRecord, DocumentPage, SessionRecord
from app.chatting.answering import ChatEvent, GraphRun, answer_events, final_state
from app.chatting.asking import graph_input
from app.ingesting.claiming import OnEvent
from app.ingesting.ingestion import IngestFile, IngestReport
from app.near_names import did_you_mean
from app.owners import LOCAL_OWNER
from app.parts import Parts
from app.public import public_hit, public_unavailable
from app.reembedding.reembedding import Reembed, ReembedReport
from app.removal import sweep_once
from app.session_ids import check_session_id
from app.watching import explained
from graphs.context import ChatContext, IngestContext
from nodes.domain.chat import Turn
from nodes.domain.errors import MissingCollectionError, NotFoundError
from nodes.retrieval.unsearched import NO_DOCUMENTS, is_without_documents, unsearched

DEFAULT_COLLECTION = "default"
_FOUND = ("hits", "unavailable", "model_failures", "trace")
"""What is read of the state that a search ends in."""

__all__ = ["DEFAULT_COLLECTION", "LOCAL_OWNER", "IngestFile", "IngestReport", "Sheaf"]


def _ignore(event: dict[str, Any]) -> None:
    """Nobody listens."""


class Sheaf(Parts):
    """Documents in, cited answers out: `async with Sheaf(settings) as sheaf`.

    The command line, the service and the evaluation all go through this.
    """

    async def ingest(
        self,
        files: Sequence[IngestFile],
        *,
        owner: str = LOCAL_OWNER,
        collection: str = DEFAULT_COLLECTION,
        on_event: OnEvent = _ignore,
    ) -> IngestReport:
        """Ingests files into a collection, which is made if it is not there. A file that fails, fails alone.

        Where none of them can be taken in, as where their paths are mistyped, no collection is made. What is older than
        the settings keep goes at the same time, once an hour.
        """
        await self._sweeping.now_and_then(partial(sweep_once, self))
        if not await self.has_collection(owner, collection):
            refused = await self.ingestion().refused(files)
            if refused is not None:
                return refused
        row = await self.catalogue.ensure_collection(owner, collection, self.library.configured_kind())
        return await self.ingestion().ingest(owner, row.collection_id, files, on_event)

    async def search(
        self,
        question: str,
        *,
        owner: str = LOCAL_OWNER,
        collections: Sequence[str] | None = None,
        collection_ids: Sequence[str] | None = None,
        options: dict[str, Any] | None = None,
        session_id: str | None = None,
        why: str | None = None,
    ) -> dict[str, Any]:
        """Retrieval only: hits with their trace; it searches what `stream` would.

        Args:
            question: 1 character or more that is not blank.
            owner: who asks.
            collections: names of what is searched.
            collection_ids: ids of what is searched.
            options: over the defaults of the settings.
            session_id: the conversation whose collections are searched.
            why: a place, `FILE#page=N`: `"why"` then tells what became of it, see `app.watching.explained`.

        Raises:
            RetrievalFailedError: it could not be done.
            NotFoundError: there is no such collection, session, document or page.
        """
        given = graph_input(question, "search", options, self.settings.chat)
        session = None if session_id is None else await self.catalogue.session(owner, session_id)
        ids = await self._searched(owner, collections, collection_ids, session)
        with self._asking(owner, ids):
            run = GraphRun(self._graph, await self._context(owner, ids, why), given)
            state = await final_state(run, _FOUND)
        metadata = given["options"]["metadata"] or {}
        return {
            "hits": [public_hit(hit) for hit in state["hits"]],
            "unsearched": [] if state["hits"] else await self._unsearched(owner, ids, metadata),
            "unavailable": public_unavailable(state["unavailable"]),
            "model_failures": state["model_failures"],
            "trace": state["trace"],
            "why": None if why is None else explained(state["trace"]),
        }

    async def ask(
        self,
        question: str,
        *,
        owner: str = LOCAL_OWNER,
        collections: Sequence[str] | None = None,
        collection_ids: Sequence[str] | None = None,
        options: dict[str, Any] | None = None,
        session_id: str | None = None,
        history: Sequence[Turn] | None = None,
        why: str | None = None,
    ) -> dict[str, Any]:
        """A cited answer: the last event of `stream`, with its arguments."""
        events = await self.stream(
            question,
            owner=owner,
            collections=collections,
            collection_ids=collection_ids,
            options=options,
            session_id=session_id,
            history=history,
            why=why,
        )
        answer: dict[str, Any] = {}
        async with aclosing(events):
            async for event in events:
                if event.name == "done":
                    answer = event.data
        return answer

    async def stream(
        self,
        question: str,
        *,
        owner: str = LOCAL_OWNER,
        collections: Sequence[str] | None = None,
        collection_ids: Sequence[str] | None = None,
        options: dict[str, Any] | None = None,
        session_id: str | None = None,
        history: Sequence[Turn] | None = None,
        why: str | None = None,
    ) -> AsyncGenerator[ChatEvent]:
        """The events of a cited answer, once it is clear that the question can be asked; `done` is the last.

        Args:
            question: 1 character or more that is not blank.
            owner: who asks.
            collections: names of what is searched.
            collection_ids: ids of what is searched. Without either: the collections of the session, its own and
                those attached to it; where there are none, the collection `default`.
            options: over the defaults of the settings; see `nodes.domain.options.Options`.
            session_id: the conversation, whose history stays; made if it is missing, under a fresh id if None.
            history: earlier turns, kept by whoever asks: then there is no session, and nothing is kept.
            why: a place, `FILE#page=N`: the last event also tells what became of it, as for `search`.

        Raises:
            InvalidRequestError: the question is blank, an option cannot be, or no new conversation can have the id;
                the message names it.
            NotFoundError: this owner has no such collection, or the session is another's.
        """
        given = graph_input(question, "chat", options, self.settings.chat)
        given |= {"answer_id": uuid.uuid4().hex, "asked_at": iso(utc_now())}
        if history is not None:
            ids = await self._searched(owner, collections, collection_ids, None)
            state = {**given, "history": list(history)}
            return self._answered(GraphRun(self._graph, await self._context(owner, ids, why), state))
        known = await self.conversations.find(owner, session_id)
        if known is None and session_id is not None:
            check_session_id(session_id)
        ids = await self._searched(owner, collections, collection_ids, known)
        session = await self.catalogue.ensure_session(owner, session_id)
        context = await self._context(owner, ids, why)
        turn = self.conversations.turn(session, is_new=known is None)
        return self._answered(GraphRun(self._graph, context, given, session_id=session.session_id, turn=turn))

    async def _answered(self, run: GraphRun) -> AsyncGenerator[ChatEvent]:
        """The events of an answer; what it came upon is backfilled when they are over."""
        with self._asking(run.context.owner, run.context.collection_ids):
            async with aclosing(answer_events(run)) as events:
                async for event in events:
                    yield event

    async def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, by the bundled tokenizer."""
        return await asyncio.to_thread(self._tokenizer.count_many, texts)

    async def backfill(
        self,
        *,
        owner: str = LOCAL_OWNER,
        collection: str = DEFAULT_COLLECTION,
        everything: bool = False,
        on_event: OnEvent = _ignore,
    ) -> BackfillReport:
        """Gives documents what newer versions search, rank and link by; see `app.backfilling.backfill`.

        Before that, what older versions laid out in another way in the stores is laid out as it is today.
        """
        await self.stores.upgrade()
        [collection_id] = await self._collection_ids(owner, [collection])
        return await self._backfill().run(owner, collection_id, everything=everything, on_event=on_event)

    async def reembed(
        self,
        embedding: str,
        *,
        owner: str = LOCAL_OWNER,
        collection: str = DEFAULT_COLLECTION,
        on_event: OnEvent = _ignore,
    ) -> ReembedReport:
        """Gives a collection another embedding model, while people search it; see `app.reembedding.reembedding`."""
        await self.stores.upgrade()
        [collection_id] = await self._collection_ids(owner, [collection])
        work = Reembed(self.catalogue, self.library, self._backfill(), self.ingestion().building)
        return await work.run(owner, collection_id, embedding, on_event=on_event)

    async def waiting_for_backfill(self) -> dict[str, int]:
        """Local documents that lack what `backfill` gives them, by the name of their collection; none if none does."""
        work = self._backfill()
        collections = await self.collections()
        counts = {each.name: len(await work.waiting(LOCAL_OWNER, each.collection_id)) for each in collections}
        return {name: count for name, count in counts.items() if count}

    async def documents(
        self,
        *,
        owner: str = LOCAL_OWNER,
        collections: Sequence[str] | None = None,
        after: str | None = None,
        limit: int = 100,
    ) -> DocumentPage:
        """Documents in every status, a page at a time."""
        ids = None if collections is None else await self._collection_ids(owner, collections)
        return await self.catalogue.documents(owner, ids, after=after, limit=limit)

    async def delete(self, document_id: str, *, owner: str = LOCAL_OWNER) -> str:
        """Deletes a document wholly; from the moment this returns no search finds it. Returns its file name."""
        deleted = await self.catalogue.delete_document(owner, document_id)
        await self.ingestion().building.clean()
        return deleted.file_name

    async def collections(self, *, owner: str = LOCAL_OWNER) -> list[CollectionRecord]:
        """The owner's collections with their counts."""
        return await self.catalogue.collections(owner)

    async def ingest_context(self, owner: str, collection: str) -> IngestContext:
        """What the ingestion steps need to work on this collection."""
        [collection_id] = await self._collection_ids(owner, [collection])
        return self.ingestion().building.context(await self.library.open(owner, collection_id))

    async def workers_state(self) -> str:
        """How many workers are alive, and how many documents wait, in words.

        Raises:
            InvalidRequestError, UnavailableError: as `task_queue`.
        """
        waiting, building = await self.catalogue.count_unfinished()
        workers = (await (await self.task_queue()).state()).workers
        found = f"{workers} alive; {waiting} documents wait, {building} are worked on."
        return found if workers else f"{found} Start one: sheaf worker"

    async def chat_context(self, owner: str, collections: Sequence[str], why: str | None = None) -> ChatContext:
        """What the chat steps need to answer this owner from these collections; `why` as for `search`."""
        return await self._context(owner, await self._collection_ids(owner, collections), why)

    async def has_collection(self, owner: str, name: str) -> bool:
        """Whether the owner has a collection of this name."""
        try:
            await self.catalogue.find_collection(owner, name)
        except NotFoundError:
            return False
        return True

    async def _unsearched(self, owner: str, collection_ids: Sequence[str], metadata: dict[str, Any]) -> list[str]:
        """Why nothing may have been found, in words."""
        if await is_without_documents(self.catalogue, owner, collection_ids):
            return [NO_DOCUMENTS]
        return await unsearched(self.catalogue, owner, collection_ids, metadata)

    async def holds_documents(self, owner: str, collections: Sequence[str] | None, session_id: str | None) -> bool:
        """Whether a question to these collections, or in this session, has any document to be answered from."""
        session = await self.conversations.find(owner, session_id)
        return bool(
            await self.catalogue.count_documents(owner, await self._searched(owner, collections, None, session))
        )

    async def _searched(
        self,
        owner: str,
        names: Sequence[str] | None,
        collection_ids: Sequence[str] | None,
        session: SessionRecord | None,
    ) -> list[str]:
        """Ids of the collections to search; all are the owner's."""
        if collection_ids is not None:
            return [
                (await self.catalogue.collection(owner, each)).collection_id for each in dict.fromkeys(collection_ids)
            ]
        if names is None and session is not None:
            own = [] if session.collection_id is None else [session.collection_id]
            if own or session.attached:
                return list(dict.fromkeys([*own, *session.attached]))
        return await self._collection_ids(owner, [DEFAULT_COLLECTION] if names is None else names)

    async def _collection_ids(self, owner: str, names: Sequence[str]) -> list[str]:
        try:
            found = [await self.catalogue.find_collection(owner, name) for name in names]
        except NotFoundError as error:
            known = [each.name for each in await self.catalogue.collections(owner)]
            there = f"There are: {', '.join(sorted(known))}." if known else "There are none yet."
            missing = next((name for name in names if name not in known), names[0])
            meant = did_you_mean(missing, known)
            hint = "Upload documents to make one, or name another." if known else "Upload documents to make one."
            raise MissingCollectionError(
                f"No collection {missing!r}. {there}",
                hint=f"{meant} {hint}".strip(),
                # Who has mistyped a name wants no collection that is called so.
                name=None if meant else missing,
                owner=owner,
            ) from error
        return list(dict.fromkeys(each.collection_id for each in found))
