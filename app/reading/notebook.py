"""Jupyter notebooks: their cells in order as one page of Markdown, code and what it printed in fences, no pictures."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from app.reading.encoding import decode
from app.reading.html import html_page
from app.reading.layout import split_authors
from app.reading.markdown import markdown_page
from app.reading.normalise import normalise_line, normalise_text
from nodes.domain.documents import FileProperties, Page
from nodes.domain.errors import NoTextError, UnreadableFileError
from nodes.domain.regexes import lazy_regex

_EMBEDDED = lazy_regex(r"!\[([^\]\n]*)\]\((?:data:|attachment:)[^)\s]*\)")
"""A picture that is part of the cell."""
_CONTROLS = lazy_regex(r"\x1b\[[\d;]*[A-Za-z]")
"""Colours of a terminal."""
_FENCES = lazy_regex(r"`{3,}")


def read_notebook(path: Path, file_name: str) -> tuple[Page, FileProperties]:
    """The notebook as one page: headings of its text go on over cells. Title and authors are those of its metadata.

    Raises:
        UnreadableFileError: It is no notebook.
        NoTextError: No cell holds text.
    """
    try:
        notebook = json.loads(decode(path.read_bytes()))
        cells = [cell for cell in _cells(notebook) if isinstance(cell, dict)]
        metadata = notebook.get("metadata") or {}
        language = str((metadata.get("kernelspec") or {}).get("language") or "")
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError) as error:
        raise UnreadableFileError(
            f"{file_name!r} is not a Jupyter notebook, or is damaged.",
            hint="Save it again in Jupyter, or give it the extension of what it is.",
        ) from error
    blocks = [block.strip("\n") for cell in cells for block in _blocks(cell, language, file_name) if block.strip()]
    if not blocks:
        raise NoTextError(f"{file_name!r} has no cell with text.", hint="Check that the file is the one you meant.")
    page, properties = markdown_page(normalise_text("\n\n".join(blocks) + "\n"), file_name)
    return page, {**_properties(metadata), **properties}


def _cells(notebook: dict[str, Any]) -> list[Any]:
    """The cells; before version 4 they stood in worksheets."""
    if "cells" in notebook:
        return [*notebook["cells"]]
    return [cell for sheet in notebook["worksheets"] for cell in sheet["cells"]]


def _blocks(cell: Mapping[str, Any], language: str, file_name: str) -> Iterator[str]:
    source = _joined(cell.get("source", cell.get("input")))
    kind = cell.get("cell_type")
    if kind == "heading":
        yield f"{'#' * int(cell.get('level') or 1)} {normalise_line(source)}"
    elif kind != "code":
        yield _EMBEDDED.sub(r"\1", source)
    else:
        yield _fenced(source, language)
        for output in cell.get("outputs") or []:
            yield _output(output, file_name)


def _output(output: Mapping[str, Any], file_name: str) -> str:
    """What a cell printed, or how it failed. Of a picture nothing: beside it stands only what it is called in code."""
    if "ename" in output:
        return _fenced(f"{output['ename']}: {output.get('evalue', '')}")
    data = output.get("data", output)
    if any(name.startswith("image/") or name in {"png", "jpeg", "svg"} for name in data):
        return ""
    if markdown := _joined(data.get("text/markdown")):
        return _EMBEDDED.sub(r"\1", markdown)
    markup = _joined(data.get("text/html"))
    if "<table" in markup:
        # Rows are told from their headings, as they are not in a print-out.
        try:
            return html_page(markup, file_name)["text"]
        except NoTextError:
            return ""
    return _fenced(_joined(data.get("text/plain", data.get("text"))))


def _fenced(text: str, language: str = "") -> str:
    """Text as a block of code, in which nothing is a heading."""
    text = _CONTROLS.sub("", text).strip("\n")
    if not text.strip():
        return ""
    longest = max(map(len, _FENCES.findall(text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def _joined(value: Any) -> str:
    """A text, which is kept as one or in lines."""
    if isinstance(value, list):
        return "".join(map(str, value))
    return value if isinstance(value, str) else ""


def _properties(metadata: Mapping[str, Any]) -> FileProperties:
    properties = FileProperties()
    if title := normalise_line(_joined(metadata.get("title"))):
        properties["title"] = title
    written = metadata.get("authors")
    listed = [each for each in written if isinstance(each, dict)] if isinstance(written, list) else []
    if authors := [name for each in listed for name in split_authors(str(each.get("name", "")))]:
        properties["authors"] = authors
    return properties
