"""Which names a service goes by: a page whose own name is made to point here must not pass for one of the service's."""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import ip_address

LOOPBACK = ("127.0.0.1", "::1", "localhost")
ANY_HOST = "*"


def goes_by(name: str | None, hosts: Collection[str], *, needs_key: bool, server: str | None) -> bool:
    """Whether a request was meant for this service.

    Args:
        name: what the request calls it; None where that is no name.
        hosts: the names that are set, `*` among them for any. Where none are set, it goes by any name if requests need
            a key, which a strange page has not. Otherwise only by this machine's own, and by addresses: those cannot
            be made to point elsewhere.
        needs_key: whether requests need one.
        server: what the server itself says that it is called: the address of its socket.
    """
    if hosts:
        return ANY_HOST in hosts or name in hosts
    return needs_key or (name is not None and (name in LOOPBACK or name == server or _is_address(name)))


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
