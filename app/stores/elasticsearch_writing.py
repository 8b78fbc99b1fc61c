"""Writing to Elasticsearch: bounded pieces, repeated while it is only busy, and deletions that race with nobody."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import orjson
from elastic_transport import ConnectionTimeout, TransportError
from elasticsearch import ApiError

from app.stores.elasticsearch_client import UNREACHABLE, ElasticsearchConnection, reason_of
from app.stores.elasticsearch_queries import MOST_ROWS, Query
from nodes.domain.errors import InvalidRequestError, UnavailableError

_MOST_OPERATIONS = 500
_MOST_BYTES = 1_000_000
"""The HTTP client holds up the event loop while it sends a longer body."""
_FIRST_PAUSE_SECONDS = 0.1
_LONGEST_PAUSE_SECONDS = 5.0
_BUSY = (429, 502, 503, 504)
_GONE, _CONFLICT = 404, 409


class MissingIndexError(Exception):
    """Nothing could be written, because there is no such index."""


class Operation(NamedTuple):
    """One line or two of a bulk request."""

    row: str
    """What errors call it."""
    action: bytes
    document: bytes | None = None

    @property
    def size(self) -> int:
        """In bytes."""
        return len(self.action) + len(self.document or b"")


def put(index: str, key: str, row: str, document: bytes) -> Operation:
    """Puts a document under a key, over the one that is there."""
    return Operation(row, orjson.dumps({"index": {"_index": index, "_id": key, "require_alias": True}}), document)


def put_new(index: str, key: str, document: bytes) -> Operation:
    """Puts a document under a key, unless one is there."""
    return Operation(key, orjson.dumps({"create": {"_index": index, "_id": key}}), document)


def _delete(hit: dict[str, Any]) -> Operation:
    """Deletes what was found, unless it was written again since."""
    action = {name: hit[name] for name in ("_index", "_id")}
    action |= {"if_seq_no": hit["_seq_no"], "if_primary_term": hit["_primary_term"]}
    if "_routing" in hit:
        action["routing"] = hit["_routing"]
    return Operation(hit["_id"], orjson.dumps({"delete": action}))


class _Patience:
    """How long a write is tried again: pauses that grow, until the time is over that writing may take."""

    def __init__(self, connection: ElasticsearchConnection) -> None:
        self._until = time.monotonic() + connection.options.write_timeout_seconds
        self._pause = _FIRST_PAUSE_SECONDS

    @property
    def is_over(self) -> bool:
        """Whether this is the last attempt."""
        return time.monotonic() + self._pause > self._until

    async def pause(self) -> None:
        """Waits before the next attempt."""
        await asyncio.sleep(self._pause * random.uniform(0.5, 1.0))  # noqa: S311 - spreads writers, no secret
        self._pause = min(_LONGEST_PAUSE_SECONDS, 2 * self._pause)


async def write(connection: ElasticsearchConnection, operations: Sequence[Operation]) -> None:
    """Sends operations in pieces; what cannot be written now is sent again, for as long as one write may take.

    That is longer than a server takes to start again.

    Raises:
        MissingIndexError: there is no such index.
        InvalidRequestError: a document that the index cannot take.
        UnavailableError: the server could not be reached, or stayed busy. Writing the same again completes it.
    """
    for piece in _pieces(operations):
        patience = _Patience(connection)
        waiting = await _send(connection, piece, last=patience.is_over)
        while waiting:
            await patience.pause()
            waiting = await _send(connection, waiting, last=patience.is_over)


async def _send(connection: ElasticsearchConnection, piece: list[Operation], *, last: bool) -> list[Operation]:
    """Sends a piece; what has to be sent again is given back, and is none at the last attempt."""
    # Lines that are JSON already are sent as they are.
    lines: list[Any] = [line for each in piece for line in (each.action, each.document) if line is not None]
    try:
        client = await connection.writer()
        answer = await client.bulk(operations=lines, filter_path="errors,items.*.status,items.*.error")
    except UNREACHABLE as error:
        if last or not _may_pass(error):
            raise connection.failure(UnavailableError, "written", error) from error
        return piece
    if not answer["errors"]:
        return []
    outcomes = [next(iter(item.values())) for item in answer["items"]]
    again = []
    for operation, outcome in zip(piece, outcomes, strict=True):
        if outcome["status"] in _BUSY and not last:
            again.append(operation)
        elif outcome.get("error"):
            _refuse(connection, operation, outcome)
    return again


def _may_pass(error: Exception) -> bool:
    if isinstance(error, ApiError):
        return error.status_code in _BUSY
    # What took longer than the limit for writing would do so again.
    return isinstance(error, TransportError) and not isinstance(error, ConnectionTimeout)


def _refuse(connection: ElasticsearchConnection, operation: Operation, outcome: dict[str, Any]) -> None:
    error, status = outcome["error"], outcome["status"]
    if status == _CONFLICT:
        # Written again since it was found, or there already: the newer one stays.
        return
    if status == _GONE:
        raise MissingIndexError
    if error.get("type") == "illegal_argument_exception" and "require_alias" in str(error.get("reason")):
        raise MissingIndexError
    if status in (400, 413):
        raise InvalidRequestError(f"Elasticsearch cannot take row {operation.row!r}: {reason_of(error)}.")
    raise UnavailableError(
        "Elasticsearch did not take a row.",
        hint="Its disk may be full, or an upgrade of the index may be under way: see `sheaf doctor`, and try again.",
        detail=f"{connection.address}, row {operation.row!r}: {reason_of(error)}.",
    )


def _pieces(operations: Sequence[Operation]) -> Iterator[list[Operation]]:
    piece: list[Operation] = []
    size = 0
    for operation in operations:
        if piece and (len(piece) >= _MOST_OPERATIONS or size + operation.size > _MOST_BYTES):
            yield piece
            piece, size = [], 0
        piece.append(operation)
        size += operation.size
    if piece:
        yield piece


async def refresh(connection: ElasticsearchConnection, index: str, *, patient: bool = True) -> None:
    """From now on searches find what was written. Nothing happens where there is no such index.

    Args:
        connection: to the server.
        index: or alias, or a pattern of them.
        patient: whether to try for as long as one write may take; where nothing was written yet, nothing is lost.

    Raises:
        UnavailableError: the server could not be reached.
    """
    patience = _Patience(connection)
    while True:
        last = not patient or patience.is_over
        try:
            client = await connection.writer()
            await client.options(ignore_status=_GONE).indices.refresh(index=index)
        except UNREACHABLE as error:
            if last or not _may_pass(error):
                raise connection.failure(UnavailableError, "refreshed", error) from error
            await patience.pause()
        else:
            return


async def delete(connection: ElasticsearchConnection, index: str, query: Query) -> None:
    """Deletes everything that a query finds, also what was written just before.

    By search and bulk, and not by `_delete_by_query`: that works on what a search saw some time ago, fails at the
    first row that somebody wrote meanwhile, and is not part of every distribution. Here such rows are looked at again.

    Raises:
        RetrievalFailedError, UnavailableError: the server could not be reached.
    """
    await refresh(connection, index, patient=False)
    body = {
        "query": query,
        "size": MOST_ROWS,
        "sort": ["_doc"],
        "_source": False,
        "seq_no_primary_term": True,
        "track_total_hits": False,
    }
    while True:
        answer = await connection.search(index, body)
        hits = [] if answer is None else answer["hits"]["hits"]
        if not hits:
            return
        await write(connection, [_delete(hit) for hit in hits])
        await refresh(connection, index)
