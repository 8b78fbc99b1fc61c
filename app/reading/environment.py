"""What processes that open untrusted files find in their environment: nothing that is secret."""

from __future__ import annotations

import os
from collections.abc import Mapping

_NAMES = frozenset(
    {
        "HOME",
        "LANG",
        "LANGUAGE",
        "LD_LIBRARY_PATH",
        "PATH",
        "SYSTEMROOT",
        "TEMP",
        "TESSDATA_PREFIX",
        "TMP",
        "TMPDIR",
        "TZ",
    }
)
_BEGINNINGS = ("LC_", "MALLOC_", "OMP_", "OPENBLAS_", "PYTHON")


def forget_secrets() -> None:
    """Takes out of this process's environment all but what libraries and programs need to run at all.

    Keys, addresses of databases and whatever else a service was started with go: what a file makes a library or a
    program do cannot read them there. That is no isolation: who runs code of their own can look elsewhere.
    """
    for name in list(os.environ):
        if name.upper() not in _NAMES and not name.upper().startswith(_BEGINNINGS):
            del os.environ[name]


def program_environment(home: str) -> Mapping[str, str]:
    """The whole environment of a program that converts a file.

    Args:
        home: a folder of its own, that goes with it.
    """
    given = {name: os.environ[name] for name in ("PATH", "LANG", "SYSTEMROOT") if name in os.environ}
    return {"LANG": "C.UTF-8", **given, "HOME": home, "TMPDIR": home}
