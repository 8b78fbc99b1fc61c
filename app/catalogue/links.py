"""Links between documents, derived from names and mentions whenever they are asked for.

Nothing is stored of a link itself, so links are right both ways as documents come and go.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from sqlalchemy import Integer, Text, and_, column, func, select, values

from app.catalogue.database import batches
from app.catalogue.models import CITED_BY, DocumentRow, MentionRow, NameRow, RevisionRow
from app.catalogue.reader import Connection
from app.catalogue.seeing import Seeing
from nodes.domain.documents import Link
from nodes.ranking.walk import MOST_BEARERS

LinkKind = Literal["cites", "same_author", "patent_family", "technology"]

_SHARED: dict[str, LinkKind] = {"author": "same_author", "patent_family": "patent_family", "technology": "technology"}
"""Kinds of names that link those who bear the same."""
_PLACES_AT_ONCE = 1_000
"""Three parameters each, in one statement."""


@dataclass(frozen=True)
class _Found:
    """A link between two revisions, and where the sentence that makes it stands."""

    source: str
    target: str
    kind: LinkKind
    weight: float
    key: str
    chunk_index: int | None
    context: str = ""


@dataclass
class _Search:
    """The documents that are asked about, in one collection, and what was found for them."""

    owner: str
    collection_id: str
    limit: int
    revision_ids: list[str] = field(default_factory=list)


class Links(Seeing):
    """The link graph."""

    async def links(self, owner: str, document_ids: Sequence[str], limit: int) -> list[Link]:
        """Links from and to these documents, strongest first, at most `limit` a document.

        `cites`: a chunk of the source mentions a key that the target bears as title, alias, file name or identifier.
        With w the weight of that name, b the documents that bear the key and m those that mention it:
        `w / ln(e + b - 1) / ln(e + m - 1)`, that is w where one document bears the key and one mentions it.
        `same_author`, `patent_family`, `technology`: both bear the key as that kind; with w the lesser weight of the
        two, `w / ln(e + b - 2)`. These have no direction; the source is the document with the lower id. The strongest
        key counts. A key that more than 60 documents bear makes no link. Documents are linked within a collection, and
        copies of one content appear as the eldest of them.

        Returns:
            Weights in 0..1, ordered by (weight descending, source, target, kind).
        """
        async with self._database.read() as connection:
            found: list[_Found] = []
            asked: set[str] = set()
            for search in await _searches(connection, owner, document_ids, limit):
                asked.update(search.revision_ids)
                found.extend(await _outgoing(connection, search))
                found.extend(await _incoming(connection, search))
                found.extend(await _sharing(connection, search))
        # Outside: one question never holds two connections, or many at once could wait for each other.
        shown = await self.visible(owner, sorted({end for link in found for end in (link.source, link.target)}))
        ids = {revision_id: view["document_id"] for revision_id, view in shown.items()}
        async with self._database.read() as connection:
            kept = await _with_contexts(connection, owner, _strongest(found, ids, asked, limit))
        return [
            Link(
                source_id=ids[link.source],
                target_id=ids[link.target],
                kind=link.kind,
                weight=link.weight,
                context=link.context,
            )
            for link in kept
        ]


async def _searches(connection: Connection, owner: str, document_ids: Sequence[str], limit: int) -> list[_Search]:
    searches: dict[str, _Search] = {}
    for batch in batches(list(document_ids)):
        rows = await connection.execute(
            select(DocumentRow.collection_id, DocumentRow.live_revision_id)
            .where(
                DocumentRow.owner == owner,
                DocumentRow.document_id.in_(batch),
                DocumentRow.live_revision_id.is_not(None),
            )
            .distinct()
            .order_by(DocumentRow.collection_id, DocumentRow.live_revision_id)
        )
        for row in rows:
            search = searches.setdefault(row.collection_id, _Search(owner, row.collection_id, limit))
            search.revision_ids.append(str(row.live_revision_id))
    return list(searches.values())


async def _outgoing(connection: Connection, search: _Search) -> list[_Found]:
    """Citations of others by these documents."""
    mentioned: list[tuple[str, str, int]] = []
    borne = (
        select(NameRow.key)
        .where(
            NameRow.collection_id == MentionRow.collection_id,
            NameRow.key == MentionRow.key,
            NameRow.kind.in_(CITED_BY),
        )
        .exists()
    )
    for batch in batches(search.revision_ids):
        rows = await connection.execute(
            select(MentionRow.revision_id, MentionRow.key, func.min(MentionRow.chunk_index))
            .where(MentionRow.owner == search.owner, MentionRow.revision_id.in_(batch), borne)
            .group_by(MentionRow.revision_id, MentionRow.key)
        )
        mentioned.extend((row[0], row[1], row[2]) for row in rows)
    bearers = await _bearer_counts(connection, search, {key for _, key, _ in mentioned}, CITED_BY)
    names = await _names_of(connection, search, bearers, CITED_BY)
    mentions = await _mention_counts(connection, search, bearers)
    return [
        _Found(source, target, "cites", _citation_weight(weight, bearers[key], mentions[key]), key, chunk_index)
        for source, key, chunk_index in mentioned
        for target, _, weight in names.get(key, ())
        if target != source
    ]


async def _incoming(connection: Connection, search: _Search) -> list[_Found]:
    """Citations of these documents by others."""
    own = await _own_names(connection, search, CITED_BY)
    bearers = await _bearer_counts(connection, search, {key for _, _, key, _ in own}, CITED_BY)
    mentions = await _mention_counts(connection, search, bearers)
    sources = await _citing(connection, search, mentions)
    return [
        _Found(source, target, "cites", _citation_weight(weight, bearers[key], mentions[key]), key, chunk_index)
        for target, _, key, weight in own
        for source, chunk_index in sources.get(key, ())
        if source != target
    ]


async def _sharing(connection: Connection, search: _Search) -> list[_Found]:
    """Authors, patent families and technologies that these documents share with others."""
    found: list[_Found] = []
    own = await _own_names(connection, search, tuple(_SHARED))
    for kind, link_kind in _SHARED.items():
        mine = [(revision_id, key, weight) for revision_id, own_kind, key, weight in own if own_kind == kind]
        bearers = await _bearer_counts(connection, search, {key for _, key, _ in mine}, (kind,))
        names = await _names_of(connection, search, bearers, (kind,))
        found.extend(
            _Found(revision_id, other, link_kind, _shared_weight(weight, other_weight, bearers[key]), key, None)
            for revision_id, key, weight in mine
            for other, _, other_weight in names.get(key, ())
            if other != revision_id
        )
    return found


def _citation_weight(weight: float, bearers: int, mentions: int) -> float:
    return weight / math.log(math.e + bearers - 1) / math.log(math.e + mentions - 1)


def _shared_weight(weight: float, other_weight: float, bearers: int) -> float:
    return min(weight, other_weight) / math.log(math.e + bearers - 2)


async def _own_names(
    connection: Connection, search: _Search, kinds: Sequence[str]
) -> list[tuple[str, str, str, float]]:
    """Revision id, kind, key and weight of what these documents bear."""
    own: list[tuple[str, str, str, float]] = []
    for batch in batches(search.revision_ids):
        rows = await connection.execute(
            select(NameRow.revision_id, NameRow.kind, NameRow.key, NameRow.weight)
            .where(NameRow.owner == search.owner, NameRow.revision_id.in_(batch), NameRow.kind.in_(kinds))
            .order_by(NameRow.revision_id, NameRow.kind, NameRow.key)
        )
        own.extend((row[0], row[1], row[2], row[3]) for row in rows)
    return own


async def _bearer_counts(
    connection: Connection, search: _Search, keys: Iterable[str], kinds: Sequence[str]
) -> dict[str, int]:
    """By how many live revisions each key is borne; keys that too many bear are left out."""
    counts: dict[str, int] = {}
    for batch in batches(sorted(keys)):
        number = func.count(NameRow.revision_id.distinct())
        rows = await connection.execute(
            select(NameRow.key, number)
            .join(RevisionRow, RevisionRow.revision_id == NameRow.revision_id)
            .where(
                NameRow.owner == search.owner,
                NameRow.collection_id == search.collection_id,
                NameRow.key.in_(batch),
                NameRow.kind.in_(kinds),
                RevisionRow.state == "live",
            )
            .group_by(NameRow.key)
            .having(number <= MOST_BEARERS)
        )
        counts.update((row[0], row[1]) for row in rows)
    return counts


async def _names_of(
    connection: Connection, search: _Search, keys: Iterable[str], kinds: Sequence[str]
) -> dict[str, list[tuple[str, str, float]]]:
    """Revision id, kind and weight of what bears each key, live or not: what is not visible is left out later."""
    names: dict[str, list[tuple[str, str, float]]] = defaultdict(list)
    for batch in batches(sorted(keys)):
        rows = await connection.execute(
            select(NameRow.key, NameRow.revision_id, NameRow.kind, NameRow.weight).where(
                NameRow.owner == search.owner,
                NameRow.collection_id == search.collection_id,
                NameRow.key.in_(batch),
                NameRow.kind.in_(kinds),
            )
        )
        for key, revision_id, kind, weight in rows:
            names[key].append((revision_id, kind, weight))
    return names


async def _mention_counts(connection: Connection, search: _Search, keys: Iterable[str]) -> dict[str, int]:
    """In how many revisions each key is mentioned; at least 1.

    Reads the index alone: a collection has one owner, and only live revisions have mentions.
    """
    counts = dict.fromkeys(keys, 1)
    for batch in batches(sorted(counts)):
        rows = await connection.execute(
            select(MentionRow.key, func.count(MentionRow.revision_id.distinct()))
            .where(MentionRow.collection_id == search.collection_id, MentionRow.key.in_(batch))
            .group_by(MentionRow.key)
        )
        counts.update((row[0], row[1]) for row in rows)
    return counts


async def _citing(connection: Connection, search: _Search, keys: Iterable[str]) -> dict[str, list[tuple[str, int]]]:
    """Revisions that mention each key, with the first chunk that does; by revision id.

    All citations by one key are equally strong, so `limit` of them are enough, and one more for the document itself.
    All where there is no limit.
    """
    sources: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for batch in batches(sorted(keys)):
        place = func.row_number().over(partition_by=MentionRow.key, order_by=MentionRow.revision_id)
        ranked = (
            select(
                MentionRow.key,
                MentionRow.revision_id,
                func.min(MentionRow.chunk_index).label("first_chunk"),
                place.label("place"),
            )
            .where(MentionRow.collection_id == search.collection_id, MentionRow.key.in_(batch))
            .group_by(MentionRow.key, MentionRow.revision_id)
            .subquery()
        )
        query = select(ranked.c.key, ranked.c.revision_id, ranked.c.first_chunk)
        query = query.where(ranked.c.place <= search.limit + 1)
        for key, revision_id, first_chunk in await connection.execute(query):
            sources[key].append((revision_id, first_chunk))
    return sources


def _strongest(found: Iterable[_Found], ids: dict[str, str], asked: set[str], limit: int) -> list[_Found]:
    """The strongest link of each kind between two documents; of those, the `limit` best of each document asked for."""
    best: dict[tuple[str, str, str], _Found] = {}
    for each in found:
        if each.source not in ids or each.target not in ids:
            continue
        turned = each.kind != "cites" and ids[each.source] > ids[each.target]
        link = replace(each, source=each.target, target=each.source) if turned else each
        pair = (link.source, link.target, link.kind)
        if pair not in best or (-link.weight, link.key) < (-best[pair].weight, best[pair].key):
            best[pair] = link
    ordered = sorted(best.values(), key=lambda link: (-link.weight, ids[link.source], ids[link.target], link.kind))
    taken: dict[str, int] = dict.fromkeys(asked, 0)
    kept: list[_Found] = []
    for link in ordered:
        ends = [end for end in (link.source, link.target) if taken.get(end, limit) < limit]
        if ends:
            kept.append(link)
            for end in ends:
                taken[end] += 1
    return kept


async def _with_contexts(connection: Connection, owner: str, found: Sequence[_Found]) -> list[_Found]:
    """The links with the sentences that make them."""
    contexts: dict[tuple[str, str, int], str] = {}
    places = sorted({(link.source, link.key, link.chunk_index) for link in found if link.chunk_index is not None})
    for batch in batches(places, _PLACES_AT_ONCE):
        # Joined with the places themselves: all keys in all sources would be looked up tens of thousands of times.
        columns = (column("revision_id", Text), column("key", Text), column("chunk_index", Integer))
        place = values(*columns, name="place").data(list(batch)).cte("place")
        rows = await connection.execute(
            select(MentionRow.revision_id, MentionRow.key, MentionRow.chunk_index, MentionRow.context)
            .join(
                place,
                and_(
                    MentionRow.revision_id == place.c.revision_id,
                    MentionRow.key == place.c.key,
                    MentionRow.chunk_index == place.c.chunk_index,
                ),
            )
            .where(MentionRow.owner == owner)
        )
        contexts.update(((row[0], row[1], row[2]), row[3]) for row in rows)
    return [
        link
        if link.chunk_index is None
        else replace(link, context=contexts.get((link.source, link.key, link.chunk_index), ""))
        for link in found
    ]
