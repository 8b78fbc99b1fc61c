"""What users' feedback says of retrieval, as pure functions of feedback rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from app.catalogue.records import FeedbackRecord


@dataclass(frozen=True)
class _Rated:
    """An answer with its latest rating."""

    record: FeedbackRecord
    question: str
    sources: tuple[str, ...]
    """Chunk ids in the order of the answer's sources."""
    cited: frozenset[str]


def feedback_result(records: Sequence[FeedbackRecord]) -> dict[str, Any]:
    """Precision, recall and MRR of what answers were given, by the thumbs of those who read them.

    The latest thumb of an answer counts. A passage is relevant to a question (its standalone wording, case and spaces
    aside) once an answer to that question was good and cited it. For every answer whose sources were kept:
    `precision` is the share of its passages that are relevant, `recall` the share of the question's relevant passages
    among them (unknown where nobody found an answer good), and the reciprocal rank is that of the first relevant one.
    An answer that was found bad, to a question without a good answer, has precision and reciprocal rank 0.

    Args:
        records: an owner's feedback, the oldest first.

    Returns:
        `{"feedback", "answers", "good", "bad", "approval", "judged", "precision", "recall", "mrr", "per_question",
        "notes"}`; a share of nothing is null.
    """
    latest = {record.answer_id: record for record in records}
    rated = [each for record in latest.values() if (each := _rated(record)) is not None]
    relevant: dict[str, set[str]] = {}
    for each in rated:
        if each.record.value > 0:
            relevant.setdefault(each.question, set()).update(each.cited)
    rows = [_row(each, relevant.get(each.question, set())) for each in rated]
    good = sum(record.value > 0 for record in latest.values())
    notes = []
    if unkept := len(latest) - len(rated):
        notes.append(f"{unkept} rated answers were given outside a session, so that their sources are not known")
    return {
        "feedback": len(records),
        "answers": len(latest),
        "good": good,
        "bad": len(latest) - good,
        "approval": round(good / len(latest), 6) if latest else None,
        "judged": len(rows),
        **{name: _mean(rows, name) for name in ("precision", "recall", "mrr")},
        "per_question": rows,
        "notes": notes,
    }


def _rated(record: FeedbackRecord) -> _Rated | None:
    payload = record.payload
    question = payload.get("standalone_question") or payload.get("question") or ""
    sources = tuple(dict.fromkeys(chunk for source in payload.get("sources") or [] for chunk in _chunks(source)))
    if not question or not sources:
        return None
    cited = frozenset(chunk for citation in payload.get("citations") or [] for chunk in _chunks(citation))
    return _Rated(record, " ".join(question.casefold().split()), sources, cited)


def _chunks(place: Mapping[str, Any]) -> list[str]:
    """A source may be joined from several chunks."""
    return [str(each) for each in place.get("hits") or [place["chunk_id"]]]


def _row(each: _Rated, relevant: set[str]) -> dict[str, Any]:
    ranks = [rank for rank, chunk in enumerate(each.sources, start=1) if chunk in relevant]
    metrics = {
        "precision": round(len(ranks) / len(each.sources), 6),
        "recall": round(len(ranks) / len(relevant), 6) if relevant else None,
        "mrr": round(1 / ranks[0], 6) if ranks else 0.0,
    }
    return {
        "question_id": each.record.answer_id,
        "question": each.record.payload.get("question") or each.question,
        "good": each.record.value > 0,
        "comment": each.record.comment,
        "metrics": metrics,
    }


def _mean(rows: Sequence[Mapping[str, Any]], name: str) -> float | None:
    figures = [row["metrics"][name] for row in rows if row["metrics"][name] is not None]
    return round(fmean(figures), 6) if figures else None
