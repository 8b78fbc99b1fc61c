"""Rank passages: their features, and the words that documents are meant by.

Documents that were published before have neither and are ranked without, until `sheaf backfill` gives them.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the tables and the column."""
    op.add_column("revisions", sa.Column("passage_starts", sa.JSON(), nullable=False, server_default="[]"))
    op.add_column("revisions", sa.Column("is_entry", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "passages",
        sa.Column("revision_id", sa.String(length=32), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("features", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["revision_id"],
            ["revisions.revision_id"],
            name=op.f("fk_passages_revision_id_revisions"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("revision_id", "place", name=op.f("pk_passages")),
    )
    op.create_table(
        "document_words",
        sa.Column("revision_id", sa.String(length=32), nullable=False),
        sa.Column("word", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("collection_id", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["revision_id"],
            ["revisions.revision_id"],
            name=op.f("fk_document_words_revision_id_revisions"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("revision_id", "word", name=op.f("pk_document_words")),
    )
    op.create_index(
        op.f("ix_document_words_collection_id_word_revision_id"),
        "document_words",
        ["collection_id", "word", "revision_id"],
    )


def downgrade() -> None:
    """Removes them."""
    op.drop_table("document_words")
    op.drop_table("passages")
    # Not in a batch: that would make the table anew, which documents refer to.
    op.drop_column("revisions", "is_entry")
    op.drop_column("revisions", "passage_starts")
