"""`sheaf ingest`: files and folders into a collection."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from app.cli.output import collection_option, emit, json_option, note, owner_option, run
from app.cli.progress import IngestProgress, print_remarks, print_summary

MOST_NAMED = 5
"""Links that lead out of a folder."""


@click.command("ingest")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path, readable=False))
@collection_option
@owner_option
@json_option
def command(paths: tuple[Path, ...], collection: str, owner: str, as_json: bool) -> None:
    """Make files searchable: PDF, DOCX, DOC, PPTX, XLSX, CSV, Markdown, HTML, IPYNB, TeX, EML, MBOX and any plain text.

    Folders are read with everything under them, but for hidden files and links that lead out of them. What was
    ingested before and did not change is left as it is; a changed file replaces its older version. If a run was
    interrupted, the next one goes on with what it left.
    """
    from app.settings import load_settings
    from app.sheaf import IngestFile, IngestReport, Sheaf

    found, leading_out = expand(paths)
    files = [IngestFile(path, name) for path, name in found]
    if leading_out:
        more = f" and {len(leading_out) - MOST_NAMED:,} more" if len(leading_out) > MOST_NAMED else ""
        note(f"Left out, as they lead out of their folder: {', '.join(leading_out[:MOST_NAMED])}{more}")

    async def work(progress: IngestProgress) -> IngestReport:
        async with Sheaf(load_settings()) as sheaf:
            return await sheaf.ingest(files, owner=owner, collection=collection, on_event=progress.on_event)

    with IngestProgress(len(files)) as progress:
        try:
            report = run(work(progress))
        except KeyboardInterrupt:
            note("Stopped. Run the same command again: it goes on with what is left.")
            raise
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


def expand(paths: tuple[Path, ...]) -> tuple[list[tuple[Path, str | None]], list[str]]:
    """Files to ingest: a folder becomes the files under it, named by their place in it; hidden files stay out.

    What is given several times, by itself or in a folder, is there once, as it was given first.

    Links that lead out of their folder stay out as well: who ingests a folder of somebody else means what is in it. The
    second list names them. What this user may not open is among the files, and fails as one of them.
    """
    files: dict[Path, tuple[Path, str | None]] = {}
    leading_out: list[str] = []
    for path in paths:
        folder, under = path.resolve(), list[tuple[Path, str | None]]()
        try:
            entries = list(_under(path))
        except OSError:
            # No folder, or one that may not be listed.
            entries = []
        for entry in entries:
            found = Path(entry.path)
            relative = found.relative_to(path).as_posix()
            if entry.is_symlink() and not found.resolve().is_relative_to(folder):
                leading_out.append(relative)
            elif _is_file(entry):
                under.append((found, relative))
        # A folder that shows no file (empty, or closed to this user) is reported, not passed over.
        for given in under or [(path, None)]:
            files.setdefault(given[0].absolute(), given)
    return list(files.values()), leading_out


def _under(folder: str | Path) -> Iterator[os.DirEntry[str]]:
    """What is below a folder and not hidden, in order. A folder stands for itself where it may not be listed."""
    with os.scandir(folder) as listing:
        entries = sorted(listing, key=lambda entry: entry.name)
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if not entry.is_dir(follow_symlinks=False):
            yield entry
            continue
        try:
            yield from _under(entry.path)
        except OSError:
            yield entry


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Whether it is to be ingested: a file, or what fails as one, since this user may not see what it is or holds."""
    try:
        return entry.is_file() or entry.is_dir(follow_symlinks=False)
    except OSError:
        return True
