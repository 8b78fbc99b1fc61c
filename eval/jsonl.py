"""Lines of JSON objects, read so that every fault is told with its file and line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nodes.domain.errors import InvalidRequestError


class DatasetError(InvalidRequestError):
    """A dataset that cannot be used; the message names the file and, where there is one, the line."""


@dataclass(frozen=True)
class JsonLine:
    """One object with the place it came from."""

    path: Path
    number: int
    values: Mapping[str, Any]

    @property
    def place(self) -> str:
        """File and line, as editors understand them."""
        return f"{self.path}:{self.number}"

    def identifier(self, name: str) -> str:
        """An id that is not empty; numbers are taken as their digits."""
        value = self._value(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if not isinstance(value, str) or not value.strip():
            raise DatasetError(f"{self.place}: the field {name!r} is {value!r}.", hint="Give it an id, as a string.")
        return value.strip()

    def text(self, name: str, default: str | None = None) -> str:
        """A string, perhaps empty; `default` where the field is missing or null."""
        value = self.values.get(name)
        if value is None and default is not None:
            return default
        value = self._value(name)
        if not isinstance(value, str):
            raise DatasetError(f"{self.place}: the field {name!r} is {value!r}.", hint="Make it a string.")
        return value

    def mapping(self, name: str) -> Mapping[str, Any]:
        """An object; empty where the field is missing or null."""
        value = self.values.get(name)
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise DatasetError(f"{self.place}: the field {name!r} is {value!r}.", hint="Make it an object.")
        return value

    def refuse_second(self, identifier: str, seen: dict[str, int]) -> None:
        """Notes the id in `seen` (line by id). Raises DatasetError where it is there already."""
        if identifier in seen:
            raise DatasetError(
                f"{self.place}: the _id {identifier!r} is also that of line {seen[identifier]}.", hint="Ids are unique."
            )
        seen[identifier] = self.number

    def _value(self, name: str) -> Any:
        if name not in self.values:
            raise DatasetError(
                f"{self.place}: the field {name!r} is missing.", hint=f"There are: {', '.join(sorted(self.values))}."
            )
        return self.values[name]


def read_json_lines(path: Path) -> tuple[list[JsonLine], int]:
    """The objects of a file, and the number of blank lines.

    Raises:
        DatasetError: the file is not there, is not UTF-8, or a line is not a JSON object.
    """
    lines, blank = read_lines(path)
    return [_parse(path, number, line) for number, line in lines], blank


def read_lines(path: Path) -> tuple[list[tuple[int, str]], int]:
    """The lines of a file that are not blank, with their numbers from 1, and the number of those that are.

    Raises:
        DatasetError: the file is not there, or is not UTF-8.
    """
    if not path.is_file():
        raise DatasetError(
            f"{path} is not there.", hint="A dataset has corpus.jsonl or documents/, queries.jsonl and qrels.tsv."
        )
    try:
        # Not splitlines: texts may hold line separators of Unicode, which JSON leaves as they are.
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise DatasetError(f"{path} is not UTF-8: {error.reason} at byte {error.start}.", hint="Convert it.") from error
    lines = lines[:-1] if lines[-1] == "" else lines
    filled = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    return filled, len(lines) - len(filled)


def _parse(path: Path, number: int, line: str) -> JsonLine:
    try:
        value = json.loads(line)
    except json.JSONDecodeError as error:
        raise DatasetError(
            f"{path}:{number}: not JSON: {error.msg} at column {error.colno}.", hint="One JSON object a line."
        ) from error
    if not isinstance(value, dict):
        raise DatasetError(f"{path}:{number}: not a JSON object.", hint="One JSON object a line.")
    return JsonLine(path, number, value)
