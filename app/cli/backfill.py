"""`sheaf backfill`: what newer versions search, rank and link by, for documents that were ingested before."""

from __future__ import annotations

import dataclasses
import sys
from typing import Any

import click

from app.cli.output import collection_option, describe, emit, json_option, note, owner_option, run


@click.command("backfill")
@collection_option
@click.option("--all", "everything", is_flag=True, help="Also documents that lack nothing.")
@owner_option
@json_option
def command(collection: str, everything: bool, owner: str, as_json: bool) -> None:
    """Give documents what newer versions search, rank and link by.

    They are found without it, less well. No file is read again and nothing is embedded again, searches go on
    meanwhile, and a run that was stopped goes on where it left off.
    """
    from app.backfilling.backfill import BackfillReport
    from app.cli.progress import DocumentProgress
    from app.settings import load_settings
    from app.sheaf import Sheaf

    async def work(progress: DocumentProgress) -> BackfillReport:
        async with Sheaf(load_settings()) as sheaf:
            return await sheaf.backfill(
                owner=owner, collection=collection, everything=everything, on_event=progress.on_event
            )

    with DocumentProgress("backfill") as progress:
        report = run(work(progress))
    if as_json:
        result: dict[str, Any] = {**dataclasses.asdict(report), "seconds": round(report.seconds, 3)}
        emit(result)
    else:
        _tell(report, everything=everything)
    if report.failed:
        sys.exit(1)


def _tell(report: Any, *, everything: bool) -> None:
    if not report.documents:
        note("Nothing is missing.")
        return
    given = "everything anew" if everything else "what they lacked"
    note(
        f"{report.changed} of {report.documents} documents were given {given}, {report.rows} rows their fields, "
        f"in {report.seconds:.1f} s."
    )
    if report.skipped:
        note(f"{report.skipped} went away meanwhile, or another process is giving them the same.")
    for failure in report.failed:
        note(f"{click.style('failed', fg='red')} {failure.file_name}: {describe(failure.error)}")
