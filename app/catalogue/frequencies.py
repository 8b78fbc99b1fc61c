"""Document frequencies: how many of a collection's live revisions hold each term."""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

from sqlalchemy import Executable, delete, literal, select, true
from sqlalchemy.ext.asyncio import AsyncConnection

from app.catalogue.database import among, batches, insert_into, listed_pairs
from app.catalogue.lookups import read_all_frequencies, read_frequencies
from app.catalogue.models import RevisionTerms, TermFrequency
from app.catalogue.seeing import Seeing
from nodes.domain.lookups import DocumentFrequencies

_MOST_AHEAD = 100_000
"""Terms of a collection that are read ahead: half of what is kept of one kind, see `Seeing`."""
_ALL = ""
"""Stands among what is kept where all terms are: one that is missing then is in no document. No term is empty."""


def pack_terms(terms: Sequence[str]) -> bytes:
    """Distinct terms in a compact form. Terms hold no white space."""
    return zlib.compress("\n".join(sorted(set(terms))).encode("utf-8", "surrogatepass"))


def unpack_terms(packed: bytes) -> list[str]:
    """The terms that `pack_terms` was given, sorted and distinct."""
    text = zlib.decompress(packed).decode("utf-8", "surrogatepass")
    return text.split("\n") if text else []


async def counted_terms(connection: AsyncConnection, revision_ids: Sequence[str]) -> Counter[str]:
    """How many of these revisions were counted with each term."""
    total: Counter[str] = Counter()
    for batch in batches(revision_ids):
        rows = await connection.execute(select(RevisionTerms.terms).where(RevisionTerms.revision_id.in_(batch)))
        for (packed,) in rows:
            total.update(unpack_terms(packed))
    return total


async def change_frequencies(
    connection: AsyncConnection, owner: str, collection_id: str, change: Mapping[str, int]
) -> None:
    """Adds to the number of documents of each term, or takes off; a term that no document holds any more goes."""
    for batch in batches([(term, number) for term, number in sorted(change.items()) if number]):
        await connection.execute(_added(connection, owner, collection_id), {"change": json.dumps(batch)})
        lowered = [term for term, number in batch if number < 0]
        if lowered:
            emptied = delete(TermFrequency).where(
                TermFrequency.collection_id == collection_id,
                TermFrequency.document_count <= 0,
                among(connection.dialect.name, TermFrequency.term, "terms"),
            )
            await connection.execute(emptied, {"terms": json.dumps(lowered)})


def _added(connection: AsyncConnection, owner: str, collection_id: str) -> Executable:
    """Adds the pairs of a term and a number in `change`, all in one statement."""
    pairs, term, number = listed_pairs(connection.dialect.name, "change")
    # The condition says nothing; without one, SQLite takes ON CONFLICT for the join's.
    given = select(literal(collection_id), term, literal(owner), number).select_from(pairs).where(true())
    insert = insert_into(connection, TermFrequency)
    rows = insert.from_select(["collection_id", "term", "owner", "document_count"], given)
    total = TermFrequency.document_count + insert.excluded.document_count
    return rows.on_conflict_do_update(index_elements=["collection_id", "term"], set_={"document_count": total})


class Frequencies(Seeing):
    """Reads document frequencies; publishing and deleting keep them."""

    async def document_frequencies(self, owner: str, collection_id: str, terms: Sequence[str]) -> DocumentFrequencies:
        """Document frequencies of these terms over the collection's live revisions; copies count once.

        Terms that no document holds are left out. Another's collection has no documents.
        """
        # Each term is looked up once for as long as the collection stays as it is.
        kept: dict[str, int] = await self._kept(owner, collection_id, "frequencies")
        missing = [] if _ALL in kept else [term for term in dict.fromkeys(terms) if term not in kept]
        if missing:
            async with self._database.read() as reader:
                read = partial(read_frequencies, owner=owner, collection_id=collection_id, terms=missing)
                kept.update(await reader.run(read))
        found = {term: number for term in terms if (number := kept.get(term, 0))}
        document_count = await self.live_count(owner, collection_id)
        frequencies: Mapping[str, int] = found
        return DocumentFrequencies(document_count, frequencies)

    async def frequencies_ahead(self, owner: str, collection_id: str) -> None:
        """Keeps the frequencies of all terms for questions to come, unless there are more than a hundred thousand."""
        kept: dict[str, int] = await self._kept(owner, collection_id, "frequencies")
        read = partial(read_all_frequencies, owner=owner, collection_id=collection_id, most=_MOST_AHEAD)
        async with self._database.read() as reader:
            found = await reader.run(read)
        if found is not None:
            kept.update(found)
            kept[_ALL] = 0
