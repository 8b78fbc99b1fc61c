"""`sheaf eval`: measures quality on a dataset."""

from __future__ import annotations

import contextlib
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.cli.output import emit, json_option, note, run

if TYPE_CHECKING:
    from app.settings import Settings
    from eval.datasets import Dataset
    from eval.retrieval import RetrievalEvaluation

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.group("eval")
def evaluate() -> None:
    """Measure quality on a dataset, in a home of its own that is thrown away."""


@evaluate.command("retrieval")
@click.argument("dataset", type=FOLDER)
@click.option("--with", "others", type=FOLDER, multiple=True, help="Ingest these documents beside; repeatable.")
@click.option("--group-by", metavar="SEP", help="One document of the corpus lines whose _id agrees before SEP.")
@click.option("--limit", type=click.IntRange(min=1), help="Ask the first so many questions.")
@click.option("--top-k", type=click.IntRange(1, 100), default=20, show_default=True, help="Hits to judge.")
@click.option(
    "--run", "run_file", type=click.Path(dir_okay=False, path_type=Path), help="Write the rankings, as TREC does."
)
@click.option("--home", type=click.Path(file_okay=False, path_type=Path), help="Keep and reuse what was ingested here.")
@json_option
def retrieval(
    dataset: Path,
    others: tuple[Path, ...],
    group_by: str | None,
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

    if group_by == "":
        raise click.BadParameter("it is empty", param_hint="--group-by")
    loaded = load_dataset(dataset, others=others, group_by=group_by, limit=limit)
    choices: dict[str, Any] = {
        "with": [other.resolve().name for other in others],
        "group_by": group_by,
        "limit": limit,
        "top_k": top_k,
    }
    # What a home holds is reused only by a run over the same documents.
    collection = "+".join(["eval", loaded.name, *choices["with"], *([] if group_by is None else [f"by {group_by}"])])
    with _home(home) as place:
        evaluation = run(_retrieval(loaded, place, collection, choices))
    if run_file is not None:
        write_run(run_file, evaluation.answered, "sheaf")
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
            ingested = await ingest_dataset(sheaf, dataset, collection, progress.on_event)
        with click.progressbar(length=len(dataset.questions), label="asking", file=sys.stderr) as bar:
            return await evaluate_retrieval(
                sheaf,
                dataset,
                ingested,
                answer_size=settings.chat.top_k,
                options={"top_k": choices["top_k"]},
                settings={**choices, **_described(settings)},
                on_question=lambda done: bar.update(done - bar.pos),
            )


def _described(settings: Settings) -> dict[str, Any]:
    """What of the settings may change the figures; no secrets, no paths."""
    return {
        "store": settings.store,
        "embedding": settings.embedding,
        "llm": settings.llm,
        "options": settings.chat.model_dump(),
        "ingest": settings.ingest.model_dump(),
    }


@contextlib.contextmanager
def _home(chosen: Path | None) -> Iterator[Path]:
    if chosen is not None:
        yield chosen
        return
    with tempfile.TemporaryDirectory(prefix="sheaf-eval-home-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)
