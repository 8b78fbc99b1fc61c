"""Chat and search over real HTTP: events in their order, conversations that come back as they were, nobody else's."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
import pytest_asyncio

from app.sheaf import IngestFile
from tests.app.service.real_server import Served, serving
from tests.app.stacks import Stack

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.both_stacks]

GENERATION = "What was the net generation of the cooperative in 2022?"
WARRANTY = "How long is the warranty of the battery?"
Event = tuple[str, Any]


async def events_of(client: httpx.AsyncClient, body: dict[str, Any]) -> list[Event]:
    """The events of a chat, in order."""
    async with client.stream("POST", "/chat", json=body) as reply:
        assert reply.status_code == 200
        assert reply.headers["content-type"].startswith("text/event-stream")
        text = "".join([piece async for piece in reply.aiter_text()])
    events = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.split("\n") if line and not line.startswith(":"))
        if fields:
            events.append((fields["event"], json.loads(fields["data"])))
    return events


async def test_an_answer_streams_in_the_promised_order(service: Served) -> None:
    events = await events_of(service.client, {"question": WARRANTY})
    names = [name for name, _ in events]
    assert re.fullmatch(r"(trace )+sources (token )+(trace )+(citation )+done ", "".join(f"{name} " for name in names))
    done = events[-1][1]
    assert "".join(data["text"] for name, data in events if name == "token") == done["answer"]
    assert [data for name, data in events if name == "citation"] == done["citations"]
    assert next(data for name, data in events if name == "sources") == done["sources"]
    assert [data for name, data in events if name == "trace"] == done["trace"]
    assert done["trace"][0]["node"] == "condense_question"
    for citation in done["citations"]:
        source = done["sources"][citation["index"] - 1]
        assert (source["index"], source["document_id"]) == (citation["index"], citation["document_id"])
        assert citation["chunk_id"] in source["chunk_ids"]
        assert citation["quote"] in source["content"]


async def test_the_reply_in_one_piece_is_what_the_stream_ends_with(service: Served) -> None:
    streamed = (await events_of(service.client, {"question": WARRANTY}))[-1][1]
    reply = await service.client.post("/chat", json={"question": WARRANTY, "stream": False})
    assert reply.status_code == 200
    whole = reply.json()
    assert whole.keys() == streamed.keys()
    for key in ("answer", "citations", "sources", "status", "query_type"):
        assert whole[key] == streamed[key]
    assert whole["answer_id"] != streamed["answer_id"]


async def test_no_evidence_is_an_answer_and_says_so(service: Served) -> None:
    events = await events_of(service.client, {"question": "Who is the captain of the research vessel Albatross?"})
    done = events[-1][1]
    assert done["status"] == "no_evidence"
    assert done["citations"] == []
    assert "token" in [name for name, _ in events]


async def test_a_conversation_comes_back_with_the_same_citations_on_the_same_messages(service: Served) -> None:
    first = (await service.client.post("/chat", json={"question": GENERATION, "stream": False})).json()
    session = first["session_id"]
    assert "7,150" in first["answer"]
    follow = (await events_of(service.client, {"question": "And in 2023?", "session_id": session}))[-1][1]
    assert follow["session_id"] == session
    assert "9,840" in follow["answer"]

    page = (await service.client.get(f"/sessions/{session}/messages")).json()
    assert (page["total"], page["next"]) == (2, None)
    for message, answer in zip(page["messages"], (first, follow), strict=True):
        for key in ("answer_id", "answer", "citations", "status", "query_type"):
            assert message[key] == answer[key]
        without_text = [{key: value for key, value in each.items() if key != "content"} for each in answer["sources"]]
        assert message["sources"] == without_text
        assert message["asked_at"].endswith("Z")
    assert [message["question"] for message in page["messages"]] == [GENERATION, "And in 2023?"]
    assert "2023" in page["messages"][1]["standalone_question"]
    assert "generation" in page["messages"][1]["standalone_question"]

    start = (await service.client.get(f"/sessions/{session}/messages", params={"limit": 1})).json()
    assert (len(start["messages"]), start["next"]) == (1, 1)
    rest = (await service.client.get(f"/sessions/{session}/messages", params={"after": start["next"]})).json()
    assert [*start["messages"], *rest["messages"]] == page["messages"]


async def test_a_session_is_called_by_its_first_question(service: Served) -> None:
    question = f"{WARRANTY} {'And what else does the contract say? ' * 5}"
    session = uuid4().hex
    for each in (question, GENERATION):
        reply = await service.client.post("/chat", json={"question": each, "session_id": session, "stream": False})
        assert reply.json()["session_id"] == session
    record = await service.sheaf.catalogue.session("local", session)
    assert record.title.startswith(WARRANTY)
    assert record.title.endswith("…")
    assert len(record.title) <= 80


async def test_questions_asked_at_once_in_one_session_all_stay(service: Served) -> None:
    session = uuid4().hex
    questions = [WARRANTY, GENERATION, "Who chairs the board?"]
    await asyncio.gather(*(events_of(service.client, {"question": each, "session_id": session}) for each in questions))
    page = (await service.client.get(f"/sessions/{session}/messages")).json()
    assert sorted(message["question"] for message in page["messages"]) == sorted(questions)


async def test_a_search_gives_the_passages_and_the_trace(service: Served) -> None:
    reply = await service.client.post("/search", json={"question": WARRANTY, "options": {"top_k": 3}})
    assert reply.status_code == 200
    found = reply.json()
    assert len(found["hits"]) == 3
    assert {
        "chunk_id",
        "document_id",
        "file_name",
        "title",
        "pages",
        "section_path",
        "content",
        "score",
        "scores",
        "selected_because",
    } <= found["hits"][0].keys()
    assert found["hits"][0]["score"] == found["hits"][0]["scores"]["final"]
    assert found["trace"][-1]["node"] == "rerank_diversity"


@pytest.mark.parametrize(
    ("body", "status", "code", "words"),
    [
        ({}, 422, "invalid_request", "question"),
        ({"question": ""}, 422, "invalid_request", "question"),
        ({"question": " \n"}, 422, "invalid_request", "question: is blank"),
        ({"question": "a" * 10_001}, 422, "invalid_request", "question"),
        ({"question": WARRANTY, "options": {"top_k": 0}}, 422, "invalid_request", "options.top_k: "),
        ({"question": WARRANTY, "options": {"alpha": 2}}, 422, "invalid_request", "options.alpha: "),
        ({"question": WARRANTY, "options": {"query_type": "riddle"}}, 422, "invalid_request", "options.query_type: "),
        ({"question": WARRANTY, "options": {"topk": 3}}, 422, "invalid_request", "options.topk: "),
        ({"question": WARRANTY, "sesion_id": "x"}, 422, "invalid_request", "sesion_id: "),
        ({"question": WARRANTY, "session_id": "a/b"}, 422, "invalid_request", "session_id: "),
        ({"question": WARRANTY, "collection_ids": []}, 422, "invalid_request", "collection_ids: "),
        ({"question": WARRANTY, "collection_ids": ["nowhere"]}, 404, "not_found", "nowhere"),
    ],
)
@pytest.mark.parametrize("path", ["/chat", "/search"])
async def test_what_cannot_be_asked_is_refused_with_a_true_status(
    service: Served, path: str, body: dict[str, Any], status: int, code: str, words: str
) -> None:
    reply = await service.client.post(path, json=body)
    assert (reply.status_code, reply.json()["error"]["code"]) == (status, code)
    assert words in reply.json()["error"]["message"]


@pytest.mark.parametrize("body", [b'{"question": "\\ud800?"}', b"\x167\xfc", b"{", b"[]", b""])
async def test_what_is_no_text_is_refused(service: Served, body: bytes) -> None:
    reply = await service.client.post("/chat", content=body, headers={"Content-Type": "application/json"})
    assert (reply.status_code, reply.json()["error"]["code"]) == (422, "invalid_request")


async def test_an_integer_that_no_checkpoint_holds_is_no_fault(service: Served) -> None:
    body = {"question": WARRANTY, "stream": False, "options": {"metadata": {"volume": 10**30}}}
    reply = await service.client.post("/chat", json=body)
    assert (reply.status_code, reply.json()["status"]) == (200, "no_evidence")


async def test_sessions_that_are_not_there_are_not_found(service: Served) -> None:
    search = await service.client.post("/search", json={"question": WARRANTY, "session_id": uuid4().hex})
    messages = await service.client.get(f"/sessions/{uuid4().hex}/messages")
    assert (search.status_code, messages.status_code) == (404, 404)


@pytest_asyncio.fixture(loop_scope="module")
async def own(stack: Stack, sample_copy: Path) -> AsyncIterator[Served]:
    """A real server over sample documents that the test may add to."""
    async with serving(stack.settings(sample_copy)) as served:
        yield served


async def test_anothers_session_and_collection_are_not_found(own: Served, write: Callable[[str, str], Path]) -> None:
    session, secret = uuid4().hex, f"Secret{uuid4().hex[:8]}"
    path = write("secret.txt", f"The vault of {secret} is worth 44 euros.\n")
    await own.sheaf.ingest([IngestFile(path)], owner="other")
    theirs = (await own.sheaf.collections(owner="other"))[0].collection_id
    answer = await own.sheaf.ask(f"What is the vault of {secret} worth?", owner="other", session_id=session)
    assert answer["status"] == "answered"
    for stream in (True, False):
        for place in ({"session_id": session}, {"collection_ids": [theirs]}):
            reply = await own.client.post("/chat", json={"question": "And?", "stream": stream, **place})
            assert reply.status_code == 404
            assert secret not in reply.text
    reply = await own.client.get(f"/sessions/{session}/messages")
    assert reply.status_code == 404


async def test_a_session_searches_what_is_its_own_and_what_is_attached(
    own: Served, write: Callable[[str, str], Path]
) -> None:
    sheaf, session = own.sheaf, uuid4().hex
    kind = sheaf.library.configured_kind()
    await sheaf.catalogue.ensure_session("local", session)
    private = await sheaf.catalogue.private_collection("local", session, kind)
    files = [IngestFile(write("own.txt", "The crane Osprelline lifts 44 tonnes.\n"))]
    await sheaf.ingestion().ingest("local", private.collection_id, files, lambda event: None)
    body = {"question": "How many tonnes does the crane Osprelline lift?", "session_id": session, "stream": False}
    answer = (await own.client.post("/chat", json=body)).json()
    assert "44" in answer["answer"]
    assert {source["file_name"] for source in answer["sources"]} == {"own.txt"}

    body["question"] = GENERATION
    assert (await own.client.post("/chat", json=body)).json()["status"] == "no_evidence"
    default = (await sheaf.catalogue.find_collection("local", "default")).collection_id
    await sheaf.catalogue.attach("local", session, [default])
    assert "7,150" in (await own.client.post("/chat", json=body)).json()["answer"]
    only = {**body, "collection_ids": [private.collection_id]}
    assert (await own.client.post("/chat", json=only)).json()["status"] == "no_evidence"


async def test_the_openapi_document_describes_both_kinds_of_reply(service: Served) -> None:
    document = (await service.client.get("/openapi.json")).json()
    replies = document["paths"]["/chat"]["post"]["responses"]
    assert {"application/json", "text/event-stream"} <= replies["200"]["content"].keys()
    assert {"404", "422", "429", "502"} <= replies.keys()
    assert document["components"]["schemas"]["ChatReply"]["examples"]
