"""Taking away whole collections and sessions: out of sight at once, then out of the store, files and checkpoints."""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections.abc import Awaitable, Callable
from datetime import timedelta

from app.catalogue.part import iso, utc_now
from app.catalogue.records import DeletedCollection
from app.ingesting.mending import files_lock
from app.parts import Parts
from app.sweeping import SWEEP_SECONDS
from nodes.domain.errors import ConflictError, NotFoundError, SheafError

LEFT_SECONDS = 86_400.0
"""After which a file that is not in the catalogue is not on its way there any more."""
_HOURS_OF_A_DAY = 24

_log = logging.getLogger(__name__)


async def remove_collection(parts: Parts, owner: str, collection_id: str) -> None:
    """Deletes a collection with everything in it.

    Raises:
        NotFoundError: this owner has no such collection.
        ConflictError: it is the private collection of a session.
    """
    record = await parts.catalogue.collection(owner, collection_id)
    if record.session_id is not None:
        raise ConflictError("The collection belongs to a session.", hint=f"DELETE /sessions/{record.session_id}")
    await _clean(parts, owner, await parts.catalogue.delete_collection(owner, collection_id))


async def remove_session(parts: Parts, owner: str, session_id: str) -> None:
    """Deletes a session with what was said in it and what was dropped into it. Waits for an answer that is running.

    Raises:
        NotFoundError: this owner has no such session.
    """
    await parts.catalogue.session(owner, session_id)
    # Before the session, so that whoever stops this half-way can do it again; and after, for a question between.
    await parts.conversations.forget(owner, session_id)
    private = await parts.catalogue.delete_session(owner, session_id)
    await parts.conversations.forget(owner, session_id)
    parts.library.forget_questions(owner)
    if private is not None:
        await _clean(parts, owner, private)


async def remove_expired_sessions(parts: Parts) -> int:
    """Deletes the sessions of every owner that were last used longer ago than the setting allows; how many.

    One that cannot be deleted wholly keeps no other from it.

    Raises:
        SheafError: none of them could be deleted wholly; of several reasons the last.
    """
    days = parts.settings.sessions_max_age_days
    if days is None:
        return 0
    before = iso(utc_now() - timedelta(days=days))
    removed = 0
    failure: SheafError | None = None
    for owner, session_id in await parts.catalogue.expired_sessions(before):
        try:
            await remove_session(parts, owner, session_id)
            removed += 1
        except NotFoundError:
            # Somebody else was faster.
            continue
        except SheafError as error:
            _log.warning("an old session could not be removed wholly: %s", error)
            failure = error
    if failure is not None and not removed:
        raise failure
    return removed


async def remove_old_values(parts: Parts) -> int:
    """Drops what was kept of answers and questions, everybody's, longer ago than the setting allows; how many."""
    return await parts.catalogue.cache_prune(utc_now() - timedelta(days=parts.settings.kept_values_max_age_days))


async def remove_left_files(parts: Parts) -> int:
    """Removes files that no document is of, and unfinished copies; how many. Of a folder of this machine only.

    A process that is killed between keeping a file and registering it leaves one, and so does an upload to a collection
    that is deleted just then.
    """
    removed = 0
    before = time.time() - LEFT_SECONDS
    for folder in await asyncio.to_thread(parts.files.folders):
        old = await asyncio.to_thread(parts.files.older, folder, before)
        if not old or not await parts.catalogue.unnamed_files(old):
            continue
        async with parts.catalogue.locked(files_lock(folder.rpartition("/")[0])):
            # Asked under the lock: one may have been handed in again.
            for key in await parts.catalogue.unnamed_files(old):
                await asyncio.to_thread(parts.files.delete, key)
                removed += 1
    return removed


async def sweep(parts: Parts) -> None:
    """Deletes expired sessions and old kept values every hour, and files that were left every day.

    From now until it is cancelled.
    """
    for hour in itertools.count():
        await sweep_once(parts)
        if hour % _HOURS_OF_A_DAY == 0:
            await _swept("files that were left", remove_left_files, parts)
        await asyncio.sleep(SWEEP_SECONDS)


async def sweep_once(parts: Parts) -> None:
    """Deletes expired sessions and old kept values; what fails is logged."""
    for what, remove in (("old sessions", remove_expired_sessions), ("old kept values", remove_old_values)):
        await _swept(what, remove, parts)


async def _swept(what: str, remove: Callable[[Parts], Awaitable[int]], parts: Parts) -> None:
    try:
        if removed := await remove(parts):
            _log.info("Removed %d %s", removed, what)
    except Exception:  # noqa: BLE001 - what fails now is tried again the next time
        _log.warning("Some %s could not be removed; the next time they are", what, exc_info=True)


async def _clean(parts: Parts, owner: str, deleted: DeletedCollection) -> None:
    parts.forget_collection(deleted.collection_id)
    await parts.ingestion().building.clean()
    await parts.library.drop(owner, deleted.collection_id, deleted.store)
