"""The id of the request that is being worked on, wherever its work has gone."""

from __future__ import annotations

import uuid
from contextvars import ContextVar

from nodes.domain.regexes import lazy_regex

REQUEST_ID: ContextVar[str | None] = ContextVar("request_id", default=None)
"""Set for the time of a request; None outside. Tasks and threads begun by the request have it too."""

_SANE = lazy_regex(r"[A-Za-z0-9._:-]{1,128}")


def request_id_of(sent: str | None) -> str:
    """The id that a client sent, if it is short and plain enough to stand in logs; else a new one."""
    return sent if sent is not None and _SANE.fullmatch(sent) else uuid.uuid4().hex
