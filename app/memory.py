"""How memory is taken from the system."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

ARENAS = 2
_M_ARENA_MAX = -8
"""Of `malloc.h`."""


def take_few_arenas() -> None:
    """Has all threads share two heaps of the C library.

    By itself glibc gives threads heaps of their own, up to eight for each core, and what is free in one serves nobody
    else. Stores and embedding work in many threads: after 65 questions over 24,461 chunks a process held 737 MB, and
    491 with two heaps. Does nothing where `MALLOC_ARENA_MAX` says otherwise, or the C library is another.
    """
    if not sys.platform.startswith("linux") or "MALLOC_ARENA_MAX" in os.environ:
        return
    import ctypes  # Not needed for `sheaf --help`.

    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").mallopt(_M_ARENA_MAX, ARENAS)
