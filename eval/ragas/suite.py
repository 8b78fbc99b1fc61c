"""Scores rows with metrics, and gives the evaluation JSON. A row that cannot be scored is told, never dropped."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from eval.datasets import Dataset
from eval.ingesting import IngestMeasure
from eval.ragas.metrics import Metric
from eval.ragas.rows import Row

AT_ONCE = 4
"""Rows that are scored together: a model's server has limits."""
_LONGEST_REASON = 300
"""Characters of what is told of a failure."""


@dataclass(frozen=True)
class Scored:
    """A row with its figures."""

    row: Row
    figures: Mapping[str, float]
    """By metric; one that does not apply or failed is not there."""
    failures: Mapping[str, str]
    """Why, by metric."""


async def score_rows(
    rows: Sequence[Row], metrics: Sequence[Metric], on_row: Callable[[], None] = lambda: None
) -> list[Scored]:
    """Scores every row with every metric that applies to it, a few rows at a time.

    Args:
        rows: what is judged.
        metrics: by what.
        on_row: called after each row.

    Returns:
        One for each row, in order.
    """
    turn = asyncio.Semaphore(AT_ONCE)

    async def one(row: Row) -> Scored:
        async with turn:
            scored = await _score(row, metrics)
        on_row()
        return scored

    return list(await asyncio.gather(*(one(row) for row in rows)))


async def _score(row: Row, metrics: Sequence[Metric]) -> Scored:
    figures: dict[str, float] = {}
    failures: dict[str, str] = {}
    # A question that failed counts against every metric that its answer would have been judged by.
    judged = replace(row, contexts=("",), citations=1, cited_items=("",), sentences=1) if row.error else row
    for metric in metrics:
        if not metric.applies(judged):
            continue
        if row.error:
            failures[metric.name] = f"the question failed: {row.error}"
            continue
        try:
            figure = await metric.score(row)
        except Exception as error:  # noqa: BLE001 - whatever a metric raises is the failure of this row
            failures[metric.name] = _reason(error)
            continue
        if math.isfinite(figure):
            figures[metric.name] = figure
        else:
            failures[metric.name] = "the metric gave no number: the model's reply held nothing to judge by"
    return Scored(row, figures, failures)


def ragas_result(
    dataset: Dataset,
    scored: Sequence[Scored],
    metrics: Sequence[Metric],
    ingested: IngestMeasure,
    *,
    model: str | None,
    notes: Sequence[str],
    settings: Mapping[str, Any],
) -> dict[str, Any]:
    """The evaluation JSON.

    Each metric has its `mean` over the rows that it could score, the mean with failed rows counted as 0, and how many
    rows were scored, failed, and not what it is about. `failed` names every failing row and metric with its reason.

    Args:
        dataset: what was asked.
        scored: of every question.
        metrics: by which, in the order that they are shown.
        ingested: the dataset's documents.
        model: that judged; None without one.
        notes: what a reader has to know.
        settings: of the run.
    """
    failed = [
        {"question_id": each.row.question_id, "metric": name, "reason": reason}
        for each in scored
        for name, reason in each.failures.items()
    ]
    return {
        "dataset": dataset.name,
        "questions": len(scored),
        "model": model,
        "metrics": {metric.name: _summary(metric, scored) for metric in metrics},
        "by_kind": _by_kind(scored, metrics),
        "failed": failed,
        "failed_files": list(ingested.failed),
        "documents": len(ingested.documents),
        "notes": list(notes),
        "settings": dict(settings),
        "per_question": [_row(each, metrics) for each in scored],
    }


def _summary(metric: Metric, scored: Sequence[Scored]) -> dict[str, Any]:
    figures = [each.figures[metric.name] for each in scored if metric.name in each.figures]
    failed = sum(metric.name in each.failures for each in scored)
    return {
        "source": metric.source,
        "mean": _mean(figures),
        "mean_failed_as_zero": _mean([*figures, *([0.0] * failed)]),
        "scored": len(figures),
        "failed": failed,
        "not_applicable": len(scored) - len(figures) - failed,
    }


def _by_kind(scored: Sequence[Scored], metrics: Sequence[Metric]) -> dict[str, dict[str, float | None]]:
    """Means by the dataset's own kinds of questions, where it has them."""
    kinds = dict.fromkeys(each.row.group for each in scored if each.row.group)
    return {
        kind: {
            metric.name: _mean(
                [each.figures[metric.name] for each in scored if each.row.group == kind and metric.name in each.figures]
            )
            for metric in metrics
        }
        for kind in kinds
    }


def _row(each: Scored, metrics: Sequence[Metric]) -> dict[str, Any]:
    row = each.row
    return {
        "question_id": row.question_id,
        "question": row.question,
        "kind": row.group or row.kind,
        "answer": row.answer,
        "refused": row.refused,
        "metrics": {
            metric.name: round(each.figures[metric.name], 6) if metric.name in each.figures else None
            for metric in metrics
        },
        "failures": dict(each.failures),
    }


def _mean(figures: Sequence[float]) -> float | None:
    return round(math.fsum(figures) / len(figures), 6) if figures else None


def _reason(error: Exception) -> str:
    words = " ".join(str(error).split())
    return f"{type(error).__name__}: {words}"[:_LONGEST_REASON].rstrip(": ")
