"""Alembic's entry: runs the migrations on the connection that `app.catalogue.migration` hands over."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection, text

from app.catalogue.models import Base


def sort_by_code_points(connection: Connection) -> None:
    """Lets every text of the catalogue be sorted and compared by its code points, as SQLite does.

    PostgreSQL sorts text as the language of the database does, unless the column says otherwise. Ranges of text, such
    as all words with one beginning, would hold other words, and pages would come in another order.
    """
    columns = text(
        "SELECT CAST(CAST(attrelid AS regclass) AS text), "
        "string_agg(format('ALTER COLUMN %I TYPE %s COLLATE \"C\"', attname, format_type(atttypid, atttypmod)), ', ') "
        "FROM pg_attribute "
        "WHERE attrelid IN (SELECT to_regclass(each) FROM unnest(CAST(:tables AS text[])) AS each) "
        "AND attnum > 0 AND NOT attisdropped AND attcollation NOT IN (0, CAST('\"C\"' AS regcollation)) GROUP BY 1"
    )
    for table, changes in connection.execute(columns, {"tables": sorted(Base.metadata.tables)}).all():
        connection.exec_driver_sql(f"ALTER TABLE {table} {changes}")


connected: Connection = context.config.attributes["connection"]

context.configure(
    connection=connected,
    target_metadata=Base.metadata,
    # SQLite alters a table by copying it.
    render_as_batch=True,
)
# The transaction is the caller's: opening another here would commit it early.
context.run_migrations()
if connected.dialect.name == "postgresql":
    # After every migration, so that none can forget it. It costs nothing where nothing is new.
    sort_by_code_points(connected)
