"""Times and their spread; what a process computes and how much memory it has held."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

PERCENTILES = (50, 95, 99)


class Moment(NamedTuple):
    """A moment, and the processor time of the whole process up to then, its threads included; both in seconds."""

    wall: float
    cpu: float

    @classmethod
    def now(cls) -> Moment:
        """This one."""
        return cls(time.perf_counter(), time.process_time())

    def since(self) -> Moment:
        """What has passed since."""
        now = Moment.now()
        return Moment(now.wall - self.wall, now.cpu - self.cpu)


def spread(seconds: Sequence[float]) -> dict[str, Any]:
    """How many, the mean, the 50th, 95th and 99th percentile and the largest, in milliseconds; None without any."""
    if not seconds:
        return {"n": 0, "mean": None, "p50": None, "p95": None, "p99": None, "max": None}
    milliseconds = np.array(seconds) * 1000
    found = {f"p{each}": round(float(np.percentile(milliseconds, each)), 3) for each in PERCENTILES}
    mean, largest = round(float(milliseconds.mean()), 3), round(float(milliseconds.max()), 3)
    return {"n": len(seconds), "mean": mean, **found, "max": largest}


def children_seconds() -> float:
    """Processor time of all child processes that have ended and were waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def memory_of(pid: int | str = "self") -> dict[str, int]:
    """What a process holds in memory now and has held at most, in bytes: `now` and `peak`.

    Linux says it of any process, to some pages: the peak may be given as less than what is held, and is not here.
    Elsewhere only one's own peak is known, and stands for both.
    """
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        # Bytes on macOS, kilobytes everywhere else.
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        return {"now": peak, "peak": peak}
    fields = {name: value for name, _, value in (line.partition(":") for line in lines)}
    now, peak = (int(fields[name].split()[0]) * 1024 for name in ("VmRSS", "VmHWM"))
    return {"now": now, "peak": max(now, peak)}


def folder_bytes(folder: Path) -> int:
    """What the files of a folder take, those below it included."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
