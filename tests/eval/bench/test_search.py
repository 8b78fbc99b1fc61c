"""Contenders search the same chunks, and the result says of each what it took."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from app.sheaf import Sheaf
from eval.bench.alone import measure
from eval.bench.charts import draw_search
from eval.bench.contenders import (
    NAMES,
    SHEAF,
    STOCK,
    STORE,
    bench_settings,
    contender,
    opened_store,
    read_chunks,
    write_chunks,
)
from eval.bench.profile import AROUND
from eval.bench.search import SearchPlan, measure_search, search_goals
from eval.bench.tables import search_tables
from eval.bench.workloads import COLLECTION, Workload
from nodes.domain.errors import InvalidRequestError

TOP = 5


@pytest.fixture(scope="module")
def written(filled_home: tuple[Path, Workload], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The chunks of the home as the peer reads them."""
    import asyncio

    folder = tmp_path_factory.mktemp("chunks")

    async def write() -> int:
        async with Sheaf(bench_settings(filled_home[0])) as sheaf:
            store, _ = await opened_store(sheaf, COLLECTION)
            return await write_chunks(store, folder)

    assert asyncio.run(write()) == filled_home[1].chunks
    return folder


def test_the_peer_reads_the_chunks_as_they_were_embedded(written: Path, filled_home: tuple[Path, Workload]) -> None:
    from app.models.wordllama import embed

    chunks = list(read_chunks(written))
    assert len({key for key, _, _ in chunks}) == filled_home[1].chunks
    _, text, vector = chunks[3]
    assert "[Document:" in text
    assert vector == pytest.approx(embed([text])[0].tolist(), abs=1e-5)


@pytest.mark.parametrize("name", NAMES)
async def test_each_finds_as_many_as_are_wanted_among_the_same_chunks(
    name: str, filled_home: tuple[Path, Workload], written: Path
) -> None:
    home, workload = filled_home
    known = {key for key, _, _ in read_chunks(written)}
    async with contender(name, home, COLLECTION, written, TOP) as ready:
        for question in workload.questions:
            found = await ready.search(question)
            assert len(found) == len(set(found)) == TOP
            assert set(found) <= known


async def test_a_process_of_its_own_tells_what_it_holds(filled_home: tuple[Path, Workload], written: Path) -> None:
    home, workload = filled_home
    given = {"name": STORE, "home": str(home), "folder": str(written), "top_k": 3, "questions": [*workload.questions]}
    found = await measure(given)
    assert 10_000_000 < found["ready"] <= found["peak"]
    assert found["now"] <= found["peak"]


async def test_the_result_names_every_figure(filled_home: tuple[Path, Workload], tmp_path: Path) -> None:
    home, workload = filled_home
    notes: list[str] = []
    plan = SearchPlan(NAMES, top_k=TOP, rounds=2, memory=False, profile=True)
    result = await measure_search(home, workload, plan, notes.append)
    json.dumps(result)
    assert result["workload"]["chunks"] == workload.chunks
    assert [each["name"] for each in result["contenders"]] == [SHEAF, STOCK, STORE]
    for each in result["contenders"]:
        assert each["ms"]["n"] == each["again_ms"]["n"] == len(workload.questions)
        assert 0 < each["ms"]["p50"] <= each["ms"]["p95"] <= each["ms"]["p99"] <= each["ms"]["max"]
        assert each["cpu_ms"]["p50"] > 0
        assert each["hits"] == 2 * TOP * len(workload.questions)
    check_profile(result["profile"], workload)
    shown = Console(width=200, record=True, file=io.StringIO())
    shown.print(search_tables(result))
    text = shown.export_text()
    for part in ("Sheaf, whole graph", "LlamaIndex's stock hybrid", "chunks.aquery text_search", "merge_rrf"):
        assert part in text
    draw_search(result, tmp_path / "search.png")
    assert (tmp_path / "search.png").read_bytes().startswith(b"\x89PNG")


def check_profile(profile: dict[str, Any], workload: Workload) -> None:
    assert profile["questions"] == len(workload.questions)
    steps = {step["step"]: step for step in profile["steps"]}
    assert {"classify_query", "retrieve_chunks", "merge_rrf", AROUND} <= steps.keys()
    calls = {call["call"]: call for call in steps["retrieve_chunks"]["calls"]}
    assert {"chunks.aquery default", "chunks.aquery text_search", "catalogue.visible"} <= calls.keys()
    assert calls["chunks.aquery default"]["count"] == 1
    assert sum(step["share"] for step in steps.values()) == pytest.approx(1.0, abs=0.05)
    for step in steps.values():
        assert sum(call["share"] for call in step["calls"]) <= step["share"] + 0.01


def test_goals_depend_on_the_size() -> None:
    def figures(p50: float, p95: float) -> dict[str, Any]:
        return {"ms": {"p50": p50, "p95": p95}, "memory_bytes": {"peak": 3e9}}

    found = {SHEAF: figures(20.0, 30.0), STOCK: figures(200.0, 240.0), STORE: figures(8.0, 9.0)}
    by_size = {size: {goal["goal"]: goal for goal in search_goals(size, found)} for size in (100, 6_000, 45_000, 10**6)}
    assert by_size[100] == {}
    assert by_size[6_000].keys() == {"small_ratio"}
    assert by_size[6_000]["small_ratio"]["value"] == 0.125
    assert by_size[6_000]["small_ratio"]["reached"] is True
    assert by_size[45_000]["large_ratio"]["reached"] is False
    assert by_size[45_000]["over_store"]["value"] == 4.0
    assert by_size[10**6].keys() == {"large_ratio", "over_store", "million_search", "million_memory"}
    assert [goal["goal"] for goal in search_goals(45_000, {SHEAF: found[SHEAF]})] == []


async def test_another_store_is_not_measured(tmp_path: Path) -> None:
    async with Sheaf(bench_settings(tmp_path)) as sheaf:
        await sheaf.catalogue.ensure_collection("local", COLLECTION, sheaf.library.configured_kind())
        store, _ = await opened_store(sheaf, COLLECTION)
        with pytest.raises(InvalidRequestError, match="nothing to search"):
            await write_chunks(store, tmp_path)
