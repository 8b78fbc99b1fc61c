"""How memory is taken from the system, and how often it is looked through for garbage."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from contextlib import suppress

ARENAS = 2
"""Heaps that all threads share; see `hold_little`."""
GIVEN_BACK_BYTES = 1024 * 1024
"""From this size on a block is given back to the system when it is free, wherever it lies."""
# Of `malloc.h`.
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
LIBRARY_OBJECTS = 400_000
"""Objects that are not looked through for garbage: about as many as libraries make while they are imported."""
GARBAGE_THRESHOLDS = (10_000, 20, 50)
"""New objects before they are looked through, and how often older ones are: hundreds of thousands of a batch that is
ingested are none of them garbage, and looking through all of them stops every thread.
"""


def hold_little() -> None:
    """Has the C library share two heaps among all threads, and give back what is free.

    By itself glibc gives threads heaps of their own, up to eight for each core, and what is free in one serves nobody
    else. Stores and embedding work in many threads: after 65 questions over 24,461 chunks a process held 737 MB, and
    491 with two heaps. Whenever a block of up to 32 MB is given back it also takes its size as the bound below which
    it keeps blocks; with a bound that stays, a service held 507 MB after 150 questions over 45,711 chunks, not 533.
    Arrow's own allocator, which sets 1 GB aside, is left out for the C library's (6 MB).

    What the environment says of any of these stands. Another C library does as it does.
    """
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    if not sys.platform.startswith("linux"):
        return
    import ctypes  # Not needed for `sheaf --help`.

    with suppress(OSError, AttributeError):
        library = ctypes.CDLL("libc.so.6")
        for variable, parameter, value in (
            ("MALLOC_ARENA_MAX", _M_ARENA_MAX, ARENAS),
            ("MALLOC_TRIM_THRESHOLD_", _M_TRIM_THRESHOLD, GIVEN_BACK_BYTES),
            ("MALLOC_MMAP_THRESHOLD_", _M_MMAP_THRESHOLD, GIVEN_BACK_BYTES),
        ):
            if variable not in os.environ:
                library.mallopt(parameter, value)


def collect_rarely() -> None:
    """Has this process look for garbage rarely, never among what libraries make, and at its end not at all.

    Of a command that answers one question in 3.4 s a quarter went into it: into looking again and again through what
    libraries make while they are imported, and through all of it once more before the process ended.
    """
    gc.set_threshold(LIBRARY_OBJECTS, *GARBAGE_THRESHOLDS[1:])
    gc.callbacks.append(_keep_what_is_there)
    atexit.register(gc.freeze)


def _keep_what_is_there(_phase: str, _info: dict[str, int]) -> None:
    """The first time that garbage is looked for: nowhere yet, but from now on."""
    gc.callbacks.remove(_keep_what_is_there)
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)
