"""Keep with a conversation what it is found by: its title and what was asked in it, in one case."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from app.catalogue.folding import folded

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the columns; what was asked is known of a conversation as soon as the next question is answered in it."""
    for name in ("title_key", "asked"):
        op.add_column("sessions", sa.Column(name, sa.Text(), nullable=False, server_default=""))
    sessions = sa.table("sessions", sa.column("session_id"), sa.column("title"), sa.column("title_key"))
    connection = op.get_bind()
    for session_id, title in connection.execute(sa.select(sessions.c.session_id, sessions.c.title)).all():
        connection.execute(sessions.update().where(sessions.c.session_id == session_id).values(title_key=folded(title)))


def downgrade() -> None:
    """Removes them."""
    # Not as a batch: SQLite would make the table anew, and everything that refers to it would go with the old one.
    for name in ("asked", "title_key"):
        op.drop_column("sessions", name)
