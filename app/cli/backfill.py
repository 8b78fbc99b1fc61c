"""`sheaf backfill`: what newer versions rank and link by, for documents that were ingested before."""

from __future__ import annotations

import sys
from typing import Any

import click

from app.cli.output import collection_option, emit, json_option, note, owner_option, run


@click.command("backfill")
@collection_option
@click.option("--all", "everything", is_flag=True, help="Also documents that lack nothing.")
@owner_option
@json_option
def command(collection: str, everything: bool, owner: str, as_json: bool) -> None:
    """Give documents what newer versions rank and link by.

    They are found without it, less well. No file is read again, searches go on meanwhile, and a run that was stopped
    goes on where it left off.
    """
    from app.backfill import BackfillReport
    from app.settings import load_settings
    from app.sheaf import Sheaf

    shown = sys.stderr.isatty()

    def tell(event: dict[str, Any]) -> None:
        if shown:
            click.echo(f"\r\x1b[K{event['done']} of {event['total']}: {event['file_name']}", nl=False, err=True)

    async def work() -> BackfillReport:
        async with Sheaf(load_settings()) as sheaf:
            return await sheaf.backfill(owner=owner, collection=collection, everything=everything, on_event=tell)

    report = run(work())
    if shown and report.documents:
        click.echo(err=True)
    if as_json:
        emit({"documents": report.documents, "changed": report.changed})
    elif report.documents:
        note(f"{report.changed} of {report.documents} documents were given features, names and mentions.")
    else:
        note("Nothing is missing.")
