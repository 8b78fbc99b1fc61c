"""Name the store of a collection: another can be chosen for new ones while those that are there stay where they are."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the column; until now there was one store."""
    op.add_column("collections", sa.Column("store", sa.String(length=16), nullable=False, server_default="lancedb"))


def downgrade() -> None:
    """Removes it."""
    # Not as a batch: SQLite would make the table anew, and everything that refers to it would go with the old one.
    op.drop_column("collections", "store")
