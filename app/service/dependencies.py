"""What handlers are given: the one Sheaf of the process, and whose request it is."""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from fastapi.security.utils import get_authorization_scheme_param
from starlette.datastructures import Headers
from starlette.types import Scope

from app.keys import owner_of_key
from app.service.limits import RateLimit
from app.sheaf import Sheaf

OWNER = "sheaf.owner"
"""Where a request's scope has its owner, once it was looked up."""

bearer = HTTPBearer(
    auto_error=False,
    scheme_name="key",
    description="A key of `sheaf key create NAME`. Needed with `SHEAF_AUTH=keys`; without, everything is `local`'s.",
)


def the_sheaf(request: Request) -> Sheaf:
    """The Sheaf that the lifespan opened."""
    return cast(Sheaf, request.app.state.sheaf)


CurrentSheaf = Annotated[Sheaf, Depends(the_sheaf)]


async def owner_of_request(scope: Scope) -> str:
    """Whose request it is, looked up once for each.

    Raises:
        UnauthorizedError: a key is needed, and none that holds was sent.
    """
    if OWNER not in scope:
        sheaf = cast(Sheaf, scope["app"].state.sheaf)
        scheme, key = get_authorization_scheme_param(Headers(scope=scope).get("Authorization"))
        scope[OWNER] = await owner_of_key(
            sheaf.catalogue, sheaf.settings.auth, key if scheme.lower() == "bearer" else None
        )
    return cast(str, scope[OWNER])


async def the_owner(request: Request, _: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]) -> str:
    """The same, for handlers; the credentials are a parameter so that the API's document has them."""
    return await owner_of_request(request.scope)


CurrentOwner = Annotated[str, Depends(the_owner)]


async def within_limit(request: Request, owner: CurrentOwner) -> None:
    """Counts a request of this owner. Raises RateLimitedError where there were too many."""
    cast(RateLimit, request.app.state.request_limit).count(owner)


WithinLimit = Depends(within_limit)
