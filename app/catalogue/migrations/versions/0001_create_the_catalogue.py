"""Create the catalogue.

Revises nothing: this is the first.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates every table; those that others refer to come first."""
    _create_cache()
    _create_feedback()
    _create_owners()
    _create_revisions()
    _create_api_keys()
    _create_cache_documents()
    _create_collections()
    _create_mentions()
    _create_metadata_facts()
    _create_names()
    _create_pages()
    _create_revision_terms()
    _create_sections()
    _create_documents()
    _create_sessions()
    _create_term_frequencies()
    _create_session_collections()


def downgrade() -> None:
    """Drops them all."""
    for table in (
        "session_collections",
        "term_frequencies",
        "sessions",
        "documents",
        "sections",
        "revision_terms",
        "pages",
        "names",
        "metadata_facts",
        "mentions",
        "collections",
        "cache_documents",
        "api_keys",
        "revisions",
        "owners",
        "feedback",
        "cache",
    ):
        op.drop_table(table)


def _create_cache() -> None:
    op.create_table(
        "cache",
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.String(length=27), nullable=False),
        sa.PrimaryKeyConstraint("owner", "kind", "key", name=op.f("pk_cache")),
    )
    op.create_index(op.f("ix_cache_created_at"), "cache", ["created_at"])


def _create_feedback() -> None:
    op.create_table(
        "feedback",
        sa.Column("feedback_id", sa.String(length=32), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=True),
        sa.Column("answer_id", sa.Text(), nullable=False),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("created_at", sa.String(length=27), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("feedback_id", name=op.f("pk_feedback")),
    )
    op.create_index(op.f("ix_feedback_owner"), "feedback", ["owner"])
    op.create_index(op.f("ix_feedback_session_id"), "feedback", ["session_id"])


def _create_owners() -> None:
    op.create_table(
        "owners",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", sa.String(length=27), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_owners")),
    )


def _create_revisions() -> None:
    op.create_table(
        "revisions",
        sa.Column("revision_id", sa.String(length=32), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("collection_id", sa.String(length=32), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("media_type", sa.Text(), nullable=True),
        sa.Column("byte_count", sa.BigInteger(), nullable=False),
        sa.Column("file_key", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("worker", sa.Text(), nullable=True),
        sa.Column("lease_until", sa.String(length=27), nullable=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("page_count", sa.Integer(), nullable=False),
        sa.Column("chunk_count", sa.Integer(), nullable=False),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.Column("metadata", sa.JSON(), nullable=False),
        sa.Column("embedded_keywords", sa.JSON(), nullable=False),
        sa.Column("document_date", sa.String(length=40), nullable=True),
        sa.Column("created_at", sa.String(length=27), nullable=False),
        sa.Column("links_pending", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("revision_id", name=op.f("pk_revisions")),
    )
    op.create_index(op.f("ix_revisions_collection_id_content_hash"), "revisions", ["collection_id", "content_hash"])
    op.create_index(
        op.f("ix_revisions_collection_id_state_document_date"), "revisions", ["collection_id", "state", "document_date"]
    )
    op.create_index(op.f("ix_revisions_file_key"), "revisions", ["file_key"])
    op.create_index(op.f("ix_revisions_state"), "revisions", ["state"])
    op.create_index(op.f("ix_revisions_worker"), "revisions", ["worker"])


def _create_api_keys() -> None:
    op.create_table(
        "api_keys",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("key_hash", sa.Text(), nullable=False),
        sa.Column("created_at", sa.String(length=27), nullable=False),
        sa.Column("revoked_at", sa.String(length=27), nullable=True),
        sa.ForeignKeyConstraint(["owner"], ["owners.name"], name=op.f("fk_api_keys_owner_owners")),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_api_keys")),
        sa.UniqueConstraint("key_hash", name=op.f("uq_api_keys_key_hash")),
    )
    op.create_index(op.f("ix_api_keys_owner"), "api_keys", ["owner"])


def _create_cache_documents() -> None:
    op.create_table(
        "cache_documents",
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("document_id", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["owner", "kind", "key"],
            ["cache.owner", "cache.kind", "cache.key"],
            name=op.f("fk_cache_documents_owner_cache"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("owner", "kind", "key", "document_id", name=op.f("pk_cache_documents")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_cache_documents_owner_document_id"), "cache_documents", ["owner", "document_id"])


def _create_collections() -> None:
    op.create_table(
        "collections",
        sa.Column("collection_id", sa.String(length=32), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("embedding_model", sa.Text(), nullable=False),
        sa.Column("dimensions", sa.Integer(), nullable=False),
        sa.Column("weight", sa.Double(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.String(length=27), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["owner"], ["owners.name"], name=op.f("fk_collections_owner_owners")),
        sa.PrimaryKeyConstraint("collection_id", name=op.f("pk_collections")),
        sa.UniqueConstraint("owner", "name", name=op.f("uq_collections_owner_name")),
    )
    op.create_index(op.f("ix_collections_session_id"), "collections", ["session_id"])


def _create_mentions() -> None:
    op.create_table(
        "mentions",
        sa.Column("revision_id", sa.String(length=32), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("chunk_index", sa.Integer(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("collection_id", sa.String(length=32), nullable=False),
        sa.Column("context", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["revision_id"],
            ["revisions.revision_id"],
            name=op.f("fk_mentions_revision_id_revisions"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("revision_id", "key", "chunk_index", name=op.f("pk_mentions")),
    )
    op.create_index(
        op.f("ix_mentions_collection_id_key_revision_id_chunk_index"),
        "mentions",
        ["collection_id", "key", "revision_id", "chunk_index"],
    )


def _create_metadata_facts() -> None:
    op.create_table(
        "metadata_facts",
        sa.Column("revision_id", sa.String(length=32), nullable=False),
        sa.Column("field", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("collection_id", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["revision_id"],
            ["revisions.revision_id"],
            name=op.f("fk_metadata_facts_revision_id_revisions"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("revision_id", "field", "value", name=op.f("pk_metadata_facts")),
    )
    op.create_index(
        op.f("ix_metadata_facts_collection_id_field_value"), "metadata_facts", ["collection_id", "field", "value"]
    )


def _create_names() -> None:
    op.create_table(
        "names",
        sa.Column("revision_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("collection_id", sa.String(length=32), nullable=False),
        sa.Column("weight", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["revision_id"], ["revisions.revision_id"], name=op.f("fk_names_revision_id_revisions"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("revision_id", "kind", "key", name=op.f("pk_names")),
    )
    op.create_index(op.f("ix_names_collection_id_key"), "names", ["collection_id", "key"])


def _create_pages() -> None:
    op.create_table(
        "pages",
        sa.Column("revision_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("marks", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["revision_id"], ["revisions.revision_id"], name=op.f("fk_pages_revision_id_revisions"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("revision_id", "number", name=op.f("pk_pages")),
    )


def _create_revision_terms() -> None:
    op.create_table(
        "revision_terms",
        sa.Column("revision_id", sa.String(length=32), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("terms", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["revision_id"],
            ["revisions.revision_id"],
            name=op.f("fk_revision_terms_revision_id_revisions"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("revision_id", name=op.f("pk_revision_terms")),
    )


def _create_sections() -> None:
    op.create_table(
        "sections",
        sa.Column("revision_id", sa.String(length=32), nullable=False),
        sa.Column("section_index", sa.Integer(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("parent_index", sa.Integer(), nullable=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("path", sa.JSON(), nullable=False),
        sa.Column("depth", sa.Integer(), nullable=False),
        sa.Column("section_type", sa.String(length=16), nullable=False),
        sa.Column("spans", sa.JSON(), nullable=False),
        sa.Column("pages", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["revision_id"],
            ["revisions.revision_id"],
            name=op.f("fk_sections_revision_id_revisions"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("revision_id", "section_index", name=op.f("pk_sections")),
    )


def _create_documents() -> None:
    op.create_table(
        "documents",
        sa.Column("document_id", sa.String(length=32), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("collection_id", sa.String(length=32), nullable=False),
        sa.Column("file_name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("stage", sa.String(length=32), nullable=False),
        sa.Column("live_revision_id", sa.String(length=32), nullable=True),
        sa.Column("next_revision_id", sa.String(length=32), nullable=True),
        sa.Column("error_code", sa.String(length=32), nullable=True),
        sa.Column("error_message", sa.Text(), nullable=True),
        sa.Column("error_hint", sa.Text(), nullable=True),
        sa.Column("created_at", sa.String(length=27), nullable=False),
        sa.Column("updated_at", sa.String(length=27), nullable=False),
        sa.ForeignKeyConstraint(
            ["collection_id"],
            ["collections.collection_id"],
            name=op.f("fk_documents_collection_id_collections"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["live_revision_id"], ["revisions.revision_id"], name=op.f("fk_documents_live_revision_id_revisions")
        ),
        sa.ForeignKeyConstraint(
            ["next_revision_id"], ["revisions.revision_id"], name=op.f("fk_documents_next_revision_id_revisions")
        ),
        sa.PrimaryKeyConstraint("document_id", name=op.f("pk_documents")),
        sa.UniqueConstraint("collection_id", "file_name", name=op.f("uq_documents_collection_id_file_name")),
    )
    op.create_index(op.f("ix_documents_collection_id_name_key"), "documents", ["collection_id", "name_key"])
    op.create_index(op.f("ix_documents_live_revision_id"), "documents", ["live_revision_id"])
    op.create_index(op.f("ix_documents_next_revision_id"), "documents", ["next_revision_id"])
    op.create_index(
        op.f("ix_documents_owner_created_at_document_id"), "documents", ["owner", "created_at", "document_id"]
    )
    op.create_index(op.f("ix_documents_status_next_revision_id"), "documents", ["status", "next_revision_id"])


def _create_sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("created_at", sa.String(length=27), nullable=False),
        sa.Column("updated_at", sa.String(length=27), nullable=False),
        sa.Column("collection_id", sa.String(length=32), nullable=True),
        sa.ForeignKeyConstraint(
            ["collection_id"],
            ["collections.collection_id"],
            name=op.f("fk_sessions_collection_id_collections"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(["owner"], ["owners.name"], name=op.f("fk_sessions_owner_owners")),
        sa.PrimaryKeyConstraint("session_id", name=op.f("pk_sessions")),
    )
    op.create_index(op.f("ix_sessions_owner"), "sessions", ["owner"])


def _create_term_frequencies() -> None:
    op.create_table(
        "term_frequencies",
        sa.Column("collection_id", sa.String(length=32), nullable=False),
        sa.Column("term", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("document_count", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["collection_id"],
            ["collections.collection_id"],
            name=op.f("fk_term_frequencies_collection_id_collections"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("collection_id", "term", name=op.f("pk_term_frequencies")),
        sqlite_with_rowid=False,
    )


def _create_session_collections() -> None:
    op.create_table(
        "session_collections",
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("collection_id", sa.String(length=32), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["collection_id"],
            ["collections.collection_id"],
            name=op.f("fk_session_collections_collection_id_collections"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["sessions.session_id"],
            name=op.f("fk_session_collections_session_id_sessions"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("session_id", "collection_id", name=op.f("pk_session_collections")),
    )
    op.create_index(op.f("ix_session_collections_collection_id"), "session_collections", ["collection_id"])
