"""A report of an evaluation as one HTML file that needs nothing else: no script, no font, no network.

A report is a list of blocks: tables, charts and notes. It follows the reader's choice of light or dark, and prints.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

from app.extras import require
from eval.plots import Chart, draw_png, require_plots

Cell = str | int | float | bool | None

_MISSING = "–"


@dataclass(frozen=True)
class TableBlock:
    """Rows under named columns. Columns of numbers stand to the right; None is shown as a dash."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    signed: Sequence[str] = ()
    """Columns of differences: shown with their sign, and coloured by it."""
    folded: bool = False
    """Whether it is shut until a reader opens it, as long lists of questions are."""
    decimals: int = 3


@dataclass(frozen=True)
class ChartBlock:
    """A chart, drawn for light and for dark."""

    chart: Chart
    note: str = ""
    """What a reader has to know to read it."""


@dataclass(frozen=True)
class NotesBlock:
    """Lines of text, such as what could not be measured."""

    title: str
    lines: Sequence[str]
    warning: bool = False
    """Whether a reader must not miss them."""


Block = TableBlock | ChartBlock | NotesBlock


@dataclass(frozen=True)
class Report:
    """A page: what was measured, then its blocks in order."""

    title: str
    summary: str
    """One sentence below the title."""
    facts: Mapping[str, str] = field(default_factory=dict)
    """What a reader needs to measure it again: dataset, number of questions, date, settings, command."""
    blocks: Sequence[Block] = ()


def require_report() -> None:
    """Raises UnavailableError, which names the extra, where no report can be made."""
    require_plots()
    require(
        "jinja2",
        lack="What fills in reports is not installed.",
        hint="Install sheaf[eval], or leave the report out.",
    )


def render_report(report: Report) -> str:
    """The report as an HTML page. All text in it is escaped.

    Raises:
        UnavailableError: the extra `sheaf[eval]` is not installed.
        ValueError: a chart holds nothing, or a table's row is not as long as its columns.
    """
    require_report()
    from jinja2 import Environment, StrictUndefined

    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string((files(__package__) / "templates" / "report.html.j2").read_text("utf-8"))
    return template.render(report=report, blocks=[_prepared(block) for block in report.blocks])


def write_report(report: Report, path: Path) -> None:
    """Writes the report to a file; what it raises is as of `render_report`."""
    path.write_text(render_report(report), encoding="utf-8")


def _prepared(block: Block) -> dict[str, object]:
    if isinstance(block, ChartBlock):
        images = {theme: base64.b64encode(draw_png(block.chart, theme)).decode() for theme in ("light", "dark")}
        return {"kind": "chart", "title": block.chart.title, "note": block.note, **images}
    if isinstance(block, NotesBlock):
        return {"kind": "notes", "title": block.title, "lines": list(block.lines), "warning": block.warning}
    for row in block.rows:
        if len(row) != len(block.columns):
            raise ValueError(f"A row of {block.title!r} has {len(row)} cells for {len(block.columns)} columns.")
    numeric = [_is_numeric([row[place] for row in block.rows]) for place in range(len(block.columns))]
    return {
        "kind": "table",
        "title": block.title,
        "folded": block.folded,
        "columns": list(zip(block.columns, numeric, strict=True)),
        "rows": [_cells(block, row, numeric) for row in block.rows],
    }


def _is_numeric(cells: Sequence[Cell]) -> bool:
    known = [cell for cell in cells if cell is not None]
    return bool(known) and all(isinstance(cell, int | float) and not isinstance(cell, bool) for cell in known)


def _cells(block: TableBlock, row: Sequence[Cell], numeric: Sequence[bool]) -> list[dict[str, object]]:
    cells: list[dict[str, object]] = []
    for name, cell, is_number in zip(block.columns, row, numeric, strict=True):
        signed = name in block.signed
        text = _shown(cell, block.decimals, signed=signed)
        cells.append({"text": text, "numeric": is_number, "sign": _sign(text) if signed else ""})
    return cells


def _shown(cell: Cell, decimals: int, *, signed: bool) -> str:
    if cell is None:
        return _MISSING
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float):
        return f"{cell:{'+' if signed else ''},.{decimals}f}"
    return f"{cell:{'+' if signed else ''},}" if isinstance(cell, int) else cell


def _sign(text: str) -> str:
    """By what is shown, so that what rounds to nothing is neither good nor bad."""
    if not any(digit in "123456789" for digit in text):
        return ""
    return "worse" if text.startswith("-") else "better"
