"""Datasets that are found by name: those that ship with Sheaf."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

import click

SHIPPED = {"samples": "app.samples"}
"""Package of each dataset; its folder is one in the BEIR layout."""


class DatasetFolder(click.Path):
    """A dataset's folder, or the name of one that ships with Sheaf. A folder of that name here comes first."""

    name = "dataset"

    def __init__(self) -> None:
        super().__init__(exists=True, file_okay=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The folder; what neither is there nor has a name is refused as wrong usage."""
        if value in SHIPPED and not Path(value).is_dir():
            value = str(shipped_dataset(value))
        return super().convert(value, param, ctx)


def shipped_dataset(name: str) -> Path:
    """The folder of a dataset that ships with Sheaf."""
    return Path(str(files(SHIPPED[name])))
