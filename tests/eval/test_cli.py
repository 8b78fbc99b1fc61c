"""The command over the real system: a tiny dataset, embedded store and model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from eval.cli import evaluate
from eval.jsonl import DatasetError
from tests.eval.conftest import MakeDataset

CORPUS = [
    {"_id": "sea/tide#1", "title": "Tide", "text": "The tide in the channel turns four times a day, at slack water."},
    {"_id": "sea/tide#2", "title": "Pilot", "text": "The harbour pilot Petra Lindqvale was born on Little Hask."},
    {"_id": "land#1", "title": "Sheep", "text": "Sheep graze on the hill above the quarry until October."},
    {"_id": "void", "title": "", "text": ""},
]
QUERIES = {"q1": "Where was the harbour pilot Petra Lindqvale born?", "q2": "How often does the tide turn in a day?"}
QRELS = [("q1", "sea/tide#2", 1), ("q2", "sea/tide#1", 1)]


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(evaluate, ["retrieval", *map(str, arguments)])


@pytest.mark.slow
def test_a_run_prints_one_json_object_and_writes_the_rankings(make_dataset: MakeDataset, tmp_path: Path) -> None:
    folder = make_dataset(QUERIES, QRELS, corpus=CORPUS)
    other = make_dataset(QUERIES, QRELS, corpus=CORPUS[2:], name="elsewhere")
    done = run(folder, "--with", other, "--run", tmp_path / "run.txt", "--json")
    assert done.exit_code == 0, done.output
    result = json.loads(done.stdout)
    assert (result["dataset"], result["queries"], result["documents"], result["empty_lines"]) == ("islands", 2, 4, 2)
    assert result["recall"]["20"] == 1
    assert result["failed"] == []
    assert result["settings"]["with"] == ["elsewhere"]
    rows = [line.split() for line in (tmp_path / "run.txt").read_text(encoding="utf-8").splitlines()]
    assert ["q1", "Q0", "islands/sea/tide#2"] in [row[:3] for row in rows]


@pytest.mark.slow
def test_grouped_lines_are_found_as_sections_and_a_home_can_be_reused(
    make_dataset: MakeDataset, tmp_path: Path
) -> None:
    folder = make_dataset(QUERIES, QRELS, corpus=CORPUS)
    arguments = (folder, "--group-by", "#", "--home", tmp_path / "home", "--json")
    first, second = (run(*arguments) for _ in range(2))
    assert first.exit_code == second.exit_code == 0, first.output + second.output
    results = [json.loads(done.stdout) for done in (first, second)]
    assert [result["documents"] for result in results] == [2, 2]
    assert results[0]["hit"]["3"] == results[1]["hit"]["3"] == 1
    assert results[0]["recall"] == results[1]["recall"]


@pytest.mark.slow
def test_without_json_it_prints_tables(make_dataset: MakeDataset) -> None:
    done = run(make_dataset(QUERIES, QRELS, corpus=CORPUS), "--limit", "1", "--top-k", "3")
    assert done.exit_code == 0, done.output
    assert "Retrieval on islands" in done.stdout
    assert "all recall" in done.stdout
    assert "1 questions, 3 documents" in done.stdout


def test_a_faulty_dataset_is_told_before_anything_is_ingested(make_dataset: MakeDataset) -> None:
    folder = make_dataset(QUERIES, QRELS, corpus=CORPUS)
    (folder / "qrels.tsv").unlink()
    done = run(folder)
    assert isinstance(done.exception, DatasetError)


@pytest.mark.parametrize("arguments", [["nowhere"], [".", "--group-by", ""], [".", "--limit", "0"], []])
def test_wrong_usage_exits_with_2(arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2
