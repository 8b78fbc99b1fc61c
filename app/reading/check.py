"""What can be judged of a file without reading it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from app.reading.limits import ReadingLimits
from nodes.domain.errors import EmptyFileError, TooLargeError, UnreadableFileError


def check_file(path: Path, file_name: str, limits: ReadingLimits) -> None:
    """Judges what can be judged without reading: is it there, a file, readable, not empty, not too large.

    Raises:
        UnreadableFileError: Missing, a folder or another thing than a file, or without permission.
        EmptyFileError: No bytes.
        TooLargeError: More than the limit.
    """
    try:
        status = path.stat()
    except (OSError, ValueError) as error:
        raise UnreadableFileError(
            f"{file_name!r} is not there, or its folder may not be read.", hint="Check the path and its permissions."
        ) from error
    if stat.S_ISDIR(status.st_mode):
        raise UnreadableFileError(
            f"{file_name!r} is a folder, and no files are found in it.",
            hint="Check its permissions. Hidden files, and links that lead out of it, stay out unless they are named.",
        )
    if not stat.S_ISREG(status.st_mode):
        raise UnreadableFileError(f"{file_name!r} is a device, pipe or socket.", hint="Name a regular file.")
    if not os.access(path, os.R_OK, effective_ids=os.access in os.supports_effective_ids):
        raise UnreadableFileError(
            f"{file_name!r} may not be read by this user.", hint="Give read permission on the file, as chmod +r does."
        )
    if status.st_size == 0:
        raise EmptyFileError(f"{file_name!r} is empty.", hint="Check that it was copied or downloaded whole.")
    if status.st_size > limits.max_bytes:
        raise TooLargeError(
            f"{file_name!r} has {status.st_size / 1e6:,.0f} MB, over the limit of {limits.max_bytes / 1e6:,.0f} MB.",
            hint="Split the file, or raise SHEAF_INGEST__MAX_BYTES.",
        )
