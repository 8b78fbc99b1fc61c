"""`sheaf eval ablation`: what each feature is worth."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.cli.output import emit, json_option, note, run
from eval.ablation.variants import NAMES, Trial, trials
from eval.changes import changed
from eval.cli_parts import (
    FOLDER,
    change_option,
    collection_of,
    described,
    group_by_option,
    home_of,
    home_option,
    report_option,
    reports_ready,
    write_page,
)

if TYPE_CHECKING:
    from eval.datasets import Dataset

FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("ablation")
@click.argument("datasets", metavar="DATASET...", type=FOLDER, nargs=-1, required=True)
@group_by_option
@change_option
@click.option("--limit", type=click.IntRange(min=1), help="Ask the first so many questions of each dataset.")
@click.option("--only", type=click.Choice(NAMES), multiple=True, help="Try this feature alone; repeatable.")
@report_option
@click.option("--plot", "plot_file", type=FILE, help="Write a chart, as PNG.")
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep the figures of each dataset in this folder, and do not measure again what is there.",
)
@home_option
@json_option
def ablation(
    datasets: tuple[Path, ...],
    group_by: str | None,
    change: str | None,
    limit: int | None,
    only: tuple[str, ...],
    report_file: Path | None,
    plot_file: Path | None,
    keep: Path | None,
    home: Path | None,
    as_json: bool,
) -> None:
    """Measure what every part that finds or ranks is worth on each DATASET.

    Every question is asked with each part off among all others, and with it alone over a plain baseline, over the same
    documents. Differences are paired by question, with an interval that holds them in 95 of 100 draws.
    """
    from eval.ablation.page import ablation_page, write_ablation_chart
    from eval.ablation.report import print_ablation, together
    from eval.datasets import load_dataset

    reports_ready(report_file or plot_file)
    loaded = [changed(load_dataset(folder, group_by=group_by, limit=limit), change) for folder in datasets]
    if len({each.name for each in loaded}) < len(loaded):
        raise click.BadParameter("two datasets have the same name", param_hint="DATASET")
    choices: dict[str, Any] = {"group_by": group_by, "change": change, "limit": limit}
    with home_of(home) as place:
        measured = run(_ablation(loaded, place, choices, only, keep))
    result = together(measured)
    if plot_file is not None:
        write_ablation_chart(result, plot_file)
        note(f"The chart is in {plot_file}.")
    write_page(report_file, lambda: ablation_page(result))
    if as_json:
        emit(result)
    else:
        print_ablation(result)


async def _ablation(
    datasets: Sequence[Dataset], home: Path, choices: dict[str, Any], only: Sequence[str], keep: Path | None
) -> list[dict[str, Any]]:
    from app.settings import load_settings
    from app.sheaf import Sheaf

    settings = load_settings(home=home)
    without = () if settings.synonyms is not None else ("synonyms",)
    tried = trials(only, without=without)
    if not tried:
        raise click.UsageError("The only feature to try is synonyms, and SHEAF_SYNONYMS names no file.")
    told = {**choices, "tried": [each.name for each in tried], "not_tried": list(without), **described(settings)}
    measured: list[dict[str, Any]] = []
    async with Sheaf(settings) as sheaf:
        for dataset in datasets:
            file = None if keep is None else keep / f"{dataset.name}.json"
            known = _kept(file, told)
            measured.append(await _measured(sheaf, dataset, tried, told) if known is None else known)
            if file is not None and known is None:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(json.dumps(measured[-1]), encoding="utf-8")
    return measured


def _kept(file: Path | None, settings: dict[str, Any]) -> dict[str, Any] | None:
    """What an earlier run kept; None where that was another run."""
    if file is None or not file.is_file():
        return None
    kept: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    if kept["settings"] != json.loads(json.dumps(settings)):
        note(f"{file} was measured with other settings, and is measured again.")
        return None
    note(f"{kept['dataset']}: as kept in {file}")
    return kept


async def _measured(sheaf: Any, dataset: Dataset, tried: Sequence[Trial], settings: dict[str, Any]) -> dict[str, Any]:
    from app.cli.progress import IngestProgress
    from eval.ablation.measuring import measure_ablation
    from eval.ingesting import ingest_dataset

    with IngestProgress(len(dataset.documents)) as progress:
        collection = collection_of(dataset, {"with": [], "group_by": settings["group_by"]})
        ingested = await ingest_dataset(sheaf, dataset, collection, progress.on_event)
    with click.progressbar(length=len(dataset.questions), label=f"asking {dataset.name}", file=sys.stderr) as bar:
        return await measure_ablation(
            sheaf, dataset, ingested, tried, settings=settings, on_question=lambda done: bar.update(done - bar.pos)
        )
