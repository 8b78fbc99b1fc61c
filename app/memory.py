"""How memory is taken from the system, and how often it is looked through for garbage."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from contextlib import suppress

ARENAS = 2
_M_ARENA_MAX = -8
"""Of `malloc.h`."""
LIBRARY_OBJECTS = 400_000
"""Objects that are not looked through for garbage: about as many as libraries make while they are imported."""
GARBAGE_THRESHOLDS = (10_000, 20, 50)
"""New objects before they are looked through, and how often older ones are: hundreds of thousands of a batch that is
ingested are none of them garbage, and looking through all of them stops every thread.
"""


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


def collect_rarely() -> None:
    """Has this process look for garbage rarely, never among what libraries make, and at its end not at all.

    Of a command that answers one question in 3.4 s a quarter went into it: into looking again and again through what
    libraries make while they are imported, and through all of it once more before the process ended.
    """
    gc.set_threshold(LIBRARY_OBJECTS, *GARBAGE_THRESHOLDS[1:])
    gc.callbacks.append(_keep_what_is_there)
    atexit.register(gc.freeze)


def _keep_what_is_there(phase: str, info: dict[str, int]) -> None:  # noqa: ARG001 - as the collector calls it
    """The first time that garbage is looked for: nowhere yet, but from now on."""
    gc.callbacks.remove(_keep_what_is_there)
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)
