"""Keep uploads: which files came together, and what became of each."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the tables."""
    op.create_table(
        "uploads",
        sa.Column("upload_id", sa.String(length=32), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("collection_id", sa.String(length=32), nullable=False),
        sa.Column("created_at", sa.String(length=27), nullable=False),
        sa.ForeignKeyConstraint(
            ["collection_id"],
            ["collections.collection_id"],
            name=op.f("fk_uploads_collection_id_collections"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("upload_id", name=op.f("pk_uploads")),
    )
    op.create_index(op.f("ix_uploads_collection_id"), "uploads", ["collection_id"])
    op.create_index(op.f("ix_uploads_owner_created_at_upload_id"), "uploads", ["owner", "created_at", "upload_id"])
    op.create_table(
        "upload_files",
        sa.Column("upload_id", sa.String(length=32), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("file_name", sa.Text(), nullable=False),
        sa.Column("document_id", sa.String(length=32), nullable=True),
        sa.Column("revision_id", sa.String(length=32), nullable=True),
        sa.Column("outcome", sa.String(length=16), nullable=True),
        sa.Column("status", sa.String(length=16), nullable=True),
        sa.Column("page_count", sa.Integer(), nullable=False),
        sa.Column("chunk_count", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("error_code", sa.String(length=32), nullable=True),
        sa.Column("error_message", sa.Text(), nullable=True),
        sa.Column("error_hint", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["upload_id"], ["uploads.upload_id"], name=op.f("fk_upload_files_upload_id_uploads"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("upload_id", "position", name=op.f("pk_upload_files")),
    )
    op.create_index(op.f("ix_upload_files_status"), "upload_files", ["status"])


def downgrade() -> None:
    """Removes them."""
    op.drop_table("upload_files")
    op.drop_table("uploads")
