"""What passages are ranked by, and the words by which documents are reached from a question."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import TypeVar

import numpy as np
from sqlalchemy import select

from app.catalogue.database import Database
from app.catalogue.feature_memory import FeatureMemory, Place, rows_of
from app.catalogue.lookups import (
    read_all_passages,
    read_all_words,
    read_first_passages,
    read_passages,
    read_words,
)
from app.catalogue.models import CollectionRow
from app.catalogue.part import bump_version, collections_of, utc_now
from app.catalogue.publishing import require_generation, states_of, store_features
from app.catalogue.retirement import FEATURE_TABLES, remove_contents
from app.catalogue.seeing import Seeing
from nodes.domain.documents import SearchFeatures
from nodes.domain.lookups import MeantWords
from nodes.ports import FoundPassages, ShortDocuments
from nodes.ranking.features import Block, unpack

K = TypeVar("K")
V = TypeVar("V")

_MOST_BYTES = 160 * 1024 * 1024
"""Of features in memory: about 40,000 passages, or 200 long documents."""


_MOST_WORDS_AHEAD = 100_000
"""Pairs of a word and a revision of a collection that are read ahead."""
_EVERY_WORD = "*"
"""Under it all pairs of a collection are kept, in order, where they were read ahead. No word holds an asterisk."""
_LAST = "\U0010ffff"
"""Behind every word and every id."""


class Recent(OrderedDict[K, V]):
    """Values by key, the least recently used let go when their sizes together pass a bound.

    Args:
        bound: of the sizes.
        size: of one value.
    """

    def __init__(self, bound: int, size: Callable[[V], int]) -> None:
        super().__init__()
        self._bound = bound
        self._size = size
        self._total = 0

    def take(self, key: K) -> V | None:
        """The value, which is the most recent now."""
        if key not in self:
            return None
        self.move_to_end(key)
        return self[key]

    def clear_all(self) -> None:
        """Lets everything go."""
        self.clear()
        self._total = 0

    def keep(self, key: K, value: V) -> None:
        """Keeps a value under a new key."""
        if key in self:
            return
        self[key] = value
        self._total += self._size(value)
        while self._total > self._bound and len(self) > 1:
            _, old = self.popitem(last=False)
            self._total -= self._size(old)


class Passages(Seeing):
    """Reads features and postings. Features seldom change while their revision lives, so they stay in memory."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = utc_now) -> None:
        super().__init__(database, clock)
        self._features = FeatureMemory(_MOST_BYTES // 2)
        self._blocks: Recent[tuple[str, str], Block] = Recent(_MOST_BYTES // 2, lambda block: block.byte_count)
        self._generations: dict[str, int] = {}
        self._cleared = 0
        """How often the memory was emptied: what was read before that is not kept after it."""

    async def generations(self, owner: str, collection_ids: Sequence[str]) -> dict[str, int]:
        """By which of its embeddings each collection is searched at this moment, by id; none of another's.

        Features that are in memory of a former one are let go, and the collections as they were remembered: whoever
        asks this first reads none of them.
        """

        async def read() -> dict[str, int]:
            query = select(CollectionRow.collection_id, CollectionRow.generation).where(CollectionRow.owner == owner)
            async with self._database.read() as connection:
                return {row.collection_id: row.generation for row in await connection.execute(query)}

        # On PostgreSQL memory may be some milliseconds late, which would be too late here.
        known = await (
            self._remembered(("generations", owner), read, at_once=True) if self._database.is_sqlite else read()
        )
        found = {each: known[each] for each in collection_ids if each in known}
        news = [each for each, number in found.items() if self._generations.get(each) != number]
        if news:
            self._forget()
        if any(each in self._generations for each in news):
            self._clear()
        self._generations.update(found)
        return found

    def _clear(self) -> None:
        self._cleared += 1
        self._features.clear()
        self._blocks.clear_all()

    async def put_features(
        self, owner: str, features: Mapping[str, SearchFeatures], *, generation: int | None = None
    ) -> None:
        """Replaces what live revisions are ranked by, in one transaction; those that are not live are left out.

        Args:
            owner: whose.
            features: by revision id.
            generation: of the embedding that they were made with; None where nobody embeds anew.

        Raises:
            EmbeddingChangedError: the collection is no longer of that generation.
        """
        async with self._database.write(*await self._areas(owner, sorted(features))) as connection:
            for collection_id in await collections_of(connection, owner, sorted(features)):
                if generation is not None:
                    await require_generation(connection, collection_id, [generation])
                states = await states_of(connection, collection_id, sorted(features))
                live = sorted(revision_id for revision_id, state in states.items() if state == "live")
                await remove_contents(connection, live, FEATURE_TABLES)
                await store_features(connection, owner, collection_id, {each: features[each] for each in live})
                await bump_version(connection, collection_id)
        self._clear()

    async def passages(self, owner: str, wanted: Sequence[Place]) -> FoundPassages:
        """Features of single passages, by revision id and number, in the order asked for; those not there left out."""
        self._features.make_room()
        places, absent = list(dict.fromkeys(wanted)), set[Place]()
        while True:
            found = self._features.find_passages(owner, places)
            missing = [each for each in places if each not in found and each not in absent]
            if not missing:
                rows = np.fromiter(found.values(), np.int64, len(found))
                return FoundPassages(list(found), self._features.block(rows) if found else None)
            cleared = self._cleared
            async with self._database.read() as reader:
                read = await reader.run(partial(read_passages, owner=owner, places=missing))
            absent.update(each for each in missing if each not in read)
            # What was read before memory was emptied is read again.
            if cleared == self._cleared:
                self._features.keep_passages(owner, read)

    async def short_documents(
        self, owner: str, collection_id: str, revision_ids: Sequence[str], most: int
    ) -> ShortDocuments:
        """Features of visible revisions of at most `most` passages, all of each, in the order asked for."""
        # Whether each is visible and short holds while the collection stays as it is; features have their own bound.
        known: dict[str, bool] = await self._kept(owner, collection_id, "short documents")
        self._features.make_room()
        asked = dict.fromkeys(revision_ids)
        while True:
            wanted = [each for each in asked if known.get(each, True)]
            found = self._features.find_documents(owner, [each for each in wanted if each in known])
            if len(found) == len(wanted):
                counts = {revision_id: len(run) for revision_id, run in found.items()}
                return ShortDocuments(counts, self._features.block(rows_of(found.values())) if found else None)
            missing = [each for each in wanted if each not in found]
            cleared = self._cleared
            first = partial(
                read_first_passages, owner=owner, collection_id=collection_id, revision_ids=missing, most=most
            )
            async with self._database.read() as reader:
                read = await reader.run(first)
            known.update((each, 0 < len(passages) <= most) for each, passages in read.items())
            if cleared == self._cleared:
                self._features.keep_documents(owner, {each: read[each] for each in missing if known[each]})

    async def all_passages(self, owner: str, revision_id: str) -> Block | None:
        """Features of all passages of a revision, in reading order; None where it has none."""
        key = (owner, revision_id)
        block = self._blocks.take(key)
        if block is None:
            self._features.make_room()
            found = self._features.find_documents(owner, [revision_id])
            block = self._features.block(rows_of(found.values())) if found else None
        if block is None:
            cleared = self._cleared
            async with self._database.read() as reader:
                packed = await reader.run(partial(read_all_passages, owner=owner, revision_id=revision_id))
            if not packed:
                return None
            block = unpack(packed)
            if cleared != self._cleared:
                return block
        self._blocks.keep(key, block)
        return block

    async def passages_ahead(self, owner: str, revision_ids: Sequence[str]) -> None:
        """Keeps the features of all passages of revisions for questions to come, while there is plenty of room."""
        for revision_id in revision_ids:
            if not self._features.has_plenty_of_room():
                return
            cleared = self._cleared
            async with self._database.read() as reader:
                packed = await reader.run(partial(read_all_passages, owner=owner, revision_id=revision_id))
            if packed and cleared == self._cleared:
                self._features.keep_documents(owner, {revision_id: packed})

    async def meant(
        self, owner: str, collection_id: str, words: Sequence[str], prefixes: Sequence[str], limit: int
    ) -> MeantWords:
        """Revisions that a question may mean by one of these words, or by a word that begins with a prefix.

        At most `limit` revisions for each, or words and revisions for a prefix; `frequencies` counts those.
        """
        kept: dict[str, list[tuple[str, str]]] = await self._kept(owner, collection_id, "words")
        named = [*words, *(f"{prefix}*" for prefix in prefixes)]
        missing = [each for each in named if each not in kept]
        if missing and _EVERY_WORD in kept:
            kept.update((each, _those_of(kept[_EVERY_WORD], each)[:limit]) for each in missing)
            missing = []
        # Under "" stands whether it has any word, which is asked once.
        if missing and kept.get("", [("", "")]):
            wanted = missing if "" in kept else ["", *missing]
            read = partial(read_words, owner=owner, collection_id=collection_id, wanted=wanted, limit=limit)
            async with self._database.read() as reader:
                kept.update(await reader.run(read))
        found = sorted({pair for each in named for pair in kept.get(each, ())})
        words_of: dict[str, list[str]] = {}
        for word, revision_id in found:
            words_of.setdefault(revision_id, []).append(word)
        cut = tuple(each for each in named if len(kept.get(each, ())) >= limit)
        return MeantWords(dict(sorted(words_of.items())), Counter(word for word, _ in found), cut)

    async def words_ahead(self, owner: str, collection_id: str) -> None:
        """Keeps all words by which documents are meant for questions to come, unless they are very many."""
        kept: dict[str, list[tuple[str, str]]] = await self._kept(owner, collection_id, "words")
        read = partial(read_all_words, owner=owner, collection_id=collection_id, most=_MOST_WORDS_AHEAD)
        async with self._database.read() as reader:
            found = await reader.run(read)
        if found is not None:
            kept[_EVERY_WORD] = found


def _those_of(pairs: list[tuple[str, str]], named: str) -> list[tuple[str, str]]:
    """Of ordered pairs of a word and a revision those of a word; of a prefix and an asterisk, of longer words."""
    if named.endswith("*"):
        prefix = named[:-1]
        return pairs[bisect_right(pairs, (prefix, _LAST)) : bisect_left(pairs, (prefix + _LAST, ""))]
    return pairs[bisect_left(pairs, (named, "")) : bisect_right(pairs, (named, _LAST))]
