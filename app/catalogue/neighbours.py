"""Names and mentions as the walk sees them: what a document bears and mentions, who else does, and where that leads."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import Integer, Text, cast, func, select

from app.catalogue.database import Database, among, batches, listed
from app.catalogue.models import MentionRow, NameRow
from app.catalogue.part import utc_now
from app.catalogue.passages import Recent, first_of
from app.catalogue.reader import Connection
from app.catalogue.seeing import Seeing
from nodes.domain.ports import KeyPostings, RevisionKeys
from nodes.ranking.walk import MOST_BEARERS, MOST_MENTIONING, links_of

_WALKED_NAMES = ("title", "alias", "file_name", "identifier")
_ROWS_A_KEY = 128
"""A key that as many chunks mention is common: its mentions lead nowhere, and are not counted further."""
_MOST_KEPT_KEYS = 200_000
_WEIGHT_STEPS = 1_000


class Neighbours(Seeing):
    """Reads postings of names and mentions, and derives links from them.

    What a revision bears and mentions stays in memory while it lives, the rest while its collection stays as it is.
    """

    def __init__(self, database: Database, clock: Callable[[], datetime] = utc_now) -> None:
        super().__init__(database, clock)
        self._keys: Recent[tuple[str, str], RevisionKeys] = Recent(_MOST_KEPT_KEYS, _key_count)

    async def neighbours(
        self, owner: str, collection_id: str, revision_ids: Sequence[str]
    ) -> dict[str, list[tuple[str, float]]]:
        """Where the names that revisions bear and mention lead, by revision id; see `nodes.ranking.walk.links_of`."""
        kept: dict[str, list[tuple[str, float]]] = await self._kept(owner, collection_id, "neighbours")
        missing = [each for each in dict.fromkeys(revision_ids) if each not in kept]
        if missing:
            keys = await self.revision_keys(owner, missing)
            wanted = dict.fromkeys(key for each in keys.values() for key in (*each.mentioned, *each.borne))
            postings = await self.postings(owner, collection_id, list(wanted))
            kept.update((each, links_of(each, keys[each], postings)) for each in missing)
        return {each: kept[each] for each in revision_ids}

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
        borne: dict[str, dict[str, float]] = {each: {} for each in missing}
        mentioned: dict[str, dict[str, None]] = {each: {} for each in missing}
        async with self._database.read() as connection:
            asked = {"revisions": json.dumps(missing)}
            names = await connection.execute(
                select(NameRow.revision_id, NameRow.key, NameRow.weight).where(
                    among(connection, NameRow.revision_id, "revisions"),
                    NameRow.kind.in_(_WALKED_NAMES),
                    NameRow.owner == owner,
                ),
                asked,
            )
            for revision_id, key, weight in names:
                borne[revision_id][key] = max(weight, borne[revision_id].get(key, 0.0))
            # One row a revision; keys are words and blanks.
            mentions = await connection.execute(
                select(MentionRow.revision_id, func.aggregate_strings(MentionRow.key, "\n"))
                .where(among(connection, MentionRow.revision_id, "revisions"), MentionRow.owner == owner)
                .group_by(MentionRow.revision_id),
                asked,
            )
            for revision_id, keys in mentions:
                mentioned[revision_id] = dict.fromkeys(keys.split("\n"))
        for revision_id in missing:
            borne_and_mentioned = RevisionKeys(borne[revision_id], tuple(sorted(mentioned[revision_id])))
            found[revision_id] = borne_and_mentioned
            if borne_and_mentioned.borne:
                # A revision without names may be waiting for them.
                self._keys.keep((owner, revision_id), borne_and_mentioned)
        return found

    async def postings(self, owner: str, collection_id: str, keys: Sequence[str]) -> dict[str, KeyPostings]:
        """Who bears and who mentions each key: at most 61 bearers a key, and no more than 128 who mention it."""
        if collection_id not in await self._versions(owner):
            # Another's: the index over mentions does not hold whose they are.
            return {key: KeyPostings({}, (), 0) for key in keys}
        kept: dict[str, KeyPostings] = await self._kept(owner, collection_id, "postings")
        missing = [key for key in dict.fromkeys(keys) if key not in kept]
        if missing:
            async with self._database.read() as connection:
                for batch in batches(missing):
                    kept.update(await _postings(connection, owner, collection_id, batch))
        return {key: kept[key] for key in keys}


async def _postings(
    connection: Connection, owner: str, collection_id: str, keys: Sequence[str]
) -> dict[str, KeyPostings]:
    """One row a key: what half of a large collection mentions must not be read, and not be sent row by row."""
    asked = listed(connection, "keys")
    # Rounded first: made an integer, a number is cut off by one database and rounded by the other.
    steps = cast(func.round(NameRow.weight * _WEIGHT_STEPS), Integer)
    borne = first_of(
        select(NameRow.revision_id.concat(" ").concat(cast(steps, Text)).label("each"))
        .where(
            NameRow.collection_id == collection_id,
            NameRow.key == asked.c.value,
            NameRow.kind.in_(_WALKED_NAMES),
            NameRow.owner == owner,
        )
        .limit(MOST_BEARERS + 1)
        .correlate(asked)
    )
    mentioned = first_of(
        select(MentionRow.revision_id.label("each"))
        .where(MentionRow.collection_id == collection_id, MentionRow.key == asked.c.value)
        .limit(_ROWS_A_KEY)
        .correlate(asked)
    )
    found: dict[str, KeyPostings] = {}
    rows = await connection.execute(select(asked.c.value, borne, mentioned), {"keys": json.dumps(list(keys))})
    for key, bearers, mentions in rows:
        weights: dict[str, float] = {}
        for each in (bearers or "").split(","):
            revision_id, _, weight = each.partition(" ")
            if revision_id:
                weights[revision_id] = max(int(weight) / _WEIGHT_STEPS, weights.get(revision_id, 0.0))
        distinct = tuple(dict.fromkeys(mentions.split(","))) if mentions else ()
        common = mentions is not None and mentions.count(",") + 1 >= _ROWS_A_KEY
        found[key] = KeyPostings(weights, distinct, MOST_MENTIONING + 1 if common else len(distinct))
    return found


def _key_count(keys: RevisionKeys) -> int:
    return len(keys.borne) + len(keys.mentioned) + 1
