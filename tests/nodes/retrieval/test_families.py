"""Papers of one kind are read where it is asked which of them is the most of something."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from llama_index.core.vector_stores.types import MetadataFilter, VectorStoreQuery, VectorStoreQueryResult

from nodes.retrieval.beside import MOST_SEARCHED
from nodes.retrieval.families import MOST_OF_FAMILY, read_family
from nodes.retrieval.reaching import FurtherReading
from tests.nodes.retrieval.test_later import Documents, Shelf


class Paged(Shelf):
    """The same shelf, of documents of one page each, which begin with their title."""

    def __init__(self, documents: Documents, chunks: Mapping[str, int]) -> None:
        super().__init__(
            {each: (title, day, f"{title}\n\n{text}") for each, (title, day, text) in documents.items()}, chunks
        )

    async def aquery(self, query: VectorStoreQuery, *, only_ids: bool) -> VectorStoreQueryResult:
        found = await super().aquery(query, only_ids=only_ids)
        assert query.filters
        named = [each for each in query.filters.filters if isinstance(each, MetadataFilter)]
        within = next((cast("list[str]", each.value) for each in named if each.key == "revision_id"), None)
        ids = [each for each in found.ids or [] if within is None or each.rpartition("-")[0] in within]
        return VectorStoreQueryResult(ids=ids, similarities=[1.0] * len(ids))

    async def texts_of_pages(self, owner: str, pages: Sequence[tuple[str, int]]) -> dict[tuple[str, int], str]:
        return {(each, number): self._documents[each][2] for each, number in pages if number == 1}


async def read(
    make_hit: Any,
    documents: Documents,
    question: str,
    *,
    hits: int = 1,
    chunks: Mapping[str, int] | None = None,
    scope: Mapping[str, list[str]] | None = None,
    is_entry: bool = False,
) -> list[str]:
    """What is read besides hits of the first documents."""
    found = [
        make_hit(
            f"{each}-00000", revision_id=each, scores={"final": 1.0}, title=title, is_entry=is_entry, total_chunks=1
        )
        for each, (title, _, _) in list(documents.items())[:hits]
    ]
    context: Any = Paged(documents, chunks or {})
    reading = FurtherReading(context, "step", 1.0, [], scope)
    told = await read_family(reading, question, found)
    assert all("same kind" in each["selected_because"] and each["scores"]["final"] < 1.0 for each in told)
    return sorted(each["chunk_id"] for each in told)


OFFERS = {
    "a": ("Offer of Arden", "", "Price: 8,400 euros."),
    "b": ("Belmont Bridges", "", "Our tender: the total is 9,100 euros."),
    "c": ("Quotation of Corvo", "", "The total is 7,950 euros."),
    "d": ("Minutes of 3 May", "", "The quotation of Corvo was read."),
}
REPORTS = {
    "a": ("Report of January 2031", "", "12,440 visits."),
    "b": ("Report of February 2031", "", "10,512 visits."),
    "c": ("Report of March 2031", "", "Footfall: 11,236."),
    "d": ("Lease of Unit 3", "", "The rent is 520 euros."),
}


async def test_what_calls_itself_an_offer_is_read_for_the_cheapest(make_hit: Any) -> None:
    assert await read(make_hit, OFFERS, "Which offer is the cheapest?") == ["c-00000"]
    assert await read(make_hit, OFFERS, "Who is the cheapest for the bridge?") == ["c-00000"]


async def test_what_is_called_alike_is_read_for_the_most(make_hit: Any) -> None:
    question = "Which month had the most visits?"
    assert await read(make_hit, REPORTS, question, hits=2) == ["c-00000"]
    assert await read(make_hit, REPORTS, question, hits=2, scope={"c1": ["a", "b", "d"]}) == []


async def test_who_asks_for_no_order_has_nothing_read(make_hit: Any) -> None:
    assert await read(make_hit, REPORTS, "How many visits were there in March?", hits=2) == []
    assert await read(make_hit, REPORTS, "Which month had the most visits?", hits=2, is_entry=True) == []


async def test_of_a_long_document_what_says_most_is_read(make_hit: Any) -> None:
    told = await read(make_hit, REPORTS, "Which month had the most visits?", hits=2, chunks={"c": MOST_SEARCHED + 1})
    assert told == [], "it does not speak of visits"
    told = await read(make_hit, REPORTS, "Which month had the most visits?", hits=2, chunks={"b": 2})
    assert told == ["b-00001", "c-00000"]


async def test_no_more_are_read_than_there_is_room_for(make_hit: Any) -> None:
    many = {f"r{number:02}": (f"Report of May 20{number:02}", "", "9 visits.") for number in range(MOST_OF_FAMILY + 5)}
    told = await read(make_hit, many, "Which month had the most visits?", hits=2)
    assert len(told) == MOST_OF_FAMILY - 2
