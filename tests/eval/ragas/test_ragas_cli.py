"""`sheaf eval ragas` over the real system, with and without a model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from eval.cli import evaluate
from tests.eval.answer_sets import CORPUS, QRELS, QUERIES, write_questions
from tests.eval.conftest import MakeDataset
from tests.openai_server import OpenAIServer, embeds, fails, says


@pytest.mark.slow
def test_without_a_model_every_question_has_its_row(make_dataset: MakeDataset, tmp_path: Path) -> None:
    folder = make_dataset({}, QRELS, corpus=CORPUS)
    write_questions(folder, QUERIES)
    page = tmp_path / "page.html"

    done = CliRunner().invoke(evaluate, ["ragas", str(folder), "--json", "--report", str(page)])

    assert done.exit_code == 0, done.output
    result = json.loads(done.stdout)
    rows = {row["question_id"]: row for row in result["per_question"]}
    assert rows.keys() == {"born", "county", "ferry", "moon"}
    assert result["model"] is None
    assert result["failed"] == []
    # A corpus line is its own reference text, and the only document that answers is among those found.
    assert rows["born"]["metrics"]["non_llm_context_recall"] == 1.0
    assert rows["born"]["metrics"]["id_based_context_recall"] == 1.0
    assert rows["born"]["metrics"]["string_present"] == 1.0
    assert rows["born"]["metrics"]["quotes_found"] == 1.0
    assert rows["moon"]["metrics"]["refused"] == 1.0
    assert rows["moon"]["metrics"]["string_present"] is None
    assert "Where was Petra Lindqvale born?" in page.read_text(encoding="utf-8")


@pytest.mark.slow
def test_with_a_model_what_it_could_not_judge_is_named_and_the_exit_status_is_1(
    make_dataset: MakeDataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = make_dataset({}, QRELS, corpus=CORPUS)
    write_questions(folder, QUERIES)
    with OpenAIServer() as server:
        server.otherwise(says("Petra Lindqvale, a pilot, was born in Ulmsund. [1]"))
        server.when("/embeddings", embeds())
        server.when("Break down each sentence", says(json.dumps({"statements": ["She was born in Ulmsund."]})))
        verdict = {"statement": "s", "reason": "r", "verdict": 1}
        server.when("judge the faithfulness", says(json.dumps({"statements": [verdict]})))
        server.when("verify if the context was useful", says(json.dumps({"reason": "r", "verdict": 1})))
        server.when("analyze each statement in the answer", says("no idea"))
        server.when("Generate a question for the given answer", fails(400))
        monkeypatch.setenv("SHEAF_LLM", "openai")
        monkeypatch.setenv("SHEAF_OPENAI_BASE_URL", server.url)

        done = CliRunner().invoke(evaluate, ["ragas", str(folder), "--limit", "1", "--json"])

    assert done.exit_code == 1, done.output
    result = json.loads(done.stdout)
    assert result["model"] == "gpt-4o-mini"
    [born] = [row for row in result["per_question"] if row["question_id"] == "born"]
    assert born["metrics"]["faithfulness"] == 1.0
    assert born["metrics"]["context_precision"] == pytest.approx(1.0)
    assert born["failures"].keys() == {"answer_relevancy", "context_recall"}
    assert {(each["question_id"], each["metric"]) for each in result["failed"]} == {
        ("born", "answer_relevancy"),
        ("born", "context_recall"),
    }
    assert result["metrics"]["context_recall"]["failed"] == 1
