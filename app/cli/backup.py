"""`sheaf backup`: a copy of everything embedded."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import click

from app.cli.output import emit, json_option, note, run


@click.command("backup")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False, resolve_path=True))
@json_option
def command(folder: Path, as_json: bool) -> None:
    """Copy everything embedded into DIR, an empty folder or none yet.

    A service may run, and people may work meanwhile. Where Elasticsearch, PostgreSQL or S3 are used, their own tools
    copy what they hold.
    """
    from app.backing_up.backup import BackupReport, back_up
    from app.settings import load_settings
    from app.sheaf import Sheaf
    from nodes.trace import counted

    async def work() -> BackupReport:
        settings = load_settings()
        async with Sheaf(settings) as sheaf:
            report = await back_up(settings, sheaf.catalogue, folder)
            # What was deleted meanwhile was held for the copy.
            await sheaf.ingestion().building.clean()
            return report

    report = run(work())
    if as_json:
        emit(dataclasses.asdict(report))
    else:
        note(
            f"{counted(report.documents, 'document')} of {counted(report.collections, 'collection')} in {folder}, "
            f"{report.bytes / 1e6:.1f} MB."
        )
