"""Keep the title that a file was given with its revision: whoever works on it, and whenever, has it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the column; of what is there already nobody knows one."""
    op.add_column("revisions", sa.Column("given_title", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    """Removes it."""
    # Not as a batch: SQLite would make the table anew, and everything that refers to it would go with the old one.
    op.drop_column("revisions", "given_title")
