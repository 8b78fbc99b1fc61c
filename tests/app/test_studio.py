"""`langgraph dev` as a person debugging uses it: both graphs, the state after every node, a fork from the middle.

One server is started for all of it, offline and without a key, and whatever it starts ends with it.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient

from app.studio import PAGE_OF_STUDIO
from graphs.chat import STEPS
from graphs.state import ChatState
from tests.app.stacks import Stack

ROOT = Path(__file__).parents[2]
LONGEST_START_SECONDS = 200
QUESTION = "What was the total revenue of the Skellvane Tidal Cooperative in 2023?"
PAGE = "annual-report-2023.pdf#page=4"

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(400)]


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the server says."""
    return tmp_path_factory.mktemp("studio") / "log"


@pytest.fixture(scope="module")
def own_home(stack: Stack, ingested_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample documents, for this server alone: it ingests another one."""
    return asyncio.run(stack.copy(ingested_home, tmp_path_factory.mktemp("studio home") / "home"))


@pytest.fixture(scope="module")
def address(own_home: Path, log: Path) -> Iterator[str]:
    """Where the server listens."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port = found.getsockname()[1]
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SHEAF_", "LANG", "OPENAI_"))}
    environment = {
        **kept,
        "SHEAF_HOME": str(own_home),
        "LANGGRAPH_CLI_NO_ANALYTICS": "1",
        "LANGGRAPH_NO_VERSION_CHECK": "true",
        "NO_COLOR": "1",
        # Nothing leaves the machine: what tries is refused at once.
        "HTTPS_PROXY": "http://127.0.0.1:9",
        "HTTP_PROXY": "http://127.0.0.1:9",
        "NO_PROXY": "127.0.0.1,localhost",
    }
    command = [str(Path(sys.executable).parent / "langgraph"), "dev", "--no-browser", "--no-reload"]
    command += ["--config", str(ROOT / "langgraph.json"), "--port", str(port)]
    with log.open("w") as out:
        server = subprocess.Popen(
            command, cwd=log.parent, env=environment, stdout=out, stderr=subprocess.STDOUT, start_new_session=True
        )
    try:
        wait_for(f"http://127.0.0.1:{port}", server, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        try:
            server.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()


def wait_for(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    """Until it answers and has loaded what it needs."""
    end = time.monotonic() + LONGEST_START_SECONDS
    while time.monotonic() < end and server.poll() is None:
        try:
            if httpx.get(f"{address}/ready", timeout=5).status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.2)
    pytest.fail(f"langgraph dev did not start:\n{log.read_text()[-4000:]}")


def said(log: Path) -> str:
    """All that the server has written."""
    return log.read_text()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def client(address: str) -> AsyncIterator[LangGraphClient]:
    """Of the server's own API, as Studio speaks to it."""
    async with get_client(url=address) as opened:
        yield opened


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def asked(client: LangGraphClient) -> tuple[str, list[tuple[str, dict[str, Any]]]]:
    """A thread in which the question was asked, and what each node gave, in order."""
    thread = (await client.threads.create())["thread_id"]
    steps: list[tuple[str, dict[str, Any]]] = []
    config: Any = {"configurable": {"why": PAGE}}
    async for part in client.runs.stream(
        thread, "chat", input={"question": QUESTION}, config=config, stream_mode=["updates"]
    ):
        assert part.event != "error", part.data
        if part.event == "updates":
            steps.extend(part.data.items())
    return thread, steps


async def test_both_graphs_are_served_with_their_nodes(client: LangGraphClient) -> None:
    assistants = {each["graph_id"]: each["assistant_id"] for each in await client.assistants.search()}
    assert set(assistants) == {"chat", "ingest"}
    chat: Any = await client.assistants.get_graph(assistants["chat"])
    assert {step.__name__ for step in STEPS} <= {node["id"] for node in chat["nodes"]}
    ingest: Any = await client.assistants.get_graph(assistants["ingest"])
    assert {"take_in", "load", "embed", "index", "link"} <= {node["id"] for node in ingest["nodes"]}


async def test_the_service_answers_beside_them(address: str) -> None:
    async with httpx.AsyncClient(base_url=address) as service:
        assert "<!doctype html>" in (await service.get("/")).text
        assert (await service.get("/documents")).json()["total"] >= 15
        found = (await service.post("/search", json={"question": QUESTION, "why": PAGE})).json()
        assert found["why"]["found"]
        assert (await service.get("/documents/nothing")).json()["error"]["code"] == "not_found"


async def test_the_page_of_studio_may_call_it_and_other_pages_may_not(address: str) -> None:
    async with httpx.AsyncClient(base_url=address) as service:
        asking = {
            "Origin": PAGE_OF_STUDIO,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "x-api-key,content-type",
            "Access-Control-Request-Private-Network": "true",
        }
        allowed = await service.options("/threads", headers=asking)
        assert allowed.status_code == 200
        assert allowed.headers["access-control-allow-private-network"] == "true"
        assert (await service.post("/threads", json={}, headers={"Origin": PAGE_OF_STUDIO})).status_code == 200
        other = await service.post("/threads", json={}, headers={"Origin": "https://elsewhere.example"})
        assert other.status_code == 403


async def test_every_node_leaves_a_state_that_can_be_read(
    asked: tuple[str, list[tuple[str, dict[str, Any]]]],
) -> None:
    nodes = [node for node, _ in asked[1]]
    assert nodes[:4] == ["condense_question", "classify_query", "retrieve_documents", "retrieve_chunks"]
    assert nodes[-2:] == ["generate", "verify_citations"]
    known = {step.__name__ for step in STEPS}
    for node, update in asked[1]:
        assert node in known
        assert set(update) <= set(ChatState.__annotations__)
        [entry] = update["trace"]
        assert entry["node"] == node
        assert entry["why"], f"{node} says nothing of what it did"
        assert len(entry["dropped"]) <= 20
        for hit in update.get("hits", []):
            assert hit["file_name"]
            assert hit["pages"]
            assert isinstance(hit["scores"]["final"], float)
            assert hit["selected_because"]
        for each in entry["dropped"]:
            assert each["reason"]
            assert "chunk_id" not in each or (each["file_name"] and each["pages"])


async def test_the_trace_tells_after_each_node_what_became_of_a_page(
    asked: tuple[str, list[tuple[str, dict[str, Any]]]],
) -> None:
    seen = {node: update["trace"][-1].get("watched") for node, update in asked[1]}
    assert seen["classify_query"] is None
    for node in ("retrieve_chunks", "merge_rrf", "rerank_diversity", "assemble_context"):
        assert seen[node] is not None
        assert seen[node]["place"] == PAGE
        assert seen[node]["is_here"], seen[node]


async def test_a_fork_from_the_middle_with_another_plan_gives_another_answer(
    client: LangGraphClient, asked: tuple[str, list[tuple[str, dict[str, Any]]]]
) -> None:
    thread, steps = asked
    history: Any = await client.threads.get_history(thread, limit=50)
    assert [state["next"] for state in reversed(history)][-1] == []
    assert len(history) == len(steps) + 2  # before the input, and before the first node
    planned = next(state for state in history if state["next"] == ["retrieve_documents"])
    values = planned["values"]
    other = "When does the safety handbook say that life jackets are worn?"
    changed = {
        "standalone_question": other,
        "plan": {**values["plan"], "search_text": other, "asks_amount": False, "periods": []},
        "queries": [other],
    }
    fork: Any = await client.threads.update_state(
        thread, changed, checkpoint=planned["checkpoint"], as_node="classify_query"
    )
    await client.runs.wait(thread, "chat", input=None, checkpoint_id=fork["checkpoint"]["checkpoint_id"])
    forked: Any = await client.threads.get_state(thread)
    before = next(state for state in history if state["next"] == [])["values"]
    assert "1,867" in before["answer"]
    assert forked["values"]["question"] == QUESTION
    assert forked["values"]["queries"] == [other]
    assert forked["values"]["answer"] != before["answer"]
    assert {hit["file_name"] for hit in forked["values"]["hits"]} != {hit["file_name"] for hit in before["hits"]}
    # What ran before the fork did not run again.
    nodes = [entry["node"] for entry in forked["values"]["trace"]]
    assert nodes.count("condense_question") == nodes.count("classify_query") == 1


async def test_files_are_ingested_node_by_node(client: LangGraphClient, address: str, tmp_path: Path) -> None:
    (tmp_path / "lantern.md").write_text(
        "# The Lantern bridge\n\nThe Lantern bridge was opened in 1931 by Oda Brandt.\n"
    )
    thread = (await client.threads.create())["thread_id"]
    paths = [str(tmp_path / "lantern.md"), str(tmp_path / "missing.md")]
    trace: list[dict[str, Any]] = []
    config: Any = {"configurable": {"collections": ["default"]}}
    given: Any = {"paths": paths}
    async for part in client.runs.stream(thread, "ingest", input=given, config=config, stream_mode=["updates"]):
        assert part.event != "error", part.data
        if part.event == "updates":
            trace.extend(entry for update in part.data.values() for entry in update["trace"])
    nodes = ["take_in", "load", "extract_metadata", "split_chunks", "enrich", "summarize", "embed", "index", "link"]
    assert [entry["node"] for entry in trace] == nodes
    assert trace[0]["decided"]["files"] == {"lantern.md": "new"}
    assert [each["file_name"] for each in trace[0]["dropped"]] == ["missing.md"]
    async with httpx.AsyncClient(base_url=address) as service:
        listed = (await service.get("/documents", params={"limit": 1000})).json()["documents"]
    [document] = [each for each in listed if each["file_name"] == "lantern.md"]
    assert document["status"] == "ready"


async def test_the_script_of_the_guide_steps_through_and_forks(address: str) -> None:
    guide = (ROOT / "docs" / "debugging.md").read_text(encoding="utf-8")
    [script] = re.findall(r"^```python studio\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)
    script = script.replace("http://127.0.0.1:2024", address).replace('["samples"]', '["default"]')
    done = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "retrieve_chunks" in done.stdout
    assert "the page: number " in done.stdout
    before, forked = done.stdout.partition("\nbefore:")[2].split("\nforked:")
    assert before.strip() != forked.strip()


async def test_nothing_blocked_and_nothing_broke(
    log: Path, asked: tuple[str, list[tuple[str, dict[str, Any]]]]
) -> None:
    told = said(log)
    assert "Application started up" in told
    for trouble in ("BlockingError", "Traceback", "Run encountered an error"):
        assert trouble not in told, told[told.index(trouble) - 2000 :][:4000]
