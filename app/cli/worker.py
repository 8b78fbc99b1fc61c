"""`sheaf worker`: works on what was uploaded, on any number of machines."""

from __future__ import annotations

import os

import click

from app.cli.output import emit, ready_option


@click.command("worker")
@click.option(
    "--concurrency", default=2, show_default=True, type=click.IntRange(1, 64), help="Jobs that are worked on at once."
)
@ready_option
def command(concurrency: int, as_json: bool) -> None:
    """Work on uploads until it is stopped; needs the catalogue in PostgreSQL."""
    import asyncio

    from app.observing.logs import configure_logs
    from app.queueing.connecting import server_of
    from app.settings import load_settings

    settings = load_settings()
    # Before the queue is imported: what is missing is named.
    server_of(settings)
    from app.queueing.worker import run_worker

    configure_logs(settings.service.log_level)
    click.echo("Sheaf works on uploads; stop it with Ctrl+C.", err=True)

    def tell(name: str) -> None:
        if as_json:
            emit({"worker": name, "concurrency": concurrency, "pid": os.getpid()})

    asyncio.run(run_worker(settings, concurrency, tell))
