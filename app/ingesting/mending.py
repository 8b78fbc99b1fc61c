"""Cleans up: after processes that were killed, and after documents that nobody sees any more."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from llama_index.core.vector_stores.types import FilterOperator, MetadataFilter, MetadataFilters

from app.backfilling.backfill import link_again
from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.records import RetiredRevision
from app.filing.files import FileStore, collection_folder
from app.ingesting.kept_vectors import prune_vectors
from app.ingesting.workers import is_alive
from app.library import CollectionLibrary
from app.pages.cache import PageCache
from nodes.domain.errors import NotFoundError, SheafError
from nodes.ports import Collection

_log = logging.getLogger(__name__)


class Mending:
    """Finds in the catalogue what was left behind, in any process, and mends it. Any number may do so at once.

    Args:
        catalogue: knows what is wanted and what is not.
        library: opens the stores.
        files: keeps the bytes.
        page_cache: keeps pictures of pages.
    """

    def __init__(
        self, catalogue: SqlCatalogue, library: CollectionLibrary, files: FileStore, page_cache: PageCache
    ) -> None:
        self._catalogue = catalogue
        self._library = library
        self._files = files
        self._page_cache = page_cache

    async def recover(self) -> None:
        """Mends what killed processes have left: their documents wait again, names and mentions are completed."""
        await self.reclaim()
        await self._link_again()
        await self.clean()
        await self.clean_embeddings()
        await prune_vectors(self._catalogue)

    async def reclaim(self) -> None:
        """Lets what killed processes worked on wait again."""
        await self._catalogue.reclaim(is_alive)

    async def clean(self) -> None:
        """Removes what nobody sees any more of replaced and deleted revisions: rows, files, pictures of pages.

        What cannot be removed now, because a store or the file storage is away, stays for the next time.
        """
        retired = await self._catalogue.retired()
        for owner, collection_id in dict.fromkeys((each.owner, each.collection_id) for each in retired):
            try:
                await self._clean_collection(owner, collection_id)
            except SheafError as error:
                # One store that is away does not hold up the others.
                _log.warning("what nobody sees any more cannot be removed yet: %s", error)

    async def _clean_collection(self, owner: str, collection_id: str) -> None:
        async with self._catalogue.locked(files_lock(collection_folder(owner, collection_id))):
            # Asked under the lock: what others have removed meanwhile may be back, and a revision may bear its id.
            own = [
                each
                for each in await self._catalogue.retired()
                if (each.owner, each.collection_id) == (owner, collection_id)
            ]
            if own:
                await self._purge(owner, collection_id, [each.revision_id for each in own])
            gone = [each.revision_id for each in own if await self._is_without_file(each)]
            await asyncio.to_thread(self._page_cache.forget, gone)
            await self._catalogue.forget(gone)

    async def clean_after(self, owner: str, collection_id: str, revision_ids: Sequence[str]) -> None:
        """Removes the rows of revisions that were deleted and forgotten while somebody still worked on them.

        As where a process stood still for longer than its claim holds: others have cleaned up by then, and what it
        writes afterwards nobody would ever remove.
        """
        async with self._catalogue.locked(files_lock(collection_folder(owner, collection_id))):
            # Asked under the lock: handed in again, a revision bears the same id.
            known = await self._catalogue.standing(revision_ids)
            gone = [each for each in revision_ids if each not in known]
            if gone:
                await self._purge(owner, collection_id, gone)

    async def _is_without_file(self, revision: RetiredRevision) -> bool:
        """Whether the file of a revision is gone, or another's as well; one that stays does not hold up the others."""
        if revision.file_key is None:
            return True
        try:
            await asyncio.to_thread(self._files.delete, revision.file_key)
        except SheafError as error:
            _log.warning("a file that nobody sees cannot be removed yet: %s", error)
            return False
        return True

    async def clean_embeddings(self) -> None:
        """Removes the rows of embeddings that no collection is searched by any more."""
        for embedding in await self._catalogue.left_embeddings():
            try:
                await remove_left(self._catalogue, self._library, embedding.owner, embedding.collection_id)
            except SheafError as error:
                _log.warning("rows of a former embedding cannot be removed yet: %s", error)

    async def _link_again(self) -> None:
        """Gives documents their postings that became visible just before their process was killed.

        Another live process may be about to do the same for its own: the result is the same, whoever comes last.
        """
        for owner, collection_id, revision_id in await self._catalogue.unlinked():
            try:
                await link_again(self._catalogue, self._library, owner, collection_id, revision_id)
            except SheafError as error:
                _log.warning("a document cannot be linked yet: %s", error)

    async def _purge(self, owner: str, collection_id: str, revision_ids: Sequence[str]) -> None:
        try:
            collection = await self._library.open(owner, collection_id)
        except NotFoundError:
            # The collection was deleted, and its documents with it.
            await self._library.drop(owner, collection_id)
        else:
            await purge_rows(collection, revision_ids)
            for other in await self._catalogue.other_embeddings(owner, collection_id):
                await purge_rows(await self._library.open_other(other), revision_ids)


async def purge_rows(collection: Collection, revision_ids: Sequence[str]) -> None:
    """Removes the rows of revisions from the stores of their collection: one deletion a store."""
    among = MetadataFilter(key="revision_id", value=list(revision_ids), operator=FilterOperator.IN)
    for store in (collection.chunks, collection.summaries):
        await store.adelete_nodes(filters=MetadataFilters(filters=[among]))


async def remove_left(catalogue: SqlCatalogue, library: CollectionLibrary, owner: str, collection_id: str) -> None:
    """Removes the rows of embeddings that a collection is no longer searched by.

    Raises:
        NotFoundError: this owner has no such collection.
        UnavailableError: the store could not be written.
    """
    async with catalogue.locked(f"embeddings {owner}/{collection_id}"):
        # Asked for under the lock: what is being built by now may lie where a former one did.
        for embedding in await catalogue.other_embeddings(owner, collection_id):
            if embedding.state == "left":
                await library.discard(embedding)
                await catalogue.forget_embedding(owner, collection_id, embedding.generation)


def files_lock(folder: str) -> str:
    """The lock that is held while files of a collection are kept and registered, and while some are removed.

    So no file goes that was just wanted. See `SqlCatalogue.locked`.

    Args:
        folder: of the collection, see `collection_folder`.
    """
    return f"files {folder}"
