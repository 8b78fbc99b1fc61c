"""Diversity: documents take turns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")

LEAST_COVERAGE = 0.4
"""Share of the question that an item must cover to be heard for its document."""
OTHER_VOICES = 3
"""Places at the end that other documents get, at most."""
OF_EACH_SIDE = 2
"""Items of each side of a comparison."""


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


def second_opinions(
    items: Sequence[Item],
    document_of: Callable[[Item], str],
    coverage_of: Callable[[Item], float],
    top_k: int,
) -> list[Item]:
    """The best items, the last three places given to other documents that speak of the question and were not heard yet.

    A source that contradicts the best one ranks low when the best document has many passages about its own name; what
    an answer reads should hold it all the same.

    Args:
        items: best first.
        document_of: names the document of an item.
        coverage_of: share of the question that the item's own words cover, 0..1.
        top_k: 0 or more; never more than half of the places are given away.

    Returns:
        At most `top_k` items, each once: the first ones in order, then the others by (coverage descending, order).
    """
    places = min(OTHER_VOICES, top_k // 2)
    head = list(items[: top_k - places])
    heard = {document_of(item) for item in head}
    others: dict[str, tuple[float, int]] = {}
    for position in range(len(head), len(items)):
        document = document_of(items[position])
        if document not in heard and (coverage := coverage_of(items[position])) >= LEAST_COVERAGE:
            others[document] = min(others.get(document, (0.0, position)), (-coverage, position))
    invited = [position for _, position in sorted(others.values())[:places]]
    rest = [position for position in range(len(head), len(items)) if position not in invited]
    chosen = [*invited, *rest][: top_k - len(head)]
    return [*head, *(items[position] for position in chosen)]


def all_heard(
    items: Sequence[Item],
    sides_of: Callable[[Item], frozenset[int]],
    coverage_of: Callable[[Item], float],
    top_k: int,
) -> list[Item]:
    """The best items, two of each side where there are so many: they take the place of the last of no side.

    Where two of each would be more than `top_k`, each side gets its part.

    Args:
        items: best first.
        sides_of: the sides that an item is about.
        coverage_of: share of what is compared that the item's own words cover; of a side those that cover most count.
        top_k: 0 or more.

    Returns:
        At most `top_k` items, each once, best first.
    """
    sides = sorted(frozenset[int]().union(*map(sides_of, items)))
    wanted: dict[int, None] = {}
    for side in sides:
        own = [position for position, item in enumerate(items) if side in sides_of(item)]
        own.sort(key=lambda position: (-coverage_of(items[position]), position))
        wanted |= dict.fromkeys(own[: min(OF_EACH_SIDE, top_k // len(sides))])
    rest = [position for position in range(len(items)) if position not in wanted]
    return [items[position] for position in sorted([*wanted, *rest][: max(0, top_k)])]
