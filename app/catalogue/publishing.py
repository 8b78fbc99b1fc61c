"""Publishing and deleting: what users see changes here, in one transaction each."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from sqlalchemy import bindparam, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.catalogue.database import batches, collection_area, insert_rows
from app.catalogue.frequencies import change_frequencies, counted_terms, pack_terms
from app.catalogue.models import (
    Base,
    CollectionRow,
    DocumentRow,
    DocumentWord,
    MetadataFact,
    PageRow,
    PassageRow,
    RevisionRow,
    RevisionTerms,
    SectionRow,
)
from app.catalogue.part import CataloguePart, bump_version, collections_of, error_fields, missing_document
from app.catalogue.records import DeletedDocument, RetiredRevision
from app.catalogue.retirement import (
    CONTENT_TABLES,
    Retirement,
    evict_cached,
    remove_contents,
    retire_unused,
    retired_records,
)
from app.catalogue.work import held_under, record_failure, release
from nodes.documents.file_names import file_stem
from nodes.domain.documents import IngestDocument, SearchFeatures
from nodes.domain.errors import EmbeddingChangedError

_LONGEST_FACT = 200

_log = logging.getLogger(__name__)


class Publishing(CataloguePart):
    """Makes revisions visible, and takes documents out of sight."""

    async def publish(
        self,
        owner: str,
        documents: Sequence[IngestDocument],
        term_sets: Mapping[str, Sequence[str]],
        features: Mapping[str, SearchFeatures],
    ) -> None:
        """Makes these revisions visible in one transaction, each in place of the one before it under its name.

        Pages, sections, metadata and term counts are stored with them. Publishing again replaces what was stored. A
        revision whose documents went away in the meantime stays out of sight, and so does one that others have taken
        over; one that carries an error is recorded as failed.

        Args:
            owner: whose documents.
            documents: finished documents; their chunks are in the store. One with a `claim` has to be held under it.
            term_sets: the distinct terms of each, by revision id.
            features: what each is ranked by, by revision id.

        Raises:
            EmbeddingChangedError: the collection is no longer of the `generation` that a document was embedded for;
                none of them is published.
        """
        areas = await self._areas(owner, [document["revision_id"] for document in documents])
        async with self._database.write(*areas) as connection:
            claims = {document["revision_id"]: document["claim"] for document in documents if "claim" in document}
            overtaken = claims.keys() - await held_under(connection, claims)
            if overtaken:
                _log.warning("%d documents were taken over by another worker: not published here", len(overtaken))
            by_revision = {each["revision_id"]: each for each in documents if each["revision_id"] not in overtaken}
            for collection_id in await collections_of(connection, owner, list(by_revision)):
                await self._publish(connection, owner, collection_id, by_revision, term_sets, features)
            await release(connection, owner, list(by_revision))

    async def _publish(
        self,
        connection: AsyncConnection,
        owner: str,
        collection_id: str,
        documents: Mapping[str, IngestDocument],
        term_sets: Mapping[str, Sequence[str]],
        features: Mapping[str, SearchFeatures],
    ) -> None:
        await _require_embedding(connection, collection_id, documents.values())
        states = await states_of(connection, collection_id, list(documents))
        accepted: list[IngestDocument] = []
        for revision_id, state in sorted(states.items()):
            document = documents[revision_id]
            if document["error"] is not None:
                await record_failure(connection, owner, revision_id, document["error"], self._now())
            elif state != "retired":
                accepted.append(document)
        published = [document["revision_id"] for document in accepted]
        again = [revision_id for revision_id in published if states[revision_id] == "live"]
        change = await asyncio.to_thread(_counted, [term_sets.get(revision_id, ()) for revision_id in published])
        change.subtract(await counted_terms(connection, again))
        await remove_contents(connection, again, CONTENT_TABLES)
        await _store_contents(connection, owner, collection_id, accepted, term_sets, features)
        retirement = await self._switch(connection, owner, published)
        change.update(retirement.change)
        await change_frequencies(connection, owner, collection_id, change)
        if published:
            await bump_version(connection, collection_id)

    async def _switch(self, connection: AsyncConnection, owner: str, revision_ids: Sequence[str]) -> Retirement:
        """Lets the documents that wait for these revisions show them; retires what they showed before."""
        superseded: list[str] = []
        for batch in batches(revision_ids):
            rows = await connection.execute(
                select(DocumentRow.document_id, DocumentRow.live_revision_id).where(
                    DocumentRow.next_revision_id.in_(batch), DocumentRow.live_revision_id.is_not(None)
                )
            )
            replaced = list(rows)
            superseded.extend(str(row.live_revision_id) for row in replaced)
            await evict_cached(connection, owner, [row.document_id for row in replaced])
            await connection.execute(
                update(DocumentRow)
                .where(DocumentRow.next_revision_id.in_(batch))
                .values(
                    live_revision_id=DocumentRow.next_revision_id,
                    next_revision_id=None,
                    status="ready",
                    **error_fields(None),
                    updated_at=self._now(),
                )
            )
        return await retire_unused(connection, superseded)

    async def delete_document(self, owner: str, document_id: str) -> DeletedDocument:
        """Takes a document out of sight at once, with everything that rests on it.

        Content that a copy under another name shows stays with the copy.

        Raises:
            NotFoundError: this owner has no such document.
        """
        async with self._database.read() as reader:
            place = await reader.execute(
                select(DocumentRow.collection_id).where(
                    DocumentRow.owner == owner, DocumentRow.document_id == document_id
                )
            )
        areas = [collection_area(row.collection_id) for row in place]
        async with self._database.write(*areas) as connection:
            found = await connection.execute(
                select(
                    DocumentRow.collection_id,
                    DocumentRow.file_name,
                    DocumentRow.live_revision_id,
                    DocumentRow.next_revision_id,
                ).where(DocumentRow.owner == owner, DocumentRow.document_id == document_id)
            )
            row = found.first()
            if row is None:
                raise await missing_document(connection, owner, document_id)
            collection_id = row.collection_id
            await connection.execute(delete(DocumentRow).where(DocumentRow.document_id == document_id))
            await evict_cached(connection, owner, [document_id])
            held = [revision_id for revision_id in (row.live_revision_id, row.next_revision_id) if revision_id]
            retirement = await retire_unused(connection, held)
            await change_frequencies(connection, owner, collection_id, retirement.change)
            await bump_version(connection, collection_id)
            retired = await retired_records(connection, retirement.revision_ids)
        return DeletedDocument(document_id, collection_id, row.file_name, retired)

    async def retired(self) -> list[RetiredRevision]:
        """What is to be removed from the store and the file storage, by revision id.

        A revision that was deleted while being built comes once its worker has finished or lost its lease: rows written
        after the removal would stay for ever.
        """
        async with self._database.read() as connection:
            return await retired_records(connection, now=self._now())

    async def unnamed_files(self, file_keys: Sequence[str]) -> list[str]:
        """Those of these keys that no revision names, not even one whose file is to be removed; sorted."""
        named: set[str] = set()
        async with self._database.read() as connection:
            for batch in batches(file_keys):
                rows = await connection.execute(select(RevisionRow.file_key).where(RevisionRow.file_key.in_(batch)))
                named.update(row.file_key for row in rows)
        return sorted(set(file_keys) - named)

    async def forget(self, revision_ids: Sequence[str]) -> None:
        """Drops retired revisions whose rows in the store and whose files are gone; others stay."""
        async with self._database.write() as connection:
            for batch in batches(revision_ids):
                await connection.execute(
                    delete(RevisionRow).where(RevisionRow.revision_id.in_(batch), RevisionRow.state == "retired")
                )


def facts_of(metadata: Mapping[str, Any]) -> set[tuple[str, str]]:
    """Field and value of everything in the metadata that can be asked for by equality; a list gives each item."""
    facts: set[tuple[str, str]] = set()
    for field, value in metadata.items():
        items = value if isinstance(value, list) else [value]
        facts.update((field, fact_value(item)) for item in items if isinstance(item, (str, int, float)))
    return facts


def fact_value(value: str | float) -> str:
    """A value as it is compared: numbers and truth values as their text, so that a filter from a command line matches.

    A very long text is compared by its hash: indexes have a limit.
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    whole = isinstance(value, float) and value.is_integer()
    text = str(int(value) if whole else value)
    if len(text) <= _LONGEST_FACT:
        return text
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=32).hexdigest()


async def _require_embedding(
    connection: AsyncConnection, collection_id: str, documents: Iterable[IngestDocument]
) -> None:
    made_with = {document["generation"] for document in documents if "generation" in document}
    if made_with:
        await require_generation(connection, collection_id, made_with)


async def require_generation(connection: AsyncConnection, collection_id: str, made_with: Collection[int]) -> None:
    """Makes sure that a collection is searched by what something was made with.

    Raises:
        EmbeddingChangedError: it was embedded anew meanwhile.
    """
    found = await connection.execute(
        select(CollectionRow.generation, CollectionRow.embedding_model).where(
            CollectionRow.collection_id == collection_id
        )
    )
    row = found.one()
    if set(made_with) != {row.generation}:
        raise EmbeddingChangedError(
            f"The collection was embedded anew with {row.embedding_model} meanwhile.", hint="Try again."
        )


async def states_of(connection: AsyncConnection, collection_id: str, revision_ids: Sequence[str]) -> dict[str, str]:
    """The states of those of the revisions that are in the collection, by revision id."""
    states: dict[str, str] = {}
    for batch in batches(revision_ids):
        rows = await connection.execute(
            select(RevisionRow.revision_id, RevisionRow.state).where(
                RevisionRow.collection_id == collection_id, RevisionRow.revision_id.in_(batch)
            )
        )
        states.update((row.revision_id, row.state) for row in rows)
    return states


async def _store_contents(
    connection: AsyncConnection,
    owner: str,
    collection_id: str,
    documents: Sequence[IngestDocument],
    term_sets: Mapping[str, Sequence[str]],
    features: Mapping[str, SearchFeatures],
) -> None:
    accepted = [document["revision_id"] for document in documents if document["revision_id"] in features]
    await store_features(connection, owner, collection_id, {each: features[each] for each in accepted})
    rows = await asyncio.to_thread(_content_rows, owner, collection_id, documents, term_sets)
    for model, contents in rows.items():
        await insert_rows(connection, model, contents)
    if documents:
        fields = [_revision_fields(document) for document in documents]
        values: dict[str, Any] = {name: bindparam(f"to_{name}") for name in _REVISION_FIELDS}
        statement = update(RevisionRow).where(RevisionRow.revision_id == bindparam("of_revision"))
        await connection.execute(statement.values(state="live", links_pending=True, **values), fields)


def _counted(term_sets: Iterable[Sequence[str]]) -> Counter[str]:
    """How many revisions hold each term."""
    return Counter(term for terms in term_sets for term in set(terms))


def _content_rows(
    owner: str, collection_id: str, documents: Sequence[IngestDocument], term_sets: Mapping[str, Sequence[str]]
) -> dict[type[Base], list[dict[str, Any]]]:
    """What is stored of documents, by table."""
    facts: list[dict[str, Any]] = []
    terms: list[dict[str, Any]] = []
    pages: list[dict[str, Any]] = []
    sections: list[dict[str, Any]] = []
    for document in documents:
        keys = {"revision_id": document["revision_id"], "owner": owner}
        pages.extend(keys | _page_fields(page) for page in document["pages"])
        sections.extend(keys | section for section in document["sections"])
        terms.append(keys | {"terms": pack_terms(term_sets.get(document["revision_id"], ()))})
        facts.extend(
            keys | {"collection_id": collection_id, "field": field, "value": value}
            for field, value in sorted(facts_of(document["metadata"]))
        )
    return {PageRow: pages, SectionRow: sections, RevisionTerms: terms, MetadataFact: facts}


async def store_features(
    connection: AsyncConnection, owner: str, collection_id: str, features: Mapping[str, SearchFeatures]
) -> None:
    """Stores what revisions are ranked by, which had nothing of the kind before."""
    passages: list[dict[str, Any]] = []
    words: list[dict[str, Any]] = []
    for revision_id, found in features.items():
        keys = {"revision_id": revision_id, "owner": owner}
        passages.extend(keys | {"place": place, "features": packed} for place, packed in enumerate(found["passages"]))
        words.extend(keys | {"collection_id": collection_id, "word": word} for word in found["words"])
    await insert_rows(connection, PassageRow, passages)
    await insert_rows(connection, DocumentWord, words)
    if features:
        statement = update(RevisionRow).where(RevisionRow.revision_id == bindparam("of_revision"))
        fields = [
            {"of_revision": each, "to_starts": found["starts"], "to_entry": found["is_entry"]}
            for each, found in features.items()
        ]
        statement = statement.values(passage_starts=bindparam("to_starts"), is_entry=bindparam("to_entry"))
        await connection.execute(statement, fields)


_REVISION_FIELDS = (
    "media_type",
    "byte_count",
    "title",
    "page_count",
    "chunk_count",
    "summary",
    "found",
    "embedded_keywords",
    "document_date",
)


def _revision_fields(document: IngestDocument) -> dict[str, Any]:
    metadata = document["metadata"]
    dates = metadata.get("dates", [])
    return {
        "of_revision": document["revision_id"],
        "to_media_type": document["media_type"],
        "to_byte_count": document["byte_count"],
        "to_title": _title_of_content(document),
        "to_page_count": len(document["pages"]),
        "to_chunk_count": len(document["chunks"]),
        "to_summary": document["summary"],
        "to_found": dict(metadata),
        "to_embedded_keywords": document["embedded_keywords"],
        "to_document_date": dates[0] if dates else None,
    }


def _title_of_content(document: IngestDocument) -> str:
    """Empty where the title was made from the name of the file, which copies of it do not share."""
    title = document["metadata"].get("title", "")
    return "" if title == file_stem(document["file_name"]) else title


def _page_fields(page: Any) -> dict[str, Any]:
    return {
        "number": page["number"],
        "text": page["text"],
        "marks": {"headings": page["headings"], "tables": page["tables"], "furniture": page["furniture"]},
    }
