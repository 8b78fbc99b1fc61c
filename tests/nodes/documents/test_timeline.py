from __future__ import annotations

import pytest

from nodes.documents.timeline import chronological_position


@pytest.mark.parametrize(
    ("own", "dated", "position"),
    [
        ("2020-01-01", None, 1.0),
        ("2020-01-01", ("2020-01-01", "2020-01-11"), 0.0),
        ("2020-01-06", ("2020-01-01", "2020-01-11"), 0.5),
        ("2020-01-21T10:00:00Z", ("2020-01-01", "2020-01-11"), 1.0),
        ("1999-01-01", ("2020-01-01", "2020-01-11"), 0.0),
        ("someday", None, None),
    ],
)
def test_position_between_the_oldest_and_the_newest(
    own: str, dated: tuple[str, str] | None, position: float | None
) -> None:
    assert chronological_position(own, dated) == position
