"""`sheaf worker`: works on what was uploaded, on any number of machines."""

from __future__ import annotations

import click


@click.command("worker")
@click.option(
    "--concurrency", default=2, show_default=True, type=click.IntRange(1, 64), help="Jobs that are worked on at once."
)
def command(concurrency: int) -> None:
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
    asyncio.run(run_worker(settings, concurrency))
