"""Alembic's entry: runs the migrations on the connection that `app.catalogue.migration` hands over."""

from __future__ import annotations

from alembic import context

from app.catalogue.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    # SQLite alters a table by copying it.
    render_as_batch=True,
)
# The transaction is the caller's: opening another here would commit it early.
context.run_migrations()
