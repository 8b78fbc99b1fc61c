"""Documents that cannot be shown, as there is no content of theirs, or not yet."""

from __future__ import annotations

from app.catalogue.records import DocumentRecord
from nodes.domain.errors import ConflictError


def unready(record: DocumentRecord) -> ConflictError:
    """What is told of a document that cannot be shown: that it is not ready yet, or why it failed and what helps."""
    name, error = repr(record.file_name), record.error
    if record.status != "failed":
        doing = "waits to be read" if record.status == "pending" else "is being read"
        return ConflictError(f"{name} {doing}: it has nothing to show yet.", hint="Wait until it is ready.")
    if error is None:
        return ConflictError(f"{name} failed. It has nothing to show.", hint="Upload it again.")
    why = error["message"] if name in error["message"] else f"{name} failed: {error['message']}"
    return ConflictError(f"{why} It has nothing to show.", hint=error["hint"] or "Upload it again.")
