"""`sheaf serve`: the service and the web page."""

from __future__ import annotations

import contextlib
import errno
import os
import socket

import click

from app.cli.output import emit, note, ready_option
from app.service.hosts import ANY_HOST, LOOPBACK
from nodes.domain.errors import UnavailableError

KEEP_ALIVE = 75
"""Seconds that a connection may idle: longer than clients (5, mostly) and proxies (60) keep theirs. Else one is closed
here just as a request is sent on it, which fails for no reason of its own."""


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="Port to listen on.")
@ready_option
def command(host: str, port: int, as_json: bool) -> None:
    """Serve the API and the web page until it is stopped."""
    import uvicorn

    from app.observing.logs import configure_logs
    from app.service.application import create_application
    from app.service.opening import Opening
    from app.settings import load_settings

    settings = load_settings()
    is_open = settings.auth == "off" and host not in LOOPBACK
    if is_open and not settings.service.allowed_hosts:
        # It was asked to be reached by others, who may call it by any name.
        service = settings.service.model_copy(update={"allowed_hosts": (ANY_HOST,)})
        settings = settings.model_copy(update={"service": service})
    listening = _listen(host, port)
    configure_logs(settings.service.log_level)
    if is_open:
        note(f"Anyone who reaches {host}:{port} reads and deletes everything: set SHEAF_AUTH=keys.")
    application = Opening(create_application(settings))

    # The service writes a line for each request itself, with its id and without what stands in its path.
    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            try:
                await super().startup(sockets)
            except SystemExit:
                if application.failure is None:
                    raise
                raise application.failure from None
            if self.started:
                note(f"Sheaf listens at http://{host}:{port}; stop it with Ctrl+C.")
            if as_json and self.started:
                emit({"url": f"http://{host}:{port}", "pid": os.getpid()})

    config = uvicorn.Config(
        application,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=KEEP_ALIVE,
        log_config=None,
        access_log=False,
        server_header=False,
    )
    with contextlib.suppress(KeyboardInterrupt):
        Server(config).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    """The socket of the service, before anything is loaded or said.

    Raises:
        UnavailableError: The port is taken, or the address is none of this machine's.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        return socket.create_server((host, port), family=found[0][0])
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise UnavailableError(
                f"Port {port} of {host} is taken.", hint="Stop what listens there, or choose another with --port."
            ) from error
        raise UnavailableError(
            f"Cannot listen at {host}, port {port}: {(error.strerror or str(error)).partition(' (')[0]}.",
            hint="Choose others with --host and --port.",
        ) from error
