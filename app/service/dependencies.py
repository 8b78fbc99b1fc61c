"""What handlers are given: the one Sheaf of the process, and whose request it is."""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import Depends, Request

from app.sheaf import LOCAL_OWNER, Sheaf


def the_sheaf(request: Request) -> Sheaf:
    """The Sheaf that the lifespan opened."""
    return cast(Sheaf, request.app.state.sheaf)


async def the_owner(request: Request) -> str:  # noqa: ARG001 - who asks will stand in its headers
    """Whose request it is."""
    return LOCAL_OWNER


CurrentSheaf = Annotated[Sheaf, Depends(the_sheaf)]
CurrentOwner = Annotated[str, Depends(the_owner)]
