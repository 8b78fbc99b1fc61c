"""`sheaf eval`: measures quality on a dataset."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.cli.output import emit, json_option, note, run
from eval.ablation.cli import ablation
from eval.changes import changed
from eval.cli_parts import (
    FOLDER,
    change_option,
    collection_of,
    described,
    group_by_option,
    home_of,
    home_option,
    with_option,
)
from eval.comparing.cli import compare_results
from eval.ragas.cli import feedback, ragas
from eval.source_code_cli import source_code

if TYPE_CHECKING:
    from eval.answering.questions import AnswerQuestions
    from eval.datasets import Dataset
    from eval.retrieval import RetrievalEvaluation


@click.group("eval")
def evaluate() -> None:
    """Measure quality on a dataset, in a home of its own that is thrown away."""


@evaluate.command("retrieval")
@click.argument("dataset", type=FOLDER)
@with_option
@click.option("--apart", is_flag=True, help="Each dataset in a collection of its own, and all of them asked.")
@group_by_option
@change_option
@click.option("--limit", type=click.IntRange(min=1), help="Ask the first so many questions.")
@click.option("--top-k", type=click.IntRange(1, 100), default=20, show_default=True, help="Hits to judge.")
@click.option(
    "--run", "run_file", type=click.Path(dir_okay=False, path_type=Path), help="Write the rankings, as TREC does."
)
@home_option
@json_option
def retrieval(
    dataset: Path,
    others: tuple[Path, ...],
    apart: bool,
    group_by: str | None,
    change: str | None,
    limit: int | None,
    top_k: int,
    run_file: Path | None,
    home: Path | None,
    as_json: bool,
) -> None:
    """Measure what is found for the questions of DATASET, a folder in the BEIR layout.

    It holds corpus.jsonl or documents/, queries.jsonl and qrels.tsv.
    """
    from eval.datasets import load_dataset
    from eval.report import print_retrieval
    from eval.trec import write_run

    if apart and not others:
        raise click.BadParameter("there is nothing to keep apart without --with", param_hint="--apart")
    loaded = changed(load_dataset(dataset, others=others, group_by=group_by, limit=limit), change)
    choices: dict[str, Any] = {
        "with": [other.resolve().name for other in others],
        "apart": apart,
        "group_by": group_by,
        "change": change,
        "limit": limit,
        "top_k": top_k,
    }
    with home_of(home) as place:
        evaluation = run(_retrieval(loaded, place, collection_of(loaded, choices), choices))
    if run_file is not None:
        write_run(run_file, evaluation.answered)
        note(f"The rankings are in {run_file}.")
    if as_json:
        emit(evaluation.result)
        for line in evaluation.result["notes"]:
            note(f"note: {line}")
    else:
        print_retrieval(evaluation.result)


async def _retrieval(dataset: Dataset, home: Path, collection: str, choices: dict[str, Any]) -> RetrievalEvaluation:
    from app.cli.progress import IngestProgress
    from app.settings import load_settings
    from app.sheaf import Sheaf
    from eval.retrieval import evaluate_retrieval, ingest_dataset

    settings = load_settings(home=home)
    async with Sheaf(settings) as sheaf:
        with IngestProgress(len(dataset.documents)) as progress:
            ingested = await ingest_dataset(sheaf, dataset, collection, progress.on_event, apart=choices["apart"])
        with click.progressbar(length=len(dataset.questions), label="asking", file=sys.stderr) as bar:
            return await evaluate_retrieval(
                sheaf,
                dataset,
                ingested,
                answer_size=settings.chat.top_k,
                options={"top_k": choices["top_k"]},
                settings={**choices, **described(settings)},
                on_question=lambda done: bar.update(done - bar.pos),
            )


@evaluate.command("answers")
@click.argument("dataset", type=FOLDER)
@with_option
@group_by_option
@click.option("--limit", type=click.IntRange(min=1), help="Ask the first so many questions, and as many of each kind.")
@click.option("--unanswerable", is_flag=True, help="Also make questions that nothing answers of those that are known.")
@click.option("--refuse-from", type=FOLDER, help="Also ask the questions of this dataset, which nothing here answers.")
@home_option
@json_option
def answers(
    dataset: Path,
    others: tuple[Path, ...],
    group_by: str | None,
    limit: int | None,
    unanswerable: bool,
    refuse_from: Path | None,
    home: Path | None,
    as_json: bool,
) -> None:
    """Measure the answers to the questions of DATASET whose metadata.answer is known.

    Questions with metadata.unanswerable ought to be refused. With --unanswerable such questions are also made: of
    names and years that the documents do not hold, and of documents without those that answer.
    """
    from eval.answering.questions import read_answer_questions
    from eval.datasets import load_dataset
    from eval.report import print_answers

    if refuse_from is not None and refuse_from.resolve() in {each.resolve() for each in (dataset, *others)}:
        raise click.BadParameter("the documents of this dataset are ingested", param_hint="--refuse-from")
    loaded = load_dataset(dataset, others=others, group_by=group_by)
    asked = read_answer_questions(dataset, loaded, refuse_from=refuse_from, limit=limit)
    choices: dict[str, Any] = {
        "with": [other.resolve().name for other in others],
        "group_by": group_by,
        "limit": limit,
        "unanswerable": unanswerable,
        "refuse_from": None if refuse_from is None else refuse_from.resolve().name,
    }
    with home_of(home) as place:
        result = run(_answers(loaded, asked, place, choices))
    if as_json:
        emit(result)
        for line in result["notes"]:
            note(f"note: {line}")
    else:
        print_answers(result)
    if result["failed"]:
        first = result["failed"][0]
        message = f"{len(result['failed'])} questions failed, first {first['question_id']}: {first['error']['message']}"
        note(f"{message} {first['error']['hint']}".strip())
        sys.exit(1)


async def _answers(dataset: Dataset, asked: AnswerQuestions, home: Path, choices: dict[str, Any]) -> dict[str, Any]:
    from app.cli.progress import IngestProgress
    from app.settings import load_settings
    from app.sheaf import Sheaf
    from eval.answering.measuring import evaluate_answers
    from eval.retrieval import ingest_dataset

    settings = load_settings(home=home)
    async with Sheaf(settings) as sheaf:
        with IngestProgress(len(dataset.documents)) as progress:
            ingested = await ingest_dataset(sheaf, dataset, collection_of(dataset, choices), progress.on_event)
        return await evaluate_answers(
            sheaf,
            dataset,
            ingested,
            asked,
            make=choices["unanswerable"],
            asking=_asking,
            settings={**choices, **described(settings)},
        )


@evaluate.command("load")
@click.option("--clients", type=click.IntRange(1, 500), default=50, show_default=True, help="Who ask at once.")
@click.option("--files", type=click.IntRange(1, 100), default=20, show_default=True, help="Uploaded meanwhile.")
@click.option("--questions", type=click.IntRange(1), default=60, show_default=True, help="Asked when idle.")
@click.option("--pdfs", type=click.IntRange(1, 100), default=10, show_default=True, help="Taken in while nobody asks.")
@click.option("--documents", type=FOLDER, help="Upload files of this folder in place of made-up ones.")
@json_option
def load(clients: int, files: int, questions: int, pdfs: int, documents: Path | None, as_json: bool) -> None:
    """Measure a running service: idle, and while many ask at once and files are taken in.

    It starts a service of its own over a fresh home, and fails where an answer is wrong or holds what is another's.
    """
    from eval.load.measuring import LoadPlan, measure_load
    from eval.report import print_load

    plan = LoadPlan(clients=clients, files=files, idle_questions=questions, documents=documents, pdfs=pdfs)
    with home_of(None) as place:
        result = measure_load(plan, place, note)
    if as_json:
        emit(result)
    else:
        print_load(result)
    if any(result[part][kind] for part in ("idle", "load") for kind in ("errors", "wrong", "cross_talk")):
        note("Some questions went wrong: the result says which.")
        sys.exit(1)


@evaluate.command("fleet")
@click.argument("dataset", type=FOLDER)
@click.option("--services", type=click.IntRange(1, 20), default=2, show_default=True, help="Each is asked everything.")
@click.option("--workers", type=click.IntRange(0, 50), default=3, show_default=True, help="0: beside the services.")
@click.option("--limit", type=click.IntRange(1), help="Ask only the first so many questions.")
@json_option
def fleet(dataset: Path, services: int, workers: int, limit: int | None, as_json: bool) -> None:
    """Measure several services and workers over one PostgreSQL: how fast they ingest, and whether they agree.

    The servers are those of the settings. What was ingested is deleted again.
    """
    import os

    from eval.datasets import load_dataset
    from eval.load.fleet import FleetPlan, measure_fleet
    from eval.report import print_fleet

    loaded = load_dataset(dataset)
    if limit is not None:
        loaded = replace(loaded, questions=loaded.questions[:limit])
    with home_of(None) as place:
        result = measure_fleet(FleetPlan(services, workers), loaded, place, os.environ, note)
    if as_json:
        emit(result)
    else:
        print_fleet(result)
    if result["disagreements"]:
        note("Services disagree: the result says on what.")
        sys.exit(1)


@contextlib.contextmanager
def _asking(kind: str, number: int) -> Iterator[Callable[[], None]]:
    with click.progressbar(length=number, label=f"asking {kind}", file=sys.stderr) as bar:
        yield lambda: bar.update(1)


evaluate.add_command(ablation)
evaluate.add_command(compare_results)
evaluate.add_command(ragas)
evaluate.add_command(feedback)
evaluate.add_command(source_code)
