"""ZIP formats: what is inside, and whether it may be unpacked."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path

from nodes.domain.errors import TooLargeError, UnreadableFileError

_MOST_MEMBERS = 50_000
"""Of an archive: each is opened, however small it is."""
_MOST_RATIO = 250
"""Of unpacked bytes to packed ones: over it a file is taken for a bomb."""
_RATIO_COUNTS_FROM = 20_000_000
"""Bytes. A small file may well compress by more, as an empty sheet does."""
_BLOCK = 1 << 20
"""Bytes that are unpacked at once."""


def member_names(path: Path, file_name: str) -> list[str]:
    """Names in the directory of a ZIP file. Raises UnreadableFileError where it is damaged or truncated."""
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.namelist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise _damaged(file_name) from error


def check_unpacked_size(path: Path, file_name: str, most_bytes: int) -> None:
    """Makes sure that a ZIP file is whole and does not unpack to too much.

    The sizes that its directory declares are judged first, then every member is unpacked and counted, because
    declared sizes may lie.

    Raises:
        TooLargeError: It unpacks to more than `most_bytes`, or compresses like nothing but a bomb does.
        UnreadableFileError: It is damaged.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
            declared = sum(member.file_size for member in members)
            packed = max(1, path.stat().st_size)
            suspicious = declared > _RATIO_COUNTS_FROM and declared > packed * _MOST_RATIO
            if declared > most_bytes or suspicious or len(members) > _MOST_MEMBERS:
                raise _too_large(file_name, most_bytes)
            _count(archive, members, file_name, most_bytes)
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError, RuntimeError) as error:
        raise _damaged(file_name) from error


def _count(archive: zipfile.ZipFile, members: list[zipfile.ZipInfo], file_name: str, most_bytes: int) -> None:
    total = 0
    for member in members:
        with archive.open(member) as stream:
            while block := stream.read(_BLOCK):
                total += len(block)
                if total > most_bytes:
                    raise _too_large(file_name, most_bytes)


def _too_large(file_name: str, most_bytes: int) -> TooLargeError:
    return TooLargeError(
        f"{file_name!r} unpacks to far more than its size, over the limit of {most_bytes // 1_000_000} MB or as a "
        "decompression bomb does.",
        hint="If you trust the file, save it anew without large embedded objects, "
        "or raise SHEAF_INGEST__MAX_UNPACKED_BYTES.",
    )


def _damaged(file_name: str) -> UnreadableFileError:
    return UnreadableFileError(
        f"{file_name!r} is a damaged or truncated ZIP-based document.",
        hint="Copy or download the file again, or open it in its program and save it anew.",
    )
