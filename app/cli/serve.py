"""`sheaf serve`: the service and the web page."""

from __future__ import annotations

import click

LOOPBACK = ("127.0.0.1", "::1", "localhost")


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="Port to listen on.")
def command(host: str, port: int) -> None:
    """Serve the API and the web page until it is stopped."""
    import uvicorn

    from app.observing.logs import configure_logs
    from app.service.application import create_application
    from app.settings import load_settings

    settings = load_settings()
    if host in LOOPBACK and settings.auth == "off" and not settings.service.allowed_hosts:
        # Whoever reaches it needs no key: a page that gave its own name this address would reach it too.
        service = settings.service.model_copy(update={"allowed_hosts": LOOPBACK})
        settings = settings.model_copy(update={"service": service})
    configure_logs(settings.service.log_level)
    click.echo(f"Sheaf listens at http://{host}:{port}; stop it with Ctrl+C.", err=True)
    # The service writes a line for each request itself, with its id and without what stands in its path.
    uvicorn.run(
        create_application(settings),
        host=host,
        port=port,
        timeout_graceful_shutdown=5,
        log_config=None,
        access_log=False,
        server_header=False,
    )
