"""Who is at work: names for this process and for what it takes on, and whether the process behind one still runs."""

from __future__ import annotations

import os
import secrets
import socket
from pathlib import Path

from nodes.domain.regexes import lazy_regex

_NAME = lazy_regex(r"(?P<host>.*):(?P<pid>[0-9]{1,9}):(?P<start>[0-9]+)")


def worker_name() -> str:
    """`host:pid:start`, unique over restarts of a process with the same id."""
    pid = os.getpid()
    return f"{socket.gethostname()}:{pid}:{_start_time(pid)}"


def claim_name() -> str:
    """`host:pid:start/run`: one run of work of this process.

    A run that hung while others took over its work must not pass for a later run of the same process.
    """
    return f"{worker_name()}/{secrets.token_hex(4)}"


def process_of(claim: str) -> str:
    """The name of the process behind a claim."""
    return claim.partition("/")[0]


def is_alive(worker: str) -> bool:
    """False only where the process is surely gone; workers of other hosts count as alive until their lease ends.

    Args:
        worker: a name of a process or of a claim; what is neither may be anybody's, and counts as alive.
    """
    found = _NAME.fullmatch(process_of(worker))
    if found is None or found["host"] != socket.gethostname():
        return True
    pid, start = int(found["pid"]), found["start"]
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
