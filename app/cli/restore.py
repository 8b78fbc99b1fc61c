"""`sheaf restore`: a copy brought back."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import click

from app.cli.output import emit, json_option, note, run


@click.command("restore")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False, resolve_path=True))
@json_option
def command(folder: Path, as_json: bool) -> None:
    """Bring back what `sheaf backup` copied into DIR. The home (SHEAF_HOME) has to be empty, or not there yet."""
    from app.backing_up.backup import BackupReport, restore
    from app.settings import load_settings
    from nodes.trace import counted

    async def work() -> BackupReport:
        return await restore(load_settings(), folder)

    report = run(work())
    if as_json:
        emit(dataclasses.asdict(report))
    else:
        note(
            f"{counted(report.documents, 'document')} of {counted(report.collections, 'collection')} restored, "
            f"as of {report.created_at}."
        )
