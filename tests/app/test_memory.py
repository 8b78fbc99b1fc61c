"""Memory is shared by all threads, told by the C library itself, and rarely looked through for garbage."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys

import pytest

from app.memory import ARENAS, GARBAGE_THRESHOLDS, LIBRARY_OBJECTS

HEAPS = """
import ctypes, sys, threading
if sys.argv[1] == "few":
    from app.memory import hold_little
    hold_little()
together = threading.Barrier(8)
def allocate():
    together.wait()
    kept = [ctypes.create_string_buffer(1000 + number) for number in range(3000)]
    together.wait()
threads = [threading.Thread(target=allocate) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
library = ctypes.CDLL("libc.so.6")
library.fdopen.restype = ctypes.c_void_p
stream = ctypes.c_void_p(library.fdopen(1, b"w"))
library.malloc_info(0, stream)
library.fflush(stream)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library keeps its own counsel")
def test_threads_share_few_heaps() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "MALLOC_ARENA_MAX"}
    heaps = {}
    for arenas in ("few", "as they come"):
        done = subprocess.run(
            [sys.executable, "-c", HEAPS, arenas], capture_output=True, text=True, check=True, env=environment
        )
        heaps[arenas] = len(re.findall(r"<heap nr=", done.stdout))
    assert heaps["few"] <= ARENAS < heaps["as they come"]


ENDING = """
import atexit, gc
from app.memory import collect_rarely
looked = []
gc.callbacks.append(lambda phase, info: looked.append(info["generation"]) if phase == "start" else None)
atexit.register(lambda: print(gc.get_freeze_count(), len(looked), *gc.get_threshold()))
collect_rarely()
made = [[] for _ in range({objects})]
"""


@pytest.mark.parametrize(
    ("objects", "looks", "threshold"), [(10, 0, LIBRARY_OBJECTS), (LIBRARY_OBJECTS + 5_000, 1, GARBAGE_THRESHOLDS[0])]
)
def test_a_process_looks_for_garbage_rarely_and_at_its_end_not_at_all(objects: int, looks: int, threshold: int) -> None:
    command = [sys.executable, "-c", ENDING.format(objects=objects)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    frozen, looked, *thresholds = map(int, done.stdout.split())
    assert frozen >= objects
    assert (looked, *thresholds) == (looks, threshold, *GARBAGE_THRESHOLDS[1:])
