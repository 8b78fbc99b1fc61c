"""What a conversation may be called by whoever begins it: one rule for every door that makes one."""

from __future__ import annotations

from nodes.domain.errors import InvalidRequestError
from nodes.domain.regexes import lazy_regex

LONGEST_SESSION_ID = 200
"""Characters."""
SESSION_ID = r"^[^/\x00-\x1f\x7f]*[^/.\s\x00-\x1f\x7f][^/\x00-\x1f\x7f]*$"
"""No slash: it stands in the paths of routes, and conversations are kept under `owner/session`, which must not be read
in two ways. Not of dots and blanks alone: clients take `.` and `..` out of a path."""
SESSION_ID_IN_WORDS = "no slashes and no control characters, and not dots and blanks alone"

_SESSION_ID = lazy_regex(SESSION_ID)


def check_session_id(session_id: str) -> None:
    """Refuses an id under which a conversation could not be asked, read or deleted.

    Raises:
        InvalidRequestError: it is such an id.
    """
    if len(session_id) > LONGEST_SESSION_ID or _SESSION_ID.fullmatch(session_id) is None:
        raise InvalidRequestError(
            f"session_id: 1 to {LONGEST_SESSION_ID} characters, {SESSION_ID_IN_WORDS}.",
            hint="Choose another, or leave it out.",
        )
