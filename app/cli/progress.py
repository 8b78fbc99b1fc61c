"""Progress of commands that work on documents, on a terminal, and the summary of an ingest."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from app.cli.console import PlainConsole
from nodes.trace import counted

STATUS_STYLES = {"ready": "green", "replaced": "green", "linked": "cyan", "unchanged": "dim", "failed": "red"}
LONGEST_LISTING = 40
"""Files in the table; failures and notices are told of all."""


class _Bar:
    """A bar over documents with the name of the latest one, on stderr; nothing where that is no terminal."""

    def __init__(self, description: str, total: int | None) -> None:
        console = Console(stderr=True)
        self._progress = Progress(
            TextColumn("{task.description:<18.18}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[file_name]}", style="dim"),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._progress.add_task(description, total=total, file_name="")

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()


class DocumentProgress(_Bar):
    """Documents that are backfilled or embedded anew, of those that wait for it."""

    def __init__(self, command: str) -> None:
        super().__init__(command, None)

    def on_event(self, event: dict[str, Any]) -> None:
        """Takes the events of the command."""
        self._progress.update(
            self._task, completed=event["done"], total=event["total"], file_name=escape(event["file_name"])
        )


class IngestProgress(_Bar):
    """Files, each as far as it has come, with the stage of the latest one."""

    def __init__(self, total: int) -> None:
        super().__init__("read", max(total, 1))
        self._percent: dict[str, int] = {}

    def on_event(self, event: dict[str, Any]) -> None:
        """Takes the events of an ingest."""
        if event["type"] == "progress":
            self._percent[event["file_name"]] = event["percent"]
            done = sum(self._percent.values()) / 100
            self._progress.update(
                self._task, completed=done, description=event["stage"], file_name=escape(event["file_name"])
            )


def print_summary(files: Sequence[dict[str, Any]], seconds: float) -> None:
    """A table of what became of each file (the first, where they are many), then notices, failures and hints."""
    console = PlainConsole()
    failed = [file for file in files if file["status"] == "failed"]
    fine = [file for file in files if file["status"] != "failed"]
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("file", overflow="fold")
    table.add_column("status")
    table.add_column("pages", justify="right")
    table.add_column("chunks", justify="right")
    table.add_column("document", style="dim", no_wrap=True)
    for file in fine[:LONGEST_LISTING]:
        status = file["status"]
        style = STATUS_STYLES.get(status, "yellow")
        table.add_row(
            escape(file["file_name"]),
            f"[{style}]{status}[/]",
            str(file["page_count"]),
            str(file["chunk_count"]),
            file["document_id"],
        )
    if fine:
        console.print(table)
    if len(fine) > LONGEST_LISTING:
        console.print(f"… and {len(fine) - LONGEST_LISTING} more", style="dim")
    pages = counted(sum(file["page_count"] for file in fine), "page")
    chunks = counted(sum(file["chunk_count"] for file in fine), "chunk")
    console.print(f"\n{len(fine)} of {counted(len(files), 'file')}, {pages}, {chunks} in {seconds:.1f} s")
    print_notices(console, fine)
    for file in failed:
        error, called = file["error"], file["path"] or file["file_name"]
        # Its collection calls it by the end of its path.
        message = error["message"] if called in error["message"] else f"{called}: {error['message']}"
        console.print(f"[red]failed[/] {escape(message)}", highlight=False)
        if error["hint"]:
            console.print(f"       {escape(error['hint'])}", style="dim", highlight=False)


def print_remarks(remarks: Sequence[str]) -> None:
    """What was replaced, and what is there twice."""
    console = PlainConsole()
    for remark in remarks:
        console.print(f"[yellow]notice[/] {escape(remark)}", highlight=False)


def print_notices(console: Console, files: Sequence[dict[str, Any]]) -> None:
    """What is missing in documents that can be searched. A hint that many have in common is given once."""
    hints: dict[str, None] = {}
    for file in files:
        if notice := file["notice"]:
            console.print(
                f"[yellow]notice[/] {escape(file['file_name'])}: {escape(notice['message'])}", highlight=False
            )
            hints[notice["hint"]] = None
    for hint in hints:
        console.print(f"       {escape(hint)}", style="dim", highlight=False)
