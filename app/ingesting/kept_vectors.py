"""Lets go of vectors that were kept while their documents could not be searched yet."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta

from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.part import utc_now
from app.models.forgetting import Forgetting
from nodes.domain.documents import IngestDocument
from nodes.domain.errors import SheafError
from nodes.ingest.embed import embedded_texts
from nodes.ports import Collection

LONGEST_KEPT = timedelta(days=7)
"""What is not needed by then belongs to a document that was given up."""

_log = logging.getLogger(__name__)


async def forget_vectors(collection: Collection, documents: Sequence[IngestDocument]) -> None:
    """Lets go of the vectors of documents that can be searched; where it fails, they go after some days."""
    if not isinstance(collection.embedding, Forgetting) or not documents:
        return
    try:
        await collection.embedding.forget(list(embedded_texts(documents).values()))
    except SheafError as error:
        _log.warning("vectors that are needed no more stay for a while: %s", error)


async def prune_vectors(catalogue: SqlCatalogue) -> None:
    """Lets go of the vectors that nobody has asked for in a long time."""
    await catalogue.prune_vectors(utc_now() - LONGEST_KEPT)
