"""The service as a program: settings from the environment, its port as the first line of output."""

from __future__ import annotations

import socket
import sys

import uvicorn

from app.cli.deferring import defer_packages
from app.cli.serve import KEEP_ALIVE


def main() -> None:
    """Serves until it is killed."""
    # As the command: it starts in half the time.
    defer_packages()
    from app.service.application import create_application

    listening = socket.create_server(("127.0.0.1", 0))
    sys.stdout.write(f"{listening.getsockname()[1]}\n")
    sys.stdout.flush()
    config = uvicorn.Config(create_application(), ws="none", log_config=None, timeout_keep_alive=KEEP_ALIVE)
    uvicorn.Server(config).run([listening])
