"""The elbow: where the scores fall off."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

LOWEST, HIGHEST = 0.5, 0.9
"""Of the best score: no more than half of it is cut, and what has nine tenths is always kept."""
FLAT_GAP = 0.05
"""Of the best score: a smaller gap is none."""
OUTSTANDING = 2.0
"""Times the mean of the others that the largest gap has to be: an even slope has none."""


class Elbow(NamedTuple):
    """Where a list is cut."""

    threshold: float
    """As a share of the best score, 0.5..0.9; 0 where nothing is cut."""
    kept: int
    """How many of the sorted scores are kept."""


def elbow(scores: Sequence[float]) -> Elbow:
    """Cuts below the largest gap of the sorted scores, each taken as a share of the best one.

    The threshold is the score just below the gap, held within 0.5..0.9: what has nine tenths of the best score is
    always kept, and a cut leaves nothing under half of it. Flat scores cut nothing: that is, no gap of 0.05 or more,
    or none that is at least twice the mean of the others, as on an even slope. Of equal gaps the first counts.

    Example: 0.92, 0.90, 0.88, 0.65, 0.63, 0.61 keeps three; the threshold is 0.65 / 0.92.

    Args:
        scores: any order; at least as large as 0 to mean anything. Fewer than two, or no positive one, cut nothing.
    """
    ordered = sorted(scores, reverse=True)
    if len(ordered) < 2 or ordered[0] <= 0:
        return Elbow(0.0, len(ordered))
    shares = [max(0.0, score) / ordered[0] for score in ordered]
    gaps = [above - below for above, below in itertools.pairwise(shares)]
    widest = max(range(len(gaps)), key=lambda position: (gaps[position], -position))
    others = (sum(gaps) - gaps[widest]) / (len(gaps) - 1) if len(gaps) > 1 else 0.0
    if gaps[widest] < FLAT_GAP or gaps[widest] < OUTSTANDING * others:
        return Elbow(0.0, len(ordered))
    below = shares[widest + 1]
    threshold = min(HIGHEST, max(LOWEST, below))
    kept = sum(share >= threshold and (share > below or below > threshold) for share in shares)
    return Elbow(threshold, kept)
