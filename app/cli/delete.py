"""`sheaf delete`: a document and everything of it."""

from __future__ import annotations

import click

from app.cli.output import emit, json_option, owner_option, run


@click.command("delete")
@click.argument("document_id")
@owner_option
@json_option
def command(document_id: str, owner: str, as_json: bool) -> None:
    """Delete a document: its chunks, summary, names, mentions, cached scores and file."""
    from app.settings import load_settings
    from app.sheaf import Sheaf

    async def work() -> str:
        async with Sheaf(load_settings()) as sheaf:
            return await sheaf.delete(document_id, owner=owner)

    file_name = run(work())
    if as_json:
        emit({"document_id": document_id, "file_name": file_name, "deleted": True})
    else:
        click.echo(f"Deleted {file_name}.")
