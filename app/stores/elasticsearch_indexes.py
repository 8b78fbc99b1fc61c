"""Indexes behind their aliases: found, made by whoever is first, and moved to a newer mapping."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import orjson
from elasticsearch import BadRequestError

from app.stores.elasticsearch_client import UNREACHABLE, ElasticsearchConnection
from app.stores.elasticsearch_mapping import MAPPING_VERSION, META, IndexSpec, index_settings, mappings
from app.stores.elasticsearch_rows import VECTOR_FIELD
from app.stores.elasticsearch_writing import put_new, refresh, write
from nodes.domain.errors import ConflictError, RetrievalFailedError, UnavailableError

Source = dict[str, Any]

_COPIED_AT_ONCE = 500
_KEPT_OPEN = "5m"
_EXISTS = "resource_already_exists_exception"


@dataclass(frozen=True)
class FoundIndexes:
    """What there is for an embedding model."""

    current: str | None
    """The index behind the alias; None where there is none yet."""
    version: int
    """Of its mapping."""
    others: Mapping[str, int]
    """Indexes of the same model with vectors of another length, and that length."""


async def find_indexes(connection: ElasticsearchConnection, spec: IndexSpec) -> FoundIndexes:
    """Looks for the index of a spec.

    Raises:
        ConflictError: a newer version of Sheaf made it, or its vectors have another length or another model.
        RetrievalFailedError: the server could not be reached.
    """
    try:
        client = await connection.client()
        answer = await client.indices.get(
            index=f"{spec.family}-*", features="aliases,mappings", expand_wildcards="open"
        )
    except UNREACHABLE as error:
        raise connection.failure(RetrievalFailedError, "searched", error) from error
    current, version = None, MAPPING_VERSION
    others: dict[str, int] = {}
    for name, index in answer.body.items():
        made_for = index["mappings"].get("_meta", {}).get(META, {})
        dimensions = index["mappings"].get("properties", {}).get(VECTOR_FIELD, {}).get("dims")
        if spec.alias in index["aliases"]:
            current, version = name, int(made_for.get("version", 0))
            _check(spec, name, version, dimensions, made_for.get("model", spec.model))
        elif made_for.get("model") == spec.model and dimensions not in (None, spec.dimensions):
            others[name] = dimensions
    return FoundIndexes(current, version, others)


def _check(spec: IndexSpec, name: str, version: int, dimensions: int | None, model: str) -> None:
    if version > MAPPING_VERSION:
        raise ConflictError(
            f"The index {name} has version {version} of the mapping, and this Sheaf knows {MAPPING_VERSION}.",
            hint="A newer version of Sheaf made it: use that one.",
        )
    if dimensions != spec.dimensions:
        raise ConflictError(
            f"The index {name} holds vectors of {dimensions} dimensions, not {spec.dimensions}.",
            hint="Set another SHEAF_ELASTICSEARCH__INDEX_PREFIX, or remove the index.",
        )
    if model != spec.model:
        raise ConflictError(
            f"The index {name} holds vectors of {model}, not of {spec.model}.",
            hint="Set another SHEAF_ELASTICSEARCH__INDEX_PREFIX.",
        )


async def make_index(connection: ElasticsearchConnection, spec: IndexSpec, *, behind_alias: bool = True) -> None:
    """Makes the index with its alias in one step; whoever comes second finds it made.

    Raises:
        UnavailableError: the server could not be reached, or does not take the mapping.
    """
    try:
        client = await connection.writer()
        version = (await client.info())["version"]["number"]
        await client.indices.create(
            index=spec.index_name(),
            mappings=mappings(spec, connection.options),
            settings=index_settings(connection.options, version),
            aliases={spec.alias: {"is_write_index": True}} if behind_alias else None,
        )
    except BadRequestError as error:
        if error.error != _EXISTS:
            raise connection.failure(UnavailableError, "prepared", error) from error
    except UNREACHABLE as error:
        raise connection.failure(UnavailableError, "prepared", error) from error


async def upgrade_index(
    connection: ElasticsearchConnection, spec: IndexSpec, change: Callable[[Source], Source] = lambda source: source
) -> int:
    """Moves rows to an index of this version's mapping: copies them, and then lets the alias point to it.

    The old index answers meanwhile; it takes no writes, which are tried again later, so that none is lost. Stopped in
    the middle, it begins anew the next time. To be run by one process at a time.

    Args:
        connection: to the server.
        spec: which index.
        change: what has to change in a document, for mappings that name or shape a field in another way.

    Returns:
        Number of rows copied; 0 where the mapping is of this version already, or where there is no index.

    Raises:
        ConflictError: see `find_indexes`.
        RetrievalFailedError, UnavailableError: the server could not be reached.
    """
    found = await find_indexes(connection, spec)
    if found.current is None or found.version == MAPPING_VERSION:
        return 0
    await _block_writes(connection, found.current, blocked=True)
    try:
        await _remove(connection, spec.index_name())
        await make_index(connection, spec, behind_alias=False)
        copied = await _copy(connection, found.current, spec.index_name(), change)
        await refresh(connection, spec.index_name())
        await _switch(connection, spec, found.current)
    except BaseException:
        await _block_writes(connection, found.current, blocked=False)
        raise
    return copied


async def _block_writes(connection: ElasticsearchConnection, index: str, *, blocked: bool) -> None:
    try:
        client = await connection.writer()
        # Not the block that `add_block` puts: that one takes no change of settings, and so could not be lifted.
        await client.indices.put_settings(index=index, settings={"index.blocks.write": blocked or None})
    except UNREACHABLE as error:
        raise connection.failure(UnavailableError, "upgraded", error) from error
    await refresh(connection, index)


async def _remove(connection: ElasticsearchConnection, index: str) -> None:
    try:
        client = await connection.writer()
        await client.options(ignore_status=404).indices.delete(index=index)
    except UNREACHABLE as error:
        raise connection.failure(UnavailableError, "upgraded", error) from error


async def _switch(connection: ElasticsearchConnection, spec: IndexSpec, old: str) -> None:
    try:
        client = await connection.writer()
        await client.indices.update_aliases(
            actions=[
                {"add": {"index": spec.index_name(), "alias": spec.alias, "is_write_index": True}},
                {"remove_index": {"index": old}},
            ]
        )
    except UNREACHABLE as error:
        raise connection.failure(UnavailableError, "upgraded", error) from error


async def _copy(
    connection: ElasticsearchConnection, source: str, target: str, change: Callable[[Source], Source]
) -> int:
    """By search and bulk: a copy inside the server, `_reindex`, could not change what a field is called."""
    try:
        client = await connection.writer()
        opened = (await client.open_point_in_time(index=source, keep_alive=_KEPT_OPEN))["id"]
        try:
            copied, after = 0, None
            while True:
                page = await client.search(
                    pit={"id": opened, "keep_alive": _KEPT_OPEN},
                    size=_COPIED_AT_ONCE,
                    sort=["_shard_doc"],
                    search_after=after,
                    track_total_hits=False,
                )
                opened, hits = page["pit_id"], page["hits"]["hits"]
                if not hits:
                    return copied
                await write(
                    connection, [put_new(target, hit["_id"], orjson.dumps(change(hit["_source"]))) for hit in hits]
                )
                copied, after = copied + len(hits), hits[-1]["sort"]
        finally:
            await client.options(ignore_status=404).close_point_in_time(id=opened)
    except UNREACHABLE as error:
        raise connection.failure(UnavailableError, "upgraded", error) from error
