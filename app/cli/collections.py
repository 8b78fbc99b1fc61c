"""`sheaf collections`: what bodies of documents there are."""

from __future__ import annotations

import click

from app.catalogue.records import CollectionRecord
from app.cli.output import emit, json_option, owner_option, run


@click.command("collections")
@owner_option
@json_option
def command(owner: str, as_json: bool) -> None:
    """List the collections."""
    from app.public import public_collection
    from app.settings import load_settings
    from app.sheaf import Sheaf

    async def work() -> list[CollectionRecord]:
        async with Sheaf(load_settings()) as sheaf:
            return await sheaf.collections(owner=owner)

    collections = [public_collection(record) for record in run(work())]
    if as_json:
        emit({"collections": collections})
        return
    from app.cli.listings import print_collections

    print_collections(collections)
