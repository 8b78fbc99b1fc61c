"""Quality signals: what a hit is like, whatever the question."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from nodes.domain.chat import Hit

_RECENT = timedelta(days=30)


def quality_multiplier(hit: Hit, now: datetime) -> float:
    """Product of what the shape of a passage and of its document say of its worth.

    Length in characters: 200 to 1000 x1.1, under 100 x0.8, over 2000 x0.9. A hit that is its whole document is not
    held to be short. A title x1.05, a PDF x1.02, less than 30 days in the collection x1.03.

    Args:
        hit: its `created_at` is ISO 8601; without a zone it is UTC; one that cannot be read counts as old.
        now: with a time zone.

    Returns:
        0.80 to 1.21.
    """
    multiplier = _length_signal(len(hit["content"]), whole_document=hit["total_chunks"] == 1)
    if hit["title"].strip():
        multiplier *= 1.05
    if hit["media_type"] == "application/pdf":
        multiplier *= 1.02
    if _is_recent(hit["created_at"], now):
        multiplier *= 1.03
    return multiplier


def _length_signal(length: int, *, whole_document: bool) -> float:
    if 200 <= length <= 1000:
        return 1.1
    if length < 100 and not whole_document:
        return 0.8
    return 0.9 if length > 2000 else 1.0


def _is_recent(created_at: str, now: datetime) -> bool:
    try:
        created = datetime.fromisoformat(created_at)
    except ValueError:
        return False
    if created.tzinfo is None:
        created = created.replace(tzinfo=UTC)
    return now - created < _RECENT
