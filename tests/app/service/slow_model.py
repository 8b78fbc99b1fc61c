"""A server that speaks as much of OpenAI's protocol as an answer needs, which it words at the pace of the test."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class SlowModel:
    """Says one word of a streamed answer, then waits to be allowed the rest, or to be left."""

    def __init__(self, words: tuple[str, str] = ("The warranty ", "is 10 years [1].")) -> None:
        self.words = words
        self.asked = asyncio.Event()
        """The first word is out."""
        self.may_go_on = asyncio.Event()
        self.left = asyncio.Event()
        """Who asked has gone before the answer was complete."""
        self.breaks_off = False
        """Whether the connection ends in place of the rest."""
        self.url = ""

    @asynccontextmanager
    async def running(self) -> AsyncIterator[SlowModel]:
        """Listens on a port of its own."""
        server = await asyncio.start_server(self._talk, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        async with server:
            yield self

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self._answer(reader, writer)
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:"))
        if not json.loads(await reader.readexactly(length)).get("stream"):
            writer.write(_reply("none"))
            await writer.drain()
            return
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n")
        writer.write(b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n")
        writer.write(_chunk(self.words[0]))
        await writer.drain()
        self.asked.set()
        going_on = asyncio.create_task(self.may_go_on.wait())
        leaving = asyncio.create_task(reader.read())
        await asyncio.wait({going_on, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if leaving.done():
            self.left.set()
        elif not self.breaks_off:
            writer.write(_chunk(self.words[1]) + _sized(b"data: [DONE]\n\n") + _sized(b""))
            await writer.drain()
        going_on.cancel()
        leaving.cancel()


def _reply(words: str) -> bytes:
    """What the steps before the answer are told, at once: paraphrases and the like."""
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": words}}
    reply = {"id": "1", "object": "chat.completion", "created": 0, "model": "slow", "choices": [choice]}
    data = json.dumps(reply).encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: {len(data)}"
    return head.encode() + b"\r\n\r\n" + data


def _chunk(word: str) -> bytes:
    choice = {"index": 0, "finish_reason": None, "delta": {"role": "assistant", "content": word}}
    piece = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "slow", "choices": [choice]}
    return _sized(f"data: {json.dumps(piece)}\n\n".encode())


def _sized(data: bytes) -> bytes:
    """Data with its length: a connection that ends without the empty one has broken off."""
    return b"%x\r\n%b\r\n" % (len(data), data)
