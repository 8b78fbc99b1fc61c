from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from llama_index.core.llms import ChatMessage

from app.models.openai import openai_embedding, openai_language_model
from nodes.domain.errors import UnavailableError

WORDS = ["Revenue ", "grew ", "[1]."]


class Server(ThreadingHTTPServer):
    """Speaks as much of OpenAI's protocol as the tests need, and keeps what it was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.requests: list[tuple[str, str | None, dict[str, Any]]] = []
        self.failures = 0


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append((self.path, self.headers["Authorization"], body))
        if self.server.failures:
            self.server.failures -= 1
            self._reply(429, {"error": {"message": "slow down"}}, {"retry-after-ms": "1", "retry-after": "0"})
        elif self.path == "/v1/embeddings":
            data = [
                {"object": "embedding", "index": n, "embedding": [float(len(text)), 1.0]}
                for n, text in enumerate(body["input"])
            ]
            self._reply(200, {"object": "list", "model": body["model"], "data": data, "usage": {}})
        elif body.get("stream"):
            self._stream(body["model"])
        else:
            message = {"role": "assistant", "content": "".join(WORDS)}
            choice = {"index": 0, "finish_reason": "stop", "message": message}
            self._reply(200, self._answer("chat.completion", body["model"], choice))

    def _answer(self, kind: str, model: str, choice: dict[str, Any]) -> dict[str, Any]:
        return {"id": "1", "object": kind, "created": 0, "model": model, "choices": [choice]}

    def _reply(self, status: int, value: dict[str, Any], headers: dict[str, str] | None = None) -> None:
        payload = json.dumps(value).encode()
        self.send_response(status)
        for name, content in {"Content-Type": "application/json", **(headers or {})}.items():
            self.send_header(name, content)
        self.send_header("Content-Length", str(len(payload)))
        self.end_headers()
        self.wfile.write(payload)

    def _stream(self, model: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        for word in WORDS:
            choice = {"index": 0, "finish_reason": None, "delta": {"role": "assistant", "content": word}}
            chunk = json.dumps(self._answer("chat.completion.chunk", model, choice))
            self.wfile.write(f"data: {chunk}\n\n".encode())
        self.wfile.write(b"data: [DONE]\n\n")

    def log_message(self, format: str, *arguments: object) -> None:
        """Keeps the test's output clean."""


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def address(server: Server) -> str:
    return f"http://127.0.0.1:{server.server_address[1]}/v1"


async def test_a_model_nobody_has_listed_answers(server: Server) -> None:
    model = openai_language_model(api_key=None, base_url=address(server), model="my-local-model")

    answer = await model.achat([ChatMessage(role="user", content="What grew?")])

    assert answer.message.content == "Revenue grew [1]."
    [(path, authorization, body)] = server.requests
    assert (path, authorization) == ("/v1/chat/completions", "Bearer none")
    assert {key: body[key] for key in ("model", "temperature", "seed", "max_tokens")} == {
        "model": "my-local-model",
        "temperature": 0.3,
        "seed": 42,
        "max_tokens": 1000,
    }


async def test_it_streams(server: Server) -> None:
    model = openai_language_model(api_key="k", base_url=address(server), model="my-local-model")

    deltas = [part.delta async for part in await model.astream_chat([ChatMessage(role="user", content="?")])]

    assert deltas == WORDS
    assert server.requests[0][2]["stream"] is True


def test_completion_goes_over_chat(server: Server) -> None:
    model = openai_language_model(api_key="k", base_url=address(server), model="org/some model:7b", seed=None)

    assert model.complete("What grew?").text == "Revenue grew [1]."
    assert server.requests[0][0] == "/v1/chat/completions"
    assert "seed" not in server.requests[0][2]


async def test_a_429_is_tried_again(server: Server) -> None:
    server.failures = 1
    model = openai_language_model(api_key="k", base_url=address(server), model="my-local-model")

    assert (await model.acomplete("?")).text == "Revenue grew [1]."
    assert len(server.requests) == 2


def test_what_is_known_of_a_model() -> None:
    unlisted = openai_language_model(api_key=None, base_url="http://x", model="my-local-model", max_tokens=77)
    listed = openai_language_model(api_key="k", base_url=None, model="gpt-4o-mini")

    assert unlisted.metadata.is_chat_model
    assert unlisted.metadata.context_window == 32_768
    assert unlisted.metadata.num_output == 77
    assert unlisted.metadata.model_name == "my-local-model"
    assert listed.metadata.context_window == 128_000


async def test_an_embedding_model_nobody_has_listed(server: Server) -> None:
    model = openai_embedding(api_key="k", base_url=address(server), model="my-embedder", dimensions=2, batch_size=2)

    assert await model.aget_text_embedding_batch(["a", "bb", "ccc"]) == [[1.0, 1.0], [2.0, 1.0], [3.0, 1.0]]
    assert await model.aget_query_embedding("dddd") == [4.0, 1.0]
    assert [request[2]["model"] for request in server.requests] == ["my-embedder"] * 3
    assert all(request[2]["dimensions"] == 2 for request in server.requests)
    assert model.model_name == "my-embedder"


def test_another_address_in_the_environment_is_not_taken(monkeypatch: pytest.MonkeyPatch, server: Server) -> None:
    monkeypatch.setenv("OPENAI_API_BASE", address(server))
    monkeypatch.setenv("OPENAI_API_KEY", "secret")

    assert openai_language_model(api_key="k", base_url=None, model="gpt-4o").to_dict()["api_base"] == (
        "https://api.openai.com/v1"
    )
    with pytest.raises(UnavailableError, match="key"):
        openai_language_model(api_key=None, base_url=None, model="gpt-4o")
    with pytest.raises(UnavailableError, match="key"):
        openai_embedding(api_key="", base_url=None)
