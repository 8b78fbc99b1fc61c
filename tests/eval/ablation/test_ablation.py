"""The ablation over the real system: few documents, every switch; and what it is made of, by itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from app.settings import load_settings
from app.sheaf import Sheaf
from eval.ablation.measuring import main_measures, measure_ablation
from eval.ablation.report import ablation_tables, together
from eval.ablation.variants import NAMES, Way, trials, ways_of
from eval.cli import evaluate
from eval.datasets import Dataset, Question, SourceDocument
from eval.ingesting import ingest_dataset
from nodes.domain.switches import DEFAULT, PARTS, PLAIN
from tests.eval.conftest import MakeDataset

CORPUS = [
    {"_id": "tide", "title": "Tide", "text": "The tide in the channel turns four times a day, at slack water."},
    {"_id": "pilot", "title": "Petra Lindqvale", "text": "Petra Lindqvale is a harbour pilot, born on Little Hask."},
    {"_id": "hask", "title": "Little Hask", "text": "Little Hask is an island. Its mill was built in 1790."},
    {"_id": "sheep", "title": "Sheep", "text": "Sheep graze on the hill above the quarry until October."},
    {"_id": "mill", "title": "Mill", "text": "The mill grinds barley on the days when the wind is strong."},
]
QUERIES = {
    "q1": "When was the mill built on the island where Petra Lindqvale was born?",
    "q2": "How often does the tide turn in a day?",
    "q3": "what is ground when it blows",
}
QRELS = [("q1", "pilot", 1), ("q1", "hask", 1), ("q2", "tide", 1), ("q3", "mill", 1)]


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(evaluate, ["ablation", *map(str, arguments)])


def difference(mean: float, low: float, high: float) -> dict[str, Any]:
    return {
        "mean": mean,
        "low": low,
        "high": high,
        "questions": 4,
        "better": int(mean > 0),
        "worse": int(mean < 0),
        "sure": low > 0 or high < 0,
    }


def measured(dataset: str, **worth: tuple[float, float, float]) -> dict[str, Any]:
    features = [
        {
            "name": name,
            "what": f"what {name} is",
            "default": True,
            "judged": "hits",
            "runs": {"on": "default", "off": f"default -{name}"},
            "among_all": {"recall@5": difference(*ends), "mrr@10": difference(0, 0, 0)},
            "alone": None,
            "cpu_ms": 1.25,
        }
        for name, ends in worth.items()
    ]
    default = {"features": sorted(DEFAULT), "options": {}, "judged": "hits", "means": {"recall@5": 0.5}}
    return {
        "dataset": dataset,
        "queries": 4,
        "documents": 9,
        "measures": ["recall@5", "mrr@10"],
        "features": features,
        "runs": {"default": default},
        "failed": [],
        "notes": ["one line is empty"],
    }


def test_every_feature_is_tried_against_the_default_and_against_the_plain_baseline() -> None:
    tried = {each.name: each for each in trials()}
    assert list(tried) == list(NAMES)
    smoothing = tried["smoothing"]
    assert (smoothing.on.features, smoothing.off.features) == (DEFAULT, DEFAULT - {"smoothing"})
    assert smoothing.beside is not None
    assert smoothing.alone is not None
    assert smoothing.beside.features == PLAIN | {"passages"}
    assert smoothing.alone.features == PLAIN | {"passages", "smoothing"}
    split = tried["comparison_split"]
    assert not split.default
    assert split.on.features - split.off.features == {"comparison_split"}
    assert tried["widening"].alone is None
    assert tried["score_fusion"].off.options == {"fusion": "rrf"}
    assert [each.name for each in trials(["dates", "words"], without=["dates"])] == ["words"]


def test_every_way_is_run_once_and_what_others_may_be_like_comes_first() -> None:
    ways = ways_of(trials())
    names = [way.variant.name for way in ways]
    assert len(names) == len(set(names))
    assert {variant.name for trial in trials() for variant in trial.runs.values()} == set(names)
    assert ways[0].variant.name == "default"
    for place, way in enumerate(ways):
        if way.like is not None:
            assert way.like.name in names[:place]
            assert way.variant.features ^ way.like.features == {way.switch}
            assert (way.variant.options, way.variant.judged) == (way.like.options, way.like.judged)


@pytest.mark.parametrize(
    ("kind", "gold", "main"), [("page", 1, "hit@5"), ("document", 2, "recall@5"), ("document", 9, "ndcg@10")]
)
def test_the_measures_follow_the_kind_of_gold(kind: Any, gold: int, main: str) -> None:
    question = Question("q", "Why?", {}, {str(number): 1.0 for number in range(gold)})
    dataset = Dataset("set", kind, [SourceDocument("1", "1.txt")], [question], 0, [])
    assert main_measures(dataset)[0] == main


def test_a_feature_pays_where_an_interval_of_some_dataset_leaves_out_0() -> None:
    first = measured("hills", a=(0.2, 0.1, 0.3), b=(0.2, -0.1, 0.3), c=(0, 0, 0), d=(-0.2, -0.3, -0.1))
    second = measured("dales", a=(0.0, 0.0, 0.0), b=(0, 0, 0), c=(0, 0, 0), d=(0.2, 0.1, 0.3), e=(-0.1, -0.2, -0.01))
    found = {each["name"]: each for each in together([first, second])["features"]}
    assert {name: each["verdict"] for name, each in found.items()} == {
        "a": "pays",
        "b": "not sure",
        "c": "no difference",
        "d": "pays and costs",
        "e": "costs",
    }
    assert (found["d"]["pays_on"], found["d"]["costs_on"]) == (["dales"], ["hills"])


def test_the_tables_show_differences_intervals_and_notes() -> None:
    console = Console(width=160, record=True)
    console.print(ablation_tables(together([measured("hills", a=(0.2, 0.1, 0.3), c=(0, 0, 0))])))
    text = console.export_text()
    assert "hills, 4 questions, 9 documents: recall@5 0.500" in text
    assert "+0.200*" in text
    assert "+0.100 +0.300" in text
    assert "note: hills: one line is empty" in text


@pytest.mark.slow
async def test_runs_that_never_meet_a_switch_are_taken_over_and_would_be_the_same(
    make_dataset: MakeDataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from eval.datasets import load_dataset

    dataset = load_dataset(make_dataset(QUERIES, QRELS, corpus=CORPUS))
    tried = trials(
        ["words", "document_statistics", "feedback", "periods", "forms", "organisations", "link_walk", "turns"]
    )
    done: list[int] = []
    async with Sheaf(load_settings(home=tmp_path / "home")) as sheaf:
        ingested = await ingest_dataset(sheaf, dataset, "eval", lambda event: None)

        async def measure() -> dict[str, Any]:
            return await measure_ablation(sheaf, dataset, ingested, tried, settings={}, on_question=done.append)

        quick = await measure()
        monkeypatch.setattr(
            "eval.ablation.measuring.ways_of", lambda given: [Way(way.variant) for way in ways_of(given)]
        )
        whole = await measure()
    assert done == [1, 2, 3] * 2
    repeated = {name: each.pop("repeated") for name, each in quick["runs"].items()}
    assert sum(repeated.values()) > len(repeated)
    assert not any(each.pop("repeated") for each in whole["runs"].values())
    values = [{name: each["values"] for name, each in found["runs"].items()} for found in (quick, whole)]
    assert values[0] == values[1]
    worth = {each["name"]: each["among_all"]["recall@5"] for each in quick["features"]}
    assert worth["forms"]["better"] == worth["forms"]["worse"] == 0


@pytest.mark.slow
def test_the_command_prints_json_draws_a_chart_writes_a_page_and_keeps_its_figures(
    make_dataset: MakeDataset, tmp_path: Path
) -> None:
    folder = make_dataset(QUERIES, QRELS, corpus=CORPUS)
    kept = ("--keep", tmp_path / "kept", "--home", tmp_path / "home", "--only", "words", "--only", "threshold")
    files = ("--plot", tmp_path / "worth.png", "--report", tmp_path / "worth.html")
    first = run(folder, *kept, *files, "--json")
    assert first.exit_code == 0, first.output
    result = json.loads(first.stdout)
    [found] = result["datasets"]
    assert (found["dataset"], found["queries"], found["measures"][0]) == ("islands", 3, "recall@5")
    words = found["features"][0]
    assert words["name"] == "words"
    on, off = (found["runs"][words["runs"][part]]["values"]["recall@5"] for part in ("on", "off"))
    assert words["among_all"]["recall@5"]["mean"] == pytest.approx(sum(on) / 3 - sum(off) / 3, abs=1e-5)
    assert found["features"][1]["alone"] is None
    assert result["features"][0]["what"] == PARTS["words"].what
    assert (tmp_path / "worth.png").read_bytes().startswith(b"\x89PNG")
    page = (tmp_path / "worth.html").read_text(encoding="utf-8")
    assert "What each feature is worth" in page
    assert "threshold" in page
    again = run(folder, *kept)
    assert again.exit_code == 0, again.output
    assert "as kept in" in again.stderr
    assert "Over all datasets" in again.stdout
    other = run(folder, *kept, "--limit", "1", "--json")
    assert "is measured again" in other.stderr
    assert json.loads(other.stdout)["datasets"][0]["queries"] == 1


@pytest.mark.parametrize("arguments", [[], ["nowhere"], [".", "--only", "nothing"], [".", "--limit", "0"]])
def test_wrong_usage_exits_with_2(arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2


def test_two_datasets_of_one_name_cannot_be_told_apart(make_dataset: MakeDataset) -> None:
    folder = make_dataset(QUERIES, QRELS, corpus=CORPUS)
    assert run(folder, folder).exit_code == 2


def test_synonyms_alone_need_a_file(make_dataset: MakeDataset, tmp_path: Path) -> None:
    folder = make_dataset(QUERIES, QRELS, corpus=CORPUS)
    done = run(folder, "--home", tmp_path, "--only", "synonyms")
    assert done.exit_code == 2
    assert "SHEAF_SYNONYMS" in done.output
