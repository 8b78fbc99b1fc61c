"""What a question looks up in the catalogue, a few rows at a time, by indexes alone.

Each look-up is one statement or a few, run and decoded in the reader's thread. Statements are put together once for
each kind of database: putting one together takes longer than running it. Ids and names are interned, as what is kept of
many look-ups holds the same ones.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from operator import itemgetter
from sys import intern
from typing import Any

from sqlalchemy import (
    Connection,
    Integer,
    ScalarSelect,
    Select,
    Text,
    and_,
    bindparam,
    cast,
    exists,
    func,
    literal,
    select,
)

from app.catalogue.database import among, listed, listed_pairs
from app.catalogue.models import (
    CITED_BY,
    DocumentRow,
    DocumentWord,
    MentionRow,
    NameRow,
    PassageRow,
    RevisionRow,
    TermFrequency,
)
from app.catalogue.views import view_of, view_query
from nodes.domain.chat import DocumentView
from nodes.domain.lookups import KeyPostings, RevisionKeys
from nodes.ranking.walk import MOST_BEARERS, MOST_MENTIONING

_ROWS_A_KEY = 128
"""A key that as many chunks mention is common: its mentions lead nowhere, and are not counted further."""
_WEIGHT_STEPS = 1_000

Query = Select[*tuple[Any, ...]]


def read_views(connection: Connection, owner: str, revision_ids: Sequence[str]) -> dict[str, DocumentView]:
    """The visible documents of revisions, by revision id; of several that share one, the eldest."""
    rows = connection.execute(
        _views_query(connection.dialect.name), {"revisions": json.dumps(sorted(set(revision_ids)))}
    )
    mine = [view_of(row) for row in rows if row.owner == owner]
    found: dict[str, DocumentView] = {}
    for view in sorted(mine, key=lambda view: (view["created_at"], view["document_id"])):
        found.setdefault(view["revision_id"], view)
    return found


@cache
def _views_query(dialect: str) -> Query:
    # Sorted afterwards: asked to sort, SQLite would read all documents of the owner in that order.
    return view_query().where(among(dialect, DocumentRow.live_revision_id, "revisions"))


def read_passages(
    connection: Connection, owner: str, places: Sequence[tuple[str, int]]
) -> dict[tuple[str, int], bytes]:
    """Packed features of single passages, by revision id and place; those that are not there are left out."""
    asked = {"places": json.dumps(places), "owner": owner}
    rows = connection.execute(_passages_query(connection.dialect.name), asked)
    return {(revision_id, place): packed for revision_id, place, packed in rows}


@cache
def _passages_query(dialect: str) -> Query:
    pairs, revision, number = listed_pairs(dialect, "places")
    joined = pairs.join(PassageRow, and_(PassageRow.revision_id == revision, PassageRow.place == number))
    query = select(PassageRow.revision_id, PassageRow.place, PassageRow.features).select_from(joined)
    return query.where(PassageRow.owner == bindparam("owner"))


def read_all_passages(connection: Connection, owner: str, revision_id: str) -> list[bytes]:
    """Packed features of all passages of a revision, in reading order."""
    rows = connection.execute(_all_passages_query(), {"revision_id": revision_id, "owner": owner})
    return [packed for (packed,) in rows]


@cache
def _all_passages_query() -> Query:
    mine = PassageRow.revision_id == bindparam("revision_id"), PassageRow.owner == bindparam("owner")
    return select(PassageRow.features).where(*mine).order_by(PassageRow.place)


def read_first_passages(
    connection: Connection, owner: str, collection_id: str, revision_ids: Sequence[str], most: int
) -> dict[str, list[bytes]]:
    """The first passages of live revisions, one more than `most`, by revision id; none for the others."""
    rows = connection.execute(
        _first_passages_query(connection.dialect.name),
        {"revisions": json.dumps(revision_ids), "owner": owner, "collection_id": collection_id, "most": most},
    )
    found: dict[str, list[bytes]] = {each: [] for each in revision_ids}
    for revision_id, _, features in sorted(rows, key=itemgetter(0, 1)):
        found[revision_id].append(features)
    return found


@cache
def _first_passages_query(dialect: str) -> Query:
    # Joined, SQLite would go through every live revision of the collection.
    live = exists().where(
        RevisionRow.revision_id == PassageRow.revision_id,
        RevisionRow.collection_id == bindparam("collection_id"),
        RevisionRow.state == "live",
    )
    return select(PassageRow.revision_id, PassageRow.place, PassageRow.features).where(
        among(dialect, PassageRow.revision_id, "revisions"),
        PassageRow.place <= bindparam("most"),
        PassageRow.owner == bindparam("owner"),
        live,
    )


def read_frequencies(connection: Connection, owner: str, collection_id: str, terms: Sequence[str]) -> dict[str, int]:
    """How many live revisions hold each of these terms; 0 too."""
    rows = connection.execute(
        _frequencies_query(connection.dialect.name),
        {"terms": json.dumps(terms), "owner": owner, "collection_id": collection_id},
    )
    found = dict.fromkeys(terms, 0)
    found.update((term, number) for term, number in rows)
    return found


@cache
def _frequencies_query(dialect: str) -> Query:
    return select(TermFrequency.term, TermFrequency.document_count).where(
        TermFrequency.collection_id == bindparam("collection_id"),
        among(dialect, TermFrequency.term, "terms"),
        TermFrequency.owner == bindparam("owner"),
    )


def read_all_frequencies(connection: Connection, owner: str, collection_id: str, most: int) -> dict[str, int] | None:
    """How many live revisions hold each term of a collection; None where it has more than `most` terms."""
    mine = {"owner": owner, "collection_id": collection_id}
    if not _are_at_most(connection, TermFrequency, most, mine):
        return None
    return {row.term: row.document_count for row in connection.execute(_all_frequencies_query(), mine)}


def _are_at_most(
    connection: Connection, table: type[TermFrequency | DocumentWord], most: int, mine: Mapping[str, str]
) -> bool:
    """Whether a collection has no more rows: counted, as so many that are read and let go stay with the process."""
    count: int = connection.execute(_count_query(table), {**mine, "most": most + 1}).scalar_one()
    return count <= most


@cache
def _count_query(table: type[TermFrequency | DocumentWord]) -> Query:
    mine = table.collection_id == bindparam("collection_id"), table.owner == bindparam("owner")
    rows = select(literal(1)).where(*mine).limit(bindparam("most", type_=Integer)).subquery()
    return select(func.count()).select_from(rows)


@cache
def _all_frequencies_query() -> Query:
    mine = TermFrequency.collection_id == bindparam("collection_id"), TermFrequency.owner == bindparam("owner")
    return select(TermFrequency.term, TermFrequency.document_count).where(*mine)


def read_words(
    connection: Connection, owner: str, collection_id: str, wanted: Sequence[str], limit: int
) -> dict[str, list[tuple[str, str]]]:
    """Words with their revisions, by word or by prefix and asterisk.

    Where "" is wanted one pair is under it, if the collection has any; if it has none, there is nothing else.
    """
    dialect, home = connection.dialect.name, {"owner": owner, "collection_id": collection_id}
    found: dict[str, list[tuple[str, str]]] = {each: [] for each in wanted}
    if "" in found:
        found[""] = [(word, revision_id) for word, revision_id in connection.execute(_any_word_query(), home)]
        if not found[""]:
            return {"": []}
    exact = [each for each in wanted if each and not each.endswith("*")]
    # By revision: which of many are left out is the same on every database, and in every process.
    for word, revision_id in sorted(
        map(tuple, connection.execute(_words_query(dialect), {**home, "words": json.dumps(exact)}))
    ):
        if len(found[word]) < limit:
            found[word].append((word, revision_id))
    begun = [each[:-1] for each in wanted if each.endswith("*")]
    asked = {**home, "prefixes": json.dumps(begun), "most": limit}
    for prefix, words in connection.execute(_prefixes_query(dialect), asked):
        pairs = [pair.rpartition(" ") for pair in (words or "").split("\n") if pair]
        found[f"{prefix}*"] = [(word, revision_id) for word, _, revision_id in pairs]
    return found


def read_all_words(connection: Connection, owner: str, collection_id: str, most: int) -> list[tuple[str, str]] | None:
    """All words of a collection with their revisions, in order; None where there are more than `most` pairs."""
    mine = {"owner": owner, "collection_id": collection_id}
    if not _are_at_most(connection, DocumentWord, most, mine):
        return None
    found = connection.execute(_all_words_query(), mine)
    return sorted((intern(word), intern(revision_id)) for word, revision_id in found)


@cache
def _all_words_query() -> Query:
    mine = DocumentWord.collection_id == bindparam("collection_id"), DocumentWord.owner == bindparam("owner")
    return select(DocumentWord.word, DocumentWord.revision_id).where(*mine)


@cache
def _any_word_query() -> Query:
    mine = DocumentWord.collection_id == bindparam("collection_id"), DocumentWord.owner == bindparam("owner")
    return select(DocumentWord.word, DocumentWord.revision_id).where(*mine).limit(1)


@cache
def _words_query(dialect: str) -> Query:
    return select(DocumentWord.word, DocumentWord.revision_id).where(
        DocumentWord.collection_id == bindparam("collection_id"),
        DocumentWord.owner == bindparam("owner"),
        among(dialect, DocumentWord.word, "words"),
    )


@cache
def _prefixes_query(dialect: str) -> Query:
    """Each of `prefixes`, with the words that begin with it and their revisions, in lines; one row a prefix."""
    asked = listed(dialect, "prefixes")
    begins = (
        select(DocumentWord.word.concat(" ").concat(DocumentWord.revision_id).label("each"))
        .where(
            DocumentWord.collection_id == bindparam("collection_id"),
            DocumentWord.owner == bindparam("owner"),
            DocumentWord.word > asked.c.value,
            DocumentWord.word < asked.c.value.concat("\U0010ffff"),
        )
        .order_by(DocumentWord.word, DocumentWord.revision_id)
        .limit(bindparam("most", type_=Integer))
        .correlate(asked)
    )
    return select(asked.c.value, _joined(begins, "\n"))


def read_keys(connection: Connection, owner: str, revision_ids: Sequence[str]) -> dict[str, RevisionKeys]:
    """What revisions bear and mention, by revision id; those of an unlinked revision are empty."""
    dialect, asked = connection.dialect.name, {"revisions": json.dumps(revision_ids), "owner": owner}
    borne: dict[str, dict[str, float]] = {each: {} for each in revision_ids}
    mentioned: dict[str, dict[str, None]] = {each: {} for each in revision_ids}
    for revision_id, key, weight in connection.execute(_names_query(dialect), asked):
        borne[revision_id][key] = max(weight, borne[revision_id].get(key, 0.0))
    for revision_id, keys in connection.execute(_mentions_query(dialect), asked):
        mentioned[revision_id] = dict.fromkeys(map(intern, keys.split("\n")) if keys else ())
    return {each: RevisionKeys(borne[each], tuple(sorted(mentioned[each]))) for each in revision_ids}


@cache
def _names_query(dialect: str) -> Query:
    return select(NameRow.revision_id, NameRow.key, NameRow.weight).where(
        among(dialect, NameRow.revision_id, "revisions"),
        NameRow.kind.in_(CITED_BY),
        NameRow.owner == bindparam("owner"),
    )


@cache
def _mentions_query(dialect: str) -> Query:
    # One row a revision; keys are words and blanks. Whose it is stands with the revision: looked up with each mention,
    # all of their rows would be read, and not the index alone.
    keys = (
        select(func.aggregate_strings(MentionRow.key, "\n"))
        .where(MentionRow.revision_id == RevisionRow.revision_id)
        .correlate(RevisionRow)
        .scalar_subquery()
    )
    return select(RevisionRow.revision_id, keys).where(
        among(dialect, RevisionRow.revision_id, "revisions"), RevisionRow.owner == bindparam("owner")
    )


def read_postings(
    connection: Connection, owner: str, collection_id: str, keys: Sequence[str]
) -> dict[str, KeyPostings]:
    """Who bears and who mentions each key: at most 61 bearers a key, and no more than 128 who mention it."""
    found: dict[str, KeyPostings] = {}
    asked = {"keys": json.dumps(keys), "owner": owner, "collection_id": collection_id}
    for key, bearers, mentions in connection.execute(_postings_query(connection.dialect.name), asked):
        weights: dict[str, float] = {}
        for each in (bearers or "").split(","):
            revision_id, _, weight = each.partition(" ")
            if revision_id:
                weights[intern(revision_id)] = max(int(weight) / _WEIGHT_STEPS, weights.get(revision_id, 0.0))
        distinct = tuple(dict.fromkeys(map(intern, mentions.split(",")))) if mentions else ()
        common = mentions is not None and mentions.count(",") + 1 >= _ROWS_A_KEY
        found[key] = KeyPostings(weights, distinct, MOST_MENTIONING + 1 if common else len(distinct))
    return found


@cache
def _postings_query(dialect: str) -> Query:
    """One row a key: what half of a large collection mentions must not be read, and not be sent row by row."""
    asked = listed(dialect, "keys")
    # Rounded first: made an integer, a number is cut off by one database and rounded by the other.
    steps = cast(func.round(NameRow.weight * _WEIGHT_STEPS), Integer)
    borne = (
        select(NameRow.revision_id.concat(" ").concat(cast(steps, Text)).label("each"))
        .where(
            NameRow.collection_id == bindparam("collection_id"),
            NameRow.key == asked.c.value,
            NameRow.kind.in_(CITED_BY),
            NameRow.owner == bindparam("owner"),
        )
        .limit(MOST_BEARERS + 1)
        .correlate(asked)
    )
    mentioned = (
        select(MentionRow.revision_id.label("each"))
        .where(MentionRow.collection_id == bindparam("collection_id"), MentionRow.key == asked.c.value)
        .limit(_ROWS_A_KEY)
        .correlate(asked)
    )
    return select(asked.c.value, _joined(borne, ","), _joined(mentioned, ","))


def _joined(rows: Select[str], separator: str) -> ScalarSelect[str]:
    each = rows.subquery()
    return select(func.aggregate_strings(each.c.each, separator)).scalar_subquery()
