"""Pictures of pages that were drawn once: in a folder within a bound, or beside the files on S3 for every service."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import threading
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Protocol

from app.filing.remote_files import RemoteFiles
from nodes.domain.errors import SheafError
from nodes.domain.regexes import lazy_regex

MOST_BYTES = 500_000_000
"""Of a folder, unless it is given another bound."""
_KEPT_SHARE = 0.8
"""Of the bound, what stays when it was passed: room for many more before the next time."""
_REMOTE_FOLDER = "pages"
"""Beside the folders of owners, which are named by 32 hexadecimal digits."""
_NAME = lazy_regex(r"[0-9A-Za-z_-]{1,128}")


class PageCache(Protocol):
    """Files by revision and name. It may be emptied at any time; every method blocks, none needs a lock of others."""

    def get(self, revision_id: str, name: str) -> bytes | None:
        """The content of a file; None where it is not there, or cannot be had."""

    def put(self, revision_id: str, name: str, content: bytes) -> None:
        """Keeps a file. Where that fails it costs the time of drawing again, and nothing else."""

    def forget(self, revision_ids: Iterable[str]) -> None:
        """Removes every file of these revisions.

        Raises:
            UnavailableError: that cannot be done now, and is to be tried again.
        """


def page_cache(remote: RemoteFiles | None, folder: Path) -> PageCache:
    """The cache beside the files where those are remote, so that any service gives what another drew; else a folder.

    Args:
        remote: where the uploaded files are, if that is not a folder.
        folder: for the pictures otherwise.
    """
    return FolderCache(folder) if remote is None else RemoteCache(remote)


class RemoteCache:
    """Pictures below `pages/` beside the uploaded files. What bounds them is a rule of the bucket (see the guide).

    Args:
        files: where the uploaded files are.
    """

    def __init__(self, files: RemoteFiles) -> None:
        self._files = files

    def get(self, revision_id: str, name: str) -> bytes | None:
        """The content of a file; None where it is not there, or cannot be had."""
        path = _path(revision_id, name)
        try:
            return self._files.read(f"{_REMOTE_FOLDER}/{path}")
        except SheafError:
            return None

    def put(self, revision_id: str, name: str, content: bytes) -> None:
        """Keeps a file. Where that fails it costs the time of drawing again, and nothing else."""
        path = _path(revision_id, name)
        with contextlib.suppress(SheafError):
            self._files.write(f"{_REMOTE_FOLDER}/{path}", content)

    def forget(self, revision_ids: Iterable[str]) -> None:
        """Removes every file of these revisions.

        Raises:
            UnavailableError: they cannot be removed: whoever deletes has to try again, for others may look at them.
        """
        for revision_id in revision_ids:
            self._files.remove_folder(f"{_REMOTE_FOLDER}/{_path(revision_id, 'any').parent}")


class FolderCache:
    """Pictures in a folder of this machine, within a bound.

    Args:
        folder: made at the first write; only this cache writes into it.
        most_bytes: of all files together; those that were not read for longest go first.
    """

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        self._folder = folder
        self._most_bytes = most_bytes
        self._bytes: int | None = None
        self._counting = threading.Lock()

    def get(self, revision_id: str, name: str) -> bytes | None:
        """The content of a file; None where it is not there."""
        path = self._folder / _path(revision_id, name)
        try:
            content = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        return content

    def put(self, revision_id: str, name: str, content: bytes) -> None:
        """Keeps a file. A disk that is full or read-only costs the time of drawing again, and nothing else."""
        path = self._folder / _path(revision_id, name)
        unfinished = path.with_name(f".{name}.{secrets.token_hex(8)}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            unfinished.write_bytes(content)
            unfinished.replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                unfinished.unlink(missing_ok=True)
            return
        self._count(len(content))

    def forget(self, revision_ids: Iterable[str]) -> None:
        """Removes every file of these revisions."""
        for revision_id in revision_ids:
            shutil.rmtree(self._folder / _path(revision_id, "any").parent, ignore_errors=True)

    def _count(self, added: int) -> None:
        """Keeps the total, which is counted anew when it seems to pass the bound: other processes write as well."""
        with self._counting:
            self._bytes = None if self._bytes is None else self._bytes + added
            if self._bytes is not None and self._bytes <= self._most_bytes:
                return
            files = sorted(self._files())
            total = sum(size for _, size, _ in files)
            if total > self._most_bytes:
                for _, size, path in files:
                    if total <= self._most_bytes * _KEPT_SHARE:
                        break
                    with contextlib.suppress(OSError):
                        path.unlink()
                        total -= size
            self._bytes = total

    def _files(self) -> Iterable[tuple[int, int, Path]]:
        """Time of the last reading, size and path of each file."""
        for path in self._folder.glob("*/*.png"):
            with contextlib.suppress(OSError):
                status = path.stat()
                yield status.st_mtime_ns, status.st_size, path


def _path(revision_id: str, name: str) -> PurePosixPath:
    """Of a file, below the cache's own folder."""
    if not _NAME.fullmatch(revision_id) or not _NAME.fullmatch(name):
        raise ValueError("A file of the cache is named by plain letters and digits.")
    return PurePosixPath(revision_id, f"{name}.png")
