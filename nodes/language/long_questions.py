"""How much of a question is read for its form: names, periods, sides, kind. What is searched is all of it."""

from __future__ import annotations

LONGEST_READ = 2_000
"""Characters. A question is planned between those of other people, and nobody asks in more words than these hold."""


def beginning(question: str) -> str:
    """The first 2,000 characters, up to the last whole word; all of a shorter question."""
    if len(question) <= LONGEST_READ:
        return question
    head = question[:LONGEST_READ]
    whole, blank, _ = head.rpartition(" ")
    return whole if blank else head
