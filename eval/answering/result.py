"""What came of the questions of an answer evaluation, and its figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from eval.answering.metrics import is_short, is_yes_or_no, stands_in, token_recall
from eval.answering.questions import KnownQuestion
from eval.datasets import Dataset
from eval.ingesting import IngestMeasure
from eval.spread import spread
from nodes.domain.errors import ErrorReport


@dataclass(frozen=True)
class Failure:
    """A question that ended in an error. It counts in every share, as not answered and not refused."""

    kind: str
    """`answer`, or the kind of the questions that nothing answers."""
    question_id: str
    error: ErrorReport


@dataclass(frozen=True)
class Measured:
    """A known question with what came of it."""

    known: KnownQuestion
    failed: bool
    refused: bool = False
    cached: bool = False
    model_failures: tuple[str, ...] = ()
    """Paths on which the language model was asked in vain."""
    unsupported: int = 0
    """Statements of the answer that no source bears out."""
    seconds: float = 0.0
    quotes: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    """What the answerer read."""
    found: int = 0
    """Quotes that stand in their cited source."""
    cited_items: tuple[str, ...] = ()
    """Distinct items of the gold's kind that are cited."""
    documents: int = 0
    """Distinct documents that are cited."""
    text: str = ""
    """The answer without its markers."""
    sentences: int = 0
    words: int = 0


@dataclass(frozen=True)
class Refused:
    """What came of the questions of one kind that nothing answers."""

    questions: int
    refused: int
    failures: tuple[Failure, ...]
    outcomes: tuple[tuple[str, str, bool | None], ...] = ()
    """Id and text of each question, and whether it was refused; None where it failed."""

    @property
    def share(self) -> float | None:
        """Share that was refused, 0..1; None where nothing was asked."""
        return _share(self.refused, self.questions)


@dataclass(frozen=True)
class AnswerRun:
    """Known questions as they were answered."""

    measured: Sequence[Measured]
    failures: Sequence[Failure]
    notes: Sequence[str]


def joined(parts: Sequence[Refused]) -> Refused:
    """Questions of one kind that were asked in several collections."""
    return Refused(
        sum(part.questions for part in parts),
        sum(part.refused for part in parts),
        tuple(failure for part in parts for failure in part.failures),
        tuple(outcome for part in parts for outcome in part.outcomes),
    )


def answers_result(
    dataset: Dataset,
    run: AnswerRun,
    refusals: Mapping[str, Refused],
    ingested: IngestMeasure,
    notes: Sequence[str],
    settings: Mapping[str, Any],
) -> dict[str, Any]:
    """The evaluation JSON. A share of nothing is null; so is that of a kind that could not be made.

    `questions` have a known answer; `scored` of them are judged by it: `short` ones by `answer_recall` and, with what
    is reckoned from quotes, `answer_stated`; the rest by `token_recall`. Shares of questions count those that failed.
    Quotes and cited items are pooled over the questions;
    `fell_back` counts answers that went on without the language model, by what it was asked for (`generate`: made of
    quotes); `unsupported` counts statements that no source bears out.
    `sentences`, `words` and `latency_ms` are those of the answers, refusals and failures aside (latency: with
    refusals).

    Args:
        dataset: what was asked.
        run: its known questions.
        refusals: by kind.
        ingested: the dataset's documents.
        notes: what a reader has to know.
        settings: of the run.
    """
    measured = run.measured
    judged = [each for each in measured if not is_yes_or_no(each.known.references)]
    short = [each for each in judged if is_short(each.known.references)]
    answered = [each for each in measured if not each.failed and not each.refused]
    quotes = sum(len(each.quotes) for each in measured)
    with_gold = [each for each in measured if each.known.question.gold]
    several = [each for each in with_gold if len({dataset.document_of(item) for item in each.known.question.gold}) > 1]
    failures = [*run.failures, *(failure for each in refusals.values() for failure in each.failures)]
    return {
        "dataset": dataset.name,
        "questions": len(measured),
        "scored": len(judged),
        "short": len(short),
        "answer_recall": _mean(_stands(each.known.references, each.quotes) for each in short),
        "answer_stated": _mean(_states(each) for each in short),
        "answer_recall_bound": _mean(_stands(each.known.references, each.sources) for each in short),
        "token_recall": _mean(_token_recall(each) for each in judged if each not in short),
        "quotes_found": _share(sum(each.found for each in measured), quotes),
        "citation_precision": _share(
            sum(item in each.known.question.gold for each in with_gold for item in each.cited_items),
            sum(len(each.cited_items) for each in with_gold),
        ),
        "two_documents": _mean(each.documents > 1 for each in several),
        "sentences": _mean(each.sentences for each in answered),
        "words": _mean(each.words for each in answered),
        "refused": {kind: each.share for kind, each in refusals.items()},
        "refused_questions": {kind: each.questions for kind, each in refusals.items()},
        "wrongly_refused": _mean(each.refused for each in measured),
        "fell_back": _fell_back(measured),
        "unsupported": sum(each.unsupported for each in measured),
        "latency_ms": spread([each.seconds for each in measured if not each.failed]),
        "quotes": quotes,
        "documents": len(ingested.documents),
        "empty_lines": dataset.empty_lines,
        "failed_files": list(ingested.failed),
        "failed": [
            {"kind": failure.kind, "question_id": failure.question_id, "error": failure.error} for failure in failures
        ],
        "notes": [*notes, *run.notes, *_cache_notes(measured)],
        "settings": dict(settings),
        "per_question": [
            *(_question_row(each) for each in measured),
            *(row for kind, each in refusals.items() for row in _refusal_rows(kind, each)),
        ],
    }


def _question_row(each: Measured) -> dict[str, Any]:
    """One question's own figures, for `sheaf eval compare`; null where a measure does not apply."""
    references, gold = each.known.references, each.known.question.gold
    is_judged, short = not is_yes_or_no(references), is_short(references)
    cited = sum(item in gold for item in each.cited_items)
    figures = {
        "answer_recall": float(_stands(references, each.quotes)) if is_judged and short else None,
        "answer_stated": float(_states(each)) if is_judged and short else None,
        "token_recall": _token_recall(each) if is_judged and not short else None,
        "citation_precision": cited / len(each.cited_items) if gold and each.cited_items else None,
        "answered": float(not each.refused and not each.failed),
    }
    return {"question_id": each.known.question.id, "question": each.known.question.text, "metrics": figures}


def _refusal_rows(kind: str, refused: Refused) -> list[dict[str, Any]]:
    """A question may be made in several kinds, which its id tells apart."""
    return [
        {"question_id": f"{kind}/{identifier}", "question": text, "metrics": {"refused": float(bool(was_refused))}}
        for identifier, text, was_refused in refused.outcomes
    ]


def _fell_back(measured: Sequence[Measured]) -> dict[str, int]:
    """Answers that went on without the language model, by what it was asked for; empty where it never failed."""
    return dict(sorted(Counter(path for each in measured for path in set(each.model_failures)).items()))


def _stands(references: Sequence[str], texts: Sequence[str]) -> bool:
    return any(stands_in(reference, texts) for reference in references)


def _states(each: Measured) -> bool:
    """Whether the answer says what is known; a refusal says the question again, and states nothing."""
    return not each.refused and _stands(each.known.references, [each.text])


def _token_recall(each: Measured) -> float:
    return max(token_recall(reference, each.quotes) for reference in each.known.references)


def _mean(values: Iterable[float]) -> float | None:
    numbers = [float(value) for value in values]
    return round(fmean(numbers), 6) if numbers else None


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 6) if whole else None


def _cache_notes(measured: Sequence[Measured]) -> list[str]:
    cached = sum(each.cached for each in measured)
    return [f"{cached} answers came from the cache of this home, and so did their latency"] if cached else []
