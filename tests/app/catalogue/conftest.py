from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.records import ClaimedRevision, CollectionKind, RegisteredFile, Registration
from nodes.documents.passages import PassageText
from nodes.domain.documents import DocumentMetadata, IngestDocument, SearchFeatures
from nodes.domain.errors import ErrorReport
from nodes.language.terms import analyse
from nodes.ranking.features import features_of, pack, quantised
from tests.app import postgresql_server

WORKER = "host:1:1"


class Clock:
    """A clock that tests move by hand; it ticks a little at every look."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.moment += timedelta(milliseconds=1)
        return self.moment

    def advance(self, seconds: float) -> None:
        self.moment += timedelta(seconds=seconds)


class Bench:
    """Brings texts into a catalogue as the ingestion graph does."""

    def __init__(self, catalogue: SqlCatalogue, clock: Clock) -> None:
        self.catalogue = catalogue
        self.clock = clock

    async def collection(self, owner: str = "ann", name: str = "default") -> str:
        return (
            await self.catalogue.ensure_collection(owner, name, CollectionKind("wordllama", 256, "lancedb"))
        ).collection_id

    @staticmethod
    def file(name: str, content: str, media_type: str | None = "text/plain") -> RegisteredFile:
        content_hash = blake2b(content.encode(), digest_size=8).hexdigest()
        return RegisteredFile(name, content_hash, len(content), f"files/{content_hash}", media_type)

    async def register(self, files: dict[str, str], owner: str = "ann", name: str = "default") -> list[Registration]:
        collection_id = await self.collection(owner, name)
        given = [self.file(file_name, content) for file_name, content in files.items()]
        return await self.catalogue.register(owner, collection_id, given)

    async def claim(self, owner: str | None = "ann", limit: int = 64, worker: str = WORKER) -> list[ClaimedRevision]:
        return await self.catalogue.claim(owner, worker=worker, lease_seconds=60, limit=limit)

    @staticmethod
    def built(
        claimed: ClaimedRevision | Registration,
        texts: Sequence[str],
        metadata: DocumentMetadata | None = None,
        error: ErrorReport | None = None,
    ) -> IngestDocument:
        """A finished document of one page a text, whose whole text is one section."""
        pages = [
            {"number": n, "text": t, "headings": [], "tables": [], "furniture": []} for n, t in enumerate(texts, 1)
        ]
        spans = [{"page": number, "start": 0, "end": len(text)} for number, text in enumerate(texts, 1)]
        section: dict[str, Any] = {
            "section_index": 0,
            "parent_index": None,
            "title": "",
            "path": ["Über uns"],
            "depth": 0,
            "section_type": "content",
            "spans": spans,
            "pages": [span["page"] for span in spans],
        }
        fields: dict[str, Any] = {
            "document_id": claimed.document_id,
            "revision_id": claimed.revision_id,
            "file_name": claimed.file_name,
            "media_type": "text/plain",
            "content_hash": "",
            "byte_count": 1,
            "path": "",
            "properties": {},
            "pages": pages,
            "metadata": metadata or {"title": f"Title of {claimed.file_name}"},
            "embedded_keywords": [],
            "sections": [section],
            "chunks": [{}] * len(pages),
            "summary": "a summary",
            "error": error,
        }
        return cast(IngestDocument, fields)

    @staticmethod
    def features(texts: Sequence[str], file_name: str) -> SearchFeatures:
        """Of a document with a passage a text, found by the words of its file name."""
        vectors = [quantised(np.array([[len(text), text.count("a"), 1]], np.float32)) for text in texts]
        passages = [PassageText(place + 1, text, "", "", 0, place, (1,)) for place, text in enumerate(texts)]
        return {
            "starts": list(range(len(texts))),
            "passages": [pack(features_of(each, found)) for each, found in zip(passages, vectors, strict=True)],
            "is_entry": len(texts) == 1,
            "words": sorted(set(analyse(file_name))),
        }

    async def publish(
        self,
        claimed: Sequence[ClaimedRevision],
        texts: dict[str, str],
        owner: str = "ann",
        metadata: DocumentMetadata | None = None,
    ) -> None:
        documents = [self.built(each, [texts[each.file_name]], metadata) for each in claimed]
        features = {each.revision_id: self.features([texts[each.file_name]], each.file_name) for each in claimed}
        terms = {each.revision_id: sorted(set(analyse(texts[each.file_name]))) for each in claimed}
        await self.catalogue.publish(owner, documents, terms, features)

    async def add(
        self,
        files: dict[str, str],
        owner: str = "ann",
        name: str = "default",
        metadata: DocumentMetadata | None = None,
    ) -> list[Registration]:
        """Registers, claims and publishes."""
        registered = await self.register(files, owner, name)
        claimed = await self.catalogue.claim(
            owner, worker=WORKER, lease_seconds=60, revision_ids=[each.revision_id for each in registered]
        )
        await self.publish(claimed, files, owner, metadata)
        return registered

    async def frequencies(self, terms: Sequence[str], owner: str = "ann", name: str = "default") -> dict[str, int]:
        found = await self.catalogue.document_frequencies(owner, await self.collection(owner, name), terms)
        return dict(found.frequencies)


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated file without rows: copying it is quicker than migrating for every test."""
    path = tmp_path_factory.mktemp("catalogue") / "empty.db"
    asyncio.run(_migrated(f"sqlite:///{path}"))
    return path


@pytest.fixture(scope="session")
def empty_postgresql() -> Iterator[str]:
    """The same on PostgreSQL."""
    with postgresql_server.migrated_database() as url:
        yield url


async def _migrated(url: str) -> None:
    await (await SqlCatalogue.open(url)).close()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=postgresql_server.needs_postgresql)])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database without rows."""
    if request.param == "sqlite":
        shutil.copy(request.getfixturevalue("empty_database"), tmp_path / "catalogue.db")
        yield f"sqlite:///{tmp_path / 'catalogue.db'}"
        return
    with postgresql_server.database(request.getfixturevalue("empty_postgresql")) as url:
        yield url


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=postgresql_server.needs_postgresql)])
def blank_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database without tables."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'blank.db'}"
        return
    with postgresql_server.database() as url:
        yield url


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def catalogue(database_url: str, clock: Clock) -> AsyncIterator[SqlCatalogue]:
    opened = await SqlCatalogue.open(database_url, clock)
    yield opened
    await opened.close()


@pytest.fixture
def bench(catalogue: SqlCatalogue, clock: Clock) -> Bench:
    return Bench(catalogue, clock)


@pytest.fixture
def new_bench() -> Callable[[SqlCatalogue, Clock], Bench]:
    return Bench


@pytest.fixture
def new_clock() -> Callable[[], Clock]:
    return Clock
