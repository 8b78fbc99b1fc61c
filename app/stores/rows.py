"""Rows: how a LlamaIndex node lies in a store, and how it comes back equal."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from llama_index.core.schema import BaseNode, TextNode
from numpy.typing import NDArray

from app.stores.filters import NUMBER_COLUMNS, TEXT_COLUMNS, is_text, is_whole_number
from nodes.domain.errors import ConflictError, InvalidRequestError

SCOPE_COLUMNS = ("owner", "collection_id")
METADATA_COLUMNS = tuple(column for column in (*TEXT_COLUMNS, *NUMBER_COLUMNS) if column != "id")
READ_COLUMNS = ("id", *(name for name in METADATA_COLUMNS if name not in SCOPE_COLUMNS), "terms", "text", "payload")
"""What a node without its embedding is made of, but for its scope, which whoever reads it knows."""
FOUND_COLUMNS = tuple(column for column in READ_COLUMNS if column != "terms")
"""What a search reads: the terms are nearly as long as the text, and only searched."""
EMBEDDED = "enriched_content"
"""Of the metadata: the text once more, as it is embedded; who reads rows by their ids has no use for it."""

_SMALLEST_NORM = 1e-9
_OWN_FIELDS = {"id_", "embedding", "metadata", "text"}


class Scope(NamedTuple):
    """Whose rows a store holds, of which collection, and how long their vectors are."""

    owner: str
    collection_id: str
    dimensions: int


def row_of(
    node: BaseNode, scope: Scope, fields: Mapping[str, Callable[[object], bool]] | None = None
) -> dict[str, Any]:
    """The row of a node, without its vector.

    Columns take what they are named for out of the metadata; everything else of the metadata, and whatever of the
    node itself is not at its default, goes into `payload` as JSON.

    Args:
        node: a text node.
        scope: of the store.
        fields: what else of the metadata the store has a place for, each with whether it takes a value. What it
            does not take goes into the payload too.

    Raises:
        InvalidRequestError: not a text node, another scope's, a column's value of the wrong type, or no JSON.
    """
    if not isinstance(node, TextNode) or type(node) is not TextNode:
        raise InvalidRequestError(f"Only text nodes can be stored, not {type(node).__name__}.")
    for name in SCOPE_COLUMNS:
        if node.metadata.get(name) != getattr(scope, name):
            raise InvalidRequestError(f"The {name} of row {node.id_!r} is not that of this store.")
    row: dict[str, Any] = {"id": node.id_, "text": node.text}
    rest = dict(node.metadata)
    for name in (*METADATA_COLUMNS, "terms"):
        # A null that was written down stays in the payload, so that it is told from one that was not.
        row[name] = rest.pop(name) if rest.get(name) is not None else None
    placed = {name: rest.pop(name) for name, takes in (fields or {}).items() if name in rest and takes(rest[name])}
    row["payload"] = _payload(node, rest)
    for name, value in row.items():
        if value is not None and not (is_whole_number(value) if name in NUMBER_COLUMNS else is_text(value)):
            wanted = "a whole number" if name in NUMBER_COLUMNS else "text"
            raise InvalidRequestError(f"{name} of row {node.id_!r} is not {wanted}.")
    return row | placed


def _payload(node: TextNode, rest: Mapping[str, Any]) -> str:
    kept = node.model_dump(mode="json", exclude=_OWN_FIELDS, exclude_defaults=True)
    # LlamaIndex adds it after what is left out was left out.
    kept.pop("class_name", None)
    try:
        payload = json.dumps({"metadata": rest, "node": kept}, ensure_ascii=False, allow_nan=False)
        if json.loads(payload)["metadata"] != rest:
            raise ValueError("changed by JSON")  # noqa: TRY301 - one message for both ways to fail
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidRequestError(f"The metadata of row {node.id_!r} is not plain JSON.") from error
    return payload


def node_of(row: Mapping[str, Any], fields: Collection[str] = ()) -> TextNode:
    """The node of a row; its terms and its embedding too where the row has them.

    Args:
        row: as `row_of` made it.
        fields: the names of those that `row_of` was given.
    """
    # Rows of the first versions have no payload.
    payload = json.loads(row["payload"]) if row.get("payload") else {"metadata": {}, "node": {}}
    columns = {name: row[name] for name in (*METADATA_COLUMNS, "terms", *fields) if row.get(name) is not None}
    vector = row.get("vector")
    return TextNode(
        id_=row["id"],
        text=row["text"],
        metadata={**payload["metadata"], **columns},
        embedding=None if vector is None else list(vector),
        **payload["node"],
    )


def for_reading(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """The row as it is given to who asks for it by its id: without what is only embedded."""
    return {**row, "payload": payload_for_reading(row.get("payload"))}


def payload_for_reading(payload: str | None) -> str | None:
    """The payload of a row that is given to who asks for it by its id; None where it has none."""
    known = json.loads(payload) if payload else {"metadata": {}}
    if EMBEDDED not in known["metadata"]:
        return payload
    del known["metadata"][EMBEDDED]
    return json.dumps(known, ensure_ascii=False)


def vectors_of(nodes: Sequence[BaseNode], dimensions: int) -> NDArray[np.float32]:
    """The embeddings of nodes, shape (len(nodes), dimensions).

    Raises:
        InvalidRequestError: a node without an embedding, or a vector that has no direction.
        ConflictError: a vector of another length.
    """
    matrix = np.empty((len(nodes), dimensions), dtype=np.float32)
    for position, node in enumerate(nodes):
        if node.embedding is None:
            raise InvalidRequestError(f"Row {node.node_id!r} has no embedding.")
        matrix[position] = vector_of(node.embedding, dimensions)
    return matrix


def vector_of(values: Sequence[float], dimensions: int) -> NDArray[np.float32]:
    """One vector, checked: of the right length, finite, and with a direction, as cosine needs."""
    if len(values) != dimensions:
        raise ConflictError(
            f"The vector has {len(values)} dimensions, the collection has {dimensions}.",
            hint="Another embedding model made it: use the collection's own, or re-embed the collection.",
        )
    with np.errstate(over="ignore"):
        vector = np.asarray(values, dtype=np.float32)
    if not np.isfinite(vector).all():
        raise InvalidRequestError("The vector holds a value that is not a finite number.")
    norm = float(np.linalg.norm(vector))
    if not _SMALLEST_NORM < norm < 1 / _SMALLEST_NORM:
        raise InvalidRequestError("The vector has no usable length: zero, or next to it, or beyond all bounds.")
    return vector
