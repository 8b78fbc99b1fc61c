"""Embed anew: number a collection's embeddings, keep the next ones beside them, and vectors that were paid for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the column and the tables; what is there was embedded once."""
    op.add_column("collections", sa.Column("generation", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "reembeddings",
        sa.Column("collection_id", sa.String(length=32), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("embedding_model", sa.Text(), nullable=False),
        sa.Column("dimensions", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("updated_at", sa.String(length=27), nullable=False),
        sa.ForeignKeyConstraint(
            ["collection_id"],
            ["collections.collection_id"],
            name=op.f("fk_reembeddings_collection_id_collections"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("collection_id", "generation", name=op.f("pk_reembeddings")),
    )
    op.create_table(
        "next_passages",
        sa.Column("revision_id", sa.String(length=32), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("features", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["revision_id"],
            ["revisions.revision_id"],
            name=op.f("fk_next_passages_revision_id_revisions"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("revision_id", "place", name=op.f("pk_next_passages")),
    )
    op.create_table(
        "kept_vectors",
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("key", sa.String(length=32), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.String(length=27), nullable=False),
        sa.PrimaryKeyConstraint("owner", "model", "key", name=op.f("pk_kept_vectors")),
    )
    op.create_index(op.f("ix_kept_vectors_created_at"), "kept_vectors", ["created_at"])


def downgrade() -> None:
    """Removes them. A collection that was embedded anew cannot be searched by what comes before."""
    op.drop_table("kept_vectors")
    op.drop_table("next_passages")
    op.drop_table("reembeddings")
    # Not as a batch: SQLite would make the table anew, and everything that refers to it would go with the old one.
    op.drop_column("collections", "generation")
