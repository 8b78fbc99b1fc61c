"""Keep that somebody chose what a conversation searches: who chose nothing is not who has not chosen yet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the column; of what is there already it is known where something was chosen."""
    op.add_column("sessions", sa.Column("collections_chosen", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute(
        sa.text(
            "UPDATE sessions SET collections_chosen = :yes WHERE session_id IN "
            "(SELECT session_id FROM session_collections)"
        ).bindparams(yes=True)
    )


def downgrade() -> None:
    """Removes it."""
    # Not as a batch: SQLite would make the table anew, and everything that refers to it would go with the old one.
    op.drop_column("sessions", "collections_chosen")
