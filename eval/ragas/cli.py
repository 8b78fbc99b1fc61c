"""`sheaf eval ragas`: what answers are worth, by Ragas."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.cli.output import emit, json_option, note, run
from eval.cli_parts import (
    FOLDER,
    collection_of,
    described,
    group_by_option,
    home_of,
    home_option,
    report_option,
    reports_ready,
    today,
    with_option,
    write_page,
)

if TYPE_CHECKING:
    from eval.answering.questions import AnswerQuestions
    from eval.datasets import Dataset


@click.command("ragas")
@click.argument("dataset", type=FOLDER)
@with_option
@group_by_option
@click.option("--limit", type=click.IntRange(min=1), help="Ask the first so many questions, and as many of each kind.")
@report_option
@home_option
@json_option
def ragas(
    dataset: Path,
    others: tuple[Path, ...],
    group_by: str | None,
    limit: int | None,
    report_file: Path | None,
    home: Path | None,
    as_json: bool,
) -> None:
    """Judge the answers to the questions of DATASET with Ragas, and their citations.

    Metrics that need no model are always there. With SHEAF_LLM=openai that model also judges, several calls for each
    question. What could not be judged is told, question by question, and the exit status is then 1.
    """
    from eval.datasets import load_dataset
    from eval.ragas.metrics import prepare_ragas
    from eval.ragas.report import print_ragas, ragas_page

    prepare_ragas()
    reports_ready(report_file)
    loaded = load_dataset(dataset, others=others, group_by=group_by)
    asked = _questions(dataset, loaded, limit)
    choices = {"with": [other.resolve().name for other in others], "group_by": group_by, "limit": limit}
    with home_of(home) as place:
        result = run(_ragas(loaded, asked, place, choices))
    write_page(report_file, lambda: ragas_page(result, {"date": today()}))
    if as_json:
        emit(result)
    else:
        print_ragas(result)
    if result["failed"]:
        note(f"{len(result['failed'])} figures could not be had: the result names each question with its reason.")
        sys.exit(1)


def _questions(folder: Path, loaded: Dataset, limit: int | None) -> AnswerQuestions:
    from eval.answering.questions import read_answer_questions
    from eval.jsonl import read_json_lines
    from eval.ragas.rows import questions_without_answers

    metadata = [line.mapping("metadata") for line in read_json_lines(folder / "queries.jsonl")[0]]
    if any(each.get("answer") is not None or each.get("unanswerable") for each in metadata):
        return read_answer_questions(folder, loaded, limit=limit)
    return questions_without_answers(loaded, limit)


async def _ragas(dataset: Dataset, asked: AnswerQuestions, home: Path, choices: dict[str, Any]) -> dict[str, Any]:
    from contextlib import AsyncExitStack

    from app.cli.progress import IngestProgress
    from app.settings import load_settings
    from app.sheaf import Sheaf
    from eval.ingesting import ingest_dataset
    from eval.ragas.metrics import judging_client, metrics_of_model, metrics_without_model
    from eval.ragas.rows import ask_rows
    from eval.ragas.suite import ragas_result, score_rows

    settings = load_settings(home=home)
    number = len(asked.known) + sum(len(those) for those in asked.refusals.values())
    async with Sheaf(settings) as sheaf, AsyncExitStack() as stack:
        metrics = metrics_without_model()
        if settings.llm == "openai":
            client = await stack.enter_async_context(judging_client(settings))
            embedding = sheaf.library.embedding(sheaf.library.configured_embedding()[0])
            metrics += metrics_of_model(client, settings.openai_model, embedding)
        with IngestProgress(len(dataset.documents)) as progress:
            ingested = await ingest_dataset(sheaf, dataset, collection_of(dataset, choices), progress.on_event)
        with click.progressbar(length=number, label="asking", file=sys.stderr) as bar:
            rows = await ask_rows(sheaf, dataset, ingested, asked, lambda: bar.update(1))
        with click.progressbar(length=number, label="judging", file=sys.stderr) as bar:
            scored = await score_rows(rows, metrics, lambda: bar.update(1))
    return ragas_result(
        dataset,
        scored,
        metrics,
        ingested,
        model=settings.openai_model if settings.llm == "openai" else None,
        notes=[f"{asked.left_out} questions have no known answer and are not asked"] if asked.left_out else [],
        settings={**choices, **described(settings)},
    )
