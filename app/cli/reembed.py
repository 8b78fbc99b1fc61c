"""`sheaf reembed`: another embedding model for a collection."""

from __future__ import annotations

import dataclasses
from typing import Any

import click

from app.cli.output import emit, json_option, note, owner_option, run


@click.command("reembed")
@click.argument("collection")
@click.option(
    "--embedding",
    required=True,
    help="wordllama, openai (the model that is set), or openai:NAME.",
)
@owner_option
@json_option
def command(collection: str, embedding: str, owner: str, as_json: bool) -> None:
    """Give COLLECTION another embedding model.

    No file is read again. Searches and uploads go on meanwhile, by the former model until the very end; a run that was
    stopped goes on where it left off, and one that fails leaves the collection as it was.
    """
    from app.cli.progress import DocumentProgress
    from app.reembedding.reembedding import ReembedReport
    from app.settings import load_settings
    from app.sheaf import Sheaf

    async def work(progress: DocumentProgress) -> ReembedReport:
        async with Sheaf(load_settings()) as sheaf:
            return await sheaf.reembed(embedding, owner=owner, collection=collection, on_event=progress.on_event)

    with DocumentProgress("reembed") as progress:
        report = run(work(progress))
    if as_json:
        result: dict[str, Any] = {**dataclasses.asdict(report), "seconds": round(report.seconds, 3)}
        emit(result)
    elif report.is_changed:
        note(
            f"{report.collection} is searched by {report.embedding_model} ({report.dimensions} dimensions) now, before "
            f"by {report.was}: {report.documents} documents, {report.rows} vectors, {report.seconds:.1f} s."
        )
    else:
        note(f"{report.collection} is searched by {report.embedding_model} already.")
