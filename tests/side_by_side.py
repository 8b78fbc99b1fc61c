"""Running several processes at once, none of which outlives the test."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence

PATIENCE_SECONDS = 300.0
"""Many times as long as anything takes: it ends what hangs, and must not end what a busy machine delays."""


def run_at_once(commands: Sequence[Sequence[str]]) -> list[tuple[int, str, str]]:
    """Exit status, output and errors of each, all begun before the first is waited for."""
    running = [subprocess.Popen(each, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for each in commands]
    try:
        told = [process.communicate(timeout=PATIENCE_SECONDS) for process in running]
    except BaseException:
        for process in running:
            process.kill()
            # Their pipes are closed, too: left open, they are told of in another test.
            process.communicate()
        raise
    return [(process.returncode, *each) for process, each in zip(running, told, strict=True)]
