"""Diversity: documents take turns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def round_robin(
    items: Sequence[Item],
    document_of: Callable[[Item], str],
    top_k: int,
    minimum: int,
    is_weak: Callable[[Item], bool],
) -> list[Item]:
    """One item of each document in turn, documents in the order of their best item, until there are `top_k`.

    From the round after `minimum` on, a document leaves the rounds at its first weak item; what was left behind comes
    last, in its own order, if there is room. With A: 1, 3, 5, 7; B: 2, 4; C: 6, none weak, and a top_k of 6 the
    result is A1 B2 C6 A3 B4 A5.

    Args:
        items: best first; a document's items keep their order.
        document_of: names the document of an item.
        top_k: 0 or more.
        minimum: rounds that a document takes part in whatever its items are like, while it has any.
        is_weak: whether an item is not worth a turn of its own.

    Returns:
        At most `top_k` items, each once; all of them where `top_k` allows.
    """
    documents: dict[str, list[int]] = {}
    for position, item in enumerate(items):
        documents.setdefault(document_of(item), []).append(position)
    turns: list[tuple[int, int]] = []
    for order, positions in enumerate(documents.values()):
        for turn, position in enumerate(positions):
            if turn >= minimum and is_weak(items[position]):
                break
            turns.append((turn, order))
    ranked = list(documents.values())
    taken = [ranked[order][turn] for turn, order in sorted(turns)]
    left = sorted(set(range(len(items))) - set(taken))
    return [items[position] for position in [*taken, *left][: max(0, top_k)]]
