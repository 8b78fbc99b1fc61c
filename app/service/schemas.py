"""Documents, collections, sessions and feedback as they go over the wire."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Path, Query
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from app.service.errors import ErrorDetail
from app.service.patterns import LINE, SEEN_LINE
from app.session_ids import LONGEST_SESSION_ID
from nodes.domain.documents import DocumentStatus

CollectionIds = Annotated[
    list[str] | None, Query(alias="collection_id", description="only in this collection; may be repeated")
]
After = Annotated[str | None, Query(max_length=2000, description="the `next` of the page before")]
Limit = Annotated[int, Query(ge=1, le=1000, description="the most to give")]
DocumentId = Annotated[str, Path(description="a document", examples=["0f3c9a4be1d24c7b8a6f5e3d2c1b0a99"])]
CollectionId = Annotated[str, Path(description="a collection", examples=["5b1d0c2e4f6a8b9c7d3e1f2a4b6c8d0e"])]
SessionId = Annotated[str, Path(description="a session", examples=["7f0e6d5c4b3a29180f1e2d3c4b5a6978"])]

_MOMENT = "2026-01-31T12:00:00.000000Z"
Moment = Annotated[str, Field(description="ISO 8601, UTC", examples=[_MOMENT])]
Next = Annotated[str | None, Field(description="give it as `after` for the next page; null on the last")]

CollectionName = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=200, pattern=SEEN_LINE),
    Field(
        description="as its owner calls it, without blanks around it; names that begin with `session ` are kept for "
        "sessions",
        examples=["annual reports"],
    ),
]
Weight = Annotated[float, Field(gt=0, le=100, allow_inf_nan=False, description="1 is neutral", examples=[1.0])]
Title = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=300, pattern=LINE),
    Field(examples=["Members since 2019"]),
]
NewTitle = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=300, pattern=SEEN_LINE),
    Field(examples=["Members since 2019"]),
]


class Notice(BaseModel):
    """What one must know of a document that can be searched, and how to mend it."""

    message: str = Field(examples=["Pages 3, 5-7 are images without text and cannot be searched."])
    hint: str


class Document(BaseModel):
    """A document in any status; counts are those of its visible content, else of the coming one."""

    document_id: str = Field(examples=["0f3c9a4be1d24c7b8a6f5e3d2c1b0a99"])
    collection_id: str
    file_name: str = Field(examples=["annual-report-2023.pdf"])
    title: str = Field(examples=["Annual Report 2023"])
    status: DocumentStatus
    page_count: int
    chunk_count: int
    created_at: Moment
    updated_at: Moment
    metadata: dict[str, Any] = Field(examples=[{"document_type": "report", "languages": ["en"]}])
    notice: Notice | None = Field(description="what of its file is missing in it: pages that are images, say")
    error: ErrorDetail | None = Field(description="why its newest content could not be read")


class DocumentDetail(Document):
    """A document with what its page shows beside the list."""

    summary: str
    media_type: str | None = Field(examples=["application/pdf"])
    byte_count: int
    aliases: list[str] = Field(description="file names of other documents that share its content")


class Documents(BaseModel):
    """One page of documents, in the order they came."""

    documents: list[Document]
    total: int = Field(description="all that match, on every page", examples=[1])
    next: Next = None


class DocumentName(BaseModel):
    """A visible document by its names."""

    source_name: str = Field(examples=["annual-report-2023.pdf"])
    title: str = Field(examples=["Annual Report 2023"])
    chunk_count: int = Field(description="chunks that can be searched")
    total_chunks: int = Field(description="chunks of the whole document")
    document_id: str
    collection_id: str


class Span(BaseModel):
    """A half-open range of characters in the stored text of a page."""

    page: int
    start: int
    end: int


class DocumentChunk(BaseModel):
    """A chunk of a document."""

    id: str = Field(examples=["5d1b-00012"])
    text: str = Field(examples=["At the end of 2023 the cooperative had 447 members."])
    title: str
    chunk_index: int
    total_chunks: int
    document_id: str
    collection_id: str
    file_name: str
    section_path: list[str]
    section_type: str
    chunk_type: str
    pages: list[int]
    spans: list[Span] = Field(description="where it stands in the stored texts of the pages")
    token_count: int


VectorField = Literal[
    "id",
    "document_id",
    "collection_id",
    "file_name",
    "title",
    "text",
    "enriched_content",
    "chunk_index",
    "total_chunks",
    "section_path",
    "section_type",
    "chunk_type",
    "pages",
    "spans",
    "token_count",
    "embedding",
]


class VectorDocument(BaseModel):
    """A row of the store; only the fields that were asked for."""

    id: str = Field(examples=["5d1b-00012"])
    document_id: str | None = None
    collection_id: str | None = None
    file_name: str | None = None
    title: str | None = None
    text: str | None = None
    enriched_content: str | None = Field(None, description="what is embedded: the prefix, then the text")
    chunk_index: int | None = None
    total_chunks: int | None = None
    section_path: list[str] | None = None
    section_type: str | None = None
    chunk_type: str | None = None
    pages: list[int] | None = None
    spans: list[Span] | None = None
    token_count: int | None = None
    embedding: list[float] | None = Field(None, examples=[[0.01, -0.02]])


class VectorDocuments(BaseModel):
    """One page of rows, by collection and id."""

    vector_documents: list[VectorDocument]
    next: Next = None


class MetadataCount(BaseModel):
    """A value of a metadata field, and how many visible documents have it."""

    field: str = Field(examples=["document_type"])
    value: str = Field(
        description="numbers and truth values as text; of more than 200 characters its hash", examples=["report"]
    )
    document_count: int


class MetadataCounts(BaseModel):
    """One page of metadata values, by field and value."""

    metadata: list[MetadataCount]
    next: Next = None


class Collection(BaseModel):
    """A named body of documents with one embedding model."""

    collection_id: str
    name: str = Field(examples=["annual reports"])
    embedding_model: str = Field(examples=["wordllama-256"])
    store: str = Field(examples=["lancedb"], description="where its chunks live")
    dimensions: int
    weight: float
    document_count: int
    chunk_count: int
    created_at: Moment


class Collections(BaseModel):
    """One page of collections, by name. Private collections of sessions are not among them."""

    collections: list[Collection]
    total: int
    next: Next = None


class NewCollection(BaseModel):
    """A collection to be made."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"name": "annual reports"}]})

    name: CollectionName
    weight: Weight = 1.0


class CollectionChange(BaseModel):
    """What is to change of a collection; what is left out stays."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"name": "reports", "weight": 1.3}]})

    name: CollectionName | None = None
    weight: Weight | None = None


class Session(BaseModel):
    """A conversation."""

    session_id: str
    title: str
    created_at: Moment
    updated_at: Moment
    collection_id: str | None = Field(description="its private collection, once something was dropped into it")
    attached: list[str] = Field(description="ids of the shared collections that it searches as well")
    collections_chosen: bool = Field(
        description="whether they were set; where they were set to none, the page asks nothing but what was dropped "
        "into it, though a question to the service goes to `default` where there is nothing else"
    )


class Sessions(BaseModel):
    """One page of sessions, the last used first."""

    sessions: list[Session]
    total: int
    next: Next = None


class NewSession(BaseModel):
    """A session to be made."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"title": "Members since 2019"}]})

    title: Title = ""
    collection_ids: list[str] = Field(default_factory=list, max_length=100, description="shared collections to attach")


class SessionChange(BaseModel):
    """What is to change of a session."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"title": "Members since 2019"}]})

    title: NewTitle


class AttachedCollections(BaseModel):
    """The shared collections that a session is to search, in place of those it had."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"collection_ids": []}]})

    collection_ids: list[str] = Field(max_length=100)


class NewFeedback(BaseModel):
    """What a user thought of an answer."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"answer_id": "9c1e", "session_id": "4f0a", "value": 1}]}
    )

    answer_id: str = Field(min_length=1, max_length=200)
    session_id: str = Field(
        min_length=1, max_length=LONGEST_SESSION_ID, description="the conversation that it was given in"
    )
    value: Literal[1, -1] = Field(description="1 for good, -1 for bad")
    comment: str = Field("", max_length=4000)


class FeedbackReceipt(BaseModel):
    """Feedback was kept."""

    feedback_id: str


class Feedback(BaseModel):
    """Feedback as it is kept."""

    feedback_id: str
    answer_id: str
    value: int
    session_id: str | None
    comment: str
    created_at: Moment


class FeedbackList(BaseModel):
    """One page of feedback, the oldest first."""

    feedback: list[Feedback]
    total: int
    next: Next = None
