"""Names and mentions as the walk sees them: what a document bears and mentions, who else does, and where that leads."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import chain, filterfalse

from app.catalogue.database import Database, batches
from app.catalogue.lookups import read_keys, read_postings
from app.catalogue.part import utc_now
from app.catalogue.passages import Recent
from app.catalogue.seeing import Seeing
from nodes.domain.ports import KeyPostings, RevisionKeys
from nodes.ranking.walk import links_of

_MOST_KEPT_KEYS = 200_000

Links = list[tuple[str, float]]
"""Revision ids and weights, the strongest first."""


class Neighbours(Seeing):
    """Reads postings of names and mentions, and derives links from them.

    What a revision bears and mentions stays in memory while it lives, the rest while its collection stays as it is.
    """

    def __init__(self, database: Database, clock: Callable[[], datetime] = utc_now) -> None:
        super().__init__(database, clock)
        self._keys: Recent[tuple[str, str], RevisionKeys] = Recent(_MOST_KEPT_KEYS, _key_count)

    async def neighbours(self, owner: str, collection_id: str, revision_ids: Sequence[str]) -> dict[str, Links]:
        """Where the names that revisions bear and mention lead, by revision id; see `nodes.ranking.walk.links_of`."""
        kept: dict[str, Links] = await self._kept(owner, collection_id, "neighbours")
        missing = [each for each in dict.fromkeys(revision_ids) if each not in kept]
        if missing:
            keys = await self.revision_keys(owner, missing)
            postings = await self.postings(owner, collection_id, _distinct(keys))
            kept.update((each, links_of(each, keys[each], postings)) for each in missing)
        return {each: kept[each] for each in revision_ids}

    async def derive_ahead(self, owner: str, collection_id: str, revision_ids: Sequence[str]) -> None:
        """Keeps the neighbours of revisions for questions to come, and not the postings that they follow from.

        Those of a whole collection take several times as much room; a question looks its own names up in any case.
        """
        kept: dict[str, Links] = await self._kept(owner, collection_id, "neighbours")
        missing = [each for each in revision_ids if each not in kept]
        keys = await self.revision_keys(owner, missing)
        postings = await self._read_postings(owner, collection_id, _distinct(keys))
        kept.update((each, links_of(each, keys[each], postings)) for each in missing)

    async def revision_keys(self, owner: str, revision_ids: Sequence[str]) -> dict[str, RevisionKeys]:
        """What revisions bear and mention, by revision id; those of an unlinked revision are empty."""
        found: dict[str, RevisionKeys] = {}
        missing: list[str] = []
        for revision_id in dict.fromkeys(revision_ids):
            kept = self._keys.take((owner, revision_id))
            if kept is None:
                missing.append(revision_id)
            else:
                found[revision_id] = kept
        if not missing:
            return found
        async with self._database.read() as reader:
            read = await reader.run(partial(read_keys, owner=owner, revision_ids=missing))
        for revision_id, keys in read.items():
            found[revision_id] = keys
            if keys.borne:
                # A revision without names may be waiting for them.
                self._keys.keep((owner, revision_id), keys)
        return found

    async def postings(self, owner: str, collection_id: str, keys: Sequence[str]) -> dict[str, KeyPostings]:
        """Who bears and who mentions each key: at most 61 bearers a key, and no more than 128 who mention it."""
        version = (await self._versions(owner)).get(collection_id)
        if version is None:
            # Another's: the index over mentions does not hold whose they are.
            return {key: KeyPostings({}, (), 0) for key in keys}
        kept: dict[str, KeyPostings] = self._kept_at(version, collection_id, "postings")
        missing = list(filterfalse(kept.__contains__, dict.fromkeys(keys)))
        if missing:
            kept.update(await self._read_postings(owner, collection_id, missing))
        return dict(zip(keys, map(kept.__getitem__, keys), strict=True))

    async def _read_postings(self, owner: str, collection_id: str, keys: Sequence[str]) -> dict[str, KeyPostings]:
        """The same as they stand in the catalogue, of a collection that is the owner's."""
        found: dict[str, KeyPostings] = {}
        async with self._database.read() as reader:
            for batch in batches(keys):
                read = partial(read_postings, owner=owner, collection_id=collection_id, keys=batch)
                found.update(await reader.run(read))
        return found


def _distinct(keys: Mapping[str, RevisionKeys]) -> list[str]:
    """All that these revisions mention and bear."""
    return list(dict.fromkeys(chain.from_iterable(chain(each.mentioned, each.borne) for each in keys.values())))


def _key_count(keys: RevisionKeys) -> int:
    return len(keys.borne) + len(keys.mentioned) + 1
