"""Programs that kill themselves, each forked from a process that has imported Sheaf: to start anew takes seconds.

`python -m tests.app.driving` is that process. A line that it reads names a program, what it is given, its environment,
and a file for what it says; the line that it answers with is how the program ended.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import os
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

ROOT = Path(__file__).parents[2]
LOADED = (
    "app.backfilling.backfill",
    "app.models.wordllama",
    "app.reembedding.reembedding",
    "app.sheaf",
    "app.stores.elasticsearch_factory",
    "lance_namespace",
    "psycopg",
    "pyarrow.dataset",
)
"""What programs need, and what that needs. Not LanceDB itself, which has threads: a fork has but one."""


@dataclass(frozen=True)
class Ended:
    """How a program ended."""

    status: int
    """Less than 0: the signal that it was killed by."""
    said: str


class Drivers:
    """Runs programs, one at a time, from when the first is asked for."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    async def run(self, module: str, *given: str, environment: Mapping[str, str]) -> Ended:
        """Runs `main` of a module, and waits for its end.

        Args:
            module: whose; imported in the fork.
            given: to it.
            environment: beside the test's own.
        """
        return await asyncio.to_thread(self._run, module, given, {**os.environ, **environment})

    def close(self) -> None:
        """Ends the process that they are forked from."""
        if self._process is not None:
            self._process.communicate()

    def _run(self, module: str, given: tuple[str, ...], environment: Mapping[str, str]) -> Ended:
        if self._process is None:
            command = [sys.executable, "-m", "tests.app.driving"]
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True)
        process = self._process
        assert process.stdin
        assert process.stdout
        with tempfile.NamedTemporaryFile() as said:
            order = {"module": module, "given": given, "environment": environment, "said": said.name}
            process.stdin.write(f"{json.dumps(order)}\n")
            process.stdin.flush()
            return Ended(int(process.stdout.readline()), said.read().decode())


def _become(module: str, given: list[str], environment: dict[str, str], said: str) -> NoReturn:
    """Runs a program in this process, which ends with it."""
    status = 1
    try:
        file = os.open(said, os.O_WRONLY)
        # Nothing that it says is taken for an answer, and no order is read by it.
        for number, target in ((0, os.open(os.devnull, os.O_RDONLY)), (1, file), (2, file)):
            os.dup2(target, number)
        os.environ.clear()
        os.environ.update(environment)
        program: Any = importlib.import_module(module)
        asyncio.run(program.main(*given))
        status = 0
    except BaseException:  # noqa: BLE001 - whatever it is, it must not go on as the process that it was forked from
        traceback.print_exc()
    sys.stderr.flush()
    os._exit(status)


def serve() -> None:
    """Runs what it is told to, until there is nothing more to read."""
    for module in LOADED:
        importlib.import_module(module)
    for line in sys.stdin:
        order = json.loads(line)
        if not (child := os.fork()):
            _become(**order)
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    from app.cli.deferring import defer_packages

    # As a command: it starts in half the time.
    defer_packages()
    serve()
