"""The tools for agents, through the official client and both transports."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import httpx2
import pytest
from mcp import Client, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from app.keys import create_key
from app.mcp.server import build_mcp_server
from app.service.mcp import McpSessions
from app.settings import Settings, load_settings
from app.sheaf import IngestFile, Sheaf
from nodes.domain.errors import UnavailableError
from nodes.modelling.limits import FALLBACKS
from tests.app.conftest import WriteFile
from tests.app.service.real_server import serving
from tests.openai_server import CHAT, OpenAIServer, fails

TOOLS = {"ask", "list_documents", "read_section", "search"}
REVENUE = "How high was the total revenue in 2023?"


@asynccontextmanager
async def over_stdio(home: Path) -> AsyncIterator[Client]:
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "app.cli.main", "mcp"],
        env={"SHEAF_HOME": str(home), "PATH": os.environ["PATH"]},
        cwd=Path(__file__).parents[3],
    )
    async with Client(stdio_client(parameters)) as client:
        yield client


@asynccontextmanager
async def over_http(url: str, key: str) -> AsyncIterator[Client]:
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"}, timeout=60) as http,
        Client(streamable_http_client(f"{url}/mcp", http_client=http)) as client,
    ):
        yield client


async def _call(client: Client, name: str, **arguments: Any) -> tuple[dict[str, Any], str]:
    """The structure and the text that a tool gives."""
    result = await client.call_tool(name, arguments)
    text: str = result.content[0].text  # type: ignore[union-attr]  # all results here are text
    assert not result.is_error, text
    assert result.structured_content is not None
    return result.structured_content, text


async def _fails(client: Client, name: str, **arguments: Any) -> str:
    result = await client.call_tool(name, arguments)
    assert result.is_error
    text: str = result.content[0].text  # type: ignore[union-attr]  # errors are text
    return text


async def _uses_every_tool(client: Client) -> None:
    tools = (await client.list_tools()).tools
    assert {tool.name for tool in tools} == TOOLS
    assert all(tool.output_schema and tool.description for tool in tools)
    assert all(tool.input_schema["additionalProperties"] is False for tool in tools)

    found, text = await _call(client, "search", question="total revenue in 2023", top_k=3)
    assert len(found["hits"]) == 3
    hit = found["hits"][0]
    assert hit["document_id"] in text
    assert hit["content"].strip() in text

    answer, text = await _call(client, "ask", question=REVENUE)
    assert answer["status"] == "answered"
    assert (found["model_failures"], answer["model_failures"]) == ([], [])
    assert "[1]" in answer["answer"] or answer["citations"]
    assert all(citation["quote"] in text for citation in answer["citations"])

    listed, text = await _call(client, "list_documents", limit=2)
    assert (len(listed["documents"]), listed["total"]) == (2, 15)
    after, _ = await _call(client, "list_documents", limit=2, after=listed["next"])
    assert after["documents"][0] not in listed["documents"]

    section, text = await _call(
        client, "read_section", document_id=hit["document_id"], section_path=" > ".join(hit["section_path"])
    )
    assert hit["pages"][0] in section["pages"]
    assert section["section_path"] == hit["section_path"]
    assert str(section["next"]) in text


async def test_what_is_one_is_told_as_one_and_a_section_without_a_place_has_text(sample_home: Path) -> None:
    async with (
        Sheaf(load_settings(home=sample_home)) as sheaf,
        Client(build_mcp_server(sheaf, lambda _: "local")) as client,
    ):
        listed, text = await _call(client, "list_documents")
        assert {1, 2} <= {each["page_count"] for each in listed["documents"]}
        assert ", 1 page, ready" in text
        assert ", 2 pages, ready" in text
        assert "1 pages" not in text
        [report] = [each for each in listed["documents"] if each["file_name"] == "annual-report-2023.pdf"]
        section, text = await _call(client, "read_section", document_id=report["document_id"])
        empty, _ = await _call(client, "read_section", document_id=report["document_id"], section_index=0)
    assert empty["text"] == ""
    assert section["section_path"] == ["Annual Report 2023"]
    assert section["text"].strip() in text
    assert section["text"].strip()


async def _errs_in_words(client: Client) -> None:
    assert "There is no document nothing" in await _fails(client, "read_section", document_id="nothing")
    assert "There is no collection 'poems'" in await _fails(client, "search", question="tide", collections=["poems"])
    refused = await _fails(client, "search", question="tide", top_k=1000)
    assert refused == "search: top_k: Input should be less than or equal to 50."
    assert await _fails(client, "ask") == "ask: question: Field required."
    assert await _fails(client, "search", question="tide", collection="poems") == (
        "search: there is no argument collection. There are: question, collections, top_k."
    )
    assert "nowhere" in await _fails(client, "nowhere", question="tide")


@pytest.mark.slow
async def test_over_stdio(sample_home: Path) -> None:
    async with over_stdio(sample_home) as client:
        await _uses_every_tool(client)
        await _errs_in_words(client)


async def test_for_another_owner_there_is_nothing(sample_home: Path) -> None:
    async with (
        Sheaf(load_settings(home=sample_home)) as sheaf,
        Client(build_mcp_server(sheaf, lambda _: "somebody")) as client,
    ):
        assert "no documents yet" in await _fails(client, "search", question="tide")
        assert (await _call(client, "list_documents"))[0]["total"] == 0


async def test_what_the_language_model_did_not_give_is_told(sample_copy: Path) -> None:
    with OpenAIServer() as model_server:
        model_server.when(CHAT, fails(403))
        settings = load_settings(
            home=sample_copy,
            llm="openai",
            openai_base_url=model_server.url,
            openai_model="stand-in",
            chat={"rerank": True},
        )
        async with Sheaf(settings) as sheaf, Client(build_mcp_server(sheaf, lambda _: "local")) as client:
            found, found_text = await _call(client, "search", question=REVENUE)
            answer, answer_text = await _call(client, "ask", question=REVENUE)
    assert found["hits"]
    assert [each["path"] for each in found["model_failures"]] == ["rerank"]
    assert [each["path"] for each in answer["model_failures"]] == ["rerank", "generate"]
    for result, text in ((found, found_text), (answer, answer_text)):
        for each in result["model_failures"]:
            assert each["fallback"] == FALLBACKS[each["path"]]
            assert f"{each['fallback']}: {each['reason']}" in text


async def _keys(settings: Settings) -> tuple[str, str]:
    async with Sheaf(settings) as sheaf:
        return await create_key(sheaf.catalogue, "mine", "local"), await create_key(sheaf.catalogue, "theirs")


async def test_over_http_each_key_sees_its_own(sample_copy: Path) -> None:
    settings = load_settings(home=sample_copy, auth="keys")
    mine, theirs = await _keys(settings)
    async with serving(settings) as served:
        async with over_http(served.url, mine) as client:
            await _uses_every_tool(client)
            await _errs_in_words(client)
            listed, _ = await _call(client, "list_documents")
        async with over_http(served.url, theirs) as client:
            assert (await _call(client, "list_documents"))[0]["total"] == 0
            known = listed["documents"][0]["document_id"]
            assert f"There is no document {known}" in await _fails(client, "read_section", document_id=known)
        ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        for headers in ({}, {"Authorization": "Bearer sheaf_guess"}, {"Authorization": f"Basic {mine}"}):
            reply = await served.client.post("/mcp", json=ping, headers=headers)
            assert reply.status_code == 401
            assert reply.json()["error"]["code"] == "unauthorized"
        sessions = (await served.client.get("/sessions", headers={"Authorization": f"Bearer {mine}"})).json()
        assert sessions["sessions"] == []


async def test_questions_over_http_are_counted(tmp_path: Path) -> None:
    settings = load_settings(home=tmp_path / "home", service={"requests_per_minute": 1})
    async with serving(settings) as served, over_http(served.url, "not needed") as client:
        assert "no documents yet" in await _fails(client, "search", question="tide")
        assert "More than 1 requests a minute" in await _fails(client, "ask", question="tide")


async def test_what_nobody_foresaw_is_told_where_the_log_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: Any, **__: Any) -> None:
        raise KeyError("secret")

    monkeypatch.setattr(Sheaf, "documents", broken)
    async with serving(load_settings(home=tmp_path / "home")) as served:
        call = {"name": "list_documents", "arguments": {}}
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
        reply = await served.client.post("/mcp", json=body, headers={**ACCEPTS, "X-Request-ID": "fault"})
    assert "Listing the documents failed in a way that nobody foresaw. The log has it as fault." in reply.text
    assert "secret" not in reply.text
    assert "KeyError: 'secret'" in caplog.text


PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
ACCEPTS = {"Accept": "application/json, text/event-stream"}


async def test_first_calls_that_come_at_once_open_it_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[McpSessions] = []
    original = McpSessions._built

    def counted(self: McpSessions) -> Any:
        built.append(self)
        return original(self)

    monkeypatch.setattr(McpSessions, "_built", counted)
    async with serving(load_settings(home=tmp_path / "home")) as served:
        assert built == []
        calls = [served.client.post("/mcp", json=PING, headers=ACCEPTS) for _ in range(4)]
        leaving = asyncio.create_task(served.client.post("/mcp", json=PING, headers=ACCEPTS, timeout=0.01))
        assert [reply.status_code for reply in await asyncio.gather(*calls)] == [200] * 4
        with contextlib.suppress(httpx.TimeoutException):
            await leaving
        assert len(built) == 1


async def test_where_it_cannot_be_opened_every_call_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: McpSessions) -> Any:
        raise UnavailableError("Agents cannot be served here.", hint="Look again.")

    monkeypatch.setattr(McpSessions, "_built", fail)
    async with serving(load_settings(home=tmp_path / "home")) as served:
        for _ in range(2):
            reply = await served.client.post("/mcp", json=PING, headers=ACCEPTS)
            assert (reply.status_code, reply.json()["error"]["message"]) == (503, "Agents cannot be served here.")
        assert (await served.client.get("/health")).status_code == 200


async def test_what_was_dropped_into_a_conversation_is_listed_as_little_as_it_is_searched(
    tmp_path: Path, write: WriteFile
) -> None:
    async with Sheaf(load_settings(home=tmp_path / "home")) as sheaf:
        await sheaf.ingest([IngestFile(write("mill.txt", "The mill Ostrander grinds rye.\n"))], collection="mills")
        session = await sheaf.catalogue.ensure_session("local")
        private = await sheaf.catalogue.private_collection("local", session.session_id, sheaf.library.configured_kind())
        secret = write("bees.txt", "Mira Holt keeps the bees of Varn.\n")
        await sheaf.ingestion().ingest("local", private.collection_id, [IngestFile(secret)], lambda _: None)
        async with Client(build_mcp_server(sheaf, lambda _: "local")) as client:
            listed, _ = await _call(client, "list_documents")
            found, _ = await _call(client, "search", question="Who keeps the bees of Varn?")
            refused = await _fails(client, "list_documents", collections=["poems"])
            mistyped = await _fails(client, "list_documents", collections=["Mills"])
    assert [(each["collection"], each["file_name"]) for each in listed["documents"]] == [("mills", "mill.txt")]
    assert listed["total"] == 1
    assert {hit["file_name"] for hit in found["hits"]} <= {"mill.txt"}
    assert "There is no collection 'poems'" in refused
    assert "Did you mean" not in refused
    assert "Did you mean `mills`?" in mistyped
