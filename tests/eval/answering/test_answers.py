"""Answers measured over the real system: a tiny dataset, embedded store and model, and the command over them."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from pptx import Presentation
from rich.console import Console

from app.settings import load_settings
from app.sheaf import Sheaf
from eval.answering.measuring import evaluate_answers
from eval.answering.questions import read_answer_questions
from eval.answering.quotes import QuoteChecker
from eval.answering.report import answer_tables
from eval.cli import evaluate
from eval.datasets import load_dataset
from eval.ingesting import ingest_dataset
from nodes.domain.errors import RetrievalFailedError
from tests.eval.answer_sets import CORPUS, QRELS, QUERIES, quietly, write_questions
from tests.eval.conftest import MakeDataset

KEYS = [
    *(
        "dataset",
        "questions",
        "scored",
        "answer_recall",
        "answer_stated",
        "answer_recall_bound",
        "token_recall",
        "quotes_found",
    ),
    *("citation_precision", "two_documents", "sentences", "words", "refused", "wrongly_refused", "latency_ms"),
]


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(evaluate, ["answers", *map(str, arguments)])


@pytest.fixture
def islands(make_dataset: MakeDataset) -> Path:
    folder = make_dataset({}, QRELS, corpus=CORPUS)
    write_questions(folder, QUERIES)
    return folder


async def measure(folder: Path, home: Path, engine: type[Sheaf] = Sheaf, *, make: bool = False) -> dict[str, Any]:
    dataset = load_dataset(folder)
    async with engine(load_settings(home=home)) as sheaf:
        ingested = await ingest_dataset(sheaf, dataset, "eval", lambda event: None)
        asked = read_answer_questions(folder, dataset)
        return await evaluate_answers(sheaf, dataset, ingested, asked, make=make, asking=quietly, settings={})


@pytest.mark.slow
def test_a_run_prints_one_json_object(islands: Path, make_dataset: MakeDataset) -> None:
    physics = {"a": "What is the spin of a quark?", "b": "How heavy is the Higgs boson?"}
    other = make_dataset(physics, [("a", "a", 1)], name="physics")
    done = run(islands, "--unanswerable", "--refuse-from", other, "--json")
    assert done.exit_code == 0, done.output
    result = json.loads(done.stdout)
    assert set(KEYS) <= set(result)
    assert (result["dataset"], result["questions"], result["scored"], result["short"]) == ("islands", 3, 3, 3)
    assert result["answer_recall"] == result["answer_recall_bound"] == 1
    assert result["token_recall"] is None
    assert result["quotes_found"] == 1
    assert result["quotes"] >= 3
    assert 0 < result["citation_precision"] <= 1
    assert result["two_documents"] == 1
    assert result["wrongly_refused"] == 0
    assert result["refused_questions"] == {
        "far_away": 1,
        "other_set": 2,
        "absent_name": 3,
        "absent_year": 1,
        "gold_removed": 3,
    }
    assert result["refused"]["far_away"] == result["refused"]["other_set"] == result["refused"]["absent_name"] == 1
    assert 0 < result["latency_ms"]["p50"] <= result["latency_ms"]["p95"]
    assert result["failed"] == []
    assert result["notes"] == ["1 questions have no known answer and are not asked"]
    assert result["settings"]["refuse_from"] == "physics"


@pytest.mark.slow
def test_without_json_it_prints_a_table_and_a_home_can_be_reused(islands: Path, tmp_path: Path) -> None:
    first, second = (run(islands, "--limit", "2", "--home", tmp_path / "home") for _ in range(2))
    assert first.exit_code == second.exit_code == 0, first.output + second.output
    assert "Answers on islands" in first.stdout
    assert "refused of far_away" in first.stdout
    assert "2 questions" in first.stdout
    assert "2 answers came from the cache" in second.stdout


@pytest.mark.slow
async def test_wrong_references_and_gold_lower_the_figures(islands: Path, tmp_path: Path) -> None:
    long = "It was built by Torsnes Verft, a yard which nobody here has ever heard anything of"
    wrong: dict[str, tuple[str, Mapping[str, Any]]] = {
        "born": (QUERIES["born"][0], {"answer": "Paris"}),
        "county": (QUERIES["county"][0], {"answer": "yes"}),
        "ferry": (QUERIES["ferry"][0], {"answer": long}),
        "nothing": ("Who discovered the element Rutherfordium?", {"answer": "Seaborg"}),
    }
    write_questions(islands, wrong)
    rows = [("born", "cider", 1), ("born", "radio", 1), ("county", "cider", 1), ("ferry", "cider", 1)]
    (islands / "qrels.tsv").write_text("".join(f"{a}\t{b}\t{c}\n" for a, b, c in rows), encoding="utf-8")
    result = await measure(islands, tmp_path / "home")
    assert (result["questions"], result["scored"], result["short"]) == (4, 3, 2)
    assert result["answer_recall"] == result["answer_recall_bound"] == 0
    assert 0 < result["token_recall"] < 1
    assert result["citation_precision"] == 0
    assert result["wrongly_refused"] == 0.25
    assert result["quotes_found"] == 1
    assert result["refused"] == {}


@pytest.mark.slow
async def test_pages_are_judged_as_pages_and_gold_is_not_removed(make_dataset: MakeDataset, tmp_path: Path) -> None:
    slides = Presentation()
    for text in (CORPUS[0]["text"], CORPUS[2]["text"]):
        slide = slides.slides.add_slide(slides.slide_layouts[1])
        slide.placeholders[1].text = text
    qrels = [("born", "deck.pptx#page=1", 1), ("ferry", "deck.pptx#page=1", 1)]
    folder = make_dataset({}, qrels, files={"other.txt": "Sheep graze on the hill above the quarry."})
    slides.save(str(folder / "documents" / "deck.pptx"))
    write_questions(folder, {key: QUERIES[key] for key in ("born", "ferry")})
    result = await measure(folder, tmp_path / "home", make=True)
    # The ferry is on the second page, so that its citation is of a page that is not gold.
    assert result["answer_recall"] == 1
    assert result["citation_precision"] == 0.5
    assert result["two_documents"] is None
    assert result["refused"]["gold_removed"] is None
    assert "no question of the kind gold_removed could be made" in result["notes"]


class Failing(Sheaf):
    """Fails at questions about the ferry and the moon."""

    async def ask(self, question: str, **arguments: Any) -> dict[str, Any]:
        if "ferry" in question or "moon" in question:
            raise RetrievalFailedError("The store is away.")
        return await super().ask(question, **arguments)


class Altering(Sheaf):
    """Says something else than its sources do."""

    async def ask(self, question: str, **arguments: Any) -> dict[str, Any]:
        answer = await super().ask(question, **arguments)
        for citation in answer["citations"][:1]:
            citation["quote"] = citation["quote"].replace(" ", "  ")
        return answer


class Unsearched(Sheaf):
    """Only answers."""

    async def search(self, question: str, **arguments: Any) -> dict[str, Any]:
        raise AssertionError(f"{question!r} is searched beside its answer")


@pytest.mark.slow
async def test_the_sources_are_those_that_the_answer_tells(islands: Path, tmp_path: Path) -> None:
    result = await measure(islands, tmp_path / "home", Unsearched)
    assert result["failed"] == []
    assert result["answer_recall_bound"] == 1


@pytest.mark.slow
async def test_a_failed_question_counts_and_is_shown(islands: Path, tmp_path: Path) -> None:
    result = await measure(islands, tmp_path / "home", Failing)
    assert (result["questions"], result["scored"]) == (3, 3)
    assert result["answer_recall"] == pytest.approx(2 / 3, abs=1e-6)
    assert result["refused"] == {"far_away": 0}
    assert [(each["kind"], each["question_id"]) for each in result["failed"]] == [
        ("answer", "ferry"),
        ("far_away", "moon"),
    ]
    page = io.StringIO()
    Console(file=page, width=120).print(answer_tables(result))
    assert "failed: answer ferry: The store is away." in page.getvalue()


@pytest.mark.slow
def test_a_failed_question_is_told_by_the_exit_status(islands: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.sheaf.Sheaf", Failing)
    done = run(islands, "--json")
    assert done.exit_code == 1
    assert len(json.loads(done.stdout)["failed"]) == 2
    assert "2 questions failed, first ferry: The store is away." in done.stderr


@pytest.mark.slow
async def test_a_quote_that_does_not_stand_in_its_source_is_found_out(islands: Path, tmp_path: Path) -> None:
    result = await measure(islands, tmp_path / "home", Altering)
    # One quote of each of the three answers was altered.
    assert result["quotes_found"] == pytest.approx(1 - 3 / result["quotes"], abs=1e-6)


@pytest.fixture
async def islands_home(islands: Path, tmp_path: Path) -> Path:
    home = tmp_path / "home"
    async with Sheaf(load_settings(home=home)) as sheaf:
        await ingest_dataset(sheaf, load_dataset(islands), "default", lambda event: None)
    return home


@pytest.mark.slow
async def test_a_quote_is_held_against_its_own_document_and_page(islands_home: Path) -> None:
    async with Sheaf(load_settings(home=islands_home)) as sheaf:
        answer = await sheaf.ask("Who is the pilot?")
        checker = QuoteChecker(sheaf)
        [citation, *_] = answer["citations"]
        documents = {row.file_name: row.document_id for row in (await sheaf.documents()).documents}
        assert await checker.stands(citation)
        assert not await checker.stands({**citation, "quote": citation["quote"].swapcase()})
        assert not await checker.stands({**citation, "quote": ""})
        elsewhere = next(each for name, each in documents.items() if name != citation["file_name"])
        assert not await checker.stands({**citation, "document_id": elsewhere, "chunk_id": "none"})
        assert not await checker.stands({**citation, "pages": [99], "chunk_id": "none"})
        assert await checker.stands({**citation, "pages": [99]})


def test_a_dataset_whose_documents_are_ingested_is_no_other_set(islands: Path) -> None:
    assert run(islands, "--refuse-from", islands).exit_code == 2


@pytest.mark.parametrize("arguments", [["nowhere"], [".", "--group-by", ""], [".", "--limit", "0"], []])
def test_wrong_usage_exits_with_2(arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2
