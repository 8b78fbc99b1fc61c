"""`FILE#page=N` over the sample documents: what became of a page, from the facade to the wire."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from app.service.application import create_application
from app.sheaf import Sheaf
from app.watching import watch_for
from nodes.domain.errors import NotFoundError
from tests.app.stacks import Embedded

QUESTION = "What was the total revenue in 2023?"
PAGE = "annual-report-2023.pdf#page=4"

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_page_that_answers_comes_through_every_step(samples: Sheaf) -> None:
    why = (await samples.search(QUESTION, why=PAGE))["why"]
    assert why["place"] == PAGE
    assert why["found"]
    assert [step["node"] for step in why["steps"]][:3] == ["retrieve_documents", "retrieve_chunks", "merge_rrf"]
    assert all(step["is_here"] for step in why["steps"])
    merged = next(step for step in why["steps"] if step["node"] == "merge_rrf")
    assert {"dense", "bm25", "fused", "final"} <= set(merged["scores"])


async def test_where_a_page_stands_is_where_the_hits_have_it(samples: Sheaf) -> None:
    found = await samples.search(QUESTION, why=PAGE)
    places = [place for place, hit in enumerate(found["hits"], 1) if hit["file_name"] == PAGE.partition("#")[0]]
    last = found["why"]["steps"][-1]
    assert last["rank"] in places
    assert last["of"] == len(found["hits"])


async def test_a_page_that_has_nothing_to_do_with_it_is_lost_at_a_step_that_says_why(samples: Sheaf) -> None:
    why = (await samples.search(QUESTION, why="safety-handbook.docx#page=1", options={"top_k": 3}))["why"]
    assert not why["found"]
    lost = next(step for step in why["steps"] if not step["is_here"])
    assert lost["node"] in why["verdict"]
    assert lost["told"] in why["verdict"]
    assert why["steps"][-1]["told"] != ""


async def test_an_answer_tells_whether_a_page_was_cited(samples: Sheaf) -> None:
    answer = await samples.ask("How many members did the Skellvane Tidal Cooperative have at the end of 2023?")
    assert answer["why"] is None
    assert all("watched" not in step for step in answer["trace"])
    cited = answer["citations"][0]
    place = f"{cited['file_name']}#page={cited['pages'][0]}"
    why = (await samples.ask(answer["trace"][0]["decided"]["standalone_question"], why=place))["why"]
    assert why["steps"][-1] == {**why["steps"][-1], "node": "verify_citations", "is_here": True, "rank": cited["index"]}


async def test_a_whole_document_can_be_asked_after(samples: Sheaf) -> None:
    why = (await samples.search(QUESTION, why="annual-report-2023.pdf"))["why"]
    assert why["found"]


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("nothing.pdf#page=1", "No document 'nothing.pdf'"),
        ("nothing.pdf#page=0", "No document"),
        ("annual-report-2023.pdf#page=59", "has 4 pages"),
    ],
)
async def test_a_place_that_is_not_there_is_refused(samples: Sheaf, place: str, says: str) -> None:
    with pytest.raises(NotFoundError) as refused:
        await samples.search(QUESTION, why=place)
    assert says in refused.value.message


async def test_the_documents_of_others_are_not_there(samples: Sheaf) -> None:
    [row] = [each for each in await samples.collections() if each.name == "default"]
    with pytest.raises(NotFoundError):
        await watch_for(samples.catalogue, samples.library, "somebody", [row.collection_id], PAGE)


async def test_over_http_it_is_asked_for_in_a_field(sample_home: Path) -> None:
    application = create_application(Embedded().settings(sample_home))
    transport = httpx.ASGITransport(application)
    async with (
        application.router.lifespan_context(application),
        httpx.AsyncClient(transport=transport, base_url="http://sheaf") as client,
    ):
        reply = (await client.post("/search", json={"question": QUESTION, "why": PAGE})).json()
        assert reply["why"]["found"]
        assert reply["why"]["steps"][1]["node"] == "retrieve_chunks"
        assert (await client.post("/search", json={"question": QUESTION})).json()["why"] is None
        missing = await client.post("/search", json={"question": QUESTION, "why": "nothing.pdf#page=1"})
        assert missing.status_code == 404
        answer = (await client.post("/chat", json={"question": QUESTION, "why": PAGE, "stream": False})).json()
        assert answer["why"]["steps"][-1]["node"] == "verify_citations"
