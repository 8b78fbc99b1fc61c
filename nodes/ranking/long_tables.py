"""A file of thousands of rows has each word of a question many times, and must not push out what tells about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set

import numpy as np
from numpy.typing import NDArray

from nodes.domain.chat import DocumentView
from nodes.ranking.merging import PassageId, Ranked
from nodes.ranking.pool import Pool

CROWDED = 0.5
"""Share of the best passages, 0..1, from which on those of one file are too many."""
MOST_BESIDE = 6
"""Passages of other documents that stand right behind its best."""
NEARLY_ALIKE, FEWEST_BESIDE = 0.8, 2
"""Of the cosine of its best: what stands there, so few of them, where nothing is more like the question than that."""
_ROWS = frozenset({"text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"})

Place = tuple[str, PassageId]
"""A passage in its collection."""


def tables_among(views: Mapping[str, DocumentView]) -> frozenset[str]:
    """The revision ids of files of rows."""
    return frozenset(revision_id for revision_id, view in views.items() if view["media_type"] in _ROWS)


def beside_long_tables(
    fused: Mapping[Place, float],
    cosines: Mapping[Place, float],
    tables: Set[str],
    most: int,
    *,
    is_of_a_day: bool = False,
) -> dict[Place, float]:
    """The passages in order; where half of the best are of one file of rows, others stand behind the first of it.

    Rows repeat the words of a question, so that by words a file of them fills all places. Those passages of other
    documents that are more like the question in meaning than its best passage, or the best two that are nearly as like,
    get .99 of what that has, in their order by meaning.

    Args:
        fused: Scores by place, best first.
        cosines: To the question, where known.
        tables: Revision ids of files of rows.
        most: Passages that are read.
        is_of_a_day: Whether an exact day is asked for: then rows are what is meant, and what is nearly as like is not.
    """
    counts = Counter(revision_id for _, (revision_id, _) in list(fused)[:most] if revision_id in tables)
    crowding = {revision_id for revision_id, count in counts.items() if count >= CROWDED * most}
    first = next((place for place in fused if place[1][0] in crowding), None)
    if first is None:
        return dict(fused)
    least, score = cosines.get(first, 1.0), 0.99 * fused[first]
    others = [
        place for place in fused if place[1][0] not in crowding and cosines.get(place, 0.0) > NEARLY_ALIKE * least
    ]
    others.sort(key=lambda place: -cosines[place])
    more_alike = sum(cosines[place] > least for place in others)
    lifted = others[: min(MOST_BESIDE, max(0 if is_of_a_day else FEWEST_BESIDE, more_alike))]
    told = {**fused, **{place: max(fused[place], score) for place in lifted}}
    return dict(sorted(told.items(), key=lambda each: -each[1]))


def telling_days(pool: Pool, owners: Sequence[str], days: NDArray[np.uint32]) -> frozenset[PassageId]:
    """The passages that hold one of some terms.

    Args:
        pool: Passages.
        owners: The revision of each.
        days: Keys of the terms of exact days, see `nodes.language.days`; those that the pool counts.
    """
    held: NDArray[np.bool_] = np.any(pool.body[:, np.isin(pool.keys, days)] > 0, axis=1)
    shown = zip(owners, pool.shown_chunks.tolist(), held.tolist(), strict=True)
    return frozenset((owner, chunk) for owner, chunk, holds in shown if holds)


def days_first(ranked: Sequence[Ranked], telling: Set[PassageId], tables: Set[str]) -> list[Ranked]:
    """The passages in order; of a file of rows those that tell of the asked day take the places of the others.

    Year, month and day stand in nearly every row of such a file, and so do its headings: the day alone tells.

    Args:
        ranked: Best first.
        telling: of `telling_days`.
        tables: Revision ids of files of rows.
    """
    found = [*ranked]
    for revision_id in {home for home, _ in telling} & tables:
        places = [place for place, each in enumerate(ranked) if each.revision_id == revision_id]
        own = sorted((ranked[place] for place in places), key=lambda each: each.passage_id not in telling)
        for place, each in zip(places, own, strict=True):
            found[place] = each.placed(ranked[place].scores["fused"])
    return found
