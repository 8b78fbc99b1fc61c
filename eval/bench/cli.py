"""`sheaf bench`: measures speed, memory and growth."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from app.cli.output import emit, json_option, note, run
from eval.cli import FOLDER, home_of, home_option

if TYPE_CHECKING:
    from eval.bench.search import SearchPlan

Function = TypeVar("Function", bound=Callable[..., Any])

DEFAULT_CHUNKS = 10_000
WITHOUT = click.Choice(["stock", "store"])

seed_option = click.option("--seed", type=int, default=1, show_default=True, help="Of the made-up corpus.")
plot_option = click.option(
    "--plot", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.png", help="Also draw the figures."
)


@click.group("bench")
def bench() -> None:
    """Measure speed, memory and growth, beside peers, on this machine."""


@bench.command("search")
@click.argument("dataset", type=FOLDER, required=False)
@click.option(
    "--generated", type=click.IntRange(min=200), metavar="CHUNKS", help="Search a made-up corpus of this size instead."
)
@click.option("--questions", type=click.IntRange(min=1), help="So many; else all of a dataset, 100 made up.")
@click.option("--rounds", type=click.IntRange(1, 20), default=2, show_default=True, help="Times each is asked.")
@click.option("--top-k", type=click.IntRange(1, 100), default=8, show_default=True, help="Hits of a search.")
@click.option("--without", "without", type=WITHOUT, multiple=True, help="Leave a peer out; repeatable.")
@click.option("--memory/--no-memory", default=True, help="Measure memory in processes of their own, or not.")
@click.option("--profile", is_flag=True, help="Also show where a question's time goes, step by step.")
@seed_option
@home_option
@plot_option
@json_option
def search(
    dataset: Path | None,
    generated: int | None,
    questions: int | None,
    rounds: int,
    top_k: int,
    without: tuple[str, ...],
    memory: bool,
    profile: bool,
    seed: int,
    home: Path | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Measure searches over DATASET's documents, or over a made-up corpus, beside its peers in one run.

    The peers are LlamaIndex's stock hybrid and the store's own calls: over the same chunks, with the same vectors,
    question by question in turns.
    """
    from eval.bench.contenders import NAMES
    from eval.bench.search import SearchPlan
    from eval.bench.tables import search_tables, show

    if dataset is not None and generated is not None:
        raise click.UsageError("Give a dataset or --generated, not both.")
    _plots_ready(plot)
    names = [name for name in NAMES if name not in without]
    plan = SearchPlan(names, top_k=top_k, rounds=rounds, memory=memory, profile=profile)
    with home_of(home) as place:
        result = run(_search(place, dataset, generated or DEFAULT_CHUNKS, questions, seed, plan))
    if plot is not None:
        from eval.bench.charts import draw_search

        draw_search(result, plot)
    emit(result) if as_json else show(search_tables(result))


async def _search(
    home: Path, dataset: Path | None, chunks: int, number: int | None, seed: int, plan: SearchPlan
) -> dict[str, Any]:
    from app.sheaf import Sheaf
    from eval.bench.contenders import bench_settings
    from eval.bench.search import measure_search
    from eval.bench.workloads import prepare_dataset, prepare_generated

    async with Sheaf(bench_settings(home)) as sheaf:
        if dataset is not None:
            workload = await prepare_dataset(sheaf, home, dataset, number=number)
        else:
            workload = await prepare_generated(sheaf, home, chunks, seed=seed, number=number or 100, note=note)
    return await measure_search(home, workload, plan, note)


@bench.command("overhead")
@json_option
def overhead(as_json: bool) -> None:
    """Measure what is around the work: the graph with its steps emptied, merging, programs that start anew."""
    from eval.bench.overhead import measure_overhead
    from eval.bench.tables import overhead_tables, show

    result = run(measure_overhead(note))
    emit(result) if as_json else show(overhead_tables(result))


def _plots_ready(plot: Path | None) -> None:
    """Nothing is measured for minutes whose plot could not be drawn then."""
    if plot is not None:
        from eval.plots import require_plots

        require_plots()
