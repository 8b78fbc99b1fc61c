"""The answer set over the sample documents: its quotes stand where they are said to, and the commands find it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from app.samples import demo_questions, sample_paths
from app.settings import load_settings
from app.sheaf import LOCAL_OWNER, IngestFile, Sheaf
from eval.answering.metrics import stands_in
from eval.answering.questions import read_answer_questions
from eval.cli import evaluate
from eval.datasets import PAGE, load_dataset
from eval.named import shipped_dataset

FOLDER = shipped_dataset("samples")
LINES = [json.loads(line) for line in (FOLDER / "queries.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.fixture
async def pages(tmp_path: Path) -> AsyncIterator[dict[str, str]]:
    """Stored text by `file#page=N`."""
    async with Sheaf(load_settings(home=tmp_path)) as sheaf:
        report = await sheaf.ingest([IngestFile(path=path, file_name=path.name) for path in sample_paths()])
        found: dict[str, str] = {}
        for file in report.files:
            for revision in await sheaf.catalogue.revisions(LOCAL_OWNER, [file["document_id"]]):
                texts = await sheaf.catalogue.page_texts(LOCAL_OWNER, revision)
                found |= {f"{file['file_name']}#page={number}": text for number, text in texts.items()}
        yield found


@pytest.mark.slow
async def test_every_gold_quote_stands_in_the_stored_text_of_its_page(pages: dict[str, str]) -> None:
    quotes = [(line["_id"], each) for line in LINES for each in line["metadata"].get("quotes", [])]

    assert len(quotes) >= 32
    missing = [(key, each) for key, each in quotes if each["quote"] not in pages.get(each["item"], "")]
    assert missing == []


def test_there_are_forty_questions_eight_of_each_kind() -> None:
    assert Counter(line["metadata"]["kind"] for line in LINES) == {
        "fact": 8,
        "comparison": 8,
        "two_hop": 8,
        "conflict": 8,
        "unanswerable": 8,
    }
    assert len({line["text"] for line in LINES} | {each["question"] for each in demo_questions()}) == 45


def test_it_is_a_dataset_whose_gold_is_where_its_quotes_stand() -> None:
    dataset = load_dataset(FOLDER)
    asked = read_answer_questions(FOLDER, dataset)

    assert (dataset.name, dataset.kind, len(dataset.documents)) == ("samples", "page", len(sample_paths()))
    assert (len(asked.known), {kind: len(each) for kind, each in asked.refusals.items()}) == (32, {"unanswerable": 8})
    names = {document.item for document in dataset.documents}
    for known in asked.known:
        quoted = {each["item"] for each in known.question.metadata["quotes"]}
        assert known.question.gold.keys() == quoted, known.question.id
        assert {dataset.document_of(item) for item in quoted} <= names
        assert all(PAGE.match(item) for item in quoted)
        if known.question.metadata["kind"] == "two_hop":
            assert len(quoted) == 2, known.question.id


def test_answers_of_facts_and_two_hops_are_short_and_stand_where_the_last_quote_is() -> None:
    """What is looked for whole must be short enough for it; of two hops the first only leads to the answer."""
    for line in LINES:
        kind, answer = line["metadata"]["kind"], line["metadata"].get("answer", ())
        answers = [answer] if isinstance(answer, str) else answer
        if kind not in {"fact", "two_hop"}:
            continue
        *before, last = [each["quote"] for each in line["metadata"]["quotes"]]
        assert len(before) == (1 if kind == "two_hop" else 0), line["_id"]
        assert answers, line["_id"]
        assert all(len(each.split()) <= 10 for each in answers), line["_id"]
        assert any(stands_in(each, [last]) for each in answers), line["_id"]
        assert not any(stands_in(each, [*before, line["text"]]) for each in answers), line["_id"]


@pytest.mark.slow
def test_the_commands_find_it_by_name() -> None:
    done = CliRunner().invoke(evaluate, ["retrieval", "samples", "--limit", "2", "--json"])

    assert done.exit_code == 0, done.output
    result = json.loads(done.stdout)
    assert (result["dataset"], result["queries"]) == ("samples", 2)
    assert [row["question_id"] for row in result["per_question"]] == ["fact-1", "fact-2"]
    mean = sum(row["metrics"]["recall@5"] for row in result["per_question"]) / 2
    assert result["recall"]["5"] == pytest.approx(mean)


def test_a_name_that_is_neither_a_folder_nor_shipped_is_wrong_usage() -> None:
    done = CliRunner().invoke(evaluate, ["retrieval", "simples"])

    assert done.exit_code == 2
    assert "simples" in done.stderr


def test_a_folder_of_the_name_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "samples").mkdir()
    monkeypatch.chdir(tmp_path)

    done = CliRunner().invoke(evaluate, ["retrieval", "samples"])

    assert done.exception is not None
    assert "samples has neither corpus.jsonl nor documents" in str(done.exception)
