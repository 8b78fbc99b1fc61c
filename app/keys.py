"""API keys: made from chance, kept as hashes, each acting for one owner."""

from __future__ import annotations

import hashlib
import secrets
from typing import Literal

from app.catalogue.catalogue import SqlCatalogue
from app.owners import LOCAL_OWNER
from nodes.domain.errors import InvalidRequestError, UnauthorizedError
from nodes.domain.regexes import lazy_regex

KEY_PREFIX = "sheaf_"
KEY_BYTES = 32
"""Of chance, 256 bits; see `hash_key`."""
_NAME = lazy_regex(r"[^/\x00-\x1f\x7f]{1,100}")
"""No slash: conversations are kept under `owner/session`, which must not be read in two ways."""


async def create_key(catalogue: SqlCatalogue, name: str, owner: str | None = None) -> str:
    """Makes a key and keeps its hash; the key itself is given here and never again.

    Args:
        catalogue: where it is kept.
        name: what it is called, unique among all keys, the revoked ones too.
        owner: for whom it acts; an owner of the key's name if None.

    Raises:
        InvalidRequestError: a name or owner that is empty, too long, or holds a slash or control characters.
        ConflictError: there is a key of this name.
    """
    owner = name if owner is None else owner
    for what, value in (("name", name), ("owner", owner)):
        if _NAME.fullmatch(value) is None or value != value.strip():
            raise InvalidRequestError(
                f"{what} is {value!r}: 1 to 100 characters without slashes, control characters or blanks at the ends.",
                hint="Choose a plain word, such as the name of who will use the key.",
            )
    key = KEY_PREFIX + secrets.token_urlsafe(KEY_BYTES)
    await catalogue.add_key(name, owner, hash_key(key))
    return key


def hash_key(key: str) -> str:
    """SHA-256 of a key, in hexadecimal. It holds 256 random bits, so that a slow hash would add nothing."""
    return hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()


async def owner_of_key(catalogue: SqlCatalogue, auth: Literal["off", "keys"], key: str | None) -> str:
    """Whose request it is: `local` without keys, else the owner of the key. Asked anew each time.

    Args:
        catalogue: where the hashes are kept; a key revoked by any process is void from then on.
        auth: the setting.
        key: what came as `Authorization: Bearer …`, if anything.

    Raises:
        UnauthorizedError: a key is needed, and there is none or a void one.
    """
    if auth == "off":
        return LOCAL_OWNER
    if not key:
        raise UnauthorizedError(
            "This service wants a key.", hint="Send `Authorization: Bearer KEY`; `sheaf key create NAME` makes one."
        )
    owner = await catalogue.owner_of_key(hash_key(key))
    if owner is None:
        raise UnauthorizedError(
            "The key is unknown or was revoked.",
            hint="`sheaf key list` shows the keys; `sheaf key create NAME` makes one.",
        )
    return owner
