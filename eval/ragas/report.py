"""An answer suite as tables for the terminal, and as a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from eval.cells import share_told
from eval.html_report import Block, Cell, ChartBlock, NotesBlock, Report, TableBlock
from eval.plots import BarChart, Series

SOURCES = {"ragas": "Ragas", "ragas_model": "Ragas, by the model", "sheaf": "Sheaf"}
_HOW = (
    "All figures are shares in 0..1, averaged over the questions that they apply to. Failed rows are left out of the "
    "mean and counted as 0 in the column beside it."
)


def print_ragas(result: Mapping[str, Any]) -> None:
    """Prints the result of `ragas_result`."""
    Console().print(ragas_tables(result))


def ragas_tables(result: Mapping[str, Any]) -> RenderableType:
    """Metrics, then every failing row and file, then what a reader has to know."""
    table = Table(title=f"Answers on {escape(result['dataset'])}", box=None, pad_edge=False, title_justify="left")
    table.add_column("metric")
    table.add_column("by")
    for name in ("mean", "failed as 0", "scored", "failed", "does not apply"):
        table.add_column(name, justify="right")
    for name, found in result["metrics"].items():
        means = (share_told(found["mean"]), share_told(found["mean_failed_as_zero"]))
        counts = (str(found[key]) for key in ("scored", "failed", "not_applicable"))
        table.add_row(name, SOURCES[found["source"]], *means, *counts, style="red" if found["failed"] else "")
    judged = f"judged by {result['model']}" if result["model"] else "without a model"
    parts: list[RenderableType] = [
        table,
        Text(f"\n{result['questions']} questions, {result['documents']} documents, {judged}"),
    ]
    failed = result["failed"]
    parts += [Text(f"failed: {each['question_id']} {each['metric']}: {each['reason']}", "red") for each in failed]
    for each in result["failed_files"]:
        parts.append(Text(f"failed: {each['file_name']}: {each['error']['message']}", style="red"))
    parts += [Text(f"note: {note}", style="yellow") for note in result["notes"]]
    return Group(*parts)


def ragas_page(result: Mapping[str, Any], facts: Mapping[str, str]) -> Report:
    """The suite as a page: a chart, the metrics, failing rows, figures by kind, every question.

    Args:
        result: of `ragas_result`.
        facts: what else a reader needs, such as the date.
    """
    metrics = result["metrics"]
    known = [name for name, found in metrics.items() if found["mean"] is not None]
    blocks: list[Block] = []
    if known:
        series = [
            Series(
                label,
                [metrics[name]["mean"] if metrics[name]["source"] == source else None for name in known],
            )
            for source, label in SOURCES.items()
            if any(metrics[name]["source"] == source for name in known)
        ]
        blocks.append(ChartBlock(BarChart("Mean by metric", known, series, "mean", (0.0, 1.0)), _HOW))
    columns = ["metric", "by", "mean", "failed as 0", "scored", "failed", "does not apply"]
    rows: list[list[Cell]] = [
        [
            name,
            SOURCES[found["source"]],
            *(found[key] for key in ("mean", "mean_failed_as_zero", "scored", "failed", "not_applicable")),
        ]
        for name, found in metrics.items()
    ]
    blocks.append(TableBlock("Metrics", columns, rows))
    if result["failed"]:
        lines = [[each["question_id"], each["metric"], each["reason"]] for each in result["failed"]]
        blocks.append(TableBlock("Rows that failed", ["question", "metric", "reason"], lines))
    if result["failed_files"]:
        files = [f"{each['file_name']}: {each['error']['message']}" for each in result["failed_files"]]
        blocks.append(NotesBlock("Files that failed", files, warning=True))
    if result["by_kind"]:
        by_kind = [[name, *(found[name] for found in result["by_kind"].values())] for name in known]
        blocks.append(TableBlock("By kind of question", ["metric", *result["by_kind"]], by_kind))
    blocks.append(_questions(result, known))
    if result["notes"]:
        blocks.append(NotesBlock("Notes", result["notes"]))
    about = {"questions": str(result["questions"]), "documents": str(result["documents"])}
    about |= {"judged by": result["model"] or "no model", **facts}
    return Report(
        f"Answers on {result['dataset']}", "What was found, said and cited, question by question.", about, blocks
    )


def _questions(result: Mapping[str, Any], names: list[str]) -> TableBlock:
    rows: list[list[Cell]] = [
        [
            each["question_id"],
            each["question"],
            "refused" if each["refused"] else each["answer"],
            *(each["metrics"][name] for name in names),
        ]
        for each in result["per_question"]
    ]
    return TableBlock("Questions", ["id", "question", "answer", *names], rows, folded=True, decimals=2)
