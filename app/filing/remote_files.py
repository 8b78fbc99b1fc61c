"""Files that are not on this machine: S3 or whatever else fsspec reaches, with the errors of its drivers translated."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast

from nodes.domain.errors import NotFoundError, SheafError, UnavailableError

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem

_S3 = ("s3", "s3a")
_EXTRAS = dict.fromkeys(_S3, "sheaf[s3]")
_PART_BYTES = 8 * 1024 * 1024
"""Of a large file that is sent at once."""
_PARTS_AT_ONCE = 2
"""Of a large file, what is in memory: two parts of 8 MB. S3 takes 10,000 parts, which is 80 GB a file."""
_CONNECT_SECONDS = 3
_READ_SECONDS = 20
_CLOSE_SECONDS = 5
_ATTEMPTS = 2
"""Of botocore, for requests, times as many of s3fs, for replies that break off: a server that hangs costs 80 seconds,
where the defaults of the two would make it six minutes."""
_S3_OPTIONS = {
    # One instance for each user, so that one that was closed is nobody else's; no listings, for others write as well.
    "skip_instance_cache": True,
    "use_listings_cache": False,
    "default_block_size": _PART_BYTES,
    "max_concurrency": _PARTS_AT_ONCE,
    "config_kwargs": {
        "connect_timeout": _CONNECT_SECONDS,
        "read_timeout": _READ_SECONDS,
        "retries": {"mode": "standard", "total_max_attempts": _ATTEMPTS},
    },
}
_ACCESS_HINT = (
    "Check the credentials (of S3: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a role), and what they allow: "
    "listing the bucket, and reading, writing and deleting its objects."
)
_HINT = (
    "Check SHEAF_FILES_URL, and that the server answers; of S3 also AWS_ENDPOINT_URL, AWS_DEFAULT_REGION and the "
    "credentials (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a role)."
)


def is_remote(url: str) -> bool:
    """Whether an address is another than a folder of this machine."""
    scheme, separator, _ = url.partition("://")
    return bool(separator) and scheme not in {"file", "local"}


class RemoteFiles:
    """Files by paths below one address. Every method blocks, may be called from any thread, and ends in bounded time.

    A file is there when its upload is complete, and not before. What other processes write and delete is seen at once.

    Args:
        url: an fsspec address such as `s3://bucket/prefix`. A bucket has to be there, a prefix need not.

    Raises:
        UnavailableError: no driver for this kind of address is installed.
    """

    def __init__(self, url: str) -> None:
        import fsspec

        scheme = url.split("://", maxsplit=1)[0]
        try:
            filesystem, root = fsspec.core.url_to_fs(url, **(_S3_OPTIONS if scheme in _S3 else {}))
        except (ImportError, ValueError) as error:
            package = _EXTRAS.get(scheme, f"the fsspec package for {scheme}")
            raise UnavailableError(
                f"No driver for the files address {scheme}://.",
                hint=f"Install {package}, or set SHEAF_FILES_URL to a folder.",
            ) from error
        self._filesystem = cast("AbstractFileSystem", filesystem)
        self._root = str(root).rstrip("/")
        self._put_options: dict[str, Any] = {}
        self._read_options: dict[str, Any] = {}
        """For small files: one request, and none before it that asks how large they are."""
        self._checking = threading.Lock()
        self._is_s3 = scheme in _S3
        if self._is_s3:
            self._filesystem.retries = _ATTEMPTS
            self._put_options = {"chunksize": _PART_BYTES, "max_concurrency": _PARTS_AT_ONCE}
            self._read_options = {"max_concurrency": 1}

    def check(self) -> None:
        """Makes sure that the address answers, that it lets us in, and that a bucket is there.

        Raises:
            UnavailableError: it is not so.
        """
        # Who asks gives up sooner than a server that hangs: one thread may wait for it, and not one for each question.
        if not self._checking.acquire(blocking=False):
            raise UnavailableError("The stored files have not answered yet.", hint=_HINT)
        try:
            self._check()
        finally:
            self._checking.release()

    def _check(self) -> None:
        root = self._root.split("/", maxsplit=1)[0] if self._is_s3 else self._root
        with self._translated():
            try:
                self._filesystem.info(root)
            except FileNotFoundError as error:
                if self._is_s3:
                    raise _no_bucket(root) from error

    def exists(self, path: str) -> bool:
        """Whether the file is there, whole.

        Raises:
            UnavailableError: that cannot be said.
        """
        try:
            with self._translated():
                return bool(self._filesystem.info(self._path(path))["type"] == "file")
        except NotFoundError:
            return False

    def upload(self, local_path: Path, path: str) -> None:
        """Sends a file, in parts where it is large. What fails half-way leaves nothing.

        Raises:
            UnavailableError: it cannot be written.
        """
        with self._translated():
            self._filesystem.put_file(str(local_path), self._path(path), **self._put_options)

    def download(self, path: str, local_path: Path) -> None:
        """Fetches a file.

        Raises:
            NotFoundError: there is no such file.
            UnavailableError: it cannot be fetched.
        """
        with self._translated():
            self._filesystem.get_file(self._path(path), str(local_path))

    def open(self, path: str) -> IO[bytes]:
        """A file for reading, a block at a time; the caller closes it.

        Raises:
            NotFoundError: there is no such file.
            UnavailableError: it cannot be opened.
        """
        with self._translated():
            return cast("IO[bytes]", self._filesystem.open(self._path(path), "rb"))

    def write(self, path: str, content: bytes) -> None:
        """Keeps a small file.

        Raises:
            UnavailableError: it cannot be written.
        """
        with self._translated():
            self._filesystem.pipe_file(self._path(path), content)

    def read(self, path: str) -> bytes:
        """The content of a small file.

        Raises:
            NotFoundError: there is no such file.
            UnavailableError: it cannot be read.
        """
        with self._translated():
            return cast("bytes", self._filesystem.cat_file(self._path(path), **self._read_options))

    def remove(self, path: str) -> None:
        """Removes a file. Nothing happens where there is none.

        Raises:
            UnavailableError: it cannot be removed.
        """
        with contextlib.suppress(NotFoundError), self._translated():
            self._filesystem.rm_file(self._path(path))

    def remove_folder(self, path: str) -> None:
        """Removes every file below a path. Nothing happens where there is none.

        Raises:
            UnavailableError: they cannot be removed, or not all.
        """
        folder = self._path(path)
        with contextlib.suppress(NotFoundError), self._translated():
            self._filesystem.rm(folder, recursive=True)
            # s3fs deletes by thousands and says nothing of those that S3 refused to delete.
            if left := self._filesystem.find(folder):
                raise UnavailableError(
                    f"Of the stored files {len(left)} could not be deleted.",
                    hint="Check that the credentials allow deleting, and that no lock is on the objects.",
                )

    def close(self) -> None:
        """Closes connections; not to be called on an event loop. What is used after it opens them again."""
        # s3fs closes when the garbage is collected, on whatever loop runs then, and waits a tenth of a second.
        client = getattr(self._filesystem, "_s3", None)
        if client is not None:
            from fsspec.asyn import sync

            with contextlib.suppress(TimeoutError):
                sync(self._filesystem.loop, client.close, timeout=_CLOSE_SECONDS)

    def _path(self, path: str) -> str:
        return f"{self._root}/{path}"

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except SheafError:
            raise
        except FileNotFoundError as error:
            if _is_without_bucket(error):
                raise _no_bucket(self._root.split("/", maxsplit=1)[0]) from error
            raise NotFoundError("The stored file is not there.", hint="Upload the document again.") from error
        except PermissionError as error:
            raise UnavailableError(
                "The stored files cannot be reached: access is refused.",
                hint=_ACCESS_HINT,
            ) from error
        except Exception as error:  # drivers raise what their libraries do: botocore's errors are not OSErrors
            raise UnavailableError(f"The stored files cannot be reached ({type(error).__name__}).", hint=_HINT) from (
                error
            )


def _is_without_bucket(error: BaseException) -> bool:
    """Whether a file is not there because its bucket is not, which has to be looked for in what S3 said."""
    response = getattr(error.__cause__, "response", None) or {}
    return bool(response.get("Error", {}).get("Code") == "NoSuchBucket")


def _no_bucket(name: str) -> UnavailableError:
    return UnavailableError(
        f"There is no bucket {name}.",
        hint="Make it, or set SHEAF_FILES_URL to one that is there; check AWS_DEFAULT_REGION.",
    )
