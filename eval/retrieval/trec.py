"""Rankings in TREC's run format, for trec_eval and its like."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

from eval.locating import RankedItem
from eval.retrieval.measuring import Answered

_TAG = "sheaf"
SMALLEST_STEP = 1e-6
"""Between two scores of one question: evaluators sort by score and break ties in ways of their own."""


def write_run(path: Path, answered: Sequence[Answered]) -> None:
    """Writes `query-id Q0 item rank score tag`, a line for each item, ranks from 1, scores strictly falling.

    White space in ids is written as in URLs, because the format has no quoting.
    """
    lines = [
        f"{_token(each.question.id)} Q0 {_token(item)} {rank} {score:.6f} {_TAG}\n"
        for each in answered
        for rank, (item, score) in enumerate(_falling(each.ranking), start=1)
    ]
    path.write_text("".join(lines), encoding="utf-8")


def _falling(ranking: Sequence[RankedItem]) -> Iterator[tuple[str, float]]:
    highest = float("inf")
    for ranked in ranking:
        highest = min(round(ranked.score, 6), highest - SMALLEST_STEP)
        yield ranked.item, highest


def _token(text: str) -> str:
    return re.sub(r"\s", lambda blank: quote(blank[0]), text)
