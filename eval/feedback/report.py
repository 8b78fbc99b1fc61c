"""Users' feedback as a table for the terminal, and as a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from eval.cells import share_told
from eval.html_report import Block, Cell, ChartBlock, NotesBlock, Report, TableBlock
from eval.plots import BarChart, Series

MEASURES = {
    "approval": "answers found good",
    "precision": "sources that are relevant",
    "recall": "relevant passages among the sources",
    "mrr": "reciprocal rank of the first relevant source",
}


def print_feedback(result: Mapping[str, Any]) -> None:
    """Prints the result of `feedback_result`."""
    Console().print(feedback_tables(result))


def feedback_tables(result: Mapping[str, Any]) -> RenderableType:
    """Shares, then what they were counted from."""
    table = Table(title="Feedback", box=None, pad_edge=False, title_justify="left", show_header=False)
    for key, label in MEASURES.items():
        table.add_row(label, share_told(result[key]))
    counted = (
        f"{result['feedback']} thumbs on {result['answers']} answers: {result['good']} good, {result['bad']} bad; "
        f"{result['judged']} with known sources"
    )
    return Group(table, Text(f"\n{counted}"), *(Text(f"note: {note}", style="yellow") for note in result["notes"]))


def feedback_page(result: Mapping[str, Any], facts: Mapping[str, str]) -> Report:
    """The feedback as a page: shares, and every answer that was rated.

    Args:
        result: of `feedback_result`.
        facts: whose feedback it is, and the date.
    """
    blocks: list[Block] = []
    known = [key for key in MEASURES if result[key] is not None]
    if known:
        shares = Series("share", [result[key] for key in known])
        blocks.append(ChartBlock(BarChart("Shares", [MEASURES[key] for key in known], [shares], "mean", (0.0, 1.0))))
    rows: list[list[Cell]] = [
        [
            each["question"],
            each["good"],
            each["comment"],
            *(each["metrics"][key] for key in ("precision", "recall", "mrr")),
        ]
        for each in result["per_question"]
    ]
    columns = ["question", "good", "comment", "precision", "recall", "reciprocal rank"]
    blocks.append(TableBlock("Answers", columns, rows))
    if result["notes"]:
        blocks.append(NotesBlock("Notes", result["notes"]))
    counts = {key: str(result[key]) for key in ("feedback", "answers", "good", "bad", "judged")}
    return Report("Feedback of users", "What those who read the answers thought of them.", {**counts, **facts}, blocks)
