"""Sources of the sample documents: Markdown behind a few `key: value` lines, as blocks that any format can show."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token

Kind = Literal["heading", "paragraph", "bullets", "numbers", "table", "chart"]


@dataclass(frozen=True)
class Run:
    """A piece of text in one style."""

    text: str
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True)
class Block:
    """A heading, a paragraph, a list, a table or a chart."""

    kind: Kind
    level: int = 0
    runs: list[Run] = field(default_factory=list)
    items: list[list[Run]] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    right: list[bool] = field(default_factory=list)
    """Per column of a table: set flush right."""

    @property
    def text(self) -> str:
        """The words without their style."""
        return "".join(run.text for run in self.runs)


@dataclass(frozen=True)
class Source:
    """One document before it has a format."""

    properties: dict[str, str]
    blocks: list[Block]

    @property
    def authors(self) -> list[str]:
        """Authors in order."""
        return [name.strip() for name in self.properties["author"].split(";")]


def read_source(path: Path) -> Source:
    """Reads one source file."""
    _, front, body = path.read_text(encoding="utf-8").split("---\n", 2)
    pairs = (line.split(":", 1) for line in front.splitlines() if line.strip())
    properties = {key.strip(): value.strip().strip('"') for key, value in pairs}
    return Source(properties, _blocks(MarkdownIt("commonmark").enable("table").parse(body)))


def _blocks(tokens: list[Token]) -> list[Block]:
    blocks: list[Block] = []
    index = 0
    while index < len(tokens):
        token = tokens[index]
        if token.type == "heading_open":
            blocks.append(Block("heading", level=int(token.tag[1:]), runs=_runs(tokens[index + 1])))
        elif token.type == "paragraph_open":
            blocks.append(Block("paragraph", runs=_runs(tokens[index + 1])))
        elif token.type == "fence":
            blocks.append(_chart(token.content))
        elif token.type in ("bullet_list_open", "ordered_list_open", "table_open"):
            end = next(i for i in range(index, len(tokens)) if tokens[i].type == token.type.replace("open", "close"))
            inner = tokens[index + 1 : end]
            blocks.append(_table(inner) if token.type == "table_open" else _list(token.type, inner))
            index = end
        index += 1
    return blocks


def _runs(inline: Token) -> list[Run]:
    runs: list[Run] = []
    bold = italic = False
    for child in inline.children or []:
        if child.type in ("strong_open", "strong_close"):
            bold = child.type == "strong_open"
        elif child.type in ("em_open", "em_close"):
            italic = child.type == "em_open"
        elif child.type == "softbreak":
            runs.append(Run(" ", bold, italic))
        elif child.content:
            runs.append(Run(child.content, bold, italic))
    return runs


def _list(opening: str, tokens: list[Token]) -> Block:
    items = [_runs(token) for token in tokens if token.type == "inline"]
    return Block("bullets" if opening.startswith("bullet") else "numbers", items=items)


def _table(tokens: list[Token]) -> Block:
    rows: list[list[str]] = []
    right: list[bool] = []
    for token, following in pairwise(tokens):
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("th_open", "td_open"):
            rows[-1].append(following.content)
            if token.type == "th_open":
                right.append("right" in str(token.attrGet("style")))
    return Block("table", rows=rows, right=right)


def _chart(content: str) -> Block:
    title, *lines = content.strip().splitlines()
    return Block("chart", runs=[Run(title)], rows=[[part.strip() for part in line.split(",")] for line in lines])
