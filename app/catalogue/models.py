"""The catalogue's tables.

A document is a name in a collection; a revision is one content under it. Chunks in the store belong to a revision, and
a revision is visible while at least one document has it as its live one. Moments are ISO 8601 strings in UTC, of equal
length, so that they sort as text on every database. Whatever holds a user's data has an owner.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    LargeBinary,
    MetaData,
    String,
    Text,
    UniqueConstraint,
    false,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

_NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """Declares the tables; statements run on connections, without the object-relational session."""

    metadata = MetaData(naming_convention=_NAMING)


class Owner(Base):
    """Who owns things: `local`, or the owner of an API key."""

    __tablename__ = "owners"

    name: Mapped[str] = mapped_column(Text, primary_key=True)
    created_at: Mapped[str] = mapped_column(String(27))
    id_number: Mapped[int] = mapped_column(default=0, server_default="0")
    """Ids of collections are made with it. It rises with each one that is deleted, so that no id is given again."""


class ApiKey(Base):
    """An API key by its name; only the hash of the key itself is kept."""

    __tablename__ = "api_keys"

    name: Mapped[str] = mapped_column(Text, primary_key=True)
    owner: Mapped[str] = mapped_column(ForeignKey("owners.name"), index=True)
    key_hash: Mapped[str] = mapped_column(Text, unique=True)
    created_at: Mapped[str] = mapped_column(String(27))
    revoked_at: Mapped[str | None] = mapped_column(String(27))


class CollectionRow(Base):
    """A named body of documents with one embedding model. `version` rises with each visible change."""

    __tablename__ = "collections"
    __table_args__ = (UniqueConstraint("owner", "name"),)

    collection_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    owner: Mapped[str] = mapped_column(ForeignKey("owners.name"))
    name: Mapped[str] = mapped_column(Text)
    embedding_model: Mapped[str] = mapped_column(Text)
    dimensions: Mapped[int]
    weight: Mapped[float]
    version: Mapped[int]
    created_at: Mapped[str] = mapped_column(String(27))
    session_id: Mapped[str | None] = mapped_column(Text, index=True)
    """Set for the private collection of a session."""
    store: Mapped[str] = mapped_column(String(16), server_default="lancedb")
    generation: Mapped[int] = mapped_column(default=0, server_default="0")
    """How often it was embedded anew: rows and features belong to it."""


class ReembeddingRow(Base):
    """Vectors of a collection that are not those it is searched by.

    `building`: they are being made, to be searched by; `left`: they were, or were begun, and are to be removed.
    """

    __tablename__ = "reembeddings"

    collection_id: Mapped[str] = mapped_column(
        ForeignKey("collections.collection_id", ondelete="CASCADE"), primary_key=True
    )
    generation: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    owner: Mapped[str] = mapped_column(Text)
    embedding_model: Mapped[str] = mapped_column(Text)
    dimensions: Mapped[int]
    state: Mapped[str] = mapped_column(String(16))
    updated_at: Mapped[str] = mapped_column(String(27))


class SessionRow(Base):
    """A conversation, and the private collection of what was dropped into it."""

    __tablename__ = "sessions"

    session_id: Mapped[str] = mapped_column(Text, primary_key=True)
    owner: Mapped[str] = mapped_column(ForeignKey("owners.name"), index=True)
    title: Mapped[str] = mapped_column(Text)
    created_at: Mapped[str] = mapped_column(String(27))
    updated_at: Mapped[str] = mapped_column(String(27))
    collection_id: Mapped[str | None] = mapped_column(ForeignKey("collections.collection_id", ondelete="SET NULL"))
    collections_chosen: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether somebody chose which shared collections it searches, perhaps none."""
    title_key: Mapped[str] = mapped_column(Text, default="", server_default="")
    """The title, folded: it is found by it."""
    asked: Mapped[str] = mapped_column(Text, default="", server_default="")
    """The questions, folded, one a line: it is found by them as well."""


class SessionCollection(Base):
    """A shared collection that a session searches as well."""

    __tablename__ = "session_collections"

    session_id: Mapped[str] = mapped_column(ForeignKey("sessions.session_id", ondelete="CASCADE"), primary_key=True)
    collection_id: Mapped[str] = mapped_column(
        ForeignKey("collections.collection_id", ondelete="CASCADE"), primary_key=True, index=True
    )
    owner: Mapped[str] = mapped_column(Text)


class RevisionRow(Base):
    """One content: what is parsed, embedded and searched. Documents of equal content share it.

    `state` is `building` until it is published, `live` while a document shows it, then `retired`: a retired revision
    waits for its rows in the store and its file to be removed. `worker` (a claim) and `lease_until` say who builds it.
    """

    __tablename__ = "revisions"
    __table_args__ = (
        Index(None, "collection_id", "content_hash"),
        Index(None, "collection_id", "state", "document_date"),
    )

    revision_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    owner: Mapped[str] = mapped_column(Text)
    collection_id: Mapped[str] = mapped_column(String(32))
    content_hash: Mapped[str] = mapped_column(Text)
    media_type: Mapped[str | None] = mapped_column(Text)
    byte_count: Mapped[int] = mapped_column(BigInteger)
    file_key: Mapped[str] = mapped_column(Text, index=True)
    state: Mapped[str] = mapped_column(String(16), index=True)
    worker: Mapped[str | None] = mapped_column(Text, index=True)
    lease_until: Mapped[str | None] = mapped_column(String(27))
    attempts: Mapped[int] = mapped_column(default=0, server_default="0")
    """How often it was taken on since its file came."""
    given_title: Mapped[str] = mapped_column(Text, default="", server_default="")
    """What whoever handed its file in calls it; empty where it is called nothing."""
    title: Mapped[str] = mapped_column(Text)
    page_count: Mapped[int]
    chunk_count: Mapped[int]
    summary: Mapped[str] = mapped_column(Text)
    found: Mapped[dict[str, Any]] = mapped_column("metadata", JSON, key="found")
    """The DocumentMetadata; the column is `metadata`, a name that declarative classes keep for themselves."""
    embedded_keywords: Mapped[list[str]] = mapped_column(JSON)
    document_date: Mapped[str | None] = mapped_column(String(40))
    passage_starts: Mapped[list[int]] = mapped_column(JSON, default=list, server_default="[]")
    """Index of the first chunk of each passage; empty where it was published before there were passages."""
    is_entry: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether it is a short text about the one thing that it is named for."""
    created_at: Mapped[str] = mapped_column(String(27))
    links_pending: Mapped[bool]
    """Published, but what it bears and mentions is not stored yet."""


class DocumentRow(Base):
    """A name in a collection. `status` tells of the newest content; an older live one stays visible meanwhile."""

    __tablename__ = "documents"
    __table_args__ = (
        UniqueConstraint("collection_id", "file_name"),
        Index(None, "collection_id", "name_key"),
        Index(None, "owner", "created_at", "document_id"),
        Index(None, "status", "next_revision_id"),
    )

    document_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    owner: Mapped[str] = mapped_column(Text)
    collection_id: Mapped[str] = mapped_column(ForeignKey("collections.collection_id", ondelete="CASCADE"))
    file_name: Mapped[str] = mapped_column(Text)
    name_key: Mapped[str] = mapped_column(Text)
    """The file name without its suffix, normalised as names are: found even where the content came under another."""
    status: Mapped[str] = mapped_column(String(16))
    stage: Mapped[str] = mapped_column(String(32))
    """Always empty, and never read: a database that older processes write to as well has to keep the column."""
    live_revision_id: Mapped[str | None] = mapped_column(ForeignKey("revisions.revision_id"), index=True)
    next_revision_id: Mapped[str | None] = mapped_column(ForeignKey("revisions.revision_id"), index=True)
    error_code: Mapped[str | None] = mapped_column(String(32))
    error_message: Mapped[str | None] = mapped_column(Text)
    error_hint: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[str] = mapped_column(String(27))
    updated_at: Mapped[str] = mapped_column(String(27))


class UploadRow(Base):
    """Files that came together."""

    __tablename__ = "uploads"
    __table_args__ = (Index(None, "owner", "created_at", "upload_id"),)

    upload_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    owner: Mapped[str] = mapped_column(Text)
    collection_id: Mapped[str] = mapped_column(ForeignKey("collections.collection_id", ondelete="CASCADE"), index=True)
    created_at: Mapped[str] = mapped_column(String(27))


class UploadFileRow(Base):
    """A file of an upload. Once it is done with, what became of it stands here, whatever happens to its document."""

    __tablename__ = "upload_files"

    upload_id: Mapped[str] = mapped_column(ForeignKey("uploads.upload_id", ondelete="CASCADE"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    owner: Mapped[str] = mapped_column(Text)
    file_name: Mapped[str] = mapped_column(Text)
    document_id: Mapped[str | None] = mapped_column(String(32))
    """Without a document it was refused."""
    revision_id: Mapped[str | None] = mapped_column(String(32))
    outcome: Mapped[str | None] = mapped_column(String(16))
    """Of its registration."""
    status: Mapped[str | None] = mapped_column(String(16), index=True)
    """What became of it; None while it waits or is worked on: then its document tells."""
    page_count: Mapped[int]
    chunk_count: Mapped[int]
    seconds: Mapped[float]
    error_code: Mapped[str | None] = mapped_column(String(32))
    error_message: Mapped[str | None] = mapped_column(Text)
    error_hint: Mapped[str | None] = mapped_column(Text)


class PageRow(Base):
    """A page's text with its headings, tables and furniture."""

    __tablename__ = "pages"

    revision_id: Mapped[str] = mapped_column(ForeignKey("revisions.revision_id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    owner: Mapped[str] = mapped_column(Text)
    text: Mapped[str] = mapped_column(Text)
    marks: Mapped[dict[str, Any]] = mapped_column(JSON)


class SectionRow(Base):
    """A node of a revision's heading tree."""

    __tablename__ = "sections"

    revision_id: Mapped[str] = mapped_column(ForeignKey("revisions.revision_id", ondelete="CASCADE"), primary_key=True)
    section_index: Mapped[int] = mapped_column(primary_key=True)
    owner: Mapped[str] = mapped_column(Text)
    parent_index: Mapped[int | None]
    title: Mapped[str] = mapped_column(Text)
    path: Mapped[list[str]] = mapped_column(JSON)
    depth: Mapped[int]
    section_type: Mapped[str] = mapped_column(String(16))
    spans: Mapped[list[dict[str, int]]] = mapped_column(JSON)
    pages: Mapped[list[int]] = mapped_column(JSON)


class PassageRow(Base):
    """What a passage is ranked by: its features, packed."""

    __tablename__ = "passages"

    revision_id: Mapped[str] = mapped_column(ForeignKey("revisions.revision_id", ondelete="CASCADE"), primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True)
    owner: Mapped[str] = mapped_column(Text)
    features: Mapped[bytes] = mapped_column(LargeBinary)


class NextPassageRow(Base):
    """The same by the embedding that is being made; it takes the other's place when all are there."""

    __tablename__ = "next_passages"

    revision_id: Mapped[str] = mapped_column(ForeignKey("revisions.revision_id", ondelete="CASCADE"), primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True)
    owner: Mapped[str] = mapped_column(Text)
    features: Mapped[bytes] = mapped_column(LargeBinary)


class KeptVector(Base):
    """What a model made of a text, until the document that it is for can be searched: nothing is paid for twice."""

    __tablename__ = "kept_vectors"

    owner: Mapped[str] = mapped_column(Text, primary_key=True)
    model: Mapped[str] = mapped_column(Text, primary_key=True)
    key: Mapped[str] = mapped_column(String(32), primary_key=True)
    """Hash of the text."""
    vector: Mapped[bytes] = mapped_column(LargeBinary)
    """32-bit floats, little-endian."""
    created_at: Mapped[str] = mapped_column(String(27), index=True)


class DocumentWord(Base):
    """A word by which a question may mean a document of several passages: of its file name, title or organisation."""

    __tablename__ = "document_words"
    __table_args__ = (Index(None, "collection_id", "word", "revision_id"),)

    revision_id: Mapped[str] = mapped_column(ForeignKey("revisions.revision_id", ondelete="CASCADE"), primary_key=True)
    word: Mapped[str] = mapped_column(Text, primary_key=True)
    owner: Mapped[str] = mapped_column(Text)
    collection_id: Mapped[str] = mapped_column(String(32))


class MetadataFact(Base):
    """One value of one metadata field of a published revision, so that equality filters use an index."""

    __tablename__ = "metadata_facts"
    __table_args__ = (Index(None, "collection_id", "field", "value"),)

    revision_id: Mapped[str] = mapped_column(ForeignKey("revisions.revision_id", ondelete="CASCADE"), primary_key=True)
    field: Mapped[str] = mapped_column(Text, primary_key=True)
    value: Mapped[str] = mapped_column(Text, primary_key=True)
    owner: Mapped[str] = mapped_column(Text)
    collection_id: Mapped[str] = mapped_column(String(32))


CITED_BY = ("title", "alias", "file_name", "identifier")
"""Kinds of names by which one document cites another."""


class NameRow(Base):
    """Something that a revision bears and others may mention it by."""

    __tablename__ = "names"
    __table_args__ = (Index(None, "collection_id", "key"),)

    revision_id: Mapped[str] = mapped_column(ForeignKey("revisions.revision_id", ondelete="CASCADE"), primary_key=True)
    kind: Mapped[str] = mapped_column(String(16), primary_key=True)
    key: Mapped[str] = mapped_column(Text, primary_key=True)
    owner: Mapped[str] = mapped_column(Text)
    collection_id: Mapped[str] = mapped_column(String(32))
    weight: Mapped[float]


class MentionRow(Base):
    """A phrase or identifier that a chunk of a revision mentions."""

    __tablename__ = "mentions"
    __table_args__ = (Index(None, "collection_id", "key", "revision_id", "chunk_index"),)

    revision_id: Mapped[str] = mapped_column(ForeignKey("revisions.revision_id", ondelete="CASCADE"), primary_key=True)
    key: Mapped[str] = mapped_column(Text, primary_key=True)
    chunk_index: Mapped[int] = mapped_column(primary_key=True)
    owner: Mapped[str] = mapped_column(Text)
    collection_id: Mapped[str] = mapped_column(String(32))
    context: Mapped[str] = mapped_column(Text)


class RevisionTerms(Base):
    """The distinct terms that a live revision was counted with, compressed: exactly these are taken off again.

    Counting them anew from the pages would go wrong as soon as the analysis changes.
    """

    __tablename__ = "revision_terms"

    revision_id: Mapped[str] = mapped_column(ForeignKey("revisions.revision_id", ondelete="CASCADE"), primary_key=True)
    owner: Mapped[str] = mapped_column(Text)
    terms: Mapped[bytes] = mapped_column(LargeBinary)


class TermFrequency(Base):
    """How many of a collection's live revisions hold a term."""

    __tablename__ = "term_frequencies"
    __table_args__ = ({"sqlite_with_rowid": False},)

    collection_id: Mapped[str] = mapped_column(
        ForeignKey("collections.collection_id", ondelete="CASCADE"), primary_key=True
    )
    term: Mapped[str] = mapped_column(Text, primary_key=True)
    owner: Mapped[str] = mapped_column(Text)
    document_count: Mapped[int]


class FeedbackRow(Base):
    """What a user thought of an answer."""

    __tablename__ = "feedback"

    feedback_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    owner: Mapped[str] = mapped_column(Text, index=True)
    session_id: Mapped[str | None] = mapped_column(Text, index=True)
    """Older versions kept feedback without one as well."""
    answer_id: Mapped[str] = mapped_column(Text)
    value: Mapped[int]
    comment: Mapped[str] = mapped_column(Text)
    created_at: Mapped[str] = mapped_column(String(27))
    payload: Mapped[dict[str, Any]] = mapped_column(JSON)


class CacheRow(Base):
    """A kept value: an answer, a relevance score, a query's embedding."""

    __tablename__ = "cache"

    owner: Mapped[str] = mapped_column(Text, primary_key=True)
    kind: Mapped[str] = mapped_column(String(32), primary_key=True)
    key: Mapped[str] = mapped_column(Text, primary_key=True)
    value: Mapped[Any] = mapped_column(JSON)
    created_at: Mapped[str] = mapped_column(String(27), index=True)


class CacheDocument(Base):
    """A document that a kept value rests on."""

    __tablename__ = "cache_documents"
    __table_args__ = (
        ForeignKeyConstraint(["owner", "kind", "key"], ["cache.owner", "cache.kind", "cache.key"], ondelete="CASCADE"),
        Index(None, "owner", "document_id"),
        {"sqlite_with_rowid": False},
    )

    owner: Mapped[str] = mapped_column(Text, primary_key=True)
    kind: Mapped[str] = mapped_column(String(32), primary_key=True)
    key: Mapped[str] = mapped_column(Text, primary_key=True)
    document_id: Mapped[str] = mapped_column(String(32), primary_key=True)
