"""From hits to items of the gold's kind: documents, pages or corpus lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eval.datasets import Dataset, SourceDocument
from eval.jsonl import DatasetError
from eval.passages import PassageFinder


@dataclass(frozen=True)
class RankedItem:
    """An item of the gold's kind, with the score of the hit that brought it."""

    item: str
    score: float


class Locator:
    """Turns hits into items of the gold's kind."""

    def __init__(self, dataset: Dataset, documents: Mapping[str, SourceDocument]) -> None:
        self._dataset = dataset
        self._documents = documents
        self._finders = {key: PassageFinder(each.passages) for key, each in documents.items() if each.passages}
        self._unlocated = 0

    def rank(self, hits: Sequence[Mapping[str, Any]]) -> list[RankedItem]:
        """Distinct items, best first; a hit on two pages is both, the earlier first."""
        ranked: dict[str, RankedItem] = {}
        for hit in hits:
            for item in self._items(hit):
                ranked.setdefault(item, RankedItem(item, float(hit["score"])))
        return list(ranked.values())

    def notes(self) -> list[str]:
        """What could not be located."""
        return [f"{self._unlocated} hits could not be traced to a corpus line"] if self._unlocated else []

    def _items(self, hit: Mapping[str, Any]) -> Iterator[str]:
        document = self._documents.get(hit["document_id"])
        if document is None:
            raise DatasetError(
                f"A hit is from {hit['file_name']}, which is not in the dataset.",
                hint="Use an empty home: this one holds another version of the dataset.",
            )
        if document.passages:
            item = self._finders[hit["document_id"]].find(hit["section_path"], hit["content"])
            self._unlocated += item is None
            yield from () if item is None else (item,)
        elif self._dataset.kind == "page":
            yield from (f"{document.item}#page={page}" for page in sorted(hit["pages"]))
        else:
            yield document.item
