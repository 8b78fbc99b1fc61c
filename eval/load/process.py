"""The processes of a load run: the service, and a watch that asks for its health all the while."""

from __future__ import annotations

import http.client
import multiprocessing
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from pathlib import Path

from app.settings import PREFIX
from nodes.domain.errors import UnavailableError

START_SECONDS = 60.0
"""For a process to be ready, or to be told that it may begin."""
PAUSE_SECONDS = 0.02
"""Between two looks at the health."""
_LIMITS = {"SHEAF_SERVICE__REQUESTS_PER_MINUTE": "1000000", "SHEAF_SERVICE__UPLOADS_PER_MINUTE": "1000000"}


@contextmanager
def service(home: Path) -> Iterator[tuple[str, int]]:
    """`sheaf serve` over this home with defaults, without limits on the number of requests; host and port.

    Raises:
        UnavailableError: it does not start.
    """
    with serving(home, {}) as (process, port):
        wait_until_ready(process, port)
        yield "127.0.0.1", port


@contextmanager
def serving(home: Path, environment: Mapping[str, str]) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """`sheaf serve` over this home with these settings alone; the process, maybe not ready yet, and its port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    with program(["serve", "--port", str(port)], home, {**environment, **_LIMITS}) as process:
        yield process, port


@contextmanager
def program(command: Sequence[str], home: Path, environment: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """`sheaf` with this command over this home, with these settings and no others; it logs into its home."""
    others = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    home.mkdir(parents=True, exist_ok=True)
    with (
        (home / f"{command[0]}.log").open("wb") as log,
        subprocess.Popen(
            [sys.executable, "-m", "app.cli.main", *command],
            env={**others, **environment, "SHEAF_HOME": str(home)},
            stderr=log,
        ) as process,
    ):
        try:
            yield process
        finally:
            process.terminate()


@contextmanager
def health_watch(host: str, port: int) -> Iterator[list[float]]:
    """Asks for `/health` again and again while it is open; the seconds of each stand in the list once it is closed."""
    context = multiprocessing.get_context("spawn")
    begin, end = context.Event(), context.Event()
    receiving, sending = context.Pipe(duplex=False)
    watch = context.Process(target=_watch, args=(host, port, begin, end, sending), daemon=True)
    watch.start()
    begin.wait(START_SECONDS)
    seconds: list[float] = []
    try:
        yield seconds
    finally:
        end.set()
        seconds.extend(receiving.recv())
        watch.join()


def _watch(host: str, port: int, begin: Event, end: Event, sending: Connection) -> None:
    """Runs in a process of its own: what the clients of a load run compute must not stand in these figures."""
    seconds = []
    connection = http.client.HTTPConnection(host, port, timeout=60)
    connection.request("GET", "/health")
    connection.getresponse().read()
    begin.set()
    while not end.is_set():
        moment = time.perf_counter()
        connection.request("GET", "/health")
        reply = connection.getresponse()
        reply.read()
        seconds.append(time.perf_counter() - moment if reply.status == http.client.OK else float("inf"))
        time.sleep(PAUSE_SECONDS)
    sending.send(seconds)


def wait_until_ready(process: subprocess.Popen[bytes], port: int) -> None:
    """Waits until a service is ready.

    Raises:
        UnavailableError: it does not get there.
    """
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        try:
            connection.request("GET", "/ready")
            if connection.getresponse().status == http.client.OK:
                return
        except OSError:
            time.sleep(0.1)
        finally:
            connection.close()
    raise UnavailableError("The service does not start.", hint="Run `sheaf serve` to see why.")
