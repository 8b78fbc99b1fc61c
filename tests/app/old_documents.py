"""Makes documents as the first versions left them: rows with text and vector alone, nothing to rank or link by."""

from __future__ import annotations

import json
from typing import Any

from llama_index.core.schema import TextNode
from sqlalchemy import delete, select, update

from app.catalogue.models import (
    Base,
    CollectionRow,
    DocumentWord,
    MentionRow,
    NameRow,
    PassageRow,
    RevisionRow,
    SectionRow,
)
from app.sheaf import Sheaf
from app.stores.base import scoped

OLD_FIELDS = ("owner", "collection_id", "document_id", "revision_id", "chunk_index")
FEATURES: tuple[type[Base], ...] = (PassageRow, DocumentWord, NameRow, MentionRow)


async def make_old(sheaf: Sheaf, owner: str = "local", *, sections: bool = True) -> None:
    """Takes from an owner's documents what they had not before there were fields and features.

    Args:
        sheaf: whose stores and catalogue.
        owner: whose documents.
        sections: whether the catalogue keeps their sections.
    """
    await strip_rows(sheaf, owner)
    await strip_catalogue(sheaf, owner, sections=sections)


async def strip_rows(sheaf: Sheaf, owner: str = "local") -> None:
    """Rows with nothing but ids, scope, index, text and vector."""
    for record in await sheaf.catalogue.collections(owner, private=True):
        collection = await sheaf.library.open(owner, record.collection_id)
        for store in map(scoped, (collection.chunks, collection.summaries)):
            rows = await store.aget_nodes(include_embeddings=True)
            old = [
                TextNode(
                    id_=row.node_id,
                    text=row.get_content(),
                    embedding=row.get_embedding(),
                    metadata={name: row.metadata[name] for name in OLD_FIELDS},
                )
                for row in rows
            ]
            await store.async_add(old)
        await collection.refresh()


async def strip_catalogue(sheaf: Sheaf, owner: str = "local", *, sections: bool = True) -> None:
    """Documents without features, names and mentions."""
    async with sheaf.catalogue._database.write() as connection:
        tables: list[type[Base]] = [*FEATURES] if sections else [*FEATURES, SectionRow]
        for table in tables:
            await connection.execute(delete(table).where(table.__table__.c.owner == owner))
        blank = update(RevisionRow).where(RevisionRow.owner == owner).values(passage_starts=[], is_entry=False)
        await connection.execute(blank)
        raised = update(CollectionRow).where(CollectionRow.owner == owner).values(version=CollectionRow.version + 1)
        await connection.execute(raised)


async def kept(sheaf: Sheaf, owner: str = "local") -> dict[str, Any]:
    """Everything that backfilling touches, to be compared: rows with their vectors, and what the catalogue has."""
    found: dict[str, Any] = {}
    for record in await sheaf.catalogue.collections(owner, private=True):
        collection = await sheaf.library.open(owner, record.collection_id)
        for kind, store in (("chunks", collection.chunks), ("summaries", collection.summaries)):
            rows = await scoped(store).aget_nodes(include_embeddings=True)
            found[f"{kind} of {record.name}"] = [
                json.dumps(row.to_dict(), sort_keys=True, ensure_ascii=False) for row in rows
            ]
    async with sheaf.catalogue._database.read() as connection:
        tables: list[type[Base]] = [*FEATURES, SectionRow, RevisionRow]
        for table in tables:
            rows_of = await connection.execute(select(table.__table__).where(table.__table__.c.owner == owner))
            found[table.__tablename__] = sorted(repr(dict(row)) for row in rows_of.mappings())
    return found
