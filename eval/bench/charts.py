"""The figures of a measurement as plots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eval.plots import BarChart, LineChart, Series, require_plots, write_png

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COLOURS = ("#0072b2", "#d55e00", "#009e73")
_DOTS_PER_INCH = 144


def draw_search(result: Mapping[str, Any], path: Path) -> None:
    """Draws the contenders beside each other: p50, p95 and processor time of a question."""
    contenders = result["contenders"]
    work = result["workload"]
    chart = BarChart(
        title=f"A search over {work['chunks']:,} chunks ({work['name']})",
        labels=[each["label"] for each in contenders],
        series=[
            Series("p50", [each["ms"]["p50"] for each in contenders]),
            Series("p95", [each["ms"]["p95"] for each in contenders]),
            Series("CPU, p50", [each["cpu_ms"]["p50"] for each in contenders]),
        ],
        axis="milliseconds",
    )
    write_png(chart, path)


def draw_ingest(result: Mapping[str, Any], path: Path) -> None:
    """Draws what a document costs as the collection grows or, where that was not measured, the contenders."""
    growing, files = result["growing"], result["files"]
    if growing is not None:
        parts = growing["parts"]
        series = [
            Series("wall", [each["seconds_per_chunk"] * 1000 for each in parts]),
            Series("CPU", [each["cpu_seconds_per_chunk"] * 1000 for each in parts]),
        ]
        sizes = [each["documents"] for each in parts]
        write_png(
            LineChart("Ingest as the collection grows", sizes, series, "documents", "milliseconds per chunk"), path
        )
        return
    contenders = files["contenders"]
    series = [
        Series("wall", [each["seconds"] for each in contenders]),
        Series("CPU", [each["cpu_seconds"] for each in contenders]),
    ]
    labels = [each["label"] for each in contenders]
    write_png(BarChart(f"Ingest of {files['files']} files", labels, series, "seconds"), path)


@dataclass(frozen=True)
class Panel:
    """One of several small plots."""

    title: str
    curves: Mapping[str, Sequence[float | None]]
    goal: float | None = None
    """A line where the goal is."""
    by_factors: bool = False
    """Whether it grows by factors; else it is drawn from 0."""


def growth_panels(sizes: Sequence[Mapping[str, Any]]) -> list[Panel]:
    """What is drawn over the number of chunks."""
    served = [each["service"] for each in sizes]
    memory = {"search": [each["memory_bytes"]["peak"] / 1e6 for each in sizes]}
    starts: dict[str, Sequence[float | None]] = {"open": [each["open_seconds"] for each in sizes]}
    if any(served):
        memory["service"] = [each and each["memory_bytes"]["peak"] / 1e6 for each in served]
        starts["service"] = [each and each["start_seconds"] for each in served]
    times = {name: [each["ms"][name] for each in sizes] for name in ("p50", "p95")}
    return [
        Panel("search, ms", {**times, "CPU": [each["cpu_ms"]["p50"] for each in sizes]}),
        Panel("ingest, ms per document", {"wall": [each["ingest"]["seconds_per_document"] * 1000 for each in sizes]}),
        Panel("memory, MB", memory, 500.0),
        Panel("disk, MB", {"disk": [each["disk_bytes"] / 1e6 for each in sizes]}, by_factors=True),
        Panel("start-up, s", starts, 3.0),
    ]


def draw_growth(result: Mapping[str, Any], path: Path) -> None:
    """Draws all of a growing home over the number of its chunks, which grows by factors; so does the disk."""
    require_plots()
    # Without pyplot, which keeps every figure.
    from matplotlib.figure import Figure

    sizes = result["sizes"]
    panels = growth_panels(sizes)
    figure = Figure(figsize=(12, 6.4), layout="constrained")
    figure.suptitle("Growth over the number of chunks")
    for number, panel in enumerate(panels, start=1):
        _draw_panel(figure.add_subplot(2, 3, number), panel, [each["chunks"] for each in sizes])
    figure.savefig(path, format="png", dpi=_DOTS_PER_INCH, metadata={"Software": None})


def _draw_panel(axes: Axes, panel: Panel, chunks: Sequence[int]) -> None:
    for colour, (name, values) in zip(_COLOURS, panel.curves.items(), strict=False):
        shown = [(size, value) for size, value in zip(chunks, values, strict=True) if value is not None]
        axes.plot([size for size, _ in shown], [value for _, value in shown], "o-", color=colour, label=name)
    if panel.goal is not None:
        axes.axhline(panel.goal, color="#888888", linestyle="--", linewidth=1, label="goal")
    axes.set_xscale("log")
    if panel.by_factors:
        axes.set_yscale("log")
    else:
        axes.set_ylim(bottom=0)
    axes.set_title(panel.title, loc="left", fontsize=10)
    axes.grid(visible=True, which="major", color="#d0d7de", linewidth=0.6)
    if len(panel.curves) > 1 or panel.goal is not None:
        axes.legend(frameon=False, fontsize=8)
