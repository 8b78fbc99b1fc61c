"""Names and mentions as the walk sees them: what a document bears and mentions, who else does, and where that leads."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import chain, filterfalse

from app.catalogue.database import Database, batches
from app.catalogue.lookups import read_keys, read_postings
from app.catalogue.part import utc_now
from app.catalogue.passages import Recent
from app.catalogue.seeing import Seeing
from nodes.domain.lookups import KeyPostings, RevisionKeys
from nodes.ranking.walk import links_of

_MOST_KEPT_KEYS = 200_000
_AT_ONCE = 128
_MOST_AHEAD = 100_000
"""Names whose bearers are read ahead: half of what is kept of one kind, see `Seeing`. Each takes some 400 bytes."""
_ALL = ""
"""Stands among what is kept where all names are: nobody bears or mentions one that is missing. No name is empty."""
_NOBODY = KeyPostings({}, (), 0)

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

    async def derive_ahead(self, owner: str, collection_id: str, pause: Callable[[], Awaitable[None]]) -> None:
        """Keeps for questions to come where all revisions lead, and who bears and who mentions each name.

        Of more than a hundred thousand names the first are kept, and others are looked up as they are asked for.

        Args:
            owner: whose.
            collection_id: where.
            pause: awaited before every hundred revisions or so.
        """
        kept: dict[str, Links] = await self._kept(owner, collection_id, "neighbours")
        known: dict[str, KeyPostings] = await self._kept(owner, collection_id, "postings")
        # Listed afterwards: a revision that comes in between raises the version, and what is kept here is dropped.
        for batch in batches(await self.live_revisions(owner, collection_id, without_features=False), _AT_ONCE):
            await pause()
            keys = await self.revision_keys(owner, batch)
            postings = await self._read_postings(owner, collection_id, _distinct(keys))
            kept.update((each, links_of(each, keys[each], postings)) for each in batch)
            if len(known) <= _MOST_AHEAD:
                known.update(postings)
        if len(known) <= _MOST_AHEAD:
            known[_ALL] = _NOBODY

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
            return dict.fromkeys(keys, _NOBODY)
        kept: dict[str, KeyPostings] = self._kept_at(version, collection_id, "postings")
        missing = [] if _ALL in kept else list(filterfalse(kept.__contains__, dict.fromkeys(keys)))
        if missing:
            kept.update(await self._read_postings(owner, collection_id, missing))
        return {key: kept.get(key, _NOBODY) for key in keys}

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
