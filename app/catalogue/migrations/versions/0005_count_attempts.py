"""Count how often a revision was taken on: what may have left rows in the stores, and what is tried in vain."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the column; what is being built now may have rows in the stores already."""
    op.add_column("revisions", sa.Column("attempts", sa.Integer(), nullable=False, server_default="0"))
    op.execute("UPDATE revisions SET attempts = 1 WHERE worker IS NOT NULL")


def downgrade() -> None:
    """Removes it."""
    # Not as a batch: SQLite would make the table anew, and everything that refers to it would go with the old one.
    op.drop_column("revisions", "attempts")
