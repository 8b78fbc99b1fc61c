from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from PIL import Image

from eval.plots import BarChart, LineChart, Series, Theme, draw_png, write_png
from nodes.domain.errors import UnavailableError

BARS = BarChart(
    "What pays, in $ and 漢字",
    ["plain", "a label of many words that would fill the whole of the picture if it were not cut"],
    [
        Series("recall", [0.1, None], low=[0.05, None], high=[0.12, None]),
        Series("precision", [-0.2, 0.3]),
    ],
    "difference",
)
LINES = LineChart(
    "Growth", [100, 1000, 10_000], [Series("one", [1, 2, 3]), Series("other", [1, None, 9])], "chunks", "ms"
)


def _pixels(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


@pytest.mark.parametrize("chart", [BARS, LINES])
@pytest.mark.parametrize(("theme", "paper"), [("light", (255, 255, 255)), ("dark", (22, 25, 29))])
def test_a_chart_is_a_picture_on_the_theme_s_paper(
    chart: BarChart | LineChart, theme: Theme, paper: tuple[int, int, int]
) -> None:
    picture = _pixels(draw_png(chart, theme))

    assert picture.getpixel((0, 0)) == paper
    assert picture.width == 1152
    # Both series are drawn, each in a colour of its own.
    assert len(picture.getcolors(picture.width * picture.height) or []) > 20


def test_the_same_chart_gives_the_same_bytes(tmp_path: Path) -> None:
    write_png(BARS, tmp_path / "bars.png")

    assert (tmp_path / "bars.png").read_bytes() == draw_png(BARS)


def test_a_bar_reaches_as_far_as_its_value() -> None:
    def coloured(value: float) -> int:
        picture = _pixels(draw_png(BarChart("t", ["a"], [Series("s", [value])], "share", (0.0, 1.0))))
        return sum(number for number, colour in picture.getcolors(2_000_000) or [] if colour == (0, 114, 178))

    assert coloured(0.8) / coloured(0.4) == pytest.approx(2, rel=0.05)


def test_an_interval_that_rounding_turned_over_is_drawn() -> None:
    assert draw_png(BarChart("t", ["a"], [Series("s", [0.1], low=[0.1000001], high=[0.2])], "x"))


@pytest.mark.parametrize(
    "chart",
    [
        BarChart("empty", [], [Series("s", [])], "x"),
        BarChart("none", ["a"], [], "x"),
        BarChart("short", ["a", "b"], [Series("s", [1.0])], "x"),
        LineChart("short", [1, 2], [Series("s", [1.0, 2.0], low=[1.0], high=[1.0, 2.0])], "x", "y"),
    ],
)
def test_a_chart_that_does_not_fit_together_is_refused(chart: BarChart | LineChart) -> None:
    with pytest.raises(ValueError, match=r"holds nothing|values for"):
        draw_png(chart)


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)

    with pytest.raises(UnavailableError) as caught:
        draw_png(BARS)

    assert "sheaf[eval]" in caught.value.hint
