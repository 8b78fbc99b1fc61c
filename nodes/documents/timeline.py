"""Order in time: where a document stands among the dated documents of its collection."""

from __future__ import annotations

from datetime import date


def chronological_position(own: str, dated_range: tuple[str, str] | None) -> float | None:
    """0 for the oldest, 1 for the newest, in proportion to days between; 1 where it is the only date.

    Args:
        own: the document's date, ISO 8601; later parts than the day do not count.
        dated_range: oldest and newest date of the collection so far; widened by the document's own.

    Returns:
        None where a date cannot be read.
    """
    try:
        day = date.fromisoformat(own[:10])
        bounds = [date.fromisoformat(each[:10]) for each in dated_range or ()]
    except ValueError:
        return None
    oldest, newest = min([day, *bounds]), max([day, *bounds])
    return 1.0 if oldest == newest else (day - oldest).days / (newest - oldest).days
