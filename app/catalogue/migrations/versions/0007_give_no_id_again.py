"""Give no id of a collection again: what is late to remove one, or remembers it, is not to meet its successor."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the column; ids that were made until now stay."""
    op.add_column("owners", sa.Column("id_number", sa.Integer(), nullable=False, server_default="0"))
    # Ids of deleted collections are not known any more. They were numbered from 0, and the number rose only while as
    # many collections of one name, since renamed, were there at once: no owner had so many.
    op.execute("UPDATE owners SET id_number = 1000")


def downgrade() -> None:
    """Removes it."""
    # Not as a batch: SQLite would make the table anew, and everything that refers to it would go with the old one.
    op.drop_column("owners", "id_number")
