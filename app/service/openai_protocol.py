"""OpenAI's protocol: models, chat completions whole and in chunks, and errors, as its clients expect them."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.chatting.asking import LONGEST_QUESTION
from app.service.chat_schemas import CitationReply, ModelFailure, SourceReply
from nodes.domain.errors import ErrorReport, InvalidRequestError

PROTOCOL_PREFIX = "/v1/"
MODEL = "sheaf"
"""The collection `default`; another is `sheaf:ITS NAME`."""
MOST_EXCHANGES = 20
"""Before the question that are read: a follow-up leans on the last of them."""


class ContentPart(BaseModel):
    """A part of a message; only text can be read."""

    model_config = ConfigDict(extra="allow")

    type: str
    text: str | None = None


class RequestMessage(BaseModel):
    """A message of the conversation. Those of the system, of developers and of tools are passed over."""

    model_config = ConfigDict(extra="allow")

    role: str
    content: str | list[ContentPart] | None = None


class StreamOptions(BaseModel):
    """What a stream tells besides."""

    model_config = ConfigDict(extra="allow")

    include_usage: bool = False


class CompletionRequest(BaseModel):
    """A conversation whose last question is to be answered. Other parameters are accepted and change nothing."""

    model_config = ConfigDict(
        extra="allow",
        json_schema_extra={
            "examples": [{"model": MODEL, "messages": [{"role": "user", "content": "How many members are there?"}]}]
        },
    )

    model: str = Field(description="`sheaf`, or `sheaf:COLLECTION`", examples=[MODEL])
    messages: list[RequestMessage] = Field(min_length=1)
    stream: bool | None = False
    stream_options: StreamOptions | None = None

    @property
    def wants_usage(self) -> bool:
        """Whether a stream ends with the tokens used."""
        return self.stream_options is not None and self.stream_options.include_usage


class Usage(BaseModel):
    """Tokens by the bundled tokenizer: of the messages as sent, and of the answer."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class AnswerMessage(BaseModel):
    """The answer, with `[n]` in its text, what the numbers mean, and what it was made without."""

    role: Literal["assistant"] = "assistant"
    content: str
    refusal: None = None
    citations: list[CitationReply]
    sources: list[SourceReply]
    model_failures: list[ModelFailure] = Field(description="what the language model was asked for in vain")


class Choice(BaseModel):
    """The one answer there is."""

    index: Literal[0] = 0
    message: AnswerMessage
    finish_reason: Literal["stop"] = "stop"
    logprobs: None = None


class Completion(BaseModel):
    """A whole answer."""

    id: str = Field(examples=["chatcmpl-a81c"])
    object: Literal["chat.completion"] = "chat.completion"
    created: int = Field(description="seconds since 1970, UTC")
    model: str
    choices: list[Choice]
    usage: Usage


class Model(BaseModel):
    """A collection, as a model to ask."""

    id: str = Field(examples=["sheaf:reports"])
    object: Literal["model"] = "model"
    created: int = Field(description="seconds since 1970, UTC")
    owned_by: Literal["sheaf"] = "sheaf"


class Models(BaseModel):
    """All that can be asked."""

    object: Literal["list"] = "list"
    data: list[Model]


class ProtocolError(BaseModel):
    """What went wrong; the hint says how to mend it."""

    message: str
    type: str
    param: str | None
    code: str | None
    hint: str


class ProtocolErrorReply(BaseModel):
    """The body of every reply that is not a success."""

    error: ProtocolError


def conversation(messages: Sequence[RequestMessage]) -> tuple[str, list[tuple[str, str]]]:
    """The question, which is the last message of the user, and the last exchanges before it, the oldest first.

    Raises:
        InvalidRequestError: the user asks nothing, or something other than text.
    """
    exchanges: list[tuple[str, str]] = []
    for position, message in enumerate(messages):
        if message.role == "user":
            exchanges.append((_text(message, position), ""))
        elif message.role == "assistant" and exchanges:
            question, answer = exchanges[-1]
            exchanges[-1] = (question, "\n".join(part for part in (answer, _text(message, position)) if part))
    question = exchanges[-1][0] if exchanges else ""
    if not question.strip():
        raise InvalidRequestError("messages: there is no question of the role `user`.", hint="Ask something.")
    if len(question) > LONGEST_QUESTION:
        raise InvalidRequestError(
            f"messages: the question has {len(question)} characters.", hint=f"Ask in {LONGEST_QUESTION} or fewer."
        )
    return question, exchanges[:-1][-MOST_EXCHANGES:]


def all_text(messages: Sequence[RequestMessage]) -> str:
    """Everything that was sent, for counting."""
    return "\n".join(_text(message, position) for position, message in enumerate(messages))


def chunk(
    completion_id: str,
    created: int,
    model: str,
    delta: dict[str, Any] | None,
    *,
    finished: bool = False,
    usage: Usage | None = None,
    with_usage: bool = False,
    **more: Any,
) -> dict[str, Any]:
    """A piece of a streamed answer.

    Args:
        completion_id: the same in every piece.
        created: seconds since 1970; the same in every piece.
        model: the same in every piece.
        delta: what is new; None for the piece that only tells the usage.
        finished: whether the answer is at its end.
        usage: the tokens used.
        with_usage: whether the client asked for the usage: then every piece has the field.
        more: fields beyond the protocol.
    """
    reason = "stop" if finished else None
    choices = [] if delta is None else [{"index": 0, "delta": delta, "finish_reason": reason, "logprobs": None}]
    piece = {
        "id": completion_id,
        "object": "chat.completion.chunk",
        "created": created,
        "model": model,
        "choices": choices,
        **more,
    }
    return {**piece, "usage": None if usage is None else usage.model_dump()} if with_usage else piece


def protocol_error(report: ErrorReport, status: int, *, param: str | None = None) -> dict[str, Any]:
    """An error in the shape that clients of the protocol read."""
    kinds = {401: "authentication_error", 429: "rate_limit_error"}
    kind = kinds.get(status, "invalid_request_error" if status < 500 else "server_error")
    codes = {"unauthorized": "invalid_api_key"}
    code = (
        "model_not_found"
        if param == "model" and status == HTTPStatus.NOT_FOUND
        else codes.get(report["code"], report["code"])
    )
    message = " ".join(part for part in (report["message"], report["hint"]) if part)
    return {"error": {"message": message, "type": kind, "param": param, "code": code, "hint": report["hint"]}}


def _text(message: RequestMessage, position: int) -> str:
    if message.content is None or isinstance(message.content, str):
        return message.content or ""
    for part in message.content:
        if part.type not in ("text", "input_text", "refusal"):
            raise InvalidRequestError(
                f"messages.{position}.content: a part of type {part.type!r} cannot be read.", hint="Send text."
            )
    return "\n".join(part.text or "" for part in message.content)
