"""Room on the disk that everything embedded is kept on."""

from __future__ import annotations

import errno
import shutil
from pathlib import Path

from nodes.domain.errors import UnavailableError

LEAST_FREE_BYTES = 4 * 1024 * 1024
"""What a question and its conversation write comes to much less; under it the next upload or two fail."""
NO_ROOM_HINT = "Make room on the disk of SHEAF_HOME."
_NOT_WRITABLE = {errno.ENOSPC, errno.EDQUOT, errno.EROFS}


def require_room(folder: Path) -> None:
    """Makes sure that the disk of a folder, which need not be there yet, is not full.

    Raises:
        UnavailableError: it is.
        OSError: that cannot be said.
    """
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    if free < LEAST_FREE_BYTES:
        raise UnavailableError(f"The disk of {folder} is full: {free / 1e6:.1f} MB are free.", hint=NO_ROOM_HINT)


def disk_error(error: OSError) -> UnavailableError | None:
    """What is told of an error that a disk is the reason of, full or not to be written; None for any other."""
    if error.errno not in _NOT_WRITABLE:
        return None
    hint = "Make the disk of SHEAF_HOME writable." if error.errno == errno.EROFS else NO_ROOM_HINT
    return UnavailableError(f"Something cannot be written: {error.strerror}.", hint=hint)
