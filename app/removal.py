"""Taking away whole collections and sessions: out of sight at once, then out of the store, files and checkpoints."""

from __future__ import annotations

import asyncio
import logging
import time
from datetime import timedelta
from typing import TYPE_CHECKING

from app.catalogue.part import iso, utc_now
from app.catalogue.records import DeletedCollection
from nodes.domain.errors import ConflictError, NotFoundError, SheafError

if TYPE_CHECKING:
    from app.sheaf import Sheaf

SWEEP_SECONDS = 3600.0

_log = logging.getLogger(__name__)


async def remove_collection(sheaf: Sheaf, owner: str, collection_id: str) -> None:
    """Deletes a collection with everything in it.

    Raises:
        NotFoundError: this owner has no such collection.
        ConflictError: it is the private collection of a session.
    """
    record = await sheaf.catalogue.collection(owner, collection_id)
    if record.session_id is not None:
        raise ConflictError("The collection belongs to a session.", hint=f"DELETE /sessions/{record.session_id}")
    await _clean(sheaf, owner, await sheaf.catalogue.delete_collection(owner, collection_id))


async def remove_session(sheaf: Sheaf, owner: str, session_id: str) -> None:
    """Deletes a session with what was said in it and what was dropped into it. Waits for an answer that is running.

    Raises:
        NotFoundError: this owner has no such session.
    """
    await sheaf.catalogue.session(owner, session_id)
    # Before the session, so that whoever stops this half-way can do it again; and after, for a question between.
    await sheaf.conversations.forget(owner, session_id)
    private = await sheaf.catalogue.delete_session(owner, session_id)
    await sheaf.conversations.forget(owner, session_id)
    sheaf.library.forget_questions(owner)
    if private is not None:
        await _clean(sheaf, owner, private)


async def remove_expired_sessions(sheaf: Sheaf) -> int:
    """Deletes the sessions of every owner that were last used longer ago than the setting allows; how many.

    One that cannot be deleted wholly keeps no other from it.

    Raises:
        SheafError: none of them could be deleted wholly; of several reasons the last.
    """
    days = sheaf.settings.sessions_max_age_days
    if days is None:
        return 0
    before = iso(utc_now() - timedelta(days=days))
    removed = 0
    failure: SheafError | None = None
    for owner, session_id in await sheaf.catalogue.expired_sessions(before):
        try:
            await remove_session(sheaf, owner, session_id)
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


async def remove_old_values(sheaf: Sheaf) -> int:
    """Drops what was kept of answers and questions, everybody's, longer ago than the setting allows; how many."""
    return await sheaf.catalogue.cache_prune(utc_now() - timedelta(days=sheaf.settings.kept_values_max_age_days))


async def sweep(sheaf: Sheaf) -> None:
    """Deletes expired sessions and old kept values every hour, from now until it is cancelled."""
    while True:
        await sweep_once(sheaf)
        await asyncio.sleep(SWEEP_SECONDS)


class Sweeping:
    """Sweeps now and then for whoever comes along, where neither a service nor a worker does it by the clock."""

    def __init__(self) -> None:
        self._last: float | None = None

    async def now_and_then(self, sheaf: Sheaf) -> None:
        """Deletes what is too old, unless that was done within the hour."""
        now = time.monotonic()
        if self._last is None or now - self._last >= SWEEP_SECONDS:
            self._last = now
            await sweep_once(sheaf)


async def sweep_once(sheaf: Sheaf) -> None:
    """Deletes expired sessions and old kept values; what fails is logged."""
    for what, remove in (("sessions", remove_expired_sessions), ("kept values", remove_old_values)):
        try:
            if removed := await remove(sheaf):
                _log.info("Removed %d old %s", removed, what)
        except Exception:  # noqa: BLE001 - what fails now is tried again the next time
            _log.warning("Old %s could not be removed; the next time they are", what, exc_info=True)


async def _clean(sheaf: Sheaf, owner: str, deleted: DeletedCollection) -> None:
    sheaf.forget_collection(deleted.collection_id)
    await sheaf.ingestion().building.clean()
    await sheaf.library.drop(owner, deleted.collection_id, deleted.store)
