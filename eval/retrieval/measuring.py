"""Measures retrieval on a dataset, through the same facade that users go through."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean
from typing import Any

from eval import metrics
from eval.datasets import Dataset, Question
from eval.engine import WARM_UP, SearchEngine
from eval.ingesting import IngestMeasure
from eval.locating import Locator, RankedItem
from eval.spread import spread

CUTS = (1, 3, 5, 8, 10, 20)
RANK_CUT = 10
"""Of the measures that look at the order: nDCG, MRR, MAP."""


@dataclass(frozen=True)
class Answered:
    """A question with what was found for it."""

    question: Question
    ranking: Sequence[RankedItem]
    """Distinct items, best first."""
    seconds: float
    documents: int
    """Distinct documents among the hits of one answer."""


@dataclass(frozen=True)
class RetrievalEvaluation:
    """The figures, and what they come from."""

    result: dict[str, Any]
    """The evaluation JSON."""
    answered: Sequence[Answered]


async def evaluate_retrieval(
    sheaf: SearchEngine,
    dataset: Dataset,
    ingested: IngestMeasure,
    *,
    answer_size: int,
    options: Mapping[str, Any],
    settings: Mapping[str, Any],
    on_question: Callable[[int], None],
) -> RetrievalEvaluation:
    """Asks a dataset's questions one after the other and measures what is found.

    Args:
        sheaf: an open facade.
        dataset: what is asked.
        ingested: the dataset's documents, searchable.
        answer_size: hits of one answer, for `documents_per_answer`.
        options: of every search; what is not in it is left to the defaults.
        settings: what is reported as the run's settings.
        on_question: takes the number of questions asked so far.

    Raises:
        DatasetError: the collection holds other documents.
        SheafError: a search failed. That ends the run: a mean over the rest would mean nothing.
    """
    locate = Locator(dataset, ingested.documents)
    search = partial(sheaf.search, collections=[ingested.collection, *ingested.beside], options=dict(options))
    # The first search loads models and has small collections read ahead, as in a service whose first question is long
    # past; no question of the set should pay for it.
    await search(WARM_UP)
    await sheaf.settled()
    answered = []
    for done, question in enumerate(dataset.questions, start=1):
        begin = time.perf_counter()
        found = await search(question.text)
        seconds = time.perf_counter() - begin
        hits = found["hits"]
        documents = len({hit["document_id"] for hit in hits[:answer_size]})
        answered.append(Answered(question, locate.rank(hits), seconds, documents))
        on_question(done)
    notes = [*dataset.notes, *locate.notes()]
    return RetrievalEvaluation(_result(dataset, ingested, answered, notes, settings), answered)


def _result(
    dataset: Dataset,
    ingested: IngestMeasure,
    answered: Sequence[Answered],
    notes: Sequence[str],
    settings: Mapping[str, Any],
) -> dict[str, Any]:
    pairs = [([ranked.item for ranked in each.ranking], each.question.gold) for each in answered]
    parent = dataset.document_of

    def mean(measure: Callable[..., float]) -> float:
        return round(fmean(measure(ranking, gold) for ranking, gold in pairs), 6)

    def at_cuts(measure: Callable[..., float]) -> dict[str, float]:
        return {str(cut): mean(partial(measure, k=cut)) for cut in CUTS}

    return {
        "dataset": dataset.name,
        "queries": len(answered),
        "documents": len(ingested.documents),
        "chunks": ingested.chunk_count,
        "recall": at_cuts(metrics.recall),
        "all_recall": at_cuts(metrics.all_recall),
        "hit": at_cuts(metrics.hit),
        "document_recall": at_cuts(partial(metrics.document_recall, document_of=parent)),
        "document_hit": at_cuts(partial(metrics.document_hit, document_of=parent)),
        "ndcg": {str(RANK_CUT): mean(partial(metrics.ndcg, k=RANK_CUT))},
        "mrr": {str(RANK_CUT): mean(partial(metrics.reciprocal_rank, k=RANK_CUT))},
        "map": {str(RANK_CUT): mean(partial(metrics.average_precision, k=RANK_CUT))},
        "documents_per_answer": round(fmean(each.documents for each in answered), 4),
        "latency_ms": spread([each.seconds for each in answered]),
        "ingest": {
            "seconds": round(ingested.seconds, 3),
            "pages_per_second": round(ingested.pages_per_second, 2),
            "chunks_per_second": round(ingested.chunks_per_second, 2),
        },
        "empty_lines": dataset.empty_lines,
        "failed": list(ingested.failed),
        "notes": list(notes),
        "settings": dict(settings),
        "per_question": [_question_row(each, parent) for each in answered],
    }


def _question_row(answered: Answered, document_of: Callable[[str], str]) -> dict[str, Any]:
    """One question's own figures, for `sheaf eval compare`."""
    ranking, gold = [ranked.item for ranked in answered.ranking], answered.question.gold
    figures = {
        f"ndcg@{RANK_CUT}": metrics.ndcg(ranking, gold, RANK_CUT),
        f"mrr@{RANK_CUT}": metrics.reciprocal_rank(ranking, gold, RANK_CUT),
        f"map@{RANK_CUT}": metrics.average_precision(ranking, gold, RANK_CUT),
        **{f"recall@{cut}": metrics.recall(ranking, gold, cut) for cut in CUTS},
        **{f"all_recall@{cut}": metrics.all_recall(ranking, gold, cut) for cut in CUTS},
        f"document_recall@{RANK_CUT}": metrics.document_recall(ranking, gold, RANK_CUT, document_of),
    }
    return {
        "question_id": answered.question.id,
        "question": answered.question.text,
        "metrics": {name: round(figure, 6) for name, figure in figures.items()},
    }
