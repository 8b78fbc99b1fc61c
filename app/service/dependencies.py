"""What handlers are given: the one Sheaf of the process, and whose request it is."""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from app.keys import owner_of_key
from app.service.limits import RateLimit
from app.sheaf import Sheaf

bearer = HTTPBearer(
    auto_error=False,
    scheme_name="key",
    description="A key of `sheaf key create NAME`. Needed with `SHEAF_AUTH=keys`; without, everything is `local`'s.",
)


def the_sheaf(request: Request) -> Sheaf:
    """The Sheaf that the lifespan opened."""
    return cast(Sheaf, request.app.state.sheaf)


CurrentSheaf = Annotated[Sheaf, Depends(the_sheaf)]


async def the_owner(
    sheaf: CurrentSheaf, credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> str:
    """Whose request it is. Raises UnauthorizedError where a key is needed and none that holds was sent."""
    key = None if credentials is None else credentials.credentials
    return await owner_of_key(sheaf.catalogue, sheaf.settings.auth, key)


CurrentOwner = Annotated[str, Depends(the_owner)]


async def within_limit(request: Request, owner: CurrentOwner) -> None:
    """Counts a question of this owner. Raises RateLimitedError where there were too many."""
    cast(RateLimit, request.app.state.request_limit).count(owner)


WithinLimit = Depends(within_limit)
