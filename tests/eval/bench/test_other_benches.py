"""Ingest, growth, overhead and goals: what is counted, and what is said of it."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from rich.console import Console, RenderableType

from app.samples import sample_paths
from eval.bench.charts import draw_growth, draw_ingest, growth_panels
from eval.bench.cli import bench
from eval.bench.goals import GOALS, judged
from eval.bench.grown import measure
from eval.bench.growth import exponent, growth_goals
from eval.bench.ingest import ingest_goals, measure_files, measure_growing
from eval.bench.overhead import HITS, _rankings, time_empty_graph, time_merging
from eval.bench.tables import growth_tables, ingest_tables, overhead_tables
from eval.bench.timing import folder_bytes, memory_of
from eval.bench.workloads import Workload, prepare_dataset, prepare_generated
from eval.spread import spread
from nodes.domain.errors import InvalidRequestError


def text_of(tables: RenderableType) -> str:
    shown = Console(width=220, record=True, file=io.StringIO())
    shown.print(tables)
    return shown.export_text()


def test_every_goal_is_judged_in_its_direction() -> None:
    assert len({goal.key for goal in GOALS}) == len(GOALS)
    assert judged("ingest_ratio", 6.0)["reached"] is True
    assert judged("ingest_ratio", 4.0)["reached"] is False
    assert judged("graph", 9.99)["reached"] is True
    assert judged("graph", 10.01)["reached"] is False
    assert judged("graph", None)["reached"] is None


def test_memory_and_disk_are_counted_in_bytes(tmp_path: Path) -> None:
    held = memory_of()
    assert 10_000_000 < held["now"] <= held["peak"]
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "file").write_bytes(b"x" * 700)
    assert folder_bytes(tmp_path) == 700


async def test_the_emptied_graph_takes_every_step_of_the_longest_way() -> None:
    taken = await time_empty_graph(2)
    assert len(taken) == 2
    assert all(each.wall > 0 for each in taken)


def test_merging_is_of_ten_collections_with_texts_of_their_own() -> None:
    rankings, hits = _rankings()
    assert len(rankings) == 10
    assert len(hits) == 10 * HITS
    assert len({hit["content"] for hit in hits.values()}) == 10 * HITS
    assert len(time_merging(1)) == 1


async def test_files_are_ingested_by_both(tmp_path: Path) -> None:
    pdf = next(path for path in sample_paths() if path.suffix == ".pdf")
    files = await measure_files([pdf], 1, with_stock=True, note=lambda _: None)
    ours, stock = files["contenders"]
    assert ours["pages"] == stock["pages"] > 0
    assert min(ours["chunks"], stock["chunks"]) > 0
    assert {"load", "index", "link"} <= ours["shares"].keys()
    assert stock["shares"].keys() == {"read", "split", "embed and index", "index words"}
    result: dict[str, Any] = {"bench": "ingest", "files": files, "growing": None, "goals": ingest_goals(files, None)}
    assert [goal["goal"] for goal in result["goals"]] == ["ingest_ratio", "enrichment"]
    assert "LlamaIndex's stock hybrid" in text_of(ingest_tables(result))
    draw_ingest(result, tmp_path / "ingest.png")
    assert (tmp_path / "ingest.png").stat().st_size > 1_000


async def test_a_growing_collection_is_measured_by_tenths(tmp_path: Path) -> None:
    growing = await measure_growing(10, 5, lambda _: None)
    assert [part["documents"] for part in growing["parts"]] == list(range(1, 11))
    assert all(part["seconds_per_document"] > 0 for part in growing["parts"])
    goals = ingest_goals(None, growing)
    assert [goal["goal"] for goal in goals] == ["flat_ingest", "enrichment"]
    result = {"bench": "ingest", "files": None, "growing": growing, "goals": goals}
    assert "as the collection grows" in text_of(ingest_tables(result))
    draw_ingest(result, tmp_path / "growing.png")
    assert (tmp_path / "growing.png").stat().st_size > 1_000


def size_of(chunks: int, p50: float, *, service: bool = True) -> dict[str, Any]:
    times = {"n": 3, "mean": p50, "p50": p50, "p95": 2 * p50, "p99": 3 * p50, "max": 3 * p50}
    return {
        "chunks": chunks,
        "documents": chunks // 10,
        "ingest": {"seconds_per_document": 0.02, "cpu_seconds_per_chunk": 0.002},
        "disk_bytes": chunks * 9_000,
        "open_seconds": 1.5,
        "ms": times,
        "cpu_ms": times,
        "memory_bytes": {"now": 3e8, "peak": 4e8},
        "recall": {"index": "flat", "rows": chunks, "recall": 1.0, "ms": times},
        "service": {"start_seconds": 2.5, "ms": times, "memory_bytes": {"now": 4e8, "peak": 6e8}} if service else None,
    }


def test_growth_is_told_and_drawn(tmp_path: Path) -> None:
    sizes = [size_of(10_000, 10.0), size_of(100_000, 20.0), size_of(1_000_000, 40.0, service=False)]
    goals = {goal["goal"]: goal for goal in growth_goals(sizes)}
    assert exponent(sizes[1], sizes[2]) == pytest.approx(0.301, abs=0.001)
    assert goals["growth"]["reached"] is True
    assert goals["service_memory"]["value"] == 600.0
    assert goals["service_memory"]["reached"] is False
    assert goals["service_start"]["reached"] is True
    assert goals.keys() >= {"million_search", "million_memory", "recall"}
    result = {"bench": "growth", "seed": 1, "questions": 3, "sizes": sizes, "goals": [*goals.values()]}
    text = text_of(growth_tables(result))
    assert "1.000 flat" in text
    assert "missed" in text
    draw_growth(result, tmp_path / "growth.png")
    assert (tmp_path / "growth.png").stat().st_size > 10_000
    assert growth_panels([size_of(10, 1.0, service=False)])[2].curves.keys() == {"search"}


async def test_one_size_is_measured_apart(filled_home: tuple[Path, Workload]) -> None:
    home, workload = filled_home
    given = {"home": str(home), "warm_up": workload.warm_up, "questions": workload.questions, "recall": True}
    found = await measure(given)
    assert found["ms"]["n"] == len(workload.questions)
    assert found["recall"]["index"] == "flat"
    assert found["recall"]["recall"] == 1.0
    assert found["recall"]["rows"] == workload.chunks


def test_overhead_is_told() -> None:
    times = spread([0.004, 0.005])
    parts = [{"part": part, "ms": times, "cpu_ms": times} for part in ("graph", "merge", "ask", "help")]
    text = text_of(overhead_tables({"parts": parts, "goals": [judged("help", 0.2)]}))
    assert "`sheaf --help`" in text
    assert "reached" in text


async def test_a_home_is_reused_for_the_same_workload_only(tmp_path: Path) -> None:
    from app.settings import load_settings
    from app.sheaf import Sheaf

    notes: list[str] = []
    async with Sheaf(load_settings(home=tmp_path / "home", ingest={"batch_documents": 10})) as sheaf:
        made = await prepare_generated(sheaf, tmp_path / "home", 20, seed=2, number=3, note=notes.append)
        again = await prepare_generated(sheaf, tmp_path / "home", 20, seed=2, number=5, note=notes.append)
        with pytest.raises(InvalidRequestError, match="seed 2"):
            await prepare_generated(sheaf, tmp_path / "home", 20, seed=3, number=3, note=notes.append)
    assert (made.documents, made.chunks) == (again.documents, again.chunks)
    assert (len(made.questions), len(again.questions)) == (3, 5)
    assert again.warm_up
    assert not set(again.questions) & set(again.warm_up)


async def test_a_dataset_is_a_workload(make_dataset: Any, tmp_path: Path) -> None:
    from app.settings import load_settings
    from app.sheaf import Sheaf

    corpus = [{"_id": "a", "title": "Tide", "text": "The tide turns four times a day."}]
    folder = make_dataset({"q1": "How often does the tide turn?"}, [("q1", "a", 1)], corpus=corpus)
    async with Sheaf(load_settings(home=tmp_path / "home")) as sheaf:
        workload = await prepare_dataset(sheaf, tmp_path / "home", folder, number=None)
    assert workload.questions == ("How often does the tide turn?",)
    assert workload.warm_up == ("What is said about Tide?",)
    assert (workload.documents, workload.chunks) == (1, 1)


@pytest.mark.parametrize(
    "arguments",
    [
        ["search", "nowhere"],
        ["search", ".", "--generated", "1000"],
        ["search", "--without", "sheaf"],
        ["growth", "--home", "."],
        ["ingest", "--rounds", "0"],
        ["nothing"],
    ],
)
def test_wrong_usage_exits_with_2(arguments: list[str]) -> None:
    assert CliRunner().invoke(bench, arguments).exit_code == 2


def test_the_help_names_every_measurement() -> None:
    done = CliRunner().invoke(bench, ["--help"])
    assert done.exit_code == 0
    assert all(name in done.output for name in ("search", "ingest", "growth", "overhead"))
