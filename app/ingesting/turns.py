"""A turn of work on a collection, whoever takes it: a service beside its questions, or a worker."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta

from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.part import iso, utc_now
from app.ingesting.building import Building
from app.ingesting.claiming import Built
from app.ingesting.progress import Telling, telling
from nodes.domain.errors import NotFoundError

UPLOADS_KEPT = timedelta(days=30)
"""How long the results of an upload can be asked for; its documents stay."""

_log = logging.getLogger(__name__)


async def take_turn(
    catalogue: SqlCatalogue,
    building: Building,
    board: Telling,
    place: tuple[str, str],
    *,
    most: int | None = None,
    revision_ids: Sequence[str] | None = None,
) -> str | None:
    """Makes what waits in a collection searchable, and keeps what became of it.

    Args:
        catalogue: keeps what became of uploads.
        building: does the work.
        board: told of progress.
        place: owner and id of the collection.
        most: documents to take on; None for all.
        revision_ids: only these.

    Returns:
        Why some still wait, for a store, a model or the files; None where none does, or the collection was deleted.
    """
    owner, collection_id = place

    async def settle(built: Sequence[Built]) -> None:
        await catalogue.settle_built(collection_id, {each.revision.revision_id: each.seconds for each in built})
        board.done(collection_id, [each.revision.file_name for each in built])

    try:
        built = await building.work(
            owner,
            collection_id,
            telling(board, collection_id),
            on_built=settle,
            most=most,
            revision_ids=revision_ids,
            is_patient=True,
        )
    except NotFoundError:
        _log.info("a collection was deleted before its documents were built")
        return None
    reason = next((each.error for each in built if each.status == "waiting"), None)
    if reason is None:
        return None
    _log.warning("documents wait for what is away: %s", reason["message"])
    return reason["message"]


async def forget_old_uploads(catalogue: SqlCatalogue) -> None:
    """Drops the results of uploads that are asked for no more."""
    await catalogue.forget_uploads(iso(utc_now() - UPLOADS_KEPT))
