"""Features of passages in memory, column by column: what a question weighs is gathered with a few look-ups.

A question weighs hundreds of passages. Unpacking each of them anew took longer than ranking them.
"""

from __future__ import annotations

import mmap
from collections.abc import Collection, Mapping, Sequence
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from nodes.ranking.features import FIELD_COUNT, Block, unpack
from nodes.ranking.runs import begins, runs

Place = tuple[str, int]
"""Revision id and number of a passage in it."""

_OVERHEAD = 250
"""Bytes of a document's key and of its place in a dictionary, about."""


def rows_of(found: Collection[range]) -> NDArray[np.int64]:
    """The numbers of ranges, one behind the other."""
    firsts = np.fromiter(map(attrgetter("start"), found), np.int64, len(found))
    return runs(firsts, np.fromiter(map(len, found), np.int64, len(found)))


class FeatureMemory:
    """Passages that were weighed lately: all of some documents, and single ones of others.

    It has two shelves. What is read is put on the first; when that is half of the bound, it becomes the second, and
    what stood on the second is forgotten, but for what was used again meanwhile, which is back on the first by then.

    Args:
        most_bytes: of both together, about: what one question weighs is never too much.
    """

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self.clear()

    def clear(self) -> None:
        """Forgets everything."""
        self._first, self._second = _Shelf(), _Shelf()

    @property
    def byte_count(self) -> int:
        """Bytes of what is remembered, about."""
        return self._first.byte_count + self._second.byte_count

    def has_plenty_of_room(self) -> bool:
        """Whether what is read ahead leaves as much of the first shelf to what is asked for."""
        return self._first.byte_count < self._most_bytes // 4

    def make_room(self) -> None:
        """Before a question's passages are looked for: lets go of what was not used for long, if need be."""
        if self._first.byte_count > self._most_bytes // 2:
            self._first, self._second = _Shelf(), self._first

    def find_documents(self, owner: str, revision_ids: Sequence[str]) -> dict[str, range]:
        """The rows of those of these documents whose passages are all remembered, until room is made."""
        there = self._first.documents(owner)
        found = {each: run for each in revision_ids if (run := there.get(each)) is not None}
        if len(found) == len(revision_ids):
            return found
        behind = self._second.documents(owner)
        again = {each: behind[each] for each in revision_ids if each not in found and each in behind}
        if not again:
            return found
        counts = {each: len(run) for each, run in again.items()}
        self._first.put_documents(owner, counts, self._second.gathered(rows_of(again.values())))
        there = self._first.documents(owner)
        return {each: there[each] for each in revision_ids if each in there}

    def find_passages(self, owner: str, places: Sequence[Place]) -> dict[Place, int]:
        """The rows of those of these passages that are remembered, by themselves or with their document, likewise."""
        found = self._first.rows(owner, places)
        if len(found) == len(places):
            return found
        again = self._second.rows(owner, [each for each in places if each not in found])
        if not again:
            return found
        block = self._second.gathered(np.fromiter(again.values(), np.int64, len(again)))
        self._first.put_passages(owner, list(again), block)
        return self._first.rows(owner, places)

    def block(self, rows: NDArray[np.int64]) -> Block:
        """One or more passages that were found, in this order."""
        return self._first.gathered(rows)

    def keep_documents(self, owner: str, documents: Mapping[str, Sequence[bytes]]) -> None:
        """Remembers all passages of documents, packed, one or more of each, in order."""
        known = self._first.documents(owner)
        new = {each: packed for each, packed in documents.items() if each not in known}
        if new:
            block = unpack([passage for packed in new.values() for passage in packed])
            self._first.put_documents(owner, {each: len(packed) for each, packed in new.items()}, block)

    def keep_passages(self, owner: str, passages: Mapping[Place, bytes]) -> None:
        """Remembers single passages, packed."""
        known = self._first.rows(owner, list(passages))
        new = {each: packed for each, packed in passages.items() if each not in known}
        if new:
            self._first.put_passages(owner, list(new), unpack(list(new.values())))


class _Shelf:
    """Passages in columns, and in which row each stands."""

    def __init__(self) -> None:
        # By owner first: a key of its own for each passage that is looked up takes as long as the look.
        self._documents: dict[str, dict[str, range]] = {}
        self._single: dict[str, dict[Place, int]] = {}
        self._key_count = 0
        self._pages, self._rows, self._lengths = _Column(np.int32), _Column(np.int32), _Column(np.int32, FIELD_COUNT)
        self._first_term, self._term_count = _Column(np.int64), _Column(np.int64)
        self._first_chunk, self._chunk_count = _Column(np.int64), _Column(np.int64)
        self._first_vector, self._dimensions = _Column(np.int64), _Column(np.int64)
        self._terms, self._fields, self._counts = _Column(np.uint32), _Column(np.uint8), _Column(np.uint8)
        self._chunks, self._spread = _Column(np.uint32), _Column(np.uint8)
        self._vectors = _Column(np.int8)
        """One behind the other, each at a multiple of its length: collections differ in it."""
        self._column_bytes = 0

    @property
    def byte_count(self) -> int:
        """Bytes of columns and keys, about."""
        return self._column_bytes + _OVERHEAD * self._key_count

    def documents(self, owner: str) -> Mapping[str, range]:
        """The rows of an owner's documents that are here whole, by revision id."""
        return self._documents.get(owner, {})

    def rows(self, owner: str, places: Sequence[Place]) -> dict[Place, int]:
        """Where those of these passages that are here stand, by themselves or in their document."""
        documents, single = self.documents(owner), self._single.get(owner, {})
        found: dict[Place, int] = {}
        for place in places:
            revision_id, number = place
            run = documents.get(revision_id)
            row = run[number] if run and number < len(run) else single.get(place)
            if row is not None:
                found[place] = row
        return found

    def put_documents(self, owner: str, counts: Mapping[str, int], block: Block) -> None:
        """Puts down all passages of documents that are not here, so many of each."""
        row = self._put(block)
        documents = self._documents.setdefault(owner, {})
        for each, count in counts.items():
            documents[each] = range(row, row + count)
            row += count
        self._key_count += len(counts)

    def put_passages(self, owner: str, places: Sequence[Place], block: Block) -> None:
        """Puts down single passages that are not here."""
        first = self._put(block)
        self._single.setdefault(owner, {}).update(zip(places, range(first, first + len(places)), strict=True))
        self._key_count += len(places)

    def _put(self, block: Block) -> int:
        """Puts passages down in their order; in which row the first stands."""
        row = len(self._pages)
        term_counts = np.bincount(block.passages, minlength=block.passage_count)
        chunk_counts = np.bincount(block.homes, minlength=block.passage_count)
        dimensions = block.vectors.shape[1]
        self._vectors.extend(np.zeros(-len(self._vectors) % max(1, dimensions), np.int8))
        self._first_term.extend(len(self._terms) + begins(term_counts))
        self._first_chunk.extend(len(self._chunks) + begins(chunk_counts))
        self._first_vector.extend(len(self._vectors) // max(1, dimensions) + begins(chunk_counts))
        self._dimensions.extend(np.full(block.passage_count, dimensions))
        self._term_count.extend(term_counts)
        self._chunk_count.extend(chunk_counts)
        self._vectors.extend(block.vectors.reshape(-1))
        for column, values in (
            (self._pages, block.pages),
            (self._rows, block.rows),
            (self._lengths, block.lengths),
            (self._terms, block.terms),
            (self._fields, block.fields),
            (self._counts, block.counts),
            (self._chunks, block.chunks),
            (self._spread, block.spread),
        ):
            column.extend(values)
        self._column_bytes = sum(each.byte_count for each in vars(self).values() if isinstance(each, _Column))
        return row

    def gathered(self, rows: NDArray[np.int64]) -> Block:
        """One or more passages, in this order.

        Raises:
            ValueError: vectors of different lengths.
        """
        term_counts, chunk_counts = self._term_count[rows], self._chunk_count[rows]
        terms = runs(self._first_term[rows], term_counts)
        chunks = runs(self._first_chunk[rows], chunk_counts)
        places = np.arange(len(rows), dtype=np.uint32)
        return Block(
            pages=self._pages[rows],
            rows=self._rows[rows],
            lengths=self._lengths[rows],
            passages=places.repeat(term_counts),
            terms=self._terms[terms],
            fields=self._fields[terms],
            counts=self._counts[terms],
            homes=places.repeat(chunk_counts),
            chunks=self._chunks[chunks],
            spread=self._spread[chunks],
            vectors=self._vectors_of(rows, chunk_counts),
        )

    def _vectors_of(self, rows: NDArray[np.int64], chunk_counts: NDArray[np.int64]) -> NDArray[np.int8]:
        lengths = self._dimensions[rows]
        dimensions = int(lengths.max())
        if ((lengths != dimensions) & (chunk_counts > 0)).any():
            raise ValueError(f"vectors of {np.unique(lengths).tolist()} dimensions side by side")
        if not dimensions:
            return np.zeros((0, 0), np.int8)
        return self._vectors.in_rows_of(dimensions)[runs(self._first_vector[rows], chunk_counts)]


class _Column:
    """Values one behind the other, with room for more.

    Args:
        kind: of the values.
        width: so many belong together; 1 for single ones.
    """

    def __init__(self, kind: DTypeLike, width: int = 1) -> None:
        self._values = np.empty((0, width) if width > 1 else 0, kind)
        self._used = 0

    def __len__(self) -> int:
        return self._used

    def __getitem__(self, rows: NDArray[np.int64]) -> NDArray[Any]:
        found: NDArray[Any] = self._values[rows]
        return found

    @property
    def byte_count(self) -> int:
        """Without the room."""
        return int(self._values[: self._used].nbytes)

    def in_rows_of(self, width: int) -> NDArray[Any]:
        """The values in rows of so many; what is left over at the end is left out."""
        return self._values[: self._used // width * width].reshape(-1, width)

    def extend(self, values: NDArray[Any]) -> None:
        """Adds values at the end."""
        used = self._used + len(values)
        if used > len(self._values):
            larger = _mapped(used + used // 2, self._values)
            larger[: self._used] = self._values[: self._used]
            self._values = larger
        self._values[self._used : used] = values
        self._used = used


def _mapped(length: int, like: NDArray[Any]) -> NDArray[Any]:
    """Room for so many values of the same kind, in pages of its own.

    What is not used of them takes no memory, and what a column has grown out of leaves no hole in the heap.
    """
    shape = (length, *like.shape[1:])
    pages = mmap.mmap(-1, max(1, int(np.prod(shape)) * like.itemsize))
    return np.frombuffer(pages, like.dtype, int(np.prod(shape))).reshape(shape)
