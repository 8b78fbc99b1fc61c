from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from nodes.domain.chat import Hit
from nodes.ranking.quality import quality_multiplier

NOW = datetime(2026, 1, 31, tzinfo=UTC)


@pytest.mark.parametrize(
    ("length", "changes", "expected"),
    [
        (99, {}, 0.8),
        (99, {"total_chunks": 1}, 1.0),
        (100, {}, 1.0),
        (199, {}, 1.0),
        (200, {}, 1.1),
        (1000, {}, 1.1),
        (1001, {}, 1.0),
        (2000, {}, 1.0),
        (2001, {}, 0.9),
        (150, {"title": "Report"}, 1.05),
        (150, {"title": "  "}, 1.0),
        (150, {"media_type": "application/pdf"}, 1.02),
        (150, {"created_at": "2026-01-02T00:00:00+00:00"}, 1.03),
        (150, {"created_at": "2026-01-30T23:00:00"}, 1.03),
        (150, {"created_at": "2026-01-01T00:00:00Z"}, 1.0),
        (150, {"created_at": ""}, 1.0),
        (500, {"title": "R", "media_type": "application/pdf", "created_at": "2026-01-30"}, 1.1 * 1.05 * 1.02 * 1.03),
    ],
)
def test_signals(make_hit: Callable[..., Hit], length: int, changes: dict[str, Any], expected: float) -> None:
    hit = make_hit("a", "x" * length, **{"title": "", **changes})
    assert quality_multiplier(hit, NOW) == pytest.approx(expected)


@pytest.mark.parametrize("hours", [-12, 0, 14])
def test_a_moment_without_a_zone_is_utc_wherever_it_is_read(make_hit: Callable[..., Hit], hours: int) -> None:
    here = NOW.astimezone(timezone(timedelta(hours=hours)))
    for created_at, expected in (("2026-01-01T06:00:00", 1.03), ("2026-01-01T00:00:00", 1.0)):
        hit = make_hit("a", "x" * 150, title="", created_at=created_at)
        assert quality_multiplier(hit, here + timedelta(hours=1)) == pytest.approx(expected)


def test_all_signals_together_stay_in_their_range(make_hit: Callable[..., Hit]) -> None:
    found = [
        quality_multiplier(
            make_hit("a", "x" * length, title=title, media_type=media_type, created_at=created_at, total_chunks=9), NOW
        )
        for length in (1, 150, 500, 5000)
        for title in ("", "R")
        for media_type in ("text/plain", "application/pdf")
        for created_at in ("", "2026-01-30")
    ]
    assert (round(min(found), 2), round(max(found), 2)) == (0.80, 1.21)
