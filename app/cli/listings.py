"""Lists of documents and collections as a person reads them on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.markup import escape
from rich.table import Table

from app.cli.console import PlainConsole
from app.cli.progress import STATUS_STYLES, print_notices

NARROW = 100
"""Columns under which a document's title stands below its file name."""
NARROWEST = 70
"""Under which its id stands there as well."""


def print_documents(documents: Sequence[dict[str, Any]]) -> None:
    """One line a document, two or three on a narrow terminal; notices, and failures with their reason, below."""
    console = PlainConsole(highlight=False)
    if not documents:
        console.print("No documents yet. Add some: sheaf ingest PATHS", style="yellow")
        return
    wide, narrow = console.width >= NARROW, console.width < NARROWEST
    table = Table(box=None, pad_edge=False, header_style="bold")
    if not narrow:
        table.add_column("document", no_wrap=True)
    table.add_column("file", overflow="fold")
    if wide:
        table.add_column("title", overflow="fold")
    table.add_column("status")
    table.add_column("pages", justify="right")
    table.add_column("chunks", justify="right")
    for document in documents:
        style = STATUS_STYLES.get(document["status"], "yellow")
        below = [] if wide else [document["title"], document["document_id"]] if narrow else [document["title"]]
        lines = [escape(document["file_name"]), *(f"[dim]{escape(line)}[/]" for line in below)]
        table.add_row(
            *([] if narrow else [document["document_id"]]),
            "\n".join(lines),
            *([escape(document["title"])] if wide else []),
            f"[{style}]{document['status']}[/]",
            str(document["page_count"]),
            str(document["chunk_count"]),
        )
    console.print(table)
    print_notices(console, documents)
    for document in documents:
        if document["error"]:
            searched = " The version before is searched." if document["chunk_count"] else ""
            reason = escape(f"{document['file_name']}: {document['error']['message']}{searched}")
            console.print(f"[red]failed[/] {reason}", soft_wrap=True)


def print_collections(collections: Sequence[dict[str, Any]]) -> None:
    """One line a collection."""
    console = PlainConsole(highlight=False)
    if not collections:
        console.print("No collections yet. `sheaf ingest PATHS` makes the first.", style="yellow")
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("collection", "id", "documents", "chunks", "embedding model", "store"):
        table.add_column(heading, justify="right" if heading in ("documents", "chunks") else "left")
    for each in collections:
        table.add_row(
            escape(each["name"]),
            each["collection_id"],
            str(each["document_count"]),
            str(each["chunk_count"]),
            each["embedding_model"],
            each["store"],
        )
    console.print(table)


def print_keys(keys: Sequence[dict[str, Any]]) -> None:
    """One line a key."""
    console = PlainConsole(highlight=False)
    if not keys:
        console.print("No keys yet. `sheaf key create NAME` makes the first.", style="yellow")
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("key", "owner", "made", "revoked"):
        table.add_column(heading)
    for each in keys:
        table.add_row(escape(each["name"]), escape(each["owner"]), each["created_at"], each["revoked_at"] or "-")
    console.print(table)
