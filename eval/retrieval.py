"""Measures retrieval on a dataset, through the same facade that users go through."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from statistics import fmean
from typing import Any, Protocol

from app.sheaf import IngestFile, IngestReport
from eval import metrics
from eval.datasets import Dataset, Question, SourceDocument
from eval.jsonl import DatasetError
from eval.passages import PassageFinder
from eval.spread import spread

CUTS = (1, 3, 5, 8, 10, 20)
RANK_CUT = 10
"""Of the measures that look at the order: nDCG, MRR, MAP."""
SEARCHABLE = frozenset({"ready", "replaced", "linked", "unchanged"})
WARM_UP = "Which documents are there?"

OnEvent = Callable[[dict[str, Any]], None]


class SearchEngine(Protocol):
    """The part of the facade that is measured."""

    async def ingest(self, files: Sequence[IngestFile], *, collection: str, on_event: OnEvent) -> IngestReport:
        """Makes files searchable."""
        ...

    async def search(
        self, question: str, *, collections: Sequence[str], options: dict[str, Any] | None
    ) -> dict[str, Any]:
        """Hits and trace."""
        ...

    async def settled(self) -> None:
        """Waits for what searches have left to be done in the background."""
        ...


@dataclass(frozen=True)
class RankedItem:
    """An item of the gold's kind, with the score of the hit that brought it."""

    item: str
    score: float


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
class IngestMeasure:
    """What became of the dataset's documents."""

    collection: str
    seconds: float
    documents: Mapping[str, SourceDocument]
    """Searchable documents by document id."""
    chunk_count: int
    pages_per_second: float
    chunks_per_second: float
    failed: Sequence[dict[str, Any]]
    beside: Sequence[str] = ()
    """Collections of other sets, where these are kept apart."""


@dataclass(frozen=True)
class RetrievalEvaluation:
    """The figures, and what they come from."""

    result: dict[str, Any]
    """The evaluation JSON."""
    answered: Sequence[Answered]


async def ingest_dataset(
    sheaf: SearchEngine, dataset: Dataset, collection: str, on_event: OnEvent, *, apart: bool = False
) -> IngestMeasure:
    """Makes a dataset's documents searchable and measures how long that takes.

    Args:
        sheaf: an open facade.
        dataset: what is ingested. Corpus lines become text files for the time of the ingest.
        collection: where the documents go; it should hold nothing else.
        on_event: takes the events of the ingest.
        apart: the documents of each set go into a collection of their own, called by both names.

    Raises:
        DatasetError: not one document could be ingested. Where some could not, they are told in the result.
    """
    parts: dict[str, list[SourceDocument]] = {}
    for document in dataset.documents:
        parts.setdefault(f"{collection} {document.item.partition('/')[0]}" if apart else collection, []).append(
            document
        )
    done: list[tuple[SourceDocument, dict[str, Any]]] = []
    seconds, pages, chunks = 0.0, 0, 0
    for name, documents in parts.items():
        with tempfile.TemporaryDirectory(prefix="sheaf-eval-") as folder:
            files = await asyncio.to_thread(_write_files, documents, Path(folder))
            begin = time.perf_counter()
            report = await sheaf.ingest(files, collection=name, on_event=on_event)
            seconds += time.perf_counter() - begin
        done += zip(documents, report.files[: len(files)], strict=True)
        pages, chunks = pages + report.page_count, chunks + report.chunk_count
    searchable = [(document, file) for document, file in done if file["status"] in SEARCHABLE]
    failed = [
        {"file_name": file["file_name"], "error": file["error"]} for _, file in done if file["status"] not in SEARCHABLE
    ]
    if not searchable:
        reason = failed[0]["error"]["message"] if failed else "There is none."
        raise DatasetError(f"Not one document of {dataset.name} could be ingested. {reason}", hint="Mend the dataset.")
    return IngestMeasure(
        collection=next(iter(parts)),
        seconds=seconds,
        documents={file["document_id"]: document for document, file in searchable},
        chunk_count=sum(file["chunk_count"] for _, file in searchable),
        pages_per_second=pages / seconds,
        chunks_per_second=chunks / seconds,
        failed=failed,
        beside=list(parts)[1:],
    )


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


class Locator:
    """Turns hits into items of the gold's kind."""

    def __init__(self, dataset: Dataset, documents: Mapping[str, SourceDocument]) -> None:
        self._dataset = dataset
        self._documents = documents
        self._finders = {key: PassageFinder(each.passages) for key, each in documents.items() if each.passages}
        self._unlocated = 0

    def rank(self, hits: Sequence[Mapping[str, Any]]) -> list[RankedItem]:
        """Distinct items, best first; a hit on two pages is both, the earlier first."""
        ranked: dict[str, RankedItem] = {}
        for hit in hits:
            for item in self._items(hit):
                ranked.setdefault(item, RankedItem(item, float(hit["score"])))
        return list(ranked.values())

    def notes(self) -> list[str]:
        """What could not be located."""
        return [f"{self._unlocated} hits could not be traced to a corpus line"] if self._unlocated else []

    def _items(self, hit: Mapping[str, Any]) -> Iterator[str]:
        document = self._documents.get(hit["document_id"])
        if document is None:
            raise DatasetError(
                f"A hit is from {hit['file_name']}, which is not in the dataset.",
                hint="Use an empty home: this one holds another version of the dataset.",
            )
        if document.passages:
            item = self._finders[hit["document_id"]].find(hit["section_path"], hit["content"])
            self._unlocated += item is None
            yield from () if item is None else (item,)
        elif self._dataset.kind == "page":
            yield from (f"{document.item}#page={page}" for page in sorted(hit["pages"]))
        else:
            yield document.item


def _write_files(documents: Sequence[SourceDocument], folder: Path) -> list[IngestFile]:
    files = []
    for number, document in enumerate(documents):
        path = document.path
        if path is None:
            # Ids may hold what a file system does not take; the true name travels beside the path.
            path = folder / f"{number}{PurePosixPath(document.file_name).suffix}"
            path.write_bytes(document.text.encode("utf-8", "replace"))
        files.append(IngestFile(path=path, file_name=document.file_name, title=document.title))
    return files


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
