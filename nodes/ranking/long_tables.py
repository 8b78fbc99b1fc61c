"""A file of thousands of rows has each word of a question many times, and must not push out what tells about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Set

from nodes.domain.chat import DocumentView
from nodes.ranking.merging import PassageId

CROWDED = 0.5
"""Share of the best passages, 0..1, from which on those of one file are too many."""
MOST_BESIDE = 6
"""Passages of other documents that stand right behind its best."""
_ROWS = frozenset({"text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"})

Place = tuple[str, PassageId]
"""A passage in its collection."""


def tables_among(views: Mapping[str, DocumentView]) -> frozenset[str]:
    """The revision ids of files of rows."""
    return frozenset(revision_id for revision_id, view in views.items() if view["media_type"] in _ROWS)


def beside_long_tables(
    fused: Mapping[Place, float], cosines: Mapping[Place, float], tables: Set[str], most: int
) -> dict[Place, float]:
    """The passages in order; where half of the best are of one file of rows, others stand behind the first of it.

    Rows repeat the words of a question, so that by words a file of them fills all places. Those passages of other
    documents that are more like the question in meaning than its best passage get .99 of what that has, in their order
    by meaning.

    Args:
        fused: Scores by place, best first.
        cosines: To the question, where known.
        tables: Revision ids of files of rows.
        most: Passages that are read.
    """
    counts = Counter(revision_id for _, (revision_id, _) in list(fused)[:most] if revision_id in tables)
    crowding = {revision_id for revision_id, count in counts.items() if count >= CROWDED * most}
    first = next((place for place in fused if place[1][0] in crowding), None)
    if first is None:
        return dict(fused)
    least, score = cosines.get(first, 1.0), 0.99 * fused[first]
    alike = [place for place in fused if place[1][0] not in crowding and cosines.get(place, 0.0) > least]
    lifted = sorted(alike, key=lambda place: -cosines[place])[:MOST_BESIDE]
    told = {**fused, **{place: max(fused[place], score) for place in lifted}}
    return dict(sorted(told.items(), key=lambda each: -each[1]))
