"""The files that were uploaded: kept by the hash of their content, in a folder or anywhere fsspec reaches."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from app.filing.remote_files import RemoteFiles, is_remote
from app.room import require_room
from nodes.domain.errors import InvalidRequestError, NotFoundError, UnavailableError, UnreadableFileError
from nodes.domain.regexes import lazy_regex

_BLOCK_BYTES = 1024 * 1024
"""Of a file that is read at once."""
_HASH = lazy_regex(r"[0-9a-f]{32,128}")
_KEY = lazy_regex(r"[0-9a-f]{32}/[0-9a-f]{32}/[0-9a-f]{2}/[0-9a-f]{32,128}")
_UNFINISHED = lazy_regex(r"\.[0-9a-f]{32,128}\.[0-9a-f]{16}")


def hash_file(path: Path) -> tuple[str, int]:
    """The BLAKE2b hash (256 bits, hexadecimal) and the number of bytes of a file, read block by block.

    Raises:
        UnreadableFileError: it cannot be opened or read.
    """
    digest = hashlib.blake2b(digest_size=32)
    count = 0
    try:
        with path.open("rb") as source:
            while block := source.read(_BLOCK_BYTES):
                digest.update(block)
                count += len(block)
    except OSError as error:
        raise UnreadableFileError(
            f"{path.name} cannot be read.", hint="Check that it is a file and readable."
        ) from error
    return digest.hexdigest(), count


class FileStore:
    """Content-addressed files. Keys are made of hashes only, never of names that users chose.

    All methods block; call them from a thread where a loop is running.

    Args:
        url: a folder, which is made at the first write, or an fsspec address such as `s3://bucket/prefix`.

    Raises:
        UnavailableError: no driver for this kind of address is installed.
    """

    def __init__(self, url: str | Path) -> None:
        self.remote = RemoteFiles(str(url)) if is_remote(str(url)) else None
        """What is used where the address is not a folder of this machine."""
        self._folder = Path(str(url).removeprefix("file://").removeprefix("local://")).expanduser().absolute()

    @staticmethod
    def key(owner: str, collection_id: str, content_hash: str) -> str:
        """The key under which a file of this content is kept; `put_file` returns the same.

        Raises:
            InvalidRequestError: the hash is none.
        """
        if not _HASH.fullmatch(content_hash):
            raise InvalidRequestError("content_hash is not a hexadecimal hash.")
        return f"{collection_folder(owner, collection_id)}/{content_hash[:2]}/{content_hash}"

    def put_file(self, local_path: Path, owner: str, collection_id: str, content_hash: str) -> str:
        """Keeps a copy of a file. Where one with this hash is there already, nothing is copied.

        Args:
            local_path: the file.
            owner: whose it is.
            collection_id: the collection it belongs to.
            content_hash: as `hash_file` gives it.

        Returns:
            The key.

        Raises:
            InvalidRequestError: the hash is none.
            UnreadableFileError: the file cannot be read.
            UnavailableError: the copy cannot be written; nothing is left of it.
        """
        key = self.key(owner, collection_id, content_hash)
        if self.exists(key):
            return key
        try:
            source = local_path.open("rb")
        except OSError as error:
            raise UnreadableFileError(
                f"{local_path.name} cannot be read: {error.strerror}.",
                hint="Let this user read it, and ingest it again.",
            ) from error
        with source:
            if self.remote is not None:
                self.remote.upload(local_path, key)
            else:
                with _writing():
                    _copy(source, self._path(key))
        return key

    def check(self) -> None:
        """Makes sure that files can be kept.

        Raises:
            UnavailableError: the address cannot be reached, or the folder cannot be written, or its disk is full.
        """
        if self.remote is not None:
            self.remote.check()
            return
        with _writing():
            folder = self._folder
            while not folder.exists():
                folder = folder.parent
            if not os.access(folder, os.W_OK | os.X_OK):
                raise PermissionError(folder)
            require_room(folder)

    def exists(self, key: str) -> bool:
        """Whether the file is there, whole.

        Raises:
            UnavailableError: that cannot be said.
        """
        path = self._path(key)
        if self.remote is not None:
            return self.remote.exists(key)
        with _reading():
            return path.is_file()

    @contextlib.contextmanager
    def local_copy(self, key: str) -> Iterator[Path]:
        """A path under which the file can be read: its own where it is local, else a copy that goes afterwards.

        Raises:
            NotFoundError: there is no such file.
            UnavailableError: it cannot be fetched.
        """
        path = self._path(key)
        if self.remote is None:
            if not self.exists(key):
                raise NotFoundError("The stored file is not there.", hint="Upload the document again.")
            yield path
            return
        with tempfile.TemporaryDirectory(prefix="sheaf-") as folder:
            copy = Path(folder) / "file"
            self.remote.download(key, copy)
            yield copy

    def open(self, key: str) -> IO[bytes]:
        """The file for reading. The caller closes it.

        Raises:
            NotFoundError: there is no such file.
            UnavailableError: it cannot be opened.
        """
        path = self._path(key)
        if self.remote is not None:
            return self.remote.open(key)
        with _reading():
            return path.open("rb")

    def delete(self, key: str) -> None:
        """Removes the file. Nothing happens where there is none.

        Raises:
            UnavailableError: it cannot be removed.
        """
        path = self._path(key)
        if self.remote is not None:
            self.remote.remove(key)
            return
        with _writing():
            path.unlink(missing_ok=True)

    def folders(self) -> list[str]:
        """The folders that files are in; none where the address is not a folder of this machine.

        Raises:
            UnavailableError: they cannot be listed.
        """
        if self.remote is not None:
            return []
        with _reading():
            return sorted(path.relative_to(self._folder).as_posix() for path in self._folder.glob("*/*/*"))

    def older(self, folder: str, before: float) -> list[str]:
        """Keys of the files in a folder that were last written before a moment, in seconds since 1970.

        Copies that were never finished, their process killed, are removed where they are as old.

        Raises:
            UnavailableError: they cannot be listed or removed.
        """
        keys: list[str] = []
        with _writing(), os.scandir(self._folder / folder) as entries:
            for entry in entries:
                if entry.stat(follow_symlinks=False).st_mtime >= before:
                    continue
                key = f"{folder}/{entry.name}"
                if _KEY.fullmatch(key):
                    keys.append(key)
                elif _UNFINISHED.fullmatch(entry.name):
                    Path(entry.path).unlink(missing_ok=True)
        return sorted(keys)

    def close(self) -> None:
        """Closes connections; not to be called on an event loop."""
        if self.remote is not None:
            self.remote.close()

    def _path(self, key: str) -> Path:
        if not _KEY.fullmatch(key):
            raise InvalidRequestError("This is not the key of a file.")
        return self._folder / key


def _copy(source: IO[bytes], target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_name(f".{target.name}.{secrets.token_hex(8)}")
    try:
        with unfinished.open("xb") as copy:
            shutil.copyfileobj(source, copy, _BLOCK_BYTES)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


def collection_folder(owner: str, collection_id: str) -> str:
    """What the keys of a collection's files begin with, before their last two slashes."""
    return "/".join(hashlib.blake2b(part.encode(), digest_size=16).hexdigest() for part in (owner, collection_id))


@contextlib.contextmanager
def _reading() -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        raise NotFoundError("The stored file is not there.", hint="Upload the document again.") from error
    except OSError as error:
        raise UnavailableError("The stored files cannot be read.", hint="Check SHEAF_FILES_URL.") from error


@contextlib.contextmanager
def _writing() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UnavailableError(
            "The stored files cannot be written.",
            hint="Check SHEAF_FILES_URL, the room on its disk, and its permissions.",
        ) from error
