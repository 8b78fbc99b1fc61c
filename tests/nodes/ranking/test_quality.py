from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
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
