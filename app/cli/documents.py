"""`sheaf documents`: what is there, in every status."""

from __future__ import annotations

import click

from app.cli.output import COLLECTION, emit, json_option, note, owner_option, run


@click.command("documents")
@click.option(
    "--collection", "collections", type=COLLECTION, multiple=True, help="Only this collection; may be repeated."
)
@click.option("--limit", type=click.IntRange(1, 10_000), default=1000, show_default=True, help="At most so many.")
@click.option("--after", help="Go on after this cursor, the `next` of the page before.")
@owner_option
@json_option
def command(collections: tuple[str, ...], limit: int, after: str | None, owner: str, as_json: bool) -> None:
    """List the documents."""
    from app.catalogue.records import DocumentPage
    from app.public import public_document
    from app.settings import load_settings
    from app.sheaf import Sheaf

    async def work() -> DocumentPage:
        async with Sheaf(load_settings()) as sheaf:
            return await sheaf.documents(owner=owner, collections=collections or None, after=after, limit=limit)

    page = run(work())
    documents = [public_document(record) for record in page.documents]
    if as_json:
        emit({"documents": documents, "total": page.total, "next": page.next})
        return
    from app.cli.listings import print_documents

    print_documents(documents)
    if page.next:
        note(f"{len(documents)} of {page.total}; the next ones: --after {page.next}")
    if any(document["status"] in ("pending", "processing") for document in documents):
        note("Some documents wait; `sheaf ingest` goes on with them.")
