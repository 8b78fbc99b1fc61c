"""Markdown: the page text is the source text itself; markdown-it says where its headings and tables stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from app.reading.encoding import decode
from app.reading.layout import plain_page, split_authors, split_keywords, utc_date
from app.reading.normalise import normalise_line, normalise_text
from nodes.domain.documents import FileProperties, Heading, Page, Span, TableRegion
from nodes.domain.regexes import lazy_regex

if TYPE_CHECKING:
    from markdown_it.token import Token

_FRONT_MATTER = lazy_regex(r"---\n(.*?\n)?(?:---|\.\.\.)(?:\n|\Z)", re.DOTALL)
_FRONT_MATTER_ITEM = lazy_regex(r"([A-Za-z_][\w -]*?)\s*:\s*(.*)")
_TOLD = frozenset({"author", "authors", "date", "created"})
"""Names of the front matter that people ask for: who wrote it, and when."""
_WORD = lazy_regex(r"\w+")


def read_markdown(path: Path, file_name: str) -> tuple[Page, FileProperties]:
    """The file as one page, and the properties of its front matter. Raises EmptyFileError where it is blank."""
    return markdown_page(normalise_text(decode(path.read_bytes())), file_name)


def markdown_page(text: str, file_name: str) -> tuple[Page, FileProperties]:
    """One page of normalised Markdown. Headings in code fences, quotes and lists are none.

    Front matter becomes properties; it stays in the text, as furniture, where there is other text. Not so the lines
    that say who wrote it and when: they are the only place that an answer can cite for that.
    """
    page = plain_page(text, file_name)
    properties, body = _front_matter(text)
    page["headings"], page["tables"] = _structure(text, body)
    if body and text[body:].strip():
        page["furniture"] = [*_furniture(text[:body])]
    return page, properties


def body_start(text: str) -> int:
    """Where the front matter ends that a page of Markdown begins with; 0 where it has none."""
    return _front_matter(text)[1]


def _front_matter(text: str) -> tuple[FileProperties, int]:
    """Its properties, and where it ends."""
    front = _FRONT_MATTER.match(text)
    if front is None:
        return FileProperties(), 0
    properties = _front_matter_properties(front.group(1) or "")
    return properties, front.end() if properties or _is_front_matter(front.group(1) or "") else 0


def _furniture(front: str) -> Iterator[Span]:
    """The lines of front matter but those of names that are told, and of what goes on below them."""
    start = position = 0
    told = False
    for line in front.splitlines(keepends=True):
        named = _FRONT_MATTER_ITEM.fullmatch(line.rstrip())
        tells = named[1].lower() in _TOLD if named else told and line[0] in " -" and not line.startswith("---")
        if tells and not told and start < position:
            yield Span(page=1, start=start, end=position)
        position += len(line)
        if tells:
            start = position
        told = tells
    if start < position:
        yield Span(page=1, start=start, end=position)


def _structure(text: str, begin: int) -> tuple[list[Heading], list[TableRegion]]:
    from markdown_it import MarkdownIt

    body = text[begin:]
    starts = _line_starts(body, begin)
    tokens = MarkdownIt("commonmark").enable("table").parse(body)
    headings: list[Heading] = []
    tables: list[TableRegion] = []
    for position, token in enumerate(tokens):
        if token.level or token.map is None:
            continue
        first, after = token.map
        if token.type == "heading_open":
            title = _title(tokens[position + 1])
            if title:
                start, end = _trimmed(text, starts[first], starts[after])
                headings.append({"start": start, "end": end, "level": int(token.tag[1:]), "title": title})
        elif token.type == "table_open":
            header_end = starts[min(first + 2, after)]
            tables.append({"start": starts[first], "end": starts[after], "header_end": header_end})
    return headings, tables


def _line_starts(body: str, offset: int) -> list[int]:
    starts = [offset]
    starts.extend(offset + found.end() for found in re.finditer("\n", body))
    starts.append(offset + len(body))
    return starts


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())


def _title(inline: Token) -> str:
    """The heading without its marks; with them where a word would otherwise not stand in the source."""
    shown = normalise_line(" ".join(_shown(child) for child in inline.children or []))
    plain = normalise_line("".join(_shown(child) for child in inline.children or []))
    source = set(_WORD.findall(inline.content))
    if set(_WORD.findall(plain)) <= source:
        return plain
    return shown if set(_WORD.findall(shown)) <= source else normalise_line(inline.content)


def _shown(token: Token) -> str:
    if token.type in {"softbreak", "hardbreak"}:
        return " "
    if token.type == "image":
        return "".join(_shown(child) for child in token.children or [])
    return token.content if token.type in {"text", "code_inline"} else ""


def _front_matter_properties(block: str) -> FileProperties:
    values = _front_matter_values(block)
    properties = FileProperties()
    if title := " ".join(values.get("title", [])):
        properties["title"] = normalise_line(title)
    authors = [name for value in values.get("author", values.get("authors", [])) for name in split_authors(value)]
    if authors:
        properties["authors"] = authors
    for name in ("date", "created"):
        if dates := [day for value in values.get(name, []) if (day := utc_date(value))]:
            properties["created_at"] = dates[0]
    for name in ("updated", "modified", "lastmod"):
        if dates := [day for value in values.get(name, []) if (day := utc_date(value))]:
            properties["modified_at"] = dates[0]
    keywords = [
        word for name in ("keywords", "tags") for value in values.get(name, []) for word in split_keywords(value)
    ]
    if keywords:
        properties["keywords"] = list(dict.fromkeys(keywords))
    if language := " ".join(values.get("lang", values.get("language", []))):
        properties["language"] = normalise_line(language)
    return properties


def _is_front_matter(block: str) -> bool:
    """Whether names with values come first, and then more of them, items of lists, comments and lines that go on."""
    lines = [line.rstrip() for line in block.splitlines() if line.strip()]
    named = [_FRONT_MATTER_ITEM.fullmatch(line) is not None for line in lines]
    return named[:1] == [True] and all(
        is_named or line[0] in " -#" for is_named, line in zip(named, lines, strict=True)
    )


def _front_matter_values(block: str) -> dict[str, list[str]]:
    """Names and values of the simple lines: `name: value`, `name: [a, b]`, and `- a` under a name."""
    values: dict[str, list[str]] = {}
    current: list[str] = []
    for line in block.splitlines():
        if line.lstrip().startswith("- "):
            current.append(_unquoted(line.lstrip()[2:]))
        elif found := _FRONT_MATTER_ITEM.fullmatch(line.rstrip()):
            value = found.group(2).strip()
            is_list = value.startswith("[") and value.endswith("]")
            parts = value[1:-1].split(",") if is_list else [value]
            current = [_unquoted(part) for part in parts if part.strip()]
            values[found.group(1).strip().lower()] = current
    return values


def _unquoted(value: str) -> str:
    return value.strip().strip("\"'").strip()
