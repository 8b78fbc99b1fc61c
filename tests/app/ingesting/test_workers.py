from __future__ import annotations

import socket
import subprocess
import sys

import pytest

from app.ingesting.workers import is_alive, worker_name


def test_this_process_is_alive() -> None:
    assert is_alive(worker_name())


def test_a_process_that_ended_is_not() -> None:
    code = "from app.ingesting.workers import worker_name; print(worker_name())"
    name = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    assert not is_alive(name)


def test_another_process_with_the_same_id_is_not_the_same_worker() -> None:
    host, pid, start = worker_name().rsplit(":", 2)
    assert not is_alive(f"{host}:{pid}:{int(start) + 1}")


def test_workers_of_other_hosts_count_as_alive() -> None:
    assert is_alive("another-host:1:1")


@pytest.mark.parametrize("name", ["", ".DS_Store", "a:b:c", "lost+found", f"{socket.gethostname()}:many:1"])
def test_what_is_no_name_of_a_worker_counts_as_alive(name: str) -> None:
    assert is_alive(name)
