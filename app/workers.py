"""Who is at work: a name for this process, and whether the process behind a name still runs."""

from __future__ import annotations

import os
import socket
from pathlib import Path


def worker_name() -> str:
    """`host:pid:start`, unique over restarts of a process with the same id."""
    pid = os.getpid()
    return f"{socket.gethostname()}:{pid}:{_start_time(pid)}"


def is_alive(worker: str) -> bool:
    """False only where the process is surely gone; workers of other hosts count as alive until their lease ends."""
    host, pid_text, start = worker.rsplit(":", 2)
    if host != socket.gethostname():
        return True
    pid = int(pid_text)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return _start_time(pid) == start


def _start_time(pid: int) -> str:
    """Clock ticks from boot to the start of the process, where the system tells; else 0 for every process."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return "0"
    return stat.rpartition(")")[2].split()[19]
