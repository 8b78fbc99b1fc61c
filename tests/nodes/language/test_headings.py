"""Headings that say what a question asks."""

from __future__ import annotations

import pytest

from nodes.language.asked_terms import asked_terms
from nodes.language.denials import excludes
from nodes.language.headings import heading_likeness, innermost


@pytest.mark.parametrize(
    ("heading", "question", "expected"),
    [
        ("Checkpoint", "What is a checkpoint?", 1.0),
        ("8.1.1 Tide gauge", "What is a tide gauge?", 1.0),
        ("Checkpoint (operation)", "What does checkpoint mean?", 1.0),
        ("How do I put a gauge on hold?", "How do I put a gauge on hold?", 1.0),
        ("Tide gauge readings", "What is a tide gauge?", 2 / 3),
        ("Tide gauge", "What is a gauge?", 0.0),
        ("Gauges", "When was the tide gauge of Husum read?", 0.0),
        ("What is not insured", "What is not insured?", 1.0),
        ("What is insured", "What is not insured?", 0.0),
        ("What is not insured", "What is insured?", 0.0),
        ("What is not insured", "What does it not cover?", 1.0),
        ("Exclusions", "What is not covered?", 1.0),
        ("Exclusions", "What is covered?", 0.0),
        ("What is not excluded", "What is covered?", 1.0),
        ("8.1.1", "What is 8.1.1?", 0.0),
        ("", "What is a gauge?", 0.0),
    ],
)
def test_likeness(heading: str, question: str, expected: float) -> None:
    assert heading_likeness(heading, asked_terms(question), denied=excludes(question)) == pytest.approx(expected)


def test_the_heading_right_above_is_meant() -> None:
    assert innermost(["8 Tools", "8.1 Gauges"], "Manual") == "8.1 Gauges"
    assert innermost([], "Manual") == "Manual"
