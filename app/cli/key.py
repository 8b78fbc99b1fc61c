"""`sheaf key`: who may use the service where SHEAF_AUTH is `keys`."""

from __future__ import annotations

import click

from app.catalogue.records import KeyRecord
from app.cli.output import emit, json_option, note, run


@click.group("key")
def command() -> None:
    """Make, list and revoke API keys."""


@command.command("create")
@click.argument("name")
@click.option("--owner", help="For whom it acts; an owner of the key's own name unless given.")
@json_option
def create(name: str, owner: str | None, as_json: bool) -> None:
    """Make a key and show it, once."""
    from app.keys import create_key
    from app.settings import load_settings
    from app.sheaf import Sheaf

    async def work() -> str:
        async with Sheaf(load_settings()) as sheaf:
            return await create_key(sheaf.catalogue, name, owner)

    key = run(work())
    if as_json:
        emit({"name": name, "key": key})
        return
    click.echo(key)
    note("Keep it: only its hash is stored, and it is not shown again.")


@command.command("list")
@json_option
def list_keys(as_json: bool) -> None:
    """List the keys, the revoked ones too."""
    from app.settings import load_settings
    from app.sheaf import Sheaf

    async def work() -> list[KeyRecord]:
        async with Sheaf(load_settings()) as sheaf:
            return await sheaf.catalogue.keys()

    keys = [
        {"name": key.name, "owner": key.owner, "created_at": key.created_at, "revoked_at": key.revoked_at}
        for key in run(work())
    ]
    if as_json:
        emit({"keys": keys})
        return
    from app.cli.listings import print_keys

    print_keys(keys)


@command.command("revoke")
@click.argument("name")
@json_option
def revoke(name: str, as_json: bool) -> None:
    """Make a key void, at once."""
    from app.settings import load_settings
    from app.sheaf import Sheaf

    async def work() -> None:
        async with Sheaf(load_settings()) as sheaf:
            await sheaf.catalogue.revoke_key(name)

    run(work())
    if as_json:
        emit({"name": name, "revoked": True})
        return
    note(f"The key {name} is void.")
