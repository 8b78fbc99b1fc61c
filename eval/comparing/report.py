"""A comparison of two results as tables for the terminal, and as a page."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from eval.html_report import Block, Cell, ChartBlock, NotesBlock, Report, TableBlock
from eval.plots import BarChart, Series

_SHOWN = 20
"""Questions whose verdict has changed, on the terminal."""
_INTERVAL = "95 of 100 draws of the questions give a difference within the interval; sure: it leaves out 0."


def print_comparison(result: Mapping[str, Any]) -> None:
    """Prints the result of `compare`."""
    Console().print(comparison_tables(result))


def comparison_tables(result: Mapping[str, Any]) -> RenderableType:
    """Measures, then the settings that differ, then the questions that changed most."""
    title = f"{result['names'][1]} against {result['names'][0]} on {result['dataset']}"
    table = Table(title=escape(title), box=None, pad_edge=False, title_justify="left")
    table.add_column("")
    for name in ("first", "second", "difference", "interval", "better", "worse", "of"):
        table.add_column(name, justify="right")
    for name, found in result["measures"].items():
        colour = "" if not found["sure"] else "bold"
        figures = (f"{found['first']:.3f}", f"{found['second']:.3f}", f"{found['difference']:+.3f}")
        interval = f"{found['low']:+.3f} to {found['high']:+.3f}"
        counts = (str(found[key]) for key in ("better", "worse", "questions"))
        table.add_row(escape(name), *figures, interval, *counts, style=colour)
    parts: list[RenderableType] = [table, Text(f"\n{_INTERVAL}", style="dim")]
    parts += [
        Text(f"setting {each['setting']}: {_words(each['first'])} -> {_words(each['second'])}")
        for each in result["settings"]
    ]
    parts += [Text(f"{each['verdict']}: {each['question_id']} {_moves(each)}") for each in result["changed"][:_SHOWN]]
    if len(result["changed"]) > _SHOWN:
        parts.append(Text(f"and {len(result['changed']) - _SHOWN} more; --json and --report have them all"))
    parts += [Text(f"note: {note}", style="yellow") for note in result["notes"]]
    return Group(*parts)


def comparison_page(result: Mapping[str, Any], facts: Mapping[str, str]) -> Report:
    """The comparison as a page: chart, measures, settings that differ, every question that changed.

    Args:
        result: of `compare`.
        facts: what else a reader needs, such as the date.
    """
    first, second = result["names"]
    measures = result["measures"]
    names = list(measures)
    chart = BarChart(
        "Difference by measure",
        names,
        [
            Series(
                f"{second} minus {first}",
                [measures[name]["difference"] for name in names],
                low=[measures[name]["low"] for name in names],
                high=[measures[name]["high"] for name in names],
            )
        ],
        "difference of the means",
    )
    rows: list[list[Cell]] = [
        [name, *(found[key] for key in ("first", "second", "difference", "low", "high", "sure", "better", "worse"))]
        for name, found in measures.items()
    ]
    columns = ["measure", first, second, "difference", "low", "high", "sure", "better", "worse"]
    blocks: list[Block] = [
        ChartBlock(chart, _INTERVAL),
        TableBlock("Measures", columns, rows, signed=["difference"]),
    ]
    if result["settings"]:
        settings = [[each["setting"], _words(each["first"]), _words(each["second"])] for each in result["settings"]]
        blocks.append(TableBlock("Settings that differ", ["setting", first, second], settings))
    for verdict in ("better", "worse", "mixed"):
        changed = [each for each in result["changed"] if each["verdict"] == verdict]
        if changed:
            lines = [[each["question_id"], each["question"], _moves(each)] for each in changed]
            title = f"Questions that got {verdict}" if verdict != "mixed" else "Questions that got better and worse"
            blocks.append(TableBlock(title, ["id", "question", "change"], lines, folded=True))
    if result["notes"]:
        blocks.append(NotesBlock("Notes", result["notes"], warning=True))
    return Report(
        f"{second} against {first} on {result['dataset']}",
        "Two runs over the same questions, compared question by question.",
        {"questions": str(result["questions"]), **facts},
        blocks,
    )


def _moves(changed: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {before:.3g} → {after:.3g}" for name, (before, after) in changed["metrics"].items())


def _words(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
