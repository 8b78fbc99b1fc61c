"""What quotes are chosen from: pieces of evidence, each with how like the question it is."""

from __future__ import annotations

from typing import NamedTuple

from nodes.answering.evidence.evidence import Evidence


class Weighed(NamedTuple):
    """A piece of evidence, and how like the question it is."""

    piece: Evidence
    cosine: float = 0.0
    """-1..1, of "title: text" to the question; 0 for what was not compared with it."""
