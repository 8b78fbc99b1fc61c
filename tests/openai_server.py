"""A stand-in for a model's server: speaks OpenAI's protocol over real HTTP, and behaves as a test tells it to.

with OpenAIServer() as server:
    server.when("Rate how well", says("1: 9"), fails(500))   # the first such call, then every later one
    server.otherwise(says("It is 41 crowns [1]."))
    settings = load_settings(llm="openai", openai_base_url=server.url)
    ...
    assert len(server.asked("Rate how well")) == 2
"""

from __future__ import annotations

import json
import select
import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

import numpy as np

CHAT, EMBEDDINGS = "/chat/completions", "/embeddings"
LONGEST_PAUSE = 60.0
PIECES_BEFORE_PAUSE = 2
"""The role, and the first words."""


@dataclass(frozen=True)
class Asked:
    """A request as it came."""

    path: str
    key: str | None
    body: dict[str, Any]

    @property
    def text(self) -> str:
        """All that was said to the model, or the texts to embed."""
        if self.path == EMBEDDINGS:
            return "\n".join(texts_of(self.body))
        return "\n".join(str(message.get("content") or "") for message in self.body["messages"])

    @property
    def is_streamed(self) -> bool:
        """Whether the reply is wanted word by word."""
        return bool(self.body.get("stream"))


@dataclass(frozen=True)
class Mood:
    """How one request is met. The functions below make them."""

    status: int = 200
    words: str | Callable[[Asked], str] = ""
    headers: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    """Before the reply begins."""
    raw: bytes | None = None
    """In place of the JSON of a reply."""
    is_cut: bool = False
    """The connection ends after the words, without the marks of an end."""
    refusal: str | None = None
    finish_reason: str = "stop"
    dimensions: int = 256
    by_model: Mapping[str, int] = field(default_factory=dict)
    """Dimensions of the models that have others."""
    missing: int = 0
    """Vectors that are left out of the reply."""
    pause: Pause | None = None
    """Taken after the first words of a stream."""
    first: str = ""
    """Said before the pause, in one piece."""


class Pause:
    """A reply that stops until it may go on, or until who asked has gone."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        """The first words are out."""
        self.may_go_on = threading.Event()
        self.left = threading.Event()
        """Who asked has gone before the reply was complete."""

    def forget(self) -> None:
        """As it was at first."""
        for event in (self.reached, self.may_go_on, self.left):
            event.clear()

    def wait(self, connection: socket.socket, closing: threading.Event) -> bool:
        """Whether the reply goes on."""
        self.reached.set()
        while not (self.may_go_on.wait(0.01) or closing.is_set()):
            if select.select([connection], [], [], 0)[0] and not connection.recv(1, socket.MSG_PEEK):
                self.left.set()
                return False
        return True


def says(words: str | Callable[[Asked], str]) -> Mood:
    """Replies with these words, in one piece or streamed, whichever is wanted; a function makes them of the request."""
    return Mood(words=words)


def slow(seconds: float, words: str = "") -> Mood:
    """Lets one wait. The wait ends early when the server is closed."""
    return Mood(words=words, seconds=seconds)


def limited(retry_after: float = 0.0) -> Mood:
    """429, with the seconds after which to come back."""
    return Mood(
        status=429,
        words="slow down",
        headers={"Retry-After": str(retry_after), "Retry-After-Ms": str(retry_after * 1000)},
    )


def fails(status: int = 500) -> Mood:
    """An error of the server (5xx) or of the request (4xx)."""
    return Mood(status=status, words="this went wrong", headers={"Retry-After-Ms": "1"})


def cut(words: str) -> Mood:
    """Breaks off after these words, without saying that it is done."""
    return Mood(words=words, is_cut=True)


def garbage(raw: bytes = b'{"choices": [{"mess') -> Mood:
    """200, and something that is not JSON."""
    return Mood(raw=raw)


def refuses(words: str = "I cannot help with that.") -> Mood:
    """The model's refusal, in the field that the protocol has for it."""
    return Mood(refusal=words)


def pauses(pause: Pause, first: str, rest: str = "", *, breaks_off: bool = False) -> Mood:
    """Streams the first words, and the rest when it may; or breaks off then."""
    return Mood(first=first, words=rest, pause=pause, is_cut=breaks_off)


def empty() -> Mood:
    """A reply without a word."""
    return Mood()


def embeds(dimensions: int = 256, *, missing: int = 0, by_model: Mapping[str, int] | None = None) -> Mood:
    """Vectors of words, so that texts with the same words are near each other; some may be left out."""
    return Mood(dimensions=dimensions, missing=missing, by_model=by_model or {})


class OpenAIServer(ThreadingHTTPServer):
    """Listens on a port of its own while it is entered, in threads of its own."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.requests: list[Asked] = []
        self.closing = threading.Event()
        self._rules: list[tuple[str, list[Mood]]] = []
        self._others = [embeds()]
        self._turn = threading.Lock()
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01})

    @property
    def url(self) -> str:
        """The base URL that clients are given."""
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def when(self, part: str, *moods: Mood) -> None:
        """Requests in whose text this part stands are met so, one after the other; the last mood stays.

        The rule that was given last comes first. A path (`CHAT`, `EMBEDDINGS`) stands for all requests of it.
        """
        self._rules.insert(0, (part, list(moods)))

    def otherwise(self, *moods: Mood) -> None:
        """How all other requests are met."""
        self._others = list(moods)

    def forget(self) -> None:
        """As it was at first: no rules, no requests."""
        with self._turn:
            self.requests.clear()
            self._rules.clear()
            self._others = [embeds()]

    def asked(self, part: str = "") -> list[Asked]:
        """The requests so far in whose text this part stands, or whose path it is."""
        return [each for each in self.requests if part in each.text or part == each.path]

    def meet(self, request: Asked) -> Mood:
        """Keeps a request, and says how it is met."""
        with self._turn:
            self.requests.append(request)
            matching = (moods for part, moods in self._rules if part in request.text or part == request.path)
            moods = next(matching, self._others)
            return moods.pop(0) if len(moods) > 1 else moods[0]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.closing.set()
        self.shutdown()
        self.server_close()
        self._thread.join()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that have gone are no news."""


class _Handler(BaseHTTPRequestHandler):
    server: OpenAIServer
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        request = Asked(self.path.removeprefix("/v1"), self.headers["Authorization"], body)
        mood = self.server.meet(request)
        if mood.seconds:
            self.server.closing.wait(min(mood.seconds, LONGEST_PAUSE))
        with suppress(ConnectionError):
            self._reply(request, mood)

    def _reply(self, request: Asked, mood: Mood) -> None:
        words = mood.words(request) if callable(mood.words) else mood.words
        if mood.raw is not None:
            self._send(mood.status, mood.raw, mood.headers)
        elif mood.status != 200:
            error = {"error": {"message": words, "type": "error", "code": None}}
            self._send(mood.status, json.dumps(error).encode(), mood.headers)
        elif request.path == EMBEDDINGS:
            self._send(200, json.dumps(_embeddings(request.body, mood)).encode(), mood.headers)
        elif request.is_streamed:
            self._stream(request, mood, words)
        else:
            message = {"role": "assistant", "content": words or None, "refusal": mood.refusal}
            choice = {"index": 0, "finish_reason": mood.finish_reason, "message": message}
            data = json.dumps(_completion("chat.completion", request, choice)).encode()
            self._send(200, data[: len(data) // 2] if mood.is_cut else data, mood.headers, length=len(data))

    def _send(self, status: int, data: bytes, headers: dict[str, str], length: int | None = None) -> None:
        self.send_response(status)
        for name, content in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, content)
        self.send_header("Content-Length", str(len(data) if length is None else length))
        self.end_headers()
        self.wfile.write(data)
        self.close_connection = length is not None and length != len(data)

    def _stream(self, request: Asked, mood: Mood, words: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        pieces = [{"role": "assistant", "content": ""}, *([{"content": mood.first}] if mood.pause else [])]
        pieces += [{"content": word} for word in words.splitlines(keepends=True) for word in _words(word)]
        if mood.refusal is not None:
            pieces.append({"refusal": mood.refusal})
        for number, delta in enumerate(pieces):
            if mood.pause and number == PIECES_BEFORE_PAUSE:
                goes_on = mood.pause.wait(self.connection, self.server.closing)
                if mood.is_cut or not goes_on:
                    self.close_connection = True
                    return
            choice = {"index": 0, "finish_reason": None, "delta": delta}
            self._chunk(f"data: {json.dumps(_completion('chat.completion.chunk', request, choice))}\n\n".encode())
        if mood.is_cut:
            self.close_connection = True
            return
        end = {"index": 0, "finish_reason": mood.finish_reason, "delta": {}}
        self._chunk(f"data: {json.dumps(_completion('chat.completion.chunk', request, end))}\n\n".encode())
        self._chunk(b"data: [DONE]\n\n")
        self._chunk(b"")

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n%b\r\n" % (len(data), data))

    def log_message(self, format: str, *arguments: object) -> None:
        """Keeps the test's output clean."""


def texts_of(body: dict[str, Any]) -> list[str]:
    """The texts of a request for embeddings."""
    given = body["input"]
    return [given] if isinstance(given, str) else list(given)


def vector_of(text: str, dimensions: int) -> list[float]:
    """A unit vector that texts with the same words share: the sum of a random direction for each word."""
    total = np.zeros(dimensions)
    for word in text.casefold().split() or [""]:
        seed = int.from_bytes(blake2b(word.encode(), digest_size=8).digest())
        total += np.random.default_rng(seed).standard_normal(dimensions)
    unit: list[float] = (total / np.linalg.norm(total)).tolist()
    return unit


def _embeddings(body: dict[str, Any], mood: Mood) -> dict[str, Any]:
    texts = texts_of(body)
    dimensions = body.get("dimensions") or mood.by_model.get(body["model"], mood.dimensions)
    data = [
        {"object": "embedding", "index": number, "embedding": vector_of(text, dimensions)}
        for number, text in enumerate(texts[: len(texts) - mood.missing])
    ]
    usage = {"prompt_tokens": len(texts), "total_tokens": len(texts)}
    return {"object": "list", "model": body["model"], "data": data, "usage": usage}


def _completion(kind: str, request: Asked, choice: dict[str, Any]) -> dict[str, Any]:
    return {"id": "chatcmpl-1", "object": kind, "created": 0, "model": request.body["model"], "choices": [choice]}


def _words(line: str) -> Sequence[str]:
    """Pieces of a line that give it again when they are put together."""
    first, *others = line.split(" ")
    return [first, *(f" {word}" for word in others)]
