"""Deterministic ids: the same things, brought in the same order, get the same ids on every machine."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import PurePath

from nodes.language.terms import normalise_name


def _digest(*parts: str, length: int) -> str:
    joined = "\0".join(parts).encode("utf-8", "surrogatepass")
    return blake2b(joined, digest_size=length // 2).hexdigest()


def _numbered(parts: tuple[str, ...], number: int) -> tuple[str, ...]:
    return parts if number == 0 else (*parts, str(number))


def collection_id_of(owner: str, name: str, number: int) -> str:
    """`c` and 16 hexadecimal digits. `number` tells apart collections that had this name one after the other."""
    return "c" + _digest(*_numbered((owner, name), number), length=16)


def document_id_of(collection_id: str, file_name: str) -> str:
    """`d` and 16 hexadecimal digits."""
    return "d" + _digest(collection_id, file_name, length=16)


def revision_id_of(document_id: str, content_hash: str, number: int = 0) -> str:
    """`r` and 20 hexadecimal digits. `number` tells apart where an id is taken by a revision that waits for removal."""
    return "r" + _digest(*_numbered((document_id, content_hash), number), length=20)


def name_key(file_name: str) -> str:
    """What file names are looked up by: the name without its folders and suffix, normalised as names are."""
    return normalise_name(PurePath(file_name).stem)
