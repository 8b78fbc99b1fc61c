"""From files to documents: takes files in, which is quick, and has them worked on, at once or by whoever comes."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.database import batches
from app.catalogue.part import iso, utc_now
from app.catalogue.records import HandedIn, RegisteredFile
from app.filing.files import FileStore, collection_folder, hash_file
from app.ingesting.building import Building
from app.ingesting.claiming import Built, OnEvent
from app.ingesting.mending import files_lock
from app.ingesting.naming import unique_names
from app.ingesting.remarks import remarks
from app.reading.check import check_file
from app.reading.limits import ReadingLimits
from nodes.domain.documents import Notice
from nodes.domain.errors import ErrorReport, SheafError

_FIRST_PAUSE = 0.05
_LONGEST_PAUSE = 2.0
"""Seconds between looks at documents that others work on."""
_MOST_NAMED = 5_000
"""Revisions that are asked for together: no database takes any number in one statement."""


@dataclass(frozen=True)
class IngestFile:
    """A file to ingest."""

    path: Path
    file_name: str | None = None
    """Its name in the collection; the name of the path if None."""
    title: str | None = None
    """Its title, where the caller knows it better than the file."""


@dataclass
class IngestReport:
    """What became of each file, in the order given; documents that an earlier run had left behind follow."""

    files: list[dict[str, Any]]
    seconds: float
    remarks: list[str] = field(default_factory=list)
    """What was replaced, and what is there twice, in sentences."""
    page_count: int = field(init=False)
    chunk_count: int = field(init=False)

    def __post_init__(self) -> None:
        done = [file for file in self.files if file["status"] in ("ready", "replaced")]
        self.page_count = sum(file["page_count"] for file in done)
        self.chunk_count = sum(file["chunk_count"] for file in done)


class Ingestion:
    """Takes files in, and works on them: the ingest of one process.

    Args:
        catalogue: keeps what is known of documents.
        files: keeps the bytes.
        limits: what is refused without reading it.
        building: works on what was taken in.
    """

    def __init__(self, catalogue: SqlCatalogue, files: FileStore, limits: ReadingLimits, building: Building) -> None:
        self._catalogue = catalogue
        self._files = files
        self._limits = limits
        self.building = building
        self._waited_for: Counter[str] = Counter()
        """Documents, each by so many calls at the moment."""

    async def refused(self, files: Sequence[IngestFile]) -> IngestReport | None:
        """What is wrong with files that can all not be taken in; None where one can, or none are given."""
        begin = time.perf_counter()
        names = unique_names([(file.path, file.file_name) for file in files])
        errors = await asyncio.to_thread(self._errors_of_all, [file.path for file in files], names)
        if not errors:
            return None
        reports = [
            _with_path(file_report(name, None, "failed", error=error), file.path)
            for name, file, error in zip(names, files, errors, strict=True)
        ]
        return IngestReport(reports, time.perf_counter() - begin)

    def _errors_of_all(self, paths: Sequence[Path], names: Sequence[str]) -> list[ErrorReport]:
        """What is wrong with each file; none where one passes, and the others are not looked at then."""
        errors: list[ErrorReport] = []
        for path, name in zip(paths, names, strict=True):
            try:
                check_file(path, name, self._limits)
            except SheafError as error:
                errors.append(error.report())
            else:
                return []
        return errors

    async def ingest(
        self, owner: str, collection_id: str, files: Sequence[IngestFile], on_event: OnEvent
    ) -> IngestReport:
        """Ingests files, then goes on with whatever an earlier run left behind in this collection.

        It ends when its own documents are done, also where others work on them. What other calls wait for at the same
        time is theirs to do and to report.
        """
        begin, came_before = time.perf_counter(), iso(utc_now())
        await self.building.recover()
        names = unique_names([(file.path, file.file_name) for file in files])
        before = await self._catalogue.namesakes(owner, collection_id, names)
        titles = [file.title or "" for file in files]
        accepted = await self.accept(owner, collection_id, [file.path for file in files], names, titles)
        own = sorted({entry.registration.document_id for entry in accepted if entry.registration})
        self._waited_for.update(own)
        try:
            done = await self._work_on_own(owner, collection_id, own, on_event)
            done += await self._work_on_left(owner, collection_id, came_before, on_event)
        finally:
            self._waited_for.subtract(own)
        await self.building.clean()

        # What others took over is told as the catalogue has it.
        built = {each.revision.revision_id: each for each in done if each.status in ("ready", "failed")}
        reports = [
            _with_path(await self._report(owner, entry, built), file.path)
            for entry, file in zip(accepted, files, strict=True)
        ]
        seen = {entry.registration.revision_id for entry in accepted if entry.registration}
        for revision_id in sorted(built.keys() - seen):
            each = built[revision_id]
            left = _built_report(each.revision.file_name, each.revision.document_id, each, each.status)
            reports.append(_with_path(left, None))
        for report in reports:
            on_event({"type": "file", **report})
        same = {
            each.file_name: (await self._catalogue.document(owner, each.document_id)).aliases
            for each in (entry.registration for entry in accepted)
            if each is not None and each.outcome == "linked"
        }
        return IngestReport(reports, time.perf_counter() - begin, remarks(reports, before, same))

    async def _work_on_own(
        self, owner: str, collection_id: str, document_ids: Sequence[str], on_event: OnEvent
    ) -> list[Built]:
        """Works on what these documents wait for, and waits for what others work on; what became of the former."""
        done: list[Built] = []
        pause = _FIRST_PAUSE
        while unfinished := await self._catalogue.unfinished(document_ids):
            pending = sorted(revision_id for revision_id, status in unfinished.items() if status == "pending")
            if built := await self._work_on(owner, collection_id, pending, on_event):
                done += built
                pause = _FIRST_PAUSE
                continue
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
            # Whoever works on them may have been killed.
            await self.building.reclaim()
        return done

    async def _work_on_left(self, owner: str, collection_id: str, before: str, on_event: OnEvent) -> list[Built]:
        """Works on what came before a moment, and that no call of this process waits for."""
        waiting = [
            each.revision_id
            for each in await self._catalogue.waiting_revisions(before=before)
            if (each.owner, each.collection_id) == (owner, collection_id)
        ]
        others = await self._catalogue.unfinished(sorted(+self._waited_for))
        return await self._work_on(owner, collection_id, [each for each in waiting if each not in others], on_event)

    async def _work_on(
        self, owner: str, collection_id: str, revision_ids: Sequence[str], on_event: OnEvent
    ) -> list[Built]:
        return [
            each
            for some in batches(revision_ids, _MOST_NAMED)
            for each in await self.building.work(owner, collection_id, on_event, revision_ids=some)
        ]

    async def accept(
        self,
        owner: str,
        collection_id: str,
        paths: Sequence[Path],
        names: Sequence[str],
        titles: Sequence[str] | None = None,
    ) -> list[HandedIn]:
        """Checks, hashes and keeps files, and registers them as documents that wait; one result for each, in order.

        Bytes come before the registration: whoever takes on a registered document finds its file, and a process that
        dies in between leaves nothing but a file that the next attempt uses.

        Args:
            owner: whose documents these are.
            collection_id: where they go.
            paths: the files; they are copied, and not needed afterwards.
            names: of the documents; distinct, but for the same file given twice.
            titles: of the documents, each empty where the file knows best; None where all do.

        Raises:
            NotFoundError: this owner has no such collection.
            UnavailableError: the files cannot be kept.
        """
        hashed, refused = await asyncio.to_thread(self._hash, paths, names)
        # Copied before the lock is held, which others wait for; what is there already is not copied again.
        await asyncio.to_thread(self._keep, owner, collection_id, paths, names, hashed)
        async with self._catalogue.locked(files_lock(collection_folder(owner, collection_id))):
            kept, unkept = await asyncio.to_thread(self._keep, owner, collection_id, paths, names, hashed)
            if titles is not None:
                kept = {position: replace(file, title=titles[position]) for position, file in kept.items()}
            registered = await self._catalogue.register(owner, collection_id, list(kept.values()))
        registrations = dict(zip(kept, registered, strict=True))
        errors = refused | unkept
        return [
            HandedIn(name, registrations.get(position), errors.get(position)) for position, name in enumerate(names)
        ]

    def _hash(
        self, paths: Sequence[Path], names: Sequence[str]
    ) -> tuple[dict[int, tuple[str, int]], dict[int, ErrorReport]]:
        """Hash and bytes of each file that passes, and what is wrong with the others, by position."""
        hashed: dict[int, tuple[str, int]] = {}
        refused: dict[int, ErrorReport] = {}
        for position, (path, name) in enumerate(zip(paths, names, strict=True)):
            try:
                check_file(path, name, self._limits)
                hashed[position] = hash_file(path)
            except SheafError as error:
                refused[position] = error.report()
        return hashed, refused

    def _keep(
        self,
        owner: str,
        collection_id: str,
        paths: Sequence[Path],
        names: Sequence[str],
        hashed: dict[int, tuple[str, int]],
    ) -> tuple[dict[int, RegisteredFile], dict[int, ErrorReport]]:
        """The files that can be registered, and what is wrong with the others, by position."""
        kept: dict[int, RegisteredFile] = {}
        refused: dict[int, ErrorReport] = {}
        for position, (content_hash, byte_count) in hashed.items():
            try:
                key = self._files.put_file(paths[position], owner, collection_id, content_hash)
                kept[position] = RegisteredFile(names[position], content_hash, byte_count, key)
            except SheafError as error:
                refused[position] = error.report()
        return kept, refused

    async def _report(self, owner: str, entry: HandedIn, built: dict[str, Built]) -> dict[str, Any]:
        registration = entry.registration
        if registration is None:
            return file_report(entry.file_name, None, "failed", error=entry.error)
        each = built.get(registration.revision_id)
        if each is not None and registration.outcome != "linked":
            replaced = each.status == "ready" and registration.outcome == "replace"
            built_status = "replaced" if replaced else each.status
            return _built_report(registration.file_name, registration.document_id, each, built_status)
        record = await self._catalogue.document(owner, registration.document_id)
        status: str = record.status if registration.outcome in ("new", "replace", "resume") else registration.outcome
        if record.status == "failed":
            status = "failed"
        elif (status, registration.outcome) == ("ready", "replace"):
            status = "replaced"
        return file_report(
            registration.file_name,
            registration.document_id,
            status,
            page_count=record.page_count,
            chunk_count=record.chunk_count,
            notice=record.notice,
            error=record.error,
        )


def _with_path(report: dict[str, Any], path: Path | None) -> dict[str, Any]:
    """The report with the path that the file was given by; None where an earlier run had left it behind."""
    return {**report, "path": None if path is None else str(path)}


def file_report(
    file_name: str,
    document_id: str | None,
    status: str,
    *,
    page_count: int = 0,
    chunk_count: int = 0,
    seconds: float = 0.0,
    notice: Notice | None = None,
    error: ErrorReport | None,
) -> dict[str, Any]:
    """What became of a file, as outsiders are told."""
    return {
        "file_name": file_name,
        "document_id": document_id,
        "status": status,
        "page_count": page_count,
        "chunk_count": chunk_count,
        "seconds": round(seconds, 4),
        "notice": notice,
        "error": error,
    }


def _built_report(file_name: str, document_id: str, built: Built, status: str) -> dict[str, Any]:
    return file_report(
        file_name,
        document_id,
        status,
        page_count=built.page_count,
        chunk_count=built.chunk_count,
        seconds=built.seconds,
        notice=built.notice,
        error=built.error,
    )
