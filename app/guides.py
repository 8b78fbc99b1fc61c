"""docs/options.md and docs/settings.md, written from what is declared: neither can leave one out, or lie for long."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from app.settings import CONFIG_VARIABLE, Settings, allowed, field_of, known_keys, variable
from nodes.domain.options import Options

_OPTIONS = """# Options of a question

What a request may set: `"options": {"top_k": 20}` of `POST /chat` and `POST /search`. A variable makes a value the
default of all requests; it may be a key of `sheaf.toml`, too, in the group `chat`. Unset is left to what the question
is like. Written by `.venv/bin/python -m app.guides docs`.

"""
_SETTINGS = f"""# Settings

Each is an environment variable or a key of `sheaf.toml` in the working directory, or of the file that
`{CONFIG_VARIABLE}` names: `SHEAF_INGEST__MAX_PAGES` is `max_pages` in the group `[ingest]`. `sheaf doctor` prints all
of them with their values. A list is JSON in a variable: `SHEAF_SERVICE__ALLOWED_HOSTS='["papers.example"]'`. Written by
`.venv/bin/python -m app.guides docs`.
"""


def options_guide() -> str:
    """All options, one a row."""
    fields = Options.model_fields.items()
    rows = ((f"`{name}`", f"`{variable(('chat', name))}`", *_told(field)) for name, field in fields)
    return _OPTIONS + _table(("option", "variable", "default", "may be", "meaning"), rows)


def settings_guide() -> str:
    """All settings, those of a group under its own heading; the defaults of options have a page of their own."""
    parts = [_SETTINGS, _rows(key for key in known_keys() if len(key) == 1)]
    for name, field in Settings.model_fields.items():
        if not (isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel)):
            continue
        parts.append(f"## `[{name}]`: {field.description}\n")
        is_of_options = field.annotation is Options
        parts.append(
            "All of them stand in [options.md](options.md).\n"
            if is_of_options
            else _rows(key for key in known_keys() if key[0] == name and len(key) > 1)
        )
    return "\n".join(parts)


def _rows(keys: Iterable[tuple[str, ...]]) -> str:
    return _table(
        ("variable", "default", "may be", "meaning"), ((f"`{variable(key)}`", *_told(field_of(key))) for key in keys)
    )


def _told(field: FieldInfo) -> tuple[str, str, str]:
    """Default, what it may be, and its meaning."""
    return _default(field), _choices(field.annotation) or allowed(field) or "-", field.description or ""


def _default(field: FieldInfo) -> str:
    value = field.get_default(call_default_factory=True, validated_data={})
    if value is None or value in ((), {}):
        return "unset"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _choices(annotation: Any) -> str:
    """The words that a setting may be, if it may be nothing else."""
    if get_origin(annotation) in (Union, UnionType):
        [*kinds] = (each for each in get_args(annotation) if each is not NoneType)
        return _choices(kinds[0]) if len(kinds) == 1 else ""
    if annotation is bool:
        return "`true`, `false`"
    return ", ".join(f"`{each}`" for each in get_args(annotation)) if get_origin(annotation) is Literal else ""


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


GUIDES = {"options.md": options_guide, "settings.md": settings_guide}

if __name__ == "__main__":
    for argument in sys.argv[1:]:
        for file_name, guide in GUIDES.items():
            (Path(argument) / file_name).write_text(guide(), encoding="utf-8")
