"""`sheaf eval retrieval`: what is found for the questions of a dataset."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.cli.output import emit, json_option, note, run
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

if TYPE_CHECKING:
    from eval.datasets import Dataset
    from eval.retrieval.measuring import RetrievalEvaluation


@click.command("retrieval")
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
    from eval.retrieval.report import print_retrieval
    from eval.retrieval.trec import write_run

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
    from eval.ingesting import ingest_dataset
    from eval.retrieval.measuring import evaluate_retrieval

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
