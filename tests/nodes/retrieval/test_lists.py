"""Long lists are read whole where a question may be one of all their rows, and told apart where they are too long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest
from llama_index.core.schema import TextNode

from nodes.domain.chat import CandidateList, Hit, ReadList
from nodes.retrieval.lists import LONGEST_LIST, asks_of_all_rows, read_lists
from nodes.retrieval.reaching import FurtherReading
from tests.nodes.retrieval.test_later import Shelf

ROWS = "Boat | Harbour | Berth\nTern | Lerwick | 4\nSkua | Oban | 9\nRail | Oban | 2\n"


class Sheets(Shelf):
    """A document "r" of a list of some chunks, and of notes behind it."""

    def __init__(self, count: int, *, is_section_of_its_own: bool = True) -> None:
        super().__init__({"r": ("Boats", "", "")}, {"r": count + 1})
        self.count, self.is_section_of_its_own, self.read = count, is_section_of_its_own, list[str]()

    async def aget_nodes(self, node_ids: list[str]) -> list[TextNode]:
        self.read += node_ids
        return [self.row(int(each.rpartition("-")[2]), each) for each in node_ids]

    def row(self, index: int, row_id: str) -> TextNode:
        section = int(index >= self.count and self.is_section_of_its_own)
        metadata = {"chunk_index": index, "total_chunks": self.count + 1, "section_index": section}
        return TextNode(id_=row_id, text="Call before you come." if section else ROWS, metadata=metadata)


async def read(shelf: Sheets, hits: list[Hit], question: str, proposed: list[str] | None = None) -> list[ReadList]:
    reading = FurtherReading(cast("Any", shelf), "step", 1.0, [])
    chunks = [{"chunk_id": each, "revision_id": "r", "score": 1.0} for each in proposed or []]
    candidates = [cast("CandidateList", {"collection_id": "c1", "query": "q", "chunks": chunks})]
    return await read_lists(reading, question, {"oban": 1.0, "boat": 0.5}, hits, candidates)


@pytest.fixture
def hit(make_hit: Callable[..., Hit]) -> Callable[[int], Hit]:
    return lambda total: make_hit("r-00003", content=ROWS, revision_id="r", chunk_index=3, total_chunks=total)


@pytest.mark.parametrize(
    "question",
    [
        "How many boats lie at Oban?",
        "Which boat has the highest berth?",
        "What do the berths come to in total?",
        "Which boats are at Oban?",
        "Who is the skipper at Oban?",
    ],
)
def test_any_row_may_answer(question: str) -> None:
    assert asks_of_all_rows(question)


@pytest.mark.parametrize("question", ["Where is the Tern?", "Why was the harbour dredged?", "When does the shop open?"])
def test_one_fact_is_not_asked_of_all_rows(question: str) -> None:
    assert not asks_of_all_rows(question)


async def test_a_list_is_read_up_to_where_it_ends(hit: Any) -> None:
    shelf = Sheets(12)
    (found,) = await read(shelf, [hit(13)], "How many boats lie at Oban?")
    assert found["is_whole"]
    assert [each["chunk_index"] for each in found["hits"]] == [*range(12)]
    assert "r-00003" not in shelf.read


async def test_one_that_is_too_long_is_told_so(hit: Any) -> None:
    (found,) = await read(Sheets(LONGEST_LIST + 9), [hit(LONGEST_LIST + 10)], "How many boats lie at Oban?")
    assert not found["is_whole"]


async def test_one_that_the_searches_proposed_is_found_though_it_is_no_hit(hit: Any) -> None:
    (found,) = await read(Sheets(5), [], "How many boats lie at Oban?", ["r-00002"])
    assert found["is_whole"]
    assert len(found["hits"]) == 5


async def test_nothing_is_read_for_other_questions(hit: Any) -> None:
    shelf = Sheets(12)
    assert await read(shelf, [hit(13)], "Where is the Tern?", ["r-00002"]) == []
    assert shelf.read == []
