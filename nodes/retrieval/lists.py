"""Long lists: how many rows there are, what they come to, which has the most, is known of all of them alone.

The sources of an answer have room for a few chunks of a list. So where a question may be one of all rows, those lists
that say most of it are read whole beside the sources, for the passes over tables alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from nodes.documents.chunks import chunk_id
from nodes.documents.rows import hit_of
from nodes.domain.chat import CandidateList, Hit, ReadList
from nodes.domain.regexes import lazy_regex
from nodes.language.asked_kinds import asks_count, asks_several
from nodes.language.calculations import calculating_terms
from nodes.language.described_things import describes_thing
from nodes.language.superlatives import asks_extreme, asks_first_or_last, asks_oldest
from nodes.ranking.confidence import confidence, evidence_text
from nodes.retrieval.reaching import FurtherReading
from nodes.retrieval.searching import read_rows
from nodes.retrieval.siblings import is_list

LONGEST_LIST = 40
"""Chunks of one that is read whole: a few hundred rows."""
MOST_LISTS = 3
"""That are read for one question."""
MOST_CANDIDATES = 24
"""Of each ranked list, that are looked through for lists of which no chunk is a hit."""

_LEAST_OF_BEST = 0.5
"""Of the share of the question that the best list says, which another has to say: to read one in vain takes time."""
_WHO_IS = lazy_regex(r"\W*(?:who|wer|qui|qui[eé]n(?:es)?)(?: else)? (?:is|are|was|were|ist|sind|est|sont|es|son)\b")


def asks_of_all_rows(question: str) -> bool:
    """Whether a question counts or adds up, asks for the most or the first, or which of several things are so.

    Or for something of what it only describes: which row that is, another document may tell.
    """
    return bool(
        asks_extreme(question)
        or asks_oldest(question)
        or asks_first_or_last(question)
        or asks_count(question)
        or calculating_terms(question)
        or asks_several(question)
        or describes_thing(question)
        or _WHO_IS.match(question.lower())
    )


async def read_lists(
    reading: FurtherReading,
    question: str,
    weights: Mapping[str, float],
    hits: Sequence[Hit],
    candidates: Sequence[CandidateList],
) -> list[ReadList]:
    """The lists that say most of a question, best first; none where it is not one of all rows.

    Args:
        reading: Reads catalogue and stores.
        question: The standalone question.
        weights: Of its terms.
        hits: What was read for it.
        candidates: Ranked lists as the stores returned them.
    """
    if not asks_of_all_rows(question):
        return []
    known = [*hits, *await _proposed(reading, candidates, {hit["chunk_id"] for hit in hits})]
    lists: dict[tuple[str, int], list[Hit]] = {}
    for hit in known:
        lists.setdefault((hit["revision_id"], hit["section_index"]), []).append(hit)
    told = [those for those in lists.values() if any(map(is_list, those))]
    said = {id(those): confidence(weights, [_told(hit) for hit in those]).share for those in told}
    least = _LEAST_OF_BEST * max(said.values(), default=0.0)
    best = sorted((those for those in told if said[id(those)] > least), key=lambda those: -said[id(those)])[:MOST_LISTS]
    return [await _whole(reading, those) for those in best]


def _told(hit: Hit) -> str:
    return f"{evidence_text(hit)} {hit.get('table_header', '')}".replace("_", " ")


async def _proposed(reading: FurtherReading, candidates: Sequence[CandidateList], known: Set[str]) -> list[Hit]:
    """The chunks that the first query's searches proposed and that are not known, with what they say."""
    wanted: dict[str, dict[str, str]] = {}
    for found in candidates:
        if found["query"] == candidates[0]["query"]:
            own = wanted.setdefault(found["collection_id"], {})
            own |= {each["chunk_id"]: each["revision_id"] for each in found["chunks"][:MOST_CANDIDATES]}
    wanted = {home: {c: r for c, r in own.items() if c not in known} for home, own in wanted.items()}
    return await _read(reading, wanted)


async def _whole(reading: FurtherReading, known: Sequence[Hit]) -> ReadList:
    """A list of which some chunks are known, as far as it may be read."""
    first = min(known, key=lambda hit: hit["chunk_index"])
    places = [hit["chunk_index"] for hit in known]
    around = range(max(0, max(places) - LONGEST_LIST), min(first["total_chunks"], min(places) + LONGEST_LIST + 1))
    have = {hit["chunk_index"]: hit for hit in known}
    lacking = {chunk_id(first["revision_id"], each): first["revision_id"] for each in around if each not in have}
    have |= {hit["chunk_index"]: hit for hit in await _read(reading, {first["collection_id"]: lacking})}
    own = [have[each] for each in sorted(have) if have[each]["section_index"] == first["section_index"]]
    begin, end = own[0]["chunk_index"], own[-1]["chunk_index"]
    # What stands right before and behind a section tells that nothing of it is left out.
    is_whole = (
        end - begin + 1 == len(own) <= LONGEST_LIST
        and (begin == 0 or begin - 1 in have)
        and (end + 1 == first["total_chunks"] or end + 1 in have)
        and all(hit["content_completeness"] == "full" for hit in own)
    )
    return {"hits": own, "is_whole": is_whole}


async def _read(reading: FurtherReading, wanted: Mapping[str, Mapping[str, str]]) -> list[Hit]:
    """Chunks by collection and id, each with its revision; those of documents that are gone are left out."""
    homes = [home for home, own in wanted.items() if own]
    revisions = sorted({revision for own in wanted.values() for revision in own.values()})
    if not homes:
        return []
    views = await reading.context.catalogue.visible(reading.context.owner, revisions)
    rows = await reading.in_each(homes, lambda collection: read_rows(collection, [*wanted[collection.collection_id]]))
    return [
        hit_of(rows[home][each], views[revision])
        for home in rows
        for each, revision in wanted[home].items()
        if each in rows[home] and revision in views
    ]
