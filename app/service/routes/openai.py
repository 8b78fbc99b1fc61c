"""What every client of OpenAI's protocol can use: `/v1/models` and `/v1/chat/completions`."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.routing import APIRoute

from app.catalogue.records import CollectionRecord
from app.chatting.answering import ChatEvent
from app.chatting.conversations import turns_of
from app.near_names import nearest
from app.service.clients import while_connected
from app.service.dependencies import CurrentOwner, CurrentSheaf, WithinLimit
from app.service.errors import STATUS, error_headers, http_report, validation_report
from app.service.events import EVENT_STREAM, LiveResponse, format_event, report_of
from app.service.fields import named
from app.service.openai_protocol import (
    MODEL,
    AnswerMessage,
    Choice,
    Completion,
    CompletionRequest,
    Model,
    Models,
    ProtocolErrorReply,
    Usage,
    all_text,
    chunk,
    conversation,
    protocol_error,
)
from app.service.owned_routes import COMMON_ERRORS
from app.sheaf import DEFAULT_COLLECTION, Sheaf
from nodes.domain.errors import ErrorCode, ErrorReport, InvalidRequestError, NotFoundError, SheafError

BEYOND_PROTOCOL = ("citations", "sources", "model_failures")
"""What is told of an answer that the protocol has no field for."""
WITHDRAWN = "\n\n(The language model broke off here. What follows stands in place of all above.)\n\n"


class UnknownModelError(NotFoundError):
    """No collection of this owner stands behind the model's name."""


class ProtocolRoute(APIRoute):
    """A route whose errors have the shape of OpenAI's protocol."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler, with its errors told as clients of the protocol read them."""
        handle = super().get_route_handler()

        async def handler(request: Request) -> Response:
            try:
                return await handle(request)
            except RequestValidationError as error:
                return _error_reply(validation_report(request, error), _first_field(error))
            except HTTPException as error:
                return _error_reply(http_report(request, error))
            except SheafError as error:
                return _error_reply(error.report(), _field_of(error), error_headers(error))

        return handler


def _first_field(error: RequestValidationError) -> str | None:
    """The first field that cannot be; None where the body is wrong as a whole."""
    first = error.errors()[0]
    place = tuple(first["loc"])
    return named(place) if len(place) > 1 and first["type"] != "json_invalid" else None


def _field_of(error: SheafError) -> str | None:
    """The field that an error is about, if any."""
    if isinstance(error, UnknownModelError):
        return "model"
    # Of a request whose fields are as they should be, only what it asks can be refused.
    return "messages" if isinstance(error, InvalidRequestError) else None


def _error_responses(*codes: ErrorCode) -> dict[int | str, dict[str, Any]]:
    every: tuple[ErrorCode, ...] = (*codes, "unauthorized", "forbidden", "invalid_request", "unavailable")
    return {STATUS[code].value: {"model": ProtocolErrorReply} for code in every}


router = APIRouter(prefix="/v1", tags=["OpenAI's protocol"], responses=COMMON_ERRORS, route_class=ProtocolRoute)


@router.get("/models", responses=_error_responses())
async def models(sheaf: CurrentSheaf, owner: CurrentOwner) -> Models:
    """What can be asked: `sheaf:COLLECTION` for each that there is, and `sheaf` where `default` is among them."""
    rows = await sheaf.collections(owner=owner)
    default = [Model(id=MODEL, created=0) for row in rows if row.name == DEFAULT_COLLECTION]
    return Models(data=[*default, *map(_model, rows)])


@router.get("/models/{model:path}", responses=_error_responses("not_found"))
async def model(model: str, sheaf: CurrentSheaf, owner: CurrentOwner) -> Model:
    """One of them."""
    name = await _collection(sheaf, owner, model)
    rows = {row.name: row for row in await sheaf.collections(owner=owner)}
    return Model(id=MODEL, created=0) if model == MODEL else _model(rows[name])


@router.post(
    "/chat/completions",
    dependencies=[WithinLimit],
    response_model=Completion,
    responses={
        200: {
            "description": "The answer; as chunks where streamed. `citations`, `sources` and `model_failures` stand in "
            "the last chunk of the answer then",
            "content": EVENT_STREAM,
        },
        **_error_responses("not_found", "too_large", "retrieval_failed", "rate_limited"),
    },
)
async def complete(request: Request, asked: CompletionRequest, sheaf: CurrentSheaf, owner: CurrentOwner) -> Any:
    """Answers the last question of the user; the messages before it say what a follow-up leans on.

    Nothing of the conversation is kept. The text carries `[n]`; what the numbers mean stands in `citations` and
    `sources`, beside `content` in a whole answer and in the last chunk of a streamed one; `model_failures` stands with
    them, and says what the language model was asked for in vain, and what was done instead.
    """
    collection = await _collection(sheaf, owner, asked.model)
    question, exchanges = conversation(asked.messages)
    # How long the messages before the question are, is for the client to say: reading them holds nobody up.
    history = await asyncio.to_thread(turns_of, exchanges)
    arguments: dict[str, Any] = {"owner": owner, "collections": [collection], "history": history}
    told = _Told(sheaf, asked)
    if not asked.stream:
        answer = await while_connected(request, sheaf.ask(question, **arguments))
        message = AnswerMessage(content=answer["answer"], **_beyond_protocol(answer))
        usage = await told.usage(answer["answer"])
        return Completion(
            id=told.id, created=told.created, model=asked.model, choices=[Choice(message=message)], usage=usage
        )
    events = await sheaf.stream(question, **arguments)
    return LiveResponse(told.pieces(events), heartbeat_seconds=sheaf.settings.service.heartbeat_seconds)


@dataclass(frozen=True)
class _Told:
    """An answer on its way to a client."""

    sheaf: Sheaf
    asked: CompletionRequest
    id: str = field(default_factory=lambda: f"chatcmpl-{uuid.uuid4().hex}")
    created: int = field(default_factory=lambda: int(time.time()))

    async def usage(self, answer: str) -> Usage:
        """Tokens of what was sent and of the answer."""
        prompt, completion = await self.sheaf.count_tokens([all_text(self.asked.messages), answer])
        return Usage(prompt_tokens=prompt, completion_tokens=completion, total_tokens=prompt + completion)

    async def pieces(self, events: AsyncGenerator[ChatEvent]) -> AsyncGenerator[bytes]:
        """Unnamed events with chunks, then the mark of the end: named ones would be taken for broken chunks."""
        async with aclosing(events):
            try:
                yield self._piece({"role": "assistant", "content": ""})
                async for name, data in events:
                    match name:
                        case "token":
                            yield self._piece({"content": data["text"]})
                        case "reset":
                            yield self._piece({"content": WITHDRAWN})
                        case "done":
                            yield self._piece({}, finished=True, **_beyond_protocol(data))
                            if self.asked.wants_usage:
                                yield self._piece(None, usage=await self.usage(data["answer"]))
            except Exception as error:  # noqa: BLE001 - the status is sent: the client can only be told in the stream
                report = report_of(error, "Answering the question")
                yield format_event(None, protocol_error(report, STATUS[report["code"]]))
        yield b"data: [DONE]\n\n"

    def _piece(self, delta: dict[str, Any] | None, **more: Any) -> bytes:
        with_usage = self.asked.wants_usage
        return format_event(None, chunk(self.id, self.created, self.asked.model, delta, with_usage=with_usage, **more))


def _beyond_protocol(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: answer[name] for name in BEYOND_PROTOCOL}


async def _collection(sheaf: Sheaf, owner: str, model: str) -> str:
    """The name of the collection behind a model's name.

    Raises:
        UnknownModelError: there is no such collection.
    """
    known = [row.name for row in await sheaf.collections(owner=owner)]
    named = {f"{MODEL}:{each}": each for each in known}
    if DEFAULT_COLLECTION in known:
        named = {MODEL: DEFAULT_COLLECTION, **named}
    if model in named:
        return named[model]
    why = f": it is the collection {DEFAULT_COLLECTION!r}, which has not been made yet" if model == MODEL else ""
    near = nearest(model.removeprefix(f"{MODEL}:"), known)
    meant = "" if near is None else f"Did you mean `{MODEL}:{near}`? "
    some = f"{meant}There are: {', '.join(named)}."
    there = some if named else "Each collection is one, and there are none: upload files."
    raise UnknownModelError(f"There is no model {model!r}{why}.", hint=there)


def _model(row: CollectionRecord) -> Model:
    return Model(id=f"{MODEL}:{row.name}", created=int(datetime.fromisoformat(row.created_at).timestamp()))


def _error_reply(report: ErrorReport, param: str | None = None, headers: dict[str, str] | None = None) -> JSONResponse:
    status = STATUS[report["code"]]
    return JSONResponse(protocol_error(report, status, param=param), status, headers=headers)
