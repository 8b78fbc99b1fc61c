"""What an extra of the package brings, asked for before it is needed."""

from __future__ import annotations

import importlib

from nodes.domain.errors import UnavailableError


def require(*modules: str, lack: str, hint: str) -> None:
    """Makes sure that modules of an extra can be imported.

    Raises:
        UnavailableError: with these words, where one cannot.
    """
    try:
        for module in modules:
            importlib.import_module(module)
    except ImportError as error:
        raise UnavailableError(lack, hint=hint) from error
