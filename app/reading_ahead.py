"""Small collections are read into memory beside the first questions: later ones find there what they look up."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from functools import partial

from app.beside import PAUSE_SECONDS, BesideQuestions
from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.database import batches
from app.library import CollectionLibrary
from app.stores.base import ScopedVectorStore
from nodes.documents.chunks import chunk_id
from nodes.documents.entries import MOST_PASSAGES
from nodes.domain.errors import NotFoundError, SheafError
from nodes.ports import ShortDocuments
from nodes.ranking.routing import document_words

DOCUMENTS_AT_ONCE = 128
"""Read between two looks for waiting questions."""
LONGEST_WAIT_SECONDS = 0.25
"""For a moment without questions, before each batch."""
AGAIN_SECONDS = 30.0
"""A collection that changes all the time is read again after so long, and not after each change."""

_log = logging.getLogger(__name__)


class ReadAhead(BesideQuestions):
    """Reads what questions look up one by one: terms, views, names and mentions, where they lead, passages and chunks.

    Catalogue and store keep what they read within bounds of their own, for as long as the collection stays as it is. It
    takes six tenths of a millisecond a short document, and some twenty-five kilobytes. Small tables of the store are
    read too, however many documents they are of.

    Args:
        catalogue: Reads and keeps.
        library: Opens the stores of collections.
        most_documents: Of a collection of more no document is read; at 0 nothing is read of any.
        pause_seconds: Between an answer and the reading that it calls for.
        clock: Seconds that only rise.
    """

    def __init__(
        self,
        catalogue: SqlCatalogue,
        library: CollectionLibrary,
        most_documents: int,
        *,
        pause_seconds: float = PAUSE_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(is_on=most_documents > 0, pause_seconds=pause_seconds)
        self._catalogue = catalogue
        self._library = library
        self._most_documents = most_documents
        self._clock = clock
        self._read: dict[str, tuple[int, float]] = {}
        """Version and time of the last reading, by collection id."""

    def forget(self, collection_id: str) -> None:
        """Drops what is known of a collection that was deleted."""
        self._read.pop(collection_id, None)

    async def look(self, owner: str, collection_id: str) -> None:
        """Reads a collection, unless it is large, or was read at this version or a short while ago."""
        try:
            await self._look(owner, collection_id)
        except NotFoundError:
            self.forget(collection_id)
        except SheafError as error:
            # Whoever asks next is told what is wrong, if it still is.
            _log.info("not read ahead: %s", error)
        except Exception as error:  # noqa: BLE001 - whatever it meets, questions go on as they did
            _log.warning("not read ahead", exc_info=error)

    async def _look(self, owner: str, collection_id: str) -> None:
        version = (await self._catalogue.collection(owner, collection_id)).version
        read, when = self._read.get(collection_id, (-1, -AGAIN_SECONDS))
        begun = self._clock()
        if begun - when < AGAIN_SECONDS:
            return
        if read != version:
            # At no version yet: where reading fails, it is tried again after a while.
            self._read[collection_id] = (-1, begun)
            await self._read_documents(owner, collection_id)
            self._read[collection_id] = (version, begun)
        # Tables change by themselves too, when they are folded.
        collection = await self._library.open(owner, collection_id)
        for store in (collection.chunks, collection.summaries):
            if isinstance(store, ScopedVectorStore) and await store.aread_table_ahead():
                self._read[collection_id] = (version, begun)

    async def _read_documents(self, owner: str, collection_id: str) -> None:
        if await self._catalogue.live_count(owner, collection_id) > self._most_documents:
            return
        for read in (self._catalogue.frequencies_ahead, self._catalogue.words_ahead):
            await self.quiet_moment(LONGEST_WAIT_SECONDS)
            await read(owner, collection_id)
        await self._catalogue.derive_ahead(owner, collection_id, partial(self.quiet_moment, LONGEST_WAIT_SECONDS))
        revisions = await self._catalogue.live_revisions(owner, collection_id, without_features=False)
        for batch in batches(revisions, DOCUMENTS_AT_ONCE):
            await self.quiet_moment(LONGEST_WAIT_SECONDS)
            await self._read_batch(owner, collection_id, batch)

    async def _read_batch(self, owner: str, collection_id: str, revision_ids: Sequence[str]) -> None:
        catalogue = self._catalogue
        for view in (await catalogue.visible(owner, revision_ids)).values():
            # Remembered there: taking the words of a name apart costs more than weighing them.
            document_words(view)
        short = await catalogue.short_documents(owner, collection_id, revision_ids, MOST_PASSAGES)
        await catalogue.passages_ahead(owner, [each for each in revision_ids if each not in short.passage_counts])
        chunks = (await self._library.open(owner, collection_id)).chunks
        if isinstance(chunks, ScopedVectorStore):
            await chunks.aread_ahead(_chunks_of(short))


def _chunks_of(documents: ShortDocuments) -> list[str]:
    """The ids of all chunks of documents."""
    if documents.block is None:
        return []
    owners = [each for each, count in documents.passage_counts.items() for _ in range(count)]
    block = documents.block
    return [
        chunk_id(owners[home], index) for home, index in zip(block.homes.tolist(), block.chunks.tolist(), strict=True)
    ]
