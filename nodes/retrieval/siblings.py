"""The rest of the best passages: an answer reads the page, not only the chunk that stands for it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence

from nodes.answering.implied.contacts import asks_contact
from nodes.answering.implied.signatures import asks_signatories
from nodes.documents.chunks import chunk_id, chunk_place
from nodes.documents.passages import LARGEST_READ
from nodes.domain.chat import CandidateList, DocumentView, Hit
from nodes.domain.regexes import lazy_regex
from nodes.language.asked_kinds import asks_count, asks_several
from nodes.language.asked_roles import asked_role
from nodes.language.calculations import calculating_terms
from nodes.language.contracts import is_contract
from nodes.language.entities import names_in
from nodes.language.memberships import asked_members
from nodes.language.superlatives import asks_extreme
from nodes.ranking.confidence import confidence
from nodes.ranking.opinions import sides_told
from nodes.retrieval.beside import hit_beside
from nodes.retrieval.reaching import FurtherReading
from nodes.retrieval.searching import read_rows

WHOLE_PASSAGES = 4
"""Of the first hits, whose other chunks are read as well."""
READ_WHOLE = 2
"""Passages whose rest is read before the next hits; that of the others only where there is room."""
AROUND = 12
"""Chunks before and behind a hit that may be read: a page of two columns has a dozen."""
MOST_FIRST = 4
"""Of the rest of one passage, before the next hits."""
MOST_IN_WORDS = 5
"""Chunks that say a question best in words, of those that are read though another chunk shows their passage."""
LARGEST_TABLE = 16
"""Chunks of one that is read whole where the most or the least of it is asked for."""
_FEWEST_ROWS = 3
"""Of a chunk that is part of a list."""

_AMENDING = lazy_regex(
    r"(?<![^\W_])(?:amendments?|addend(?:um|a)|corrigend(?:um|a)|errat(?:um|a)|endorsements?|supplement(?:al|ary)?"
    r"|variation|change order|nachtrag|avenant|enmienda|adenda)(?![^\W_])",
    re.IGNORECASE,
)


def best_in_words(candidates: Sequence[CandidateList]) -> list[str]:
    """The ids of the chunks that the first query's full text searches found first, a few of each collection."""
    lists = [found for found in candidates if found["kind"] == "bm25"]
    first = [found for found in lists if found["query"] == lists[0]["query"]]
    return [chunk["chunk_id"] for found in first for chunk in found["chunks"][:MOST_IN_WORDS]]


async def read_siblings(
    reading: FurtherReading,
    hits: Sequence[Hit],
    sides: Sequence[str],
    question: str = "",
    in_words: Sequence[str] = (),
) -> dict[str, list[Hit]]:
    """The other chunks of the passages of the first hits, which are not hits themselves.

    They are kept by the chunk id of the hit that they stand beside. Each has 0.9 of the score of that hit. Costs
    nothing where passages are single chunks. Short amendments are read whole, and short documents about a side of a
    comparison: what is compared may stand anywhere in them. Where it is asked who signed, so is the end of contracts;
    where it is asked who is on a board, so are short documents; where somebody is asked for by a role, or the number or
    the address of somebody who is named, so are short lists, of which a row like it may have been found; and where any
    row may be one of those that are asked for. So are tables, longer ones too, for the most or the least.

    Args:
        reading: Reads catalogue and stores.
        hits: Best first.
        sides: Of a comparison.
        question: The standalone question.
        in_words: Ids of the chunks that say it best in words: they are read of whichever hit's passage they are, though
            another chunk is more like the question and shows it.
    """
    context, told = reading.context, sides_told(hits, sides) if sides else {}
    whole = {
        hit["document_id"]
        for hit in hits
        if _is_short(hit) and (amends(hit["title"], hit["file_name"]) or told.get(hit["chunk_id"]))
    }
    if asked_role(question) or (asks_contact(question) and names_in(question)) or _asks_of_rows(question):
        whole |= {hit["document_id"] for hit in hits if _is_short(hit) and is_list(hit)}
    if asks_extreme(question):
        whole |= {hit["document_id"] for hit in hits if hit["total_chunks"] <= LARGEST_TABLE and is_list(hit)}
    if asked_members(question):
        whole |= {hit["document_id"] for hit in hits if _is_short(hit)}
    ends = asks_signatories(question)
    said = {
        revision: {index for other, index in map(chunk_place, in_words) if other == revision}
        for revision, _ in map(chunk_place, in_words)
    }
    first = [
        hit
        for rank, hit in enumerate(hits)
        if rank < WHOLE_PASSAGES or hit["document_id"] in whole or hit["revision_id"] in said
    ]
    read_whole = {hit["chunk_id"] for hit in hits[:WHOLE_PASSAGES]}
    views = await context.catalogue.visible(context.owner, sorted({hit["revision_id"] for hit in first}))
    known = {hit["chunk_id"] for hit in hits}
    wanted: dict[str, Hit] = {}
    for hit in first:
        is_whole = hit["document_id"] in whole
        view = views.get(hit["revision_id"])
        indexes = [*_passage(hit, view, is_whole=is_whole)] if view else []
        if not is_whole and hit["chunk_id"] not in read_whole:
            indexes = [index for index in indexes if index in said.get(hit["revision_id"], ())]
        if view and ends and is_contract(hit["title"]):
            indexes.append(hit["total_chunks"] - 1)
        for index in indexes:
            sibling = chunk_id(hit["revision_id"], index)
            if sibling not in known:
                wanted.setdefault(sibling, hit)
    homes: dict[str, list[str]] = {}
    for sibling, beside in wanted.items():
        homes.setdefault(beside["collection_id"], []).append(sibling)
    reached = await reading.in_each(
        list(homes), lambda collection: read_rows(collection, homes[collection.collection_id])
    )
    found: dict[str, list[Hit]] = {}
    for home, rows in reached.items():
        for sibling in homes[home]:
            if sibling in rows:
                beside = wanted[sibling]
                why = f"stands in one passage with {beside['chunk_id']}"
                hit = hit_beside(rows[sibling], views[beside["revision_id"]], beside, why)
                found.setdefault(beside["chunk_id"], []).append(hit)
    return found


def with_siblings(
    hits: Sequence[Hit],
    siblings: Mapping[str, Sequence[Hit]],
    weights: Mapping[str, float],
    later: Sequence[Hit] = (),
) -> list[Hit]:
    """Hits and the rest of their passages: that of the two best right after each, that of the others at the end.

    What answers stands on the best page more often than on the eighth, but not always in the chunk that shows it. At
    the end comes first what says most of the question: there is not room for all of it.

    Args:
        hits: Best first.
        siblings: By the chunk id of the hit that they stand beside.
        weights: Of the question's terms.
        later: What goes on about them (`nodes.retrieval.later`): behind the hits, and before what is left out first.
    """
    ordered = {hit["chunk_id"]: _most_said_first(siblings.get(hit["chunk_id"], ()), weights) for hit in hits}
    first, last = list[Hit](), list[Hit]()
    for rank, hit in enumerate(hits):
        beside = ordered[hit["chunk_id"]]
        near = MOST_FIRST if rank < READ_WHOLE else 0
        first += [hit, *beside[:near]]
        last += beside[near:]
    return [*first, *later, *_most_said_first(last, weights)]


def _most_said_first(siblings: Sequence[Hit], weights: Mapping[str, float]) -> list[Hit]:
    return sorted(siblings, key=lambda each: -confidence(weights, [each["content"]]).share)


def _passage(hit: Hit, view: DocumentView, *, is_whole: bool) -> range:
    """Indexes of the chunks of a hit's passage; of a document that is read whole, of all."""
    if is_whole:
        return range(hit["total_chunks"])
    starts = view["passage_starts"]
    place = bisect_right(starts, hit["chunk_index"]) - 1
    if place < 0:
        return range(0)
    end = starts[place + 1] if place + 1 < len(starts) else hit["total_chunks"]
    return range(max(starts[place], hit["chunk_index"] - AROUND), min(end, hit["chunk_index"] + AROUND + 1))


def _asks_of_rows(question: str) -> bool:
    """Whether several things are asked for, how many they are, or what they come to: any row may be one of them."""
    return asks_several(question) or asks_count(question) or bool(calculating_terms(question))


def rows_of_tables(siblings: Mapping[str, Sequence[Hit]]) -> list[Hit]:
    """Those of the rest of passages that are rows of tables: which one has the most is known of all of them alone."""
    return [hit for hits in siblings.values() for hit in hits if is_list(hit)]


def rest_of_first_list(
    hits: Sequence[Hit], siblings: Mapping[str, Sequence[Hit]], weights: Mapping[str, float]
) -> list[Hit]:
    """The rest of the best hit that is part of a short list: how many rows there are is known of all of them alone.

    First what says most of the question, as there may not be room for all of it.
    """
    first = next((hit["document_id"] for hit in hits if _is_short(hit) and is_list(hit)), "")
    rest = [each for beside in siblings.values() for each in beside if each["document_id"] == first]
    return _most_said_first(rest, weights)


def _is_short(hit: Hit) -> bool:
    return hit["total_chunks"] <= LARGEST_READ


def is_list(hit: Hit) -> bool:
    """Whether a chunk has some rows of a table."""
    return sum(" | " in line for line in hit["content"].splitlines()) >= _FEWEST_ROWS


def amends(title: str, file_name: str) -> bool:
    """Whether a document says by its name that it changes another."""
    return _AMENDING.search(f"{title} {file_name}") is not None
