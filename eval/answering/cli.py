"""`sheaf eval answers`: answers measured by known ones, and refusals."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.cli.output import emit, json_option, note, run
from eval.cli_parts import FOLDER, collection_of, described, group_by_option, home_of, home_option, with_option

if TYPE_CHECKING:
    from eval.answering.questions import AnswerQuestions
    from eval.datasets import Dataset


@click.command("answers")
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
    from eval.answering.report import print_answers
    from eval.datasets import load_dataset

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
    from eval.ingesting import ingest_dataset

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


@contextlib.contextmanager
def _asking(kind: str, number: int) -> Iterator[Callable[[], None]]:
    with click.progressbar(length=number, label=f"asking {kind}", file=sys.stderr) as bar:
        yield lambda: bar.update(1)
