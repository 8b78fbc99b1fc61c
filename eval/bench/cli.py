"""`sheaf bench`: measures speed, memory and growth."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from app.cli.output import emit, json_option, note, run
from eval.cli_parts import FOLDER, home_of, home_option

if TYPE_CHECKING:
    from eval.bench.search import SearchPlan

Function = TypeVar("Function", bound=Callable[..., Any])

DEFAULT_CHUNKS = 10_000
"""Of a made-up corpus, where no size is asked for."""
MADE_PDFS = 10
"""Made up where no folder is given."""
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


@bench.command("ingest")
@click.argument("folder", type=FOLDER, required=False)
@click.option("--limit", type=click.IntRange(min=1), help="The first so many files of FOLDER.")
@click.option("--rounds", type=click.IntRange(1, 20), default=2, show_default=True, help="Times each ingests them.")
@click.option("--documents", type=click.IntRange(min=20), help="Also ingest so many made-up documents, by tenths.")
@click.option("--without", "without", type=click.Choice(["stock"]), multiple=True, help="Leave the peer out.")
@seed_option
@plot_option
@json_option
def ingest(
    folder: Path | None,
    limit: int | None,
    rounds: int,
    documents: int | None,
    without: tuple[str, ...],
    seed: int,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Measure the ingest of FOLDER's PDF files beside LlamaIndex's, in turns, into a fresh home each time.

    With --documents also what a document costs as a collection grows. Without either: 10 made-up PDF files.
    """
    from eval.bench.tables import ingest_tables, show

    _plots_ready(plot)
    result = run(_ingest(folder, limit, rounds, documents, seed, with_stock="stock" not in without))
    if plot is not None:
        from eval.bench.charts import draw_ingest

        draw_ingest(result, plot)
    emit(result) if as_json else show(ingest_tables(result))


async def _ingest(
    folder: Path | None, limit: int | None, rounds: int, documents: int | None, seed: int, *, with_stock: bool
) -> dict[str, Any]:
    import asyncio
    import tempfile

    from eval.bench.ingest import ingest_goals, measure_files, measure_growing
    from eval.load.files import write_pdfs

    files = growing = None
    with tempfile.TemporaryDirectory(prefix="sheaf-bench-") as made:
        if folder is not None:
            paths = (await asyncio.to_thread(lambda: sorted(folder.rglob("*.pdf"))))[:limit]
            if not paths:
                raise click.BadParameter(f"{folder} holds no PDF files.")
        else:
            paths = [] if documents else write_pdfs(Path(made), limit or MADE_PDFS, seed)
        if paths:
            files = await measure_files(paths, rounds, with_stock=with_stock, note=note)
        if documents is not None:
            growing = await measure_growing(documents, seed, note)
    return {"bench": "ingest", "files": files, "growing": growing, "goals": ingest_goals(files, growing)}


@bench.command("growth")
@click.option("--size", "sizes", type=click.IntRange(min=200), multiple=True, help="Number of chunks; repeatable.")
@click.option("--questions", type=click.IntRange(min=1), default=100, show_default=True, help="Asked at each size.")
@click.option("--recall/--no-recall", default=True, help="Hold the vector index against exact search, or not.")
@click.option("--service/--no-service", default=True, help="Start the service over each size, or not.")
@seed_option
@home_option
@plot_option
@json_option
def growth(
    sizes: tuple[int, ...],
    questions: int,
    recall: bool,
    service: bool,
    seed: int,
    home: Path | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Measure searches, memory, disk and start-up over the number of chunks, of a made-up corpus that grows.

    Without --size: 1,000, 3,000, 10,000, 30,000 and 100,000 chunks.
    """
    from eval.bench.growth import SIZES, GrowthPlan, measure_growth
    from eval.bench.tables import growth_tables, show

    if home is not None and home.exists() and any(home.iterdir()):
        raise click.BadParameter("it is not empty: a home is grown from nothing", param_hint="--home")
    _plots_ready(plot)
    plan = GrowthPlan(sorted(sizes) or SIZES, seed=seed, number=questions, recall=recall, service=service)
    with home_of(home) as place:
        result = run(measure_growth(place, plan, note))
    if plot is not None:
        from eval.bench.charts import draw_growth

        draw_growth(result, plot)
    emit(result) if as_json else show(growth_tables(result))


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
