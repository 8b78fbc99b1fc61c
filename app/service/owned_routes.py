"""Routes that take an owner, and so may answer that they want a key."""

from __future__ import annotations

from fastapi import APIRouter, Depends

from app.service.errors import error_responses
from app.service.parameters import only_known_parameters

COMMON_ERRORS = error_responses("unauthorized", "forbidden", "invalid_request", "internal", "unavailable")


def owned_routes(tag: str) -> APIRouter:
    """A router for such routes of Sheaf's own: they refuse parameters that they do not know.

    Args:
        tag: under which the documentation of the API shows them.
    """
    return APIRouter(tags=[tag], responses=COMMON_ERRORS, dependencies=[Depends(only_known_parameters)])
