"""What the catalogue takes and gives beside the domain types: plain, frozen records."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from nodes.domain.documents import DocumentStatus, Notice
from nodes.domain.errors import ErrorReport

Outcome = Literal["new", "replace", "unchanged", "linked", "resume"]
UploadStatus = Literal["pending", "processing", "ready", "replaced", "unchanged", "linked", "failed"]


class CollectionKind(NamedTuple):
    """What a collection is made with, and keeps."""

    embedding_model: str
    dimensions: int
    """Of its vectors."""
    store: str
    """Where its chunks and summaries live."""


@dataclass(frozen=True)
class CollectionRecord:
    """A collection as the catalogue knows it."""

    collection_id: str
    owner: str
    name: str
    embedding_model: str
    dimensions: int
    weight: float
    version: int
    created_at: str
    session_id: str | None
    """The session whose private collection this is."""
    store: str = "lancedb"
    """Where its chunks and summaries live: what `SHEAF_STORE` was when it was made."""
    generation: int = 0
    """How often it was embedded anew."""
    document_count: int = 0
    """All documents, whatever their status. Counted by `collections()`, else 0."""
    chunk_count: int = 0
    """Chunks of visible documents, copies counted once. Counted by `collections()`, else 0."""


@dataclass(frozen=True)
class Reembedding:
    """Vectors of a collection that are not those it is searched by."""

    owner: str
    collection_id: str
    generation: int
    embedding_model: str
    dimensions: int
    state: Literal["building", "left"]
    """`building`: they are being made, to be searched by; `left`: they are to be removed."""


@dataclass(frozen=True)
class RegisteredFile:
    """A file that is to become a document."""

    file_name: str
    content_hash: str
    byte_count: int
    file_key: str
    """Where the bytes are kept, in the file storage."""
    media_type: str | None = None
    title: str = ""
    """Its title, where whoever hands it in knows it better than the file; else empty."""


@dataclass(frozen=True)
class Registration:
    """What became of a registered file."""

    file_name: str
    document_id: str
    revision_id: str
    outcome: Outcome
    status: DocumentStatus
    """`pending` wants to be claimed; `processing` is being built by somebody already."""
    file_key: str
    """Where the revision's bytes are kept; not the given key where the content was there under another name."""


@dataclass(frozen=True)
class ClaimedRevision:
    """A revision that a worker has taken on."""

    owner: str
    collection_id: str
    document_id: str
    revision_id: str
    file_name: str
    media_type: str | None
    content_hash: str
    byte_count: int
    file_key: str
    attempts: int
    """How often it was taken on, this time included. After the first, part of its rows may be in the stores."""
    title: str
    """That it was given with its file; empty without."""


class Description(NamedTuple):
    """What ingestion found to say about a revision."""

    summary: str
    keywords: list[str]
    """By its own frequencies: those that were embedded."""


@dataclass(frozen=True)
class WaitingRevision:
    """A revision that waits to be built."""

    owner: str
    collection_id: str
    revision_id: str
    byte_count: int
    attempts: int
    """How often it was taken on in vain."""


@dataclass(frozen=True)
class Standing:
    """How far a revision has come."""

    state: str
    """`building`, also while it waits or has failed, `live` or `retired`."""
    worker: str | None
    """The claim that it is held under."""


@dataclass(frozen=True)
class RetiredRevision:
    """A revision that nobody sees any more: its rows in the store and its file are to be removed."""

    owner: str
    collection_id: str
    revision_id: str
    file_key: str | None
    """None where another revision still needs the file."""


@dataclass(frozen=True)
class DeletedDocument:
    """What deleting a document left to be removed."""

    document_id: str
    collection_id: str
    file_name: str
    retired: list[RetiredRevision]
    """Empty where a copy under another name still needs the content."""


@dataclass(frozen=True)
class DeletedCollection:
    """What deleting a collection left to be removed."""

    collection_id: str
    store: str
    """Where its chunks and summaries lived."""
    retired: list[RetiredRevision]


@dataclass(frozen=True)
class DocumentRecord:
    """A document in any status. Counts and metadata are those of its visible content, else of the coming one."""

    document_id: str
    collection_id: str
    file_name: str
    status: DocumentStatus
    live_revision_id: str | None
    next_revision_id: str | None
    title: str
    media_type: str | None
    byte_count: int
    page_count: int
    chunk_count: int
    file_key: str
    created_at: str
    updated_at: str
    summary: str
    metadata: dict[str, Any]
    notice: Notice | None
    """What of its file is missing in it."""
    error: ErrorReport | None
    aliases: list[str] = field(default_factory=list)
    """File names of other documents that share its visible content, in order. Filled by `document()`."""


@dataclass(frozen=True)
class Namesake:
    """A visible document, found by the last part of its file name."""

    file_name: str
    title: str
    ingested_at: str
    """When its content came."""


@dataclass(frozen=True)
class DocumentPage:
    """One page of a listing."""

    documents: list[DocumentRecord]
    total: int
    """All that match, on every page."""
    next: str | None
    """Give it as `after` for the next page; None on the last."""


@dataclass(frozen=True)
class SessionRecord:
    """A conversation."""

    session_id: str
    owner: str
    title: str
    created_at: str
    updated_at: str
    collection_id: str | None
    """Its private collection, once something was dropped into it."""
    attached: list[str]
    """Ids of the shared collections it searches as well, in order."""
    collections_chosen: bool
    """Whether somebody chose them, perhaps none."""


@dataclass(frozen=True)
class HandedIn:
    """A file of an upload, and what became of it when it was handed in."""

    file_name: str
    registration: Registration | None
    """None where it was refused."""
    error: ErrorReport | None
    """Why."""


@dataclass(frozen=True)
class UploadFile:
    """A file of an upload as it stands."""

    position: int
    """In the upload, from 0."""
    file_name: str
    document_id: str | None
    """None where it was refused."""
    revision_id: str | None
    status: UploadStatus
    page_count: int
    chunk_count: int
    seconds: float
    """Of work, where this is known."""
    notice: Notice | None
    """What of it is missing in its document, as long as its content is there."""
    error: ErrorReport | None
    is_done: bool
    """Nothing more will become of it."""


@dataclass(frozen=True)
class UploadRecord:
    """Files that came together."""

    upload_id: str
    owner: str
    collection_id: str
    created_at: str
    files: list[UploadFile]
    """In the order they came."""

    @property
    def is_done(self) -> bool:
        """Nothing more will become of any file."""
        return all(file.is_done for file in self.files)


@dataclass(frozen=True)
class UploadPage:
    """One page of a listing."""

    uploads: list[UploadRecord]
    total: int
    """All there are, on every page."""
    next: str | None
    """Give it as `after` for the next page; None on the last."""


@dataclass(frozen=True)
class FeedbackRecord:
    """What a user thought of an answer."""

    feedback_id: str
    session_id: str | None
    answer_id: str
    value: int
    comment: str
    created_at: str
    payload: dict[str, Any]


@dataclass(frozen=True)
class SessionPage:
    """One page of an owner's sessions."""

    sessions: list[SessionRecord]
    total: int
    """All sessions, on every page."""
    next: str | None
    """Give it as `after` for the next page; None on the last."""


@dataclass(frozen=True)
class FeedbackPage:
    """One page of an owner's feedback."""

    feedback: list[FeedbackRecord]
    total: int
    """All that match, on every page."""
    next: str | None
    """Give it as `after` for the next page; None on the last."""


@dataclass(frozen=True)
class MetadataValue:
    """One value of one metadata field, and how many documents have it."""

    field: str
    value: str
    document_count: int


@dataclass(frozen=True)
class MetadataPage:
    """One page of the values that metadata have."""

    values: list[MetadataValue]
    next: str | None
    """Give it as `after` for the next page; None on the last."""


@dataclass(frozen=True)
class KeyRecord:
    """An API key, without the key."""

    name: str
    owner: str
    created_at: str
    revoked_at: str | None
