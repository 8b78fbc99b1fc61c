"""Collections: made, listed, renamed, weighed, deleted with everything in them."""

from __future__ import annotations

from http import HTTPStatus

from app.catalogue.paging import split
from app.catalogue.records import CollectionRecord
from app.public import public_collection
from app.removal import remove_collection
from app.service.dependencies import CurrentOwner, CurrentSheaf
from app.service.errors import error_responses
from app.service.owned_routes import owned_routes
from app.service.schemas import (
    After,
    Collection,
    CollectionChange,
    CollectionId,
    Collections,
    Limit,
    NewCollection,
)
from app.sheaf import Sheaf
from nodes.domain.errors import ConflictError, InvalidRequestError, MissingCollectionError

router = owned_routes("collections")

_BY_NAME = "name"
"""How a `next` begins: a name alone could not be told from what is none."""


@router.post("/collections", status_code=HTTPStatus.CREATED, responses=error_responses("conflict", "too_large"))
async def create_collection(sheaf: CurrentSheaf, owner: CurrentOwner, wanted: NewCollection) -> Collection:
    """Makes a collection, which gets the embedding model that is set."""
    kind = sheaf.library.configured_kind()
    record = await sheaf.catalogue.create_collection(owner, wanted.name, kind, weight=wanted.weight)
    return _public(record)


@router.get("/collections")
async def list_collections(
    sheaf: CurrentSheaf, owner: CurrentOwner, after: After = None, limit: Limit = 100
) -> Collections:
    """Collections by name, with their counts, a page at a time."""
    every = await sheaf.catalogue.collections(owner)
    last = None if after is None else _last_name(after)
    behind = [record for record in every if last is None or record.name > last]
    page = behind[:limit]
    following = f"{_BY_NAME}/{page[-1].name}" if len(behind) > limit else None
    return Collections(collections=[_public(record) for record in page], total=len(every), next=following)


@router.get("/collections/{collection_id}", responses=error_responses("not_found"))
async def read_collection(sheaf: CurrentSheaf, owner: CurrentOwner, collection_id: CollectionId) -> Collection:
    """One collection with its counts."""
    return await _counted(sheaf, owner, collection_id)


@router.patch("/collections/{collection_id}", responses=error_responses("not_found", "conflict", "too_large"))
async def change_collection(
    sheaf: CurrentSheaf, owner: CurrentOwner, collection_id: CollectionId, change: CollectionChange
) -> Collection:
    """Gives a collection another name or weight; its id stays."""
    record = await sheaf.catalogue.collection(owner, collection_id)
    if record.session_id is not None:
        raise ConflictError("The collection belongs to a session.", hint="Change the session.")
    if change.name is not None:
        await sheaf.catalogue.rename(owner, collection_id, change.name)
    if change.weight is not None:
        await sheaf.catalogue.set_weight(owner, collection_id, change.weight)
    return await _counted(sheaf, owner, collection_id)


@router.delete(
    "/collections/{collection_id}",
    status_code=HTTPStatus.NO_CONTENT,
    responses=error_responses("not_found", "conflict"),
)
async def delete_collection(sheaf: CurrentSheaf, owner: CurrentOwner, collection_id: CollectionId) -> None:
    """Deletes a collection with all its documents; from the reply on, no search finds them."""
    await remove_collection(sheaf, owner, collection_id)


def _last_name(after: str) -> str:
    order, name = split(after)
    if order != _BY_NAME:
        raise InvalidRequestError(f"No page begins after {after!r}.", hint="Give the `next` of a page.")
    return name


async def _counted(sheaf: Sheaf, owner: str, collection_id: str) -> Collection:
    for record in await sheaf.catalogue.collections(owner, private=True):
        if record.collection_id == collection_id:
            return _public(record)
    raise MissingCollectionError(f"There is no collection {collection_id}.")


def _public(record: CollectionRecord) -> Collection:
    return Collection.model_validate(public_collection(record))
