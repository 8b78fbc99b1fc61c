"""The figures of a run, over a search engine small enough to know its answers by heart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from app.sheaf import IngestFile, IngestReport
from eval.datasets import Dataset, load_dataset
from eval.ingesting import ingest_dataset
from eval.jsonl import DatasetError
from eval.retrieval.measuring import RetrievalEvaluation, evaluate_retrieval
from nodes.domain.errors import RetrievalFailedError
from tests.eval.conftest import MakeDataset


class WordCountEngine:
    """Splits Markdown at its headings and other files at form feeds, and ranks by the number of shared words."""

    def __init__(self, *, refuse: str = "\0") -> None:
        self.hits: list[dict[str, Any]] = []
        self.titles: list[str | None] = []
        self.refuse = refuse

    async def ingest(
        self, files: Sequence[IngestFile], *, collection: str, on_event: Callable[[dict[str, Any]], None]
    ) -> IngestReport:
        reports = [self._add(file, collection) for file in files]
        for report in reports:
            on_event({"type": "file", **report})
        return IngestReport(reports, 1.0)

    async def settled(self) -> None:
        """Nothing goes on in the background."""

    def _add(self, file: IngestFile, collection: str) -> dict[str, Any]:
        text, number = file.path.read_text(encoding="utf-8"), len(self.titles)
        self.titles.append(file.title)
        report = {"file_name": file.file_name, "document_id": f"d{number}", "page_count": 1, "seconds": 0.1}
        if self.refuse in text:
            error = {"code": "unreadable_file", "message": "Refused.", "hint": ""}
            return {**report, "status": "failed", "chunk_count": 0, "error": error}
        parts = text.split("# ")[1:] if file.path.suffix == ".md" else text.split("\f")
        for page, part in enumerate(parts, start=1):
            heading, _, rest = part.partition("\n")
            markdown = file.path.suffix == ".md"
            self.hits.append(
                {
                    "collection": collection,
                    "document_id": f"d{number}",
                    "file_name": file.file_name,
                    "pages": [page, page + 1] if "continued" in part else [page],
                    "section_path": [heading] if markdown else [],
                    "content": rest if markdown else part,
                }
            )
        return {**report, "status": "ready", "page_count": len(parts), "chunk_count": len(parts), "error": None}

    async def search(
        self, question: str, *, collections: Sequence[str], options: dict[str, Any] | None
    ) -> dict[str, Any]:
        words = set(question.lower().split())
        scored = [
            {**hit, "score": float(len(words & set(hit["content"].lower().split())))}
            for hit in self.hits
            if hit["collection"] in collections
        ]
        ranked = sorted((hit for hit in scored if hit["score"]), key=lambda hit: -hit["score"])
        return {"hits": ranked[: (options or {})["top_k"]], "trace": []}


async def evaluate(engine: WordCountEngine, dataset: Dataset, top_k: int = 20) -> RetrievalEvaluation:
    ingested = await ingest_dataset(engine, dataset, "eval", lambda event: None)
    return await evaluate_retrieval(
        engine,
        dataset,
        ingested,
        answer_size=8,
        options={"top_k": top_k},
        settings={"top_k": top_k},
        on_question=lambda done: None,
    )


CORPUS = [
    {"_id": "a", "title": "A", "text": "tide turns often"},
    {"_id": "b", "title": "B", "text": "tide rises"},
    {"_id": "c", "title": "C", "text": "moon"},
]


async def test_figures_of_a_run(make_dataset: MakeDataset) -> None:
    queries = {"q1": "tide turns", "q2": "moon", "q3": "gulls"}
    qrels = [("q1", "b", 1), ("q1", "c", 1), ("q2", "c", 1), ("q3", "a", 1)]
    engine = WordCountEngine()
    evaluation = await evaluate(engine, load_dataset(make_dataset(queries, qrels, corpus=CORPUS)))
    result = evaluation.result
    assert {key: result[key] for key in ("dataset", "queries", "documents", "chunks")} == {
        "dataset": "islands",
        "queries": 3,
        "documents": 3,
        "chunks": 3,
    }
    # q1 finds a, b: half of its gold at 3, none at 1. q2 finds all at 1. q3 finds nothing and still counts.
    assert list(result["recall"]) == ["1", "3", "5", "8", "10", "20"]
    assert result["recall"]["1"] == pytest.approx(1 / 3, abs=1e-6)
    assert result["recall"]["3"] == pytest.approx(0.5)
    assert result["all_recall"]["20"] == pytest.approx(1 / 3, abs=1e-6)
    assert result["hit"]["3"] == pytest.approx(2 / 3, abs=1e-6)
    assert result["document_hit"] == result["hit"]
    assert result["mrr"]["10"] == pytest.approx((1 / 2 + 1) / 3)
    assert result["map"]["10"] == pytest.approx((1 / 4 + 1) / 3, abs=1e-6)
    assert result["documents_per_answer"] == pytest.approx(1)
    assert {"n", "p50", "p95", "max"} <= set(result["latency_ms"])
    assert set(result["ingest"]) == {"seconds", "pages_per_second", "chunks_per_second"}
    assert result["settings"] == {"top_k": 20}
    assert engine.titles == ["A", "B", "C"]
    assert [[ranked.item for ranked in each.ranking] for each in evaluation.answered] == [["a", "b"], ["c"], []]


async def test_a_hit_on_two_pages_is_both_and_counts_once(make_dataset: MakeDataset) -> None:
    text = "nothing here\fturns of the tide continued\fend of the tide turns and turns"
    folder = make_dataset({"q": "turns tide end"}, [("q", "r.txt#page=2", 1)], files={"r.txt": text})
    evaluation = await evaluate(WordCountEngine(), load_dataset(folder))
    items = [ranked.item for ranked in evaluation.answered[0].ranking]
    assert items == ["r.txt#page=3", "r.txt#page=2"]
    assert evaluation.result["hit"]["1"] == 0
    assert evaluation.result["document_hit"]["1"] == 1
    assert evaluation.result["hit"]["3"] == 1


async def test_grouped_lines_are_judged_by_line_and_by_document(make_dataset: MakeDataset) -> None:
    corpus = [
        {"_id": "sea#1", "title": "Same", "text": "the tide turns four times a day"},
        {"_id": "sea#2", "title": "Same", "text": "the pilot sleeps through slack water"},
        {"_id": "land#1", "title": "Hill", "text": "sheep sleep on the hill"},
    ]
    folder = make_dataset({"q": "pilot sleeps slack"}, [("q", "sea#2", 1), ("q", "sea#1", 1)], corpus=corpus)
    evaluation = await evaluate(WordCountEngine(), load_dataset(folder, group_by="#"))
    assert [ranked.item for ranked in evaluation.answered[0].ranking] == ["sea#2"]
    assert evaluation.result["documents"] == 2
    assert evaluation.result["recall"]["1"] == 0.5
    assert evaluation.result["document_recall"]["1"] == 1


async def test_ids_that_are_no_file_names_come_back_whole(make_dataset: MakeDataset) -> None:
    strange = ["a/b#c:d", "../up", "naïve ☂", "x" * 300, "nul\\con"]
    corpus = [{"_id": item, "text": f"word{number} sea"} for number, item in enumerate(strange)]
    queries = {f"q{number}": f"word{number}" for number in range(len(strange))}
    qrels = [(f"q{number}", item, 1) for number, item in enumerate(strange)]
    evaluation = await evaluate(WordCountEngine(), load_dataset(make_dataset(queries, qrels, corpus=corpus)))
    assert evaluation.result["recall"]["1"] == 1


async def test_a_file_that_fails_is_told_and_its_gold_counts_as_missed(make_dataset: MakeDataset) -> None:
    folder = make_dataset({"q": "moon tide"}, [("q", "c", 1), ("q", "a", 1)], corpus=CORPUS)
    evaluation = await evaluate(WordCountEngine(refuse="moon"), load_dataset(folder))
    assert evaluation.result["documents"] == 2
    assert [each["file_name"] for each in evaluation.result["failed"]] == ["c.txt"]
    assert evaluation.result["recall"]["20"] == 0.5


async def test_nothing_ingested_is_an_error(make_dataset: MakeDataset) -> None:
    folder = make_dataset({"q": "moon"}, [("q", "c", 1)], corpus=CORPUS[2:])
    with pytest.raises(DatasetError, match=r"Not one document of islands .* Refused\."):
        await evaluate(WordCountEngine(refuse="moon"), load_dataset(folder))


async def test_a_failed_search_ends_the_run(make_dataset: MakeDataset) -> None:
    class Failing(WordCountEngine):
        async def search(
            self, question: str, *, collections: Sequence[str], options: dict[str, Any] | None
        ) -> dict[str, Any]:
            if question == "moon":
                raise RetrievalFailedError("The store is away.")
            return await super().search(question, collections=collections, options=options)

    folder = make_dataset({"q1": "tide", "q2": "moon"}, [("q1", "a", 1), ("q2", "c", 1)], corpus=CORPUS)
    with pytest.raises(RetrievalFailedError):
        await evaluate(Failing(), load_dataset(folder))


async def test_foreign_documents_in_the_collection_are_refused(make_dataset: MakeDataset, tmp_path: Path) -> None:
    engine = WordCountEngine()
    dataset = load_dataset(make_dataset({"q": "tide"}, [("q", "a", 1)], corpus=CORPUS))
    ingested = await ingest_dataset(engine, dataset, "eval", lambda event: None)
    engine.hits.append({**engine.hits[0], "document_id": "stranger", "file_name": "stranger.txt"})
    with pytest.raises(DatasetError, match=r"stranger\.txt"):
        await evaluate_retrieval(
            engine,
            dataset,
            ingested,
            answer_size=8,
            options={"top_k": 20},
            settings={},
            on_question=lambda done: None,
        )


async def test_sets_that_are_kept_apart_are_asked_together(make_dataset: MakeDataset) -> None:
    engine = WordCountEngine()
    other = make_dataset({"q": "gulls"}, [("q", "x", 1)], corpus=[{"_id": "x", "text": "tide"}], name="birds")
    folder = make_dataset({"q": "tide turns"}, [("q", "a", 1)], corpus=CORPUS)
    dataset = load_dataset(folder, others=[other])
    ingested = await ingest_dataset(engine, dataset, "eval", lambda event: None, apart=True)
    assert (ingested.collection, *ingested.beside) == ("eval islands", "eval birds")
    assert len(ingested.documents) == 4
    asked: list[Sequence[str]] = []

    class Listening(WordCountEngine):
        async def search(
            self, question: str, *, collections: Sequence[str], options: dict[str, Any] | None
        ) -> dict[str, Any]:
            asked.append(collections)
            return await engine.search(question, collections=collections, options=options)

    evaluation = await evaluate_retrieval(
        Listening(),
        dataset,
        ingested,
        answer_size=8,
        options={"top_k": 20},
        settings={},
        on_question=lambda done: None,
    )
    assert [item.item for item in evaluation.answered[0].ranking] == ["islands/a", "islands/b", "birds/x"]
    assert all(set(each) == {"eval islands", "eval birds"} for each in asked)


async def test_only_the_documents_of_one_answer_count_as_its_documents(make_dataset: MakeDataset) -> None:
    corpus = [{"_id": str(number), "text": "tide"} for number in range(12)]
    evaluation = await evaluate(
        WordCountEngine(), load_dataset(make_dataset({"q": "tide"}, [("q", "0", 1)], corpus=corpus))
    )
    assert evaluation.result["documents_per_answer"] == 8
