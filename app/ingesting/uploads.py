"""Uploads: files are taken in at once and worked on beside; what becomes of each can be asked for and followed."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import tempfile
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from app.catalogue.records import HandedIn, UploadFile, UploadPage, UploadRecord
from app.ingesting.ingestion import IngestFile, file_report
from app.ingesting.naming import numbered_names
from app.ingesting.progress import News, Progress, ProgressBoard
from app.ingesting.work import ingest_work
from app.ingesting.workers import is_alive, worker_name
from app.session_ids import check_session_id
from app.sheaf import DEFAULT_COLLECTION, Sheaf
from nodes.domain.errors import ErrorReport, InvalidRequestError

LOOK_SECONDS = 2.0
"""How often a follower looks for what another process has done."""


@dataclass(frozen=True)
class IncomingFile:
    """A file that was received."""

    path: Path
    file_name: str
    error: ErrorReport | None = None
    """Where it was refused while it came."""


class Uploads:
    """The uploads of a service: `async with Uploads(sheaf) as uploads`. Belongs to one event loop."""

    def __init__(self, sheaf: Sheaf) -> None:
        self._sheaf = sheaf
        self._catalogue = sheaf.catalogue
        self._ingestion = sheaf.ingestion()
        self._board = ProgressBoard()
        self._work = ingest_work(sheaf, self._board)
        self._folder = sheaf.settings.incoming_path / worker_name().replace(":", "~")
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        """Removes what killed processes were receiving, and has what waits worked on."""
        await asyncio.to_thread(_remove_abandoned, self._folder.parent)
        await asyncio.to_thread(self._folder.mkdir, parents=True, exist_ok=True)
        async with AsyncExitStack() as stack:
            stack.push_async_callback(asyncio.to_thread, shutil.rmtree, self._folder, ignore_errors=True)
            await stack.enter_async_context(self._work)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *exception: object) -> None:
        """Stops working; what waits goes on at the next start."""
        await self._stack.aclose()

    @asynccontextmanager
    async def folder(self) -> AsyncIterator[Path]:
        """A folder on the disk of SHEAF_HOME for files that are being received; it goes afterwards."""
        path = Path(await asyncio.to_thread(tempfile.mkdtemp, dir=self._folder))
        try:
            yield path
        finally:
            await asyncio.to_thread(shutil.rmtree, path, ignore_errors=True)

    async def destination(
        self,
        owner: str,
        session_id: str | None,
        collection_id: str | None,
        files: Sequence[IncomingFile] = (),
    ) -> str:
        """Id of the collection that files go to: of the session, the given one, or the owner's `default`.

        The private collection of a session and `default` are made if they are missing, and so is the session.

        Args:
            owner: whose files these are.
            session_id: the conversation they are for.
            collection_id: the collection they are for.
            files: what comes; for files of which none can be taken in, no `default` is made.

        Raises:
            InvalidRequestError: both are given, or no conversation can have the id, or `default` would be made for
                files that are all refused.
            NotFoundError: this owner has no such collection, or the session is another's.
        """
        if session_id and collection_id:
            raise InvalidRequestError("session_id and collection_id are both given.", hint="Give one of them.")
        if collection_id:
            return (await self._catalogue.collection(owner, collection_id)).collection_id
        kind = self._sheaf.library.configured_kind()
        if session_id:
            check_session_id(session_id)
            await self._catalogue.ensure_session(owner, session_id)
            private = await self._catalogue.private_collection(owner, session_id, kind)
            return private.collection_id
        if files and not await self._sheaf.has_collection(owner, DEFAULT_COLLECTION):
            await self._refuse_if_all_are(files)
        return (await self._catalogue.ensure_collection(owner, DEFAULT_COLLECTION, kind)).collection_id

    async def _refuse_if_all_are(self, files: Sequence[IncomingFile]) -> None:
        """Raises InvalidRequestError where no file can be taken in."""
        came = [IngestFile(file.path, file.file_name) for file in files if file.error is None]
        refused = await self._ingestion.refused(came) if came else None
        if came and refused is None:
            return
        errors = [file.error for file in files if file.error is not None]
        errors += [report["error"] for report in (refused.files if refused else [])]
        raise InvalidRequestError(
            f"No file can be taken in: {' '.join(dict.fromkeys(each['message'] for each in errors))}",
            hint=" ".join(dict.fromkeys(each["hint"] for each in errors)),
        )

    async def begin(self, owner: str, collection_id: str, files: Sequence[IncomingFile]) -> UploadRecord:
        """Takes files in and has them worked on; they are copied, and not needed afterwards.

        Raises:
            NotFoundError: this owner has no such collection.
            UnavailableError: the files cannot be kept.
        """
        names = numbered_names([file.path for file in files], [file.file_name for file in files])
        whole = [position for position, file in enumerate(files) if file.error is None]
        accepted = await self._ingestion.accept(
            owner, collection_id, [files[position].path for position in whole], [names[position] for position in whole]
        )
        handed = dict(zip(whole, accepted, strict=True))
        record = await self._catalogue.add_upload(
            owner,
            collection_id,
            [
                handed.get(position) or HandedIn(name, None, file.error)
                for position, (name, file) in enumerate(zip(names, files, strict=True))
            ],
        )
        waiting = [each.registration for each in accepted if each.registration]
        await self._work.hand_over([each.revision_id for each in waiting if each.status == "pending"])
        return record

    async def upload(self, owner: str, upload_id: str) -> UploadRecord:
        """An upload as it stands.

        Raises:
            NotFoundError: this owner has no such upload, or it was forgotten.
        """
        return await self._catalogue.upload(owner, upload_id)

    async def uploads(self, owner: str, *, after: str | None, limit: int) -> UploadPage:
        """The owner's uploads, the newest first, a page at a time.

        Raises:
            InvalidRequestError: `after` is not a `next`.
        """
        return await self._catalogue.uploads(owner, after=after, limit=limit)

    async def follow(self, owner: str, upload_id: str) -> AsyncGenerator[tuple[str, dict[str, Any]]]:
        """The events of an upload, from how it stands now to its end.

        `progress` with `{"file_name", "stage", "percent"}`; `file` once for each file, with what became of it;
        `done` with the whole upload, as the last.

        Raises:
            NotFoundError: this owner has no such upload. While it is followed: its collection was deleted.
        """
        record = await self._catalogue.upload(owner, upload_id)
        return self._events(owner, record)

    async def _events(self, owner: str, record: UploadRecord) -> AsyncGenerator[tuple[str, dict[str, Any]]]:
        told: set[int] = set()
        percents: dict[str, int] = {}
        with self._board.listen(record.collection_id) as news:
            while True:
                # Read after listening began, and after each piece of news: nothing falls in between.
                record = await self._catalogue.upload(owner, record.upload_id)
                open_files = {file.file_name for file in record.files if not file.is_done}
                for progress in self._board.now(record.collection_id):
                    if _is_new(progress, open_files, percents):
                        yield "progress", {**progress}
                for file in record.files:
                    if file.is_done and file.position not in told:
                        told.add(file.position)
                        yield "file", public_file(file)
                if record.is_done:
                    yield "done", public_upload(record)
                    return
                while progress_or_end := await _next(news):
                    if _is_new(progress_or_end, open_files, percents):
                        yield "progress", {**progress_or_end}


def public_file(file: UploadFile) -> dict[str, Any]:
    """A file of an upload, as outsiders see it."""
    return file_report(
        file.file_name,
        file.document_id,
        file.status,
        page_count=file.page_count,
        chunk_count=file.chunk_count,
        seconds=file.seconds,
        notice=file.notice,
        error=file.error,
    )


def public_upload(record: UploadRecord) -> dict[str, Any]:
    """An upload, as outsiders see it."""
    return {
        "upload_id": record.upload_id,
        "collection_id": record.collection_id,
        "created_at": record.created_at,
        "done": record.is_done,
        "files": [public_file(file) for file in record.files],
    }


def _is_new(progress: Progress, open_files: set[str], percents: dict[str, int]) -> bool:
    """Whether a file of the upload has come further than was told; remembers it."""
    file_name, percent = progress["file_name"], progress["percent"]
    if file_name not in open_files or percent <= percents.get(file_name, 0):
        return False
    percents[file_name] = percent
    return True


async def _next(news: News) -> Progress | None:
    """The next progress; None where files may be done, or nothing was told for a while."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LOOK_SECONDS):
            return await news.get()
    return None


def _remove_abandoned(folder: Path) -> None:
    """Removes what processes left that were killed while they received files."""
    if not folder.is_dir():
        return
    for left in folder.iterdir():
        if not is_alive(left.name.replace("~", ":")):
            shutil.rmtree(left, ignore_errors=True)
