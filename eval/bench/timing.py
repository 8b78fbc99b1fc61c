"""What a process computes, how long it takes, and how much memory it has held."""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path
from typing import NamedTuple


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
