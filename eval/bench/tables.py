"""The figures of a measurement as tables that a person reads; each goal stands beside its figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

_BAR = 60
"""Characters of a bar that stands for all of the time."""


def table_of(title: str, first: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """A table whose first column is words and whose others are figures."""
    table = Table(title=escape(title), box=None, pad_edge=False, title_justify="left")
    table.add_column(first)
    for column in columns:
        table.add_column(column, justify="right")
    for row in rows:
        table.add_row(*(escape(cell) for cell in row))
    return table


def figure(value: float | None, digits: int = 1) -> str:
    """A number with its thousands apart, or a dash."""
    return "-" if value is None else f"{value:,.{digits}f}"


def goal_lines(goals: Sequence[Mapping[str, Any]]) -> RenderableType:
    """A line for each goal: what it is, what was found, what it ought to be, and whether it is reached."""
    if not goals:
        return Text("")
    table = Table(box=None, pad_edge=False, title="Goals", title_justify="left")
    for column, justify in (("", "left"), ("found", "right"), ("goal", "right"), ("", "left")):
        table.add_column(column, justify="right" if justify == "right" else "left")
    for goal in goals:
        sign = "≥" if goal["at_least"] else "≤"
        unit = "" if goal["unit"] in ("share", "exponent") else f" {goal['unit']}"
        limit = f"{sign} {goal['limit']:g}{unit}"
        found = "-" if goal["value"] is None else f"{goal['value']:.4g}{unit}"
        match goal["reached"]:
            case True:
                verdict = Text("reached", style="green")
            case False:
                verdict = Text("missed", style="red")
            case _:
                verdict = Text("not measured", style="dim")
        table.add_row(escape(goal["text"]), found, limit, verdict)
    return table


def search_tables(result: Mapping[str, Any]) -> RenderableType:
    """Contenders, then the goals, then where Sheaf's time goes."""
    work = result["workload"]
    rows = []
    for each in result["contenders"]:
        again, memory = each["again_ms"], each["memory_bytes"]
        rows.append(
            [
                each["label"],
                str(each["ms"]["n"]),
                *(figure(each["ms"][key]) for key in ("p50", "p95", "p99", "max")),
                *(figure(each["cpu_ms"][key]) for key in ("p50", "p95")),
                figure(again["p50"]),
                figure(again["p95"]),
                "-" if memory is None else figure(memory["peak"] / 1e6, 0),
            ]
        )
    columns = ("n", "p50", "p95", "p99", "max", "CPU p50", "CPU p95", "again p50", "again p95", "peak MB")
    title = f"Search over {work['chunks']:,} chunks of {work['documents']:,} documents ({work['name']}), milliseconds"
    parts: list[RenderableType] = [table_of(title, "", columns, rows), Text(""), goal_lines(result["goals"])]
    if result["profile"] is not None:
        parts += [Text(""), profile_table(result["profile"])]
    return Group(*parts)


PARTS = {
    "graph": "the graph and its trace, all steps emptied",
    "merge": "merging ten collections of 100 hits",
    "ask": "`sheaf ask` in a process of its own",
    "help": "`sheaf --help`",
}


def overhead_tables(result: Mapping[str, Any]) -> RenderableType:
    """What is around the work, then the goals."""
    rows = [
        [
            PARTS[each["part"]],
            str(each["ms"]["n"]),
            *(figure(each["ms"][key]) for key in ("p50", "p95", "max")),
            figure(each["cpu_ms"]["p50"]),
        ]
        for each in result["parts"]
    ]
    table = table_of("What is around the work, milliseconds", "", ("n", "p50", "p95", "max", "CPU p50"), rows)
    return Group(table, Text(""), goal_lines(result["goals"]))


def ingest_tables(result: Mapping[str, Any]) -> RenderableType:
    """Files beside LlamaIndex, then the cost of a document as the collection grows, then the goals."""
    parts: list[RenderableType] = []
    if (files := result["files"]) is not None:
        rows = [
            [
                each["label"],
                figure(each["seconds"]),
                figure(each["cpu_seconds"]),
                figure(each["pages"], 0),
                figure(each["chunks"], 0),
                figure(each["pages"] / each["seconds"]),
                _shares(each["shares"]),
            ]
            for each in files["contenders"]
        ]
        columns = ("seconds", "CPU s", "pages", "chunks", "pages/s", "share of each step")
        title = f"Ingest of {files['files']} files, medians of {files['rounds']} rounds"
        parts += [table_of(title, "", columns, rows), Text("")]
    if (growing := result["growing"]) is not None:
        rows = [
            [
                figure(each["documents"], 0),
                figure(each["chunks"], 0),
                *(figure(each[key] * 1000) for key in ("seconds_per_document", "cpu_seconds_per_document")),
                *(figure(each[key] * 1000, 2) for key in ("seconds_per_chunk", "cpu_seconds_per_chunk")),
            ]
            for each in growing["parts"]
        ]
        measures = ("chunks added", "ms/document", "CPU ms/document", "ms/chunk", "CPU ms/chunk")
        parts += [table_of("Ingest as the collection grows", "documents", measures, rows)]
        parts += [Text(f"share of each step: {_shares(growing['shares'])}"), Text("")]
    return Group(*parts, goal_lines(result["goals"]))


def growth_tables(result: Mapping[str, Any]) -> RenderableType:
    """A row for each size, then the goals."""
    rows = []
    for each in result["sizes"]:
        service, recall = each["service"], each["recall"]
        rows.append(
            [
                figure(each["chunks"], 0),
                figure(each["documents"], 0),
                *(figure(each["ms"][key]) for key in ("p50", "p95", "p99")),
                figure(each["cpu_ms"]["p50"]),
                figure(each["ingest"]["seconds_per_document"] * 1000),
                figure(each["ingest"]["cpu_seconds_per_chunk"] * 1000, 2),
                figure(each["memory_bytes"]["peak"] / 1e6, 0),
                figure(each["disk_bytes"] / 1e6, 0),
                figure(each["open_seconds"], 2),
                "-" if service is None else figure(service["start_seconds"], 2),
                "-" if service is None else figure(service["memory_bytes"]["peak"] / 1e6, 0),
                "-" if recall is None else f"{recall['recall']:.3f} {recall['index']}",
            ]
        )
    columns = (
        "documents",
        "p50 ms",
        "p95 ms",
        "p99 ms",
        "CPU ms",
        "ms/document",
        "CPU ms/chunk",
        "peak MB",
        "disk MB",
        "open s",
        "service s",
        "service MB",
        "recall@16",
    )
    title = f"Growth: {result['questions']} questions at each size, seed {result['seed']}"
    return Group(table_of(title, "chunks", columns, rows), Text(""), goal_lines(result["goals"]))


def _shares(shares: Mapping[str, float]) -> str:
    return ", ".join(f"{step} {share:.0%}" for step, share in shares.items())


def profile_table(profile: Mapping[str, Any]) -> RenderableType:
    """Steps in their order with a bar for their processor time, and what each asks for under it."""
    table = Table(box=None, pad_edge=False, title_justify="left")
    table.title = f"Where a question's time goes: medians of {profile['questions']} questions, one call at a time"
    for column in ("step", "questions", "calls", "ms", "CPU ms", "of all CPU"):
        table.add_column(column, justify="left" if column == "step" else "right")
    table.add_column("")
    for step in profile["steps"]:
        table.add_row(step["step"], *_profile_cells(step), "█" * round(_BAR * step["share"]))
        for call in step["calls"]:
            name, bar = Text(f"  {call['call']}", style="dim"), Text("▒" * round(_BAR * call["share"]), style="dim")
            table.add_row(name, *_profile_cells(call), bar)
    table.add_row("whole question", *_profile_cells({**profile["total"], "questions": profile["questions"]}), "")
    return table


def show(tables: RenderableType) -> None:
    """Prints tables; long lines are not broken where nobody looks at a terminal."""
    console = Console()
    (console if console.is_terminal else Console(width=160)).print(tables)


def _profile_cells(each: Mapping[str, Any]) -> list[str]:
    count = f"{each['count']:g}" if "count" in each else ""
    return [str(each["questions"]), count, f"{each['ms']:.2f}", f"{each['cpu_ms']:.2f}", f"{each['share']:.1%}"]
