"""What each document of a batch takes: the slow one is to be told from those that only came with it."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence

from nodes.domain.documents import IngestDocument


class Shared:
    """What the documents of one batch take, each by itself and in what is done for all of them at once.

    Of a step's time that no document had for itself, as when all are embedded together, each has as large a share as it
    has of the passages. Waiting for others to be read is nobody's.
    """

    def __init__(self) -> None:
        self._last = time.perf_counter()
        self._shares: defaultdict[str, float] = defaultdict(float)

    def after_step(self, before: Sequence[IngestDocument], after: Sequence[IngestDocument]) -> None:
        """A step has ended, which left the documents like that."""
        now = time.perf_counter()
        seconds = max(0.0, now - self._last - (_own(after) - _own(before)))
        self._last = now
        chunks = {each["revision_id"]: len(each["chunks"]) for each in after if each["error"] is None}
        for revision_id, count in chunks.items():
            if count:
                self._shares[revision_id] += seconds * count / sum(chunks.values())

    def seconds(self, document: IngestDocument) -> float:
        """What a document has taken."""
        return document.get("seconds", 0.0) + self._shares[document["revision_id"]]


def _own(documents: Sequence[IngestDocument]) -> float:
    return sum(each.get("seconds", 0.0) for each in documents)
