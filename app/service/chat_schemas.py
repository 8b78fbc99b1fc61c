"""Questions and answers as they go over the wire."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic.config import JsonDict
from pydantic_core import PydanticCustomError

from app.chatting.asking import LONGEST_QUESTION
from app.service.patterns import PLACE, QUESTION
from app.session_ids import LONGEST_SESSION_ID, SESSION_ID
from nodes.domain.chat import ModelPath, QueryType, ScoreName
from nodes.domain.options import Options

LONGEST_PLACE = 400
"""Characters of `why`: a file name, which has at most 255, and its page."""

_FILE: JsonDict = {"document_id": "0f3c9a", "file_name": "annual-report-2023.pdf", "title": "Annual Report 2023"}
_PLACE: JsonDict = {"pages": [3], "section_path": ["Members"]}
_CITATION: JsonDict = {
    "index": 1,
    **_FILE,
    **_PLACE,
    "chunk_id": "5d1b-00012",
    "quote": "At the end of 2023 the cooperative had 447 members.",
    "score": 0.93,
    "verified": True,
}
_REFERENCE: JsonDict = {
    "index": 1,
    **_FILE,
    **_PLACE,
    "chunk_id": "5d1b-00012",
    "chunk_ids": ["5d1b-00012"],
    "score": 1.0,
    "selected_because": "best match by words and meaning",
}
_SOURCE: JsonDict = {**_REFERENCE, "content": "At the end of 2023 the cooperative had 447 members."}
_STEP: JsonDict = {
    "node": "classify_query",
    "seconds": 0.0012,
    "why": "factual: asks for an amount",
    "decided": {"query_type": "factual"},
    "dropped": [],
}
_MODEL_FAILURE: JsonDict = {
    "path": "classify",
    "reason": "The language model took longer than 5 seconds.",
    "fallback": "the question was classified by rules",
}
_ANSWER = "At the end of 2023 the cooperative had 447 members. [1]"
_QUESTION = "How many members did the cooperative have at the end of 2023?"


def _not_blank(question: str) -> str:
    if not question.strip():
        raise PydanticCustomError("blank", "is blank; ask something")
    return question


Question = Annotated[
    str,
    Field(min_length=1, max_length=LONGEST_QUESTION, json_schema_extra={"pattern": QUESTION}),
    AfterValidator(_not_blank),
]


class SearchRequest(BaseModel):
    """A question, and where to look."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"question": _QUESTION}]})

    question: Question
    session_id: Annotated[str, Field(min_length=1, max_length=LONGEST_SESSION_ID, pattern=SESSION_ID)] | None = Field(
        None, description="a conversation: its own collection and those attached to it are searched"
    )
    collection_ids: (
        Annotated[list[Annotated[str, Field(max_length=200)]], Field(min_length=1, max_length=100)] | None
    ) = Field(None, description="what is searched instead; with neither, the collection `default`")
    options: Options | None = Field(None, description="what is left out is as the settings have it")
    why: Annotated[str, Field(min_length=1, max_length=LONGEST_PLACE, pattern=PLACE)] | None = Field(
        None, description="a place, `FILE#page=N`: the reply also tells what became of it, step by step"
    )

    def given_options(self) -> dict[str, Any] | None:
        """The options that the request sets."""
        return None if self.options is None else self.options.model_dump(exclude_unset=True)


class ChatRequest(SearchRequest):
    """A question to be answered. A session that is not there is made; without an id a fresh one."""

    stream: bool = Field(True, description="events while the answer is made, or one reply at its end")


class TraceStep(BaseModel):
    """What one step saw, decided, dropped and why, and how long it took."""

    model_config = ConfigDict(json_schema_extra={"examples": [_STEP]})

    node: str
    seconds: float
    why: str
    decided: dict[str, Any]
    dropped: list[dict[str, Any]]


class WhyStep(BaseModel):
    """Where the page that was asked after is after one step."""

    node: str
    is_here: bool = Field(description="whether one of its passages is still there")
    rank: int | None = Field(description="of its best passage, from 1")
    of: int = Field(description="how long that list is")
    scores: dict[str, float]
    told: str = Field(description="in a sentence; why it went, where it went")


class WhyReply(BaseModel):
    """What became of the page that was asked after."""

    place: str
    found: bool
    verdict: str = Field(description="in a sentence")
    steps: list[WhyStep]


class FoundPassage(BaseModel):
    """A passage, with the scores it collected on its way."""

    chunk_id: str
    document_id: str
    collection_id: str
    file_name: str
    title: str
    pages: list[int] = Field(description="from 1")
    section_path: list[str] = Field(description="headings from the outermost")
    section_type: str
    content: str = Field(description="as the page has it")
    score: float = Field(description="the final one: higher is better")
    scores: dict[ScoreName, float]
    selected_because: str


class UnavailableCollection(BaseModel):
    """One of several collections that failed or was too slow; the others were searched."""

    collection_id: str
    name: str
    code: str = Field(description="as in errors")
    reason: str


class ModelFailure(BaseModel):
    """Something that the language model was asked for and did not give, or not wholly."""

    model_config = ConfigDict(json_schema_extra={"examples": [_MODEL_FAILURE]})

    path: ModelPath
    reason: str
    fallback: str = Field(description="what was done instead")


class SearchReply(BaseModel):
    """Passages, best first, and how they were found."""

    hits: list[FoundPassage]
    unsearched: list[str] = Field(description="where nothing was found: what was not searched, in words")
    unavailable: list[UnavailableCollection] = Field(description="collections that could not be searched")
    model_failures: list[ModelFailure] = Field(description="what the language model was asked for in vain")
    trace: list[TraceStep]
    why: WhyReply | None = Field(None, description="where the request asks what became of a page")


class CitationReply(BaseModel):
    """One `[n]` of the answer, with the words it rests on."""

    model_config = ConfigDict(json_schema_extra={"examples": [_CITATION]})

    index: int = Field(ge=1, description="the n of `[n]`")
    document_id: str
    file_name: str
    title: str
    pages: list[int]
    section_path: list[str]
    chunk_id: str
    quote: str = Field(description="stands verbatim in the document")
    score: float = Field(ge=0, le=1, description="how much of the statement the quote holds")
    verified: bool = Field(description="whether the quote bears the statement out")


class SourceReferenceReply(BaseModel):
    """A numbered source, without its text."""

    model_config = ConfigDict(json_schema_extra={"examples": [_REFERENCE]})

    index: int = Field(ge=1, description="the n of `[n]`")
    document_id: str
    file_name: str
    title: str
    pages: list[int]
    section_path: list[str]
    chunk_id: str = Field(description="its first chunk")
    chunk_ids: list[str] = Field(description="neighbouring chunks joined, in reading order")
    score: float = Field(ge=0, le=1)
    selected_because: str


class SourceReply(SourceReferenceReply):
    """A numbered source, as the answer was given it."""

    model_config = ConfigDict(json_schema_extra={"examples": [_SOURCE]})

    content: str


class ChatReply(BaseModel):
    """An answer whose every statement names its source."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "answer": _ANSWER,
                    "citations": [_CITATION],
                    "status": "answered",
                    "query_type": "factual",
                    "cached": False,
                    "generation_time": 0.012,
                    "retrieval_time": 0.034,
                    "session_id": "3b9d",
                    "answer_id": "a81c",
                    "sources": [_SOURCE],
                    "unavailable": [],
                    "model_failures": [],
                    "unsupported": [],
                    "trace": [_STEP],
                }
            ]
        }
    )

    answer: str = Field(description="with `[n]` after what source n bears out")
    citations: list[CitationReply]
    status: Literal["answered", "no_evidence"] = Field(description="`no_evidence`: the documents do not answer it")
    query_type: QueryType
    cached: bool
    generation_time: float = Field(description="seconds")
    retrieval_time: float = Field(description="seconds")
    session_id: str
    answer_id: str = Field(description="of this answer, also after a reload and in feedback")
    sources: list[SourceReply]
    unavailable: list[UnavailableCollection] = Field(description="collections that could not be searched")
    model_failures: list[ModelFailure] = Field(description="what the language model was asked for in vain")
    unsupported: list[str] = Field(description="statements of the answer that no source bears out")
    trace: list[TraceStep]
    why: WhyReply | None = Field(None, description="where the request asks what became of a page")


class Message(BaseModel):
    """A question of a conversation and its answer, as they were."""

    answer_id: str
    asked_at: str = Field(description="ISO 8601, UTC")
    question: str
    standalone_question: str = Field(description="with what a follow-up left to the questions before it")
    query_type: QueryType
    answer: str
    citations: list[CitationReply]
    sources: list[SourceReferenceReply]
    status: Literal["answered", "no_evidence"]


class MessagesReply(BaseModel):
    """One page of a conversation, the oldest message first."""

    session_id: str
    messages: list[Message]
    total: int = Field(description="all messages, on every page")
    next: int | None = Field(description="give it as `after` for the next page; null on the last")
