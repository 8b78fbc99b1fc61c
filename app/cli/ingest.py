"""`sheaf ingest`: files and folders into a collection."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from app.cli.output import collection_option, emit, json_option, owner_option, run
from app.cli.progress import IngestProgress, print_remarks, print_summary


@click.command("ingest")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path, readable=False))
@collection_option
@owner_option
@json_option
def command(paths: tuple[Path, ...], collection: str, owner: str, as_json: bool) -> None:
    """Make files searchable: PDF, DOCX, DOC, PPTX, XLSX, CSV, Markdown, HTML, EML and any plain text.

    Folders are read with everything under them. What was ingested before and did not change is left as it is; a
    changed file replaces its older version. If a run was interrupted, the next one goes on with what it left.
    """
    from app.settings import load_settings
    from app.sheaf import IngestFile, IngestReport, Sheaf

    files = [IngestFile(path, name) for path, name in expand(paths)]

    async def work(progress: IngestProgress) -> IngestReport:
        async with Sheaf(load_settings()) as sheaf:
            return await sheaf.ingest(files, owner=owner, collection=collection, on_event=progress.on_event)

    with IngestProgress(len(files)) as progress:
        report = run(work(progress))
    if as_json:
        result: dict[str, Any] = {
            "files": report.files,
            "seconds": round(report.seconds, 3),
            "remarks": report.remarks,
        }
        emit(result)
    else:
        print_summary(report.files, report.seconds)
        print_remarks(report.remarks)
    if any(file["status"] == "failed" for file in report.files):
        sys.exit(1)


def expand(paths: tuple[Path, ...]) -> list[tuple[Path, str | None]]:
    """Files to ingest: a folder becomes the files under it, named by their place in it. Hidden files stay out."""
    files: list[tuple[Path, str | None]] = []
    for path in paths:
        if not path.is_dir():
            files.append((path, None))
            continue
        under = [
            (found, relative.as_posix())
            for found in sorted(path.rglob("*"))
            for relative in [found.relative_to(path)]
            if found.is_file() and not any(part.startswith(".") for part in relative.parts)
        ]
        # A folder that shows no file (empty, or closed to this user) is reported, not passed over.
        files.extend(under or [(path, None)])
    return files
