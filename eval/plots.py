"""Charts of an evaluation as PNG, for a report and for a file. Needs matplotlib, of the extra `sheaf[eval]`."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from app.extras import require

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Theme = Literal["light", "dark"]

_WIDTH = 8.0
"""Inches."""
_DOTS_PER_INCH = 144
_BAR_INCHES = 0.24
"""Height of one bar."""
_MARKERS = "os^Dvx"


@dataclass(frozen=True)
class _Look:
    paper: str
    ink: str
    faint: str
    colours: tuple[str, ...]


# Okabe and Ito's colours, which people with colour-blindness can tell apart; lighter ones on dark paper.
_LOOKS: dict[Theme, _Look] = {
    "light": _Look("#ffffff", "#1b1f24", "#d0d7de", ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b58900", "#56b4e9")),
    "dark": _Look("#16191d", "#e6e8eb", "#3a4149", ("#56b4e9", "#f08a4b", "#3fc7a0", "#e3a3c6", "#e8c547", "#8ecdf3")),
}


@dataclass(frozen=True)
class Series:
    """One row of values in a chart, with an interval about each where there is one."""

    name: str
    """Stands in the legend, where there are several."""
    values: Sequence[float | None]
    """One for each label or x; None is left out."""
    low: Sequence[float | None] | None = None
    high: Sequence[float | None] | None = None
    """Ends of the intervals, as long as `values`; None where a value has none."""


@dataclass(frozen=True)
class BarChart:
    """Lying bars, the first label on top, so that long labels can be read."""

    title: str
    labels: Sequence[str]
    series: Sequence[Series]
    axis: str
    """What the values are, with their unit."""
    limits: tuple[float, float] | None = None
    """Ends of the axis; None fits it to the values."""


@dataclass(frozen=True)
class LineChart:
    """Values over numbers, such as milliseconds over chunks."""

    title: str
    x: Sequence[float]
    series: Sequence[Series]
    x_axis: str
    axis: str
    """What the values are, with their unit."""


Chart = BarChart | LineChart


def draw_png(chart: Chart, theme: Theme = "light") -> bytes:
    """A chart as the bytes of a PNG file. The same chart gives the same bytes.

    Args:
        chart: what is drawn.
        theme: for light or for dark paper.

    Raises:
        UnavailableError: the extra is not installed.
        ValueError: the chart holds nothing, or a series is not as long as its labels.
    """
    _check(chart)
    require_plots()
    look = _LOOKS[theme]
    with _style(look) as figure:
        axes = figure.add_subplot()
        if isinstance(chart, BarChart):
            figure.set_size_inches(_WIDTH, _bars_height(chart))
            _draw_bars(axes, chart, look)
        else:
            figure.set_size_inches(_WIDTH, _WIDTH * 0.5)
            _draw_lines(axes, chart, look)
        figure.suptitle(chart.title, x=0.01, ha="left", fontsize=11, fontweight="bold", color=look.ink)
        if len(chart.series) > 1:
            # Below the plot, where it covers no value.
            figure.legend(loc="outside lower left", ncols=3, frameon=False, labelcolor=look.ink, fontsize=9)
        buffer = io.BytesIO()
        figure.savefig(buffer, format="png", dpi=_DOTS_PER_INCH, metadata={"Software": None})
    return buffer.getvalue()


def write_png(chart: Chart, path: Path) -> None:
    """Writes a chart for light paper to a file; what it raises is as of `draw_png`."""
    path.write_bytes(draw_png(chart))


def require_plots() -> None:
    """Raises UnavailableError, which names the extra, where charts cannot be drawn.

    A command calls it before it measures for minutes.
    """
    require(
        "matplotlib", lack="What draws charts is not installed.", hint="Install sheaf[eval], or leave the report out."
    )


@contextmanager
def _style(look: _Look) -> Iterator[Figure]:
    # Without pyplot, which keeps every figure and a state that all threads share.
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    choices: dict[Any, Any] = {
        "font.size": 9,
        "text.parse_math": False,  # labels may hold a dollar sign
        "axes.edgecolor": look.faint,
        "axes.labelcolor": look.ink,
        "text.color": look.ink,
        "xtick.color": look.ink,
        "ytick.color": look.ink,
    }
    with rc_context(choices), warnings.catch_warnings():
        # A label in a script that the font lacks is drawn with boxes; that is no reason to give no chart.
        warnings.filterwarnings("ignore", message="Glyph .* missing from", category=UserWarning)
        yield Figure(layout="constrained", facecolor=look.paper)


def _check(chart: Chart) -> None:
    places = len(chart.labels) if isinstance(chart, BarChart) else len(chart.x)
    if not places or not chart.series:
        raise ValueError(f"The chart {chart.title!r} holds nothing.")
    for series in chart.series:
        for row in (series.values, series.low, series.high):
            if row is not None and len(row) != places:
                raise ValueError(f"The series {series.name!r} has {len(row)} values for {places} places.")


def _bars_height(chart: BarChart) -> float:
    bars = len(chart.labels) * (_bars_at_once(chart) + 0.8)
    return 1.1 + max(bars * _BAR_INCHES, 0.6)


def _bars_at_once(chart: BarChart) -> int:
    """Most series that have a value at one label: those that have none there take no room."""
    return max(1, *(len(_present(chart, place)) for place in range(len(chart.labels))))


def _present(chart: BarChart, place: int) -> list[int]:
    return [number for number, series in enumerate(chart.series) if series.values[place] is not None]


def _prepare(axes: Axes, look: _Look, direction: Literal["x", "y"]) -> None:
    axes.set_facecolor(look.paper)
    axes.grid(visible=True, axis=direction, color=look.faint, linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _draw_bars(axes: Axes, chart: BarChart, look: _Look) -> None:
    _prepare(axes, look, "x")
    thickness = 0.8 / _bars_at_once(chart)
    for number, series in enumerate(chart.series):
        shown = [place for place, value in enumerate(series.values) if value is not None]
        beside = [_present(chart, place) for place in shown]
        middles = [
            place + thickness * (there.index(number) - (len(there) - 1) / 2)
            for place, there in zip(shown, beside, strict=True)
        ]
        values = [float(series.values[place] or 0.0) for place in shown]
        colour = look.colours[number % len(look.colours)]
        axes.barh(middles, values, height=thickness * 0.9, color=colour, label=series.name)
        if (errors := _intervals(series, shown)) is not None:
            axes.errorbar(values, middles, xerr=errors, fmt="none", ecolor=look.ink, elinewidth=1, capsize=2.5)
    axes.set_yticks(range(len(chart.labels)), labels=[_shortened(label) for label in chart.labels])
    axes.set_ylim(len(chart.labels) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.axvline(0, color=look.ink, linewidth=0.8)
    axes.set_xlabel(chart.axis)
    if chart.limits is not None:
        axes.set_xlim(*chart.limits)


def _draw_lines(axes: Axes, chart: LineChart, look: _Look) -> None:
    _prepare(axes, look, "y")
    for number, series in enumerate(chart.series):
        shown = [place for place, value in enumerate(series.values) if value is not None]
        axes.errorbar(
            [chart.x[place] for place in shown],
            [float(series.values[place] or 0.0) for place in shown],
            yerr=_intervals(series, shown),
            color=look.colours[number % len(look.colours)],
            marker=_MARKERS[number % len(_MARKERS)],
            markersize=4,
            linewidth=1.6,
            elinewidth=1,
            capsize=2.5,
            label=series.name,
        )
    axes.set_xlabel(chart.x_axis)
    axes.set_ylabel(chart.axis)
    if axes.get_ylim()[0] > 0:
        axes.set_ylim(bottom=0)


def _intervals(series: Series, shown: Sequence[int]) -> tuple[list[float], list[float]] | None:
    """Distances below and above each shown value, as matplotlib wants them."""
    if series.low is None or series.high is None:
        return None
    below, above = [], []
    for place in shown:
        value, low, high = (float(row[place] or 0.0) for row in (series.values, series.low, series.high))
        known = series.low[place] is not None and series.high[place] is not None
        # An end on the wrong side of its value comes of rounding.
        below.append(max(value - low, 0.0) if known else 0.0)
        above.append(max(high - value, 0.0) if known else 0.0)
    return below, above


def _shortened(label: str) -> str:
    label = " ".join(label.split())
    return label if len(label) <= 48 else f"{label[:47]}…"
