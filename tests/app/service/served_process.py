"""The service as a program: settings from the environment, its port as the first line of output."""

from __future__ import annotations

import socket
import sys

import uvicorn

from app.cli.deferring import defer_packages


def main() -> None:
    """Serves until it is killed."""
    # As the command: it starts in half the time.
    defer_packages()
    from app.service.application import create_application

    listening = socket.create_server(("127.0.0.1", 0))
    sys.stdout.write(f"{listening.getsockname()[1]}\n")
    sys.stdout.flush()
    uvicorn.Server(uvicorn.Config(create_application(), ws="none", log_config=None)).run([listening])
