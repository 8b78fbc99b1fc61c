"""The figures of a measurement as plots."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from eval.plots import BarChart, Series, write_png


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
