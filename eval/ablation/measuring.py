"""Measures what each feature is worth: every question with it and without it, over the same documents."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from statistics import fmean
from typing import Any

from app.chatting.answering import GraphRun, final_state, run_events
from app.chatting.asking import graph_input
from app.public import public_hit, public_source
from app.settings import Settings
from app.sheaf import LOCAL_OWNER, Sheaf
from eval import metrics
from eval.ablation.variants import Trial, Variant, Way, ways_of
from eval.bootstrap import paired_difference
from eval.datasets import Dataset, Question
from eval.engine import WARM_UP
from eval.ingesting import IngestMeasure
from eval.locating import Locator
from graphs.chat import build_chat_graph
from graphs.context import ChatContext
from nodes.domain.switches import Feature

TOP_K = 20
"""Hits that are judged; what an answer reads is as by default."""
MANY_GOLD = 4
"""Gold items a question, on average, above which the order of many counts more than the first five."""

Measure = Callable[[metrics.Ranking, metrics.Gold], float]

MEASURES: Mapping[str, Measure] = {
    "recall@5": partial(metrics.recall, k=5),
    "all_recall@5": partial(metrics.all_recall, k=5),
    "hit@5": partial(metrics.hit, k=5),
    "hit@20": partial(metrics.hit, k=20),
    "ndcg@10": partial(metrics.ndcg, k=10),
    "mrr@10": partial(metrics.reciprocal_rank, k=10),
}


def main_measures(dataset: Dataset) -> list[str]:
    """The measures that are told of a dataset, the first of which is its main one.

    Pages: whether one was found. Few gold items: whether they were found among the first five. Many: their order.
    """
    if dataset.kind == "page":
        return ["hit@5", "hit@20", "ndcg@10", "mrr@10"]
    gold = fmean(len(question.gold) for question in dataset.questions)
    if gold > MANY_GOLD:
        return ["ndcg@10", "recall@5", "mrr@10"]
    return ["recall@5", "all_recall@5", "ndcg@10", "mrr@10"]


async def measure_ablation(
    sheaf: Sheaf,
    dataset: Dataset,
    ingested: IngestMeasure,
    trials: Sequence[Trial],
    *,
    settings: Mapping[str, Any],
    on_question: Callable[[int], None],
) -> dict[str, Any]:
    """Asks every question in every way that the trials need, and compares the ways question by question.

    Args:
        sheaf: over the home that holds the documents.
        dataset: what is asked.
        ingested: its documents, searchable.
        trials: one feature each, at least one.
        settings: what is reported as the run's settings.
        on_question: takes the number of questions asked so far.

    Returns:
        JSON: every run with its values by question, and every feature with its differences.

    Raises:
        DatasetError: the collection holds other documents.
        SheafError: a search failed. That ends the run: a mean over the rest would mean nothing.
    """
    asker = _Asker(await sheaf.chat_context(LOCAL_OWNER, [ingested.collection]), sheaf.settings)
    locate = Locator(dataset, ingested.documents)
    names, ways = main_measures(dataset), ways_of(trials)
    runs = {way.variant.name: _Run({measure: [] for measure in names}) for way in ways}
    for variant in {way.variant.judged: way.variant for way in ways}.values():
        await asker.ask(WARM_UP, variant)
    for done, question in enumerate(dataset.questions, start=1):
        await _ask_all(asker, question, ways, locate, runs)
        on_question(done)
    return {
        "dataset": dataset.name,
        "kind": dataset.kind,
        "queries": len(dataset.questions),
        "documents": len(ingested.documents),
        "chunks": ingested.chunk_count,
        "measures": names,
        "features": [_compared(trial, runs, names) for trial in trials],
        "runs": {way.variant.name: _told(way.variant, runs[way.variant.name]) for way in ways},
        "questions": [question.id for question in dataset.questions],
        "failed": list(ingested.failed),
        "notes": [*dataset.notes, *locate.notes()],
        "settings": dict(settings),
    }


@dataclass
class _Run:
    """What a variant reached, a value for each question."""

    values: dict[str, list[float]]
    """By measure."""
    seconds: list[float] = field(default_factory=list)
    """Of processor time, all threads together."""
    asked: set[Feature] = field(default_factory=set)
    """The switches that the last question came by."""
    repeated: int = 0
    """Questions that were not asked, as another run was the same."""

    def repeat(self, other: _Run) -> None:
        """Takes over the last question of a run that was the same."""
        for measure, values in self.values.items():
            values.append(other.values[measure][-1])
        self.seconds.append(other.seconds[-1])
        self.asked = other.asked
        self.repeated += 1


class _Watched(frozenset[Feature]):
    """What is on; notes what was asked for."""

    asked: set[Feature]

    def __contains__(self, feature: object) -> bool:
        self.asked.add(feature)  # type: ignore[arg-type] # only features are asked for
        return super().__contains__(feature)


class _Asker:
    """Asks through the graph itself: what is on is no choice of a request."""

    def __init__(self, context: ChatContext, settings: Settings) -> None:
        self._graph = build_chat_graph()
        self._context = context
        self._settings = settings

    async def ask(self, question: str, variant: Variant) -> tuple[list[dict[str, Any]], set[Feature]]:
        """The hits of a search, or the sources that an answer reads, best first; and what was asked for."""
        search = variant.judged == "hits"
        options = {**({"top_k": TOP_K} if search else {}), **variant.options}
        given = graph_input(question, "search" if search else "chat", options, self._settings.chat)
        watched = _Watched(variant.features)
        watched.asked = set()
        run = GraphRun(self._graph, replace(self._context, features=watched), given)
        if search:
            return [public_hit(hit) for hit in (await final_state(run))["hits"]], watched.asked
        return await _read(run), watched.asked


async def _read(run: GraphRun) -> list[dict[str, Any]]:
    """The sources of an answer, which are known before it is worded: there it is left."""
    async with aclosing(run_events(run)) as events:
        async for kind, value in events:
            if kind == "event" and value["type"] == "sources":
                return [public_source(source) for source in value["sources"]]
    return []


async def _ask_all(
    asker: _Asker, question: Question, ways: Sequence[Way], locate: Locator, runs: Mapping[str, _Run]
) -> None:
    # What the first run of a question reads stays in memory for the others: none of them should pay for it.
    await asker.ask(question.text, ways[0].variant)
    for way in ways:
        run = runs[way.variant.name]
        if way.like is not None and way.switch not in runs[way.like.name].asked:
            run.repeat(runs[way.like.name])
            continue
        begin = time.process_time()
        found, run.asked = await asker.ask(question.text, way.variant)
        run.seconds.append(time.process_time() - begin)
        ranking = [ranked.item for ranked in locate.rank(found)]
        for measure, values in run.values.items():
            values.append(MEASURES[measure](ranking, question.gold))


def _told(variant: Variant, run: _Run) -> dict[str, Any]:
    return {
        "features": sorted(variant.features),
        "options": dict(variant.options),
        "judged": variant.judged,
        "means": {measure: round(fmean(values), 6) for measure, values in run.values.items()},
        "cpu_ms": round(1000 * fmean(run.seconds), 3),
        "repeated": run.repeated,
        "values": {measure: [round(value, 6) for value in values] for measure, values in run.values.items()},
    }


def _compared(trial: Trial, runs: Mapping[str, _Run], names: Sequence[str]) -> dict[str, Any]:
    on, off = runs[trial.on.name], runs[trial.off.name]
    compared = {
        "name": trial.name,
        "what": trial.what,
        "default": trial.default,
        "judged": trial.on.judged,
        "runs": {part: variant.name for part, variant in trial.runs.items()},
        "among_all": {name: _difference(off.values[name], on.values[name]) for name in names},
        "alone": None,
        "cpu_ms": round(1000 * (fmean(on.seconds) - fmean(off.seconds)), 3),
    }
    if trial.alone is not None and trial.beside is not None:
        alone, beside = runs[trial.alone.name], runs[trial.beside.name]
        compared["alone"] = {name: _difference(beside.values[name], alone.values[name]) for name in names}
    return compared


def _difference(first: Sequence[float], second: Sequence[float]) -> dict[str, Any]:
    found = paired_difference(first, second)
    rounded = {key: round(value, 6) if isinstance(value, float) else value for key, value in asdict(found).items()}
    return {**rounded, "sure": found.sure}
