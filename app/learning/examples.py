"""What feedback says of scores: of an answer's sources, those that were cited against those that were not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.catalogue.records import FeedbackRecord
from nodes.ranking.learned import FEATURES, scaled_scores

BAD_SHARE = 0.5
"""What a thumb down counts: the answer was bad, and its passages may still have been right."""


@dataclass(frozen=True)
class Example:
    """One answer that somebody judged: P pairs of its sources."""

    question: str
    """Folded: the same question may have been judged several times."""
    differences: NDArray[np.float64]
    """(P, 6) features of the better source less those of the other."""
    weight: float
    """Of the whole answer, 0..1."""


@dataclass(frozen=True)
class Examples:
    """What of the feedback can be learned from."""

    examples: Sequence[Example]
    rows: int
    """Of feedback, the last of each answer."""
    left_out: dict[str, int]
    """How many for which reason."""


def examples_of(feedback: Sequence[FeedbackRecord]) -> Examples:
    """Turns thumbs into pairs: after a thumb up cited sources are better than the others, after a thumb down worse.

    Args:
        feedback: the oldest first; of several on one answer the last counts.
    """
    last = {record.answer_id: record for record in feedback}
    found: list[Example] = []
    left_out: dict[str, int] = {}
    for record in last.values():
        made = _example(record)
        if isinstance(made, str):
            left_out[made] = left_out.get(made, 0) + 1
        else:
            found.append(made)
    return Examples(found, len(last), left_out)


def _example(record: FeedbackRecord) -> Example | str:
    """The example of an answer, or why there is none."""
    payload = record.payload
    sources = [source for source in payload.get("sources", []) if source.get("scores")]
    if not sources:
        return "given by an older version: no scores were kept"
    if any("rerank" in source["scores"] for source in sources):
        return "reranked by a model: its order is not that of the scores"
    cited = {citation["index"] for citation in payload.get("citations", [])}
    features = {source["index"]: scaled_scores(source["scores"]) for source in sources}
    better = [each for index, each in features.items() if index in cited]
    others = [each for index, each in features.items() if index not in cited]
    if not better or not others:
        return "all of its sources were cited, or none: nothing to compare"
    pairs = np.array([one - other for one in better for other in others]).reshape(-1, len(FEATURES))
    good = record.value > 0
    question = " ".join(str(payload.get("standalone_question", "")).casefold().split())
    return Example(question, pairs if good else -pairs, 1.0 if good else BAD_SHARE)
