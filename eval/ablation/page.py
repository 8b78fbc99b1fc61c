"""An ablation as a chart and as a page."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eval.ablation.report import HOW_TO_READ, label_of, title_of
from eval.html_report import Cell, ChartBlock, NotesBlock, Report, TableBlock
from eval.plots import BarChart, Series, require_plots

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_PAPER, _INK, _FAINT, _SURE, _UNSURE, _HARM = "#ffffff", "#1b1f24", "#d0d7de", "#0072b2", "#8c959f", "#d55e00"
_PANEL_INCHES, _LABEL_INCHES, _ROW_INCHES = 1.9, 2.1, 0.19
_DOTS_PER_INCH = 100


def write_ablation_chart(result: Mapping[str, Any], path: Path) -> None:
    """Writes a PNG: a panel for each dataset, in it each feature's worth by the main measure, with its interval.

    Features that changed no question of any dataset are left out. Blue is surely better, orange surely worse.

    Raises:
        UnavailableError: the extra `sheaf[eval]` is not installed.
    """
    require_plots()
    from matplotlib.figure import Figure

    datasets = result["datasets"]
    shown = [each for each in result["features"] if each["verdict"] != "no difference"] or result["features"]
    size = (_LABEL_INCHES + _PANEL_INCHES * len(datasets), 1.0 + _ROW_INCHES * len(shown))
    figure = Figure(figsize=size, layout="constrained", facecolor=_PAPER)
    panels: Sequence[Axes] = figure.subplots(1, len(datasets), sharey=True, squeeze=False)[0]
    for panel, measured in zip(panels, datasets, strict=True):
        _draw_panel(panel, measured, [each["name"] for each in shown])
    panels[0].set_yticks(range(len(shown)), labels=[label_of(each) for each in shown])
    panels[0].set_ylim(len(shown) - 0.5, -0.5)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=_DOTS_PER_INCH, metadata={"Software": None})
    path.write_bytes(buffer.getvalue())


def _draw_panel(panel: Axes, measured: Mapping[str, Any], names: Sequence[str]) -> None:
    measure = measured["measures"][0]
    worth = {each["name"]: each["among_all"][measure] for each in measured["features"]}
    panel.axvline(0, color=_INK, linewidth=0.8)
    for row, name in enumerate(names):
        found = worth.get(name)
        if found is None:
            continue
        colour = _UNSURE if not found["sure"] else _SURE if found["mean"] > 0 else _HARM
        panel.plot([found["low"], found["high"]], [row, row], color=colour, linewidth=1.4)
        panel.plot([found["mean"]], [row], "o", color=colour, markersize=3.5)
    panel.set_title(f"{measured['dataset']}\n{measured['queries']} questions", fontsize=8, color=_INK)
    panel.set_xlabel(f"worth in {measure}", fontsize=8)
    panel.grid(visible=True, color=_FAINT, linewidth=0.5)
    panel.set_axisbelow(True)
    panel.tick_params(labelsize=7, length=0)
    for side in ("top", "right", "left"):
        panel.spines[side].set_visible(False)


def ablation_page(result: Mapping[str, Any]) -> Report:
    """The page: what holds over all datasets, then a chart and a table for each."""
    datasets = result["datasets"]
    verdicts = TableBlock(
        title="Over all datasets",
        columns=("feature", "what it is", "verdict", "pays on", "costs on"),
        rows=[
            (label_of(each), each["what"], each["verdict"], ", ".join(each["pays_on"]), ", ".join(each["costs_on"]))
            for each in result["features"]
        ],
    )
    blocks = [block for measured in datasets for block in (_chart(measured), _table(measured)) if block is not None]
    notes = [
        f"{measured['dataset']}: {line}"
        for measured in datasets
        for line in (*measured["notes"], *(f"{file['file_name']} failed" for file in measured["failed"]))
    ]
    return Report(
        title="What each feature is worth",
        summary=HOW_TO_READ,
        facts={
            "datasets": ", ".join(title_of(measured) for measured in datasets),
            "date": f"{datetime.now(UTC):%Y-%m-%d}",
            "command": f"sheaf eval ablation {' '.join(measured['dataset'] for measured in datasets)}",
        },
        blocks=[verdicts, *blocks, *([NotesBlock("Notes", notes, warning=True)] if notes else [])],
    )


def _chart(measured: Mapping[str, Any]) -> ChartBlock | None:
    measure = measured["measures"][0]
    shown = [
        each
        for each in measured["features"]
        if any(
            part and (part[measure]["better"] or part[measure]["worse"]) for part in (each["among_all"], each["alone"])
        )
    ]
    if not shown:
        return None
    series = [
        Series(
            name=name,
            values=[_value(each[key], measure, "mean") for each in shown],
            low=[_value(each[key], measure, "low") for each in shown],
            high=[_value(each[key], measure, "high") for each in shown],
        )
        for key, name in (("among_all", "among all others"), ("alone", "alone over the plain baseline"))
    ]
    title = f"{measured['dataset']}: worth of each feature that changes a question"
    return ChartBlock(BarChart(title, [label_of(each) for each in shown], series, axis=f"difference in {measure}"))


def _value(part: Mapping[str, Any] | None, measure: str, end: str) -> float | None:
    return None if part is None else float(part[measure][end])


def _table(measured: Mapping[str, Any]) -> TableBlock:
    names = measured["measures"]
    rows: list[list[Cell]] = []
    for each in measured["features"]:
        worth, alone = each["among_all"], each["alone"]
        first = worth[names[0]]
        row: list[Cell] = [label_of(each), first["mean"], first["low"], first["high"]]
        row += [worth[name]["mean"] for name in names[1:]]
        row += [None if alone is None else alone[names[0]]["mean"], first["better"], first["worse"], each["cpu_ms"]]
        rows.append(row)
    others = names[1:]
    return TableBlock(
        title=title_of(measured),
        columns=("feature", names[0], "from", "to", *others, f"alone {names[0]}", "better", "worse", "CPU ms"),
        rows=rows,
        signed=(names[0], "from", "to", *others, f"alone {names[0]}", "CPU ms"),
        folded=True,
    )
