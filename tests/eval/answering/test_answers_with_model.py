"""Answers that a model words, measured: what it was asked in vain is counted and not left out."""

from __future__ import annotations

import re
from pathlib import Path

from app.settings import load_settings
from app.sheaf import Sheaf
from eval.answering.measuring import evaluate_answers
from eval.answering.questions import read_answer_questions
from eval.datasets import load_dataset
from eval.ingesting import ingest_dataset
from tests.eval.answer_sets import CORPUS, QRELS, QUERIES, quietly, write_questions
from tests.eval.conftest import MakeDataset
from tests.openai_server import Asked, OpenAIServer, fails, says


def first_source(asked: Asked) -> str:
    """The content of the first source, cited: what a model might say that keeps to them."""
    found = re.search(r"^\[1\] .*\n(.+)$", asked.text, re.MULTILINE)
    assert found is not None
    return f"{found[1].rstrip('.')} [1]."


async def test_answers_that_fell_back_are_counted(make_dataset: MakeDataset, tmp_path: Path) -> None:
    folder = make_dataset({}, QRELS, corpus=CORPUS)
    write_questions(folder, QUERIES)
    dataset = load_dataset(folder)
    asked = read_answer_questions(folder, dataset)
    with OpenAIServer() as server:
        server.otherwise(says(first_source))
        server.when(asked.known[0].question.text, fails(403))
        settings = load_settings(home=tmp_path / "home", llm="openai", openai_base_url=server.url)
        async with Sheaf(settings) as sheaf:
            ingested = await ingest_dataset(sheaf, dataset, "eval", lambda event: None)
            result = await evaluate_answers(sheaf, dataset, ingested, asked, make=False, asking=quietly, settings={})

    assert result["fell_back"] == {"generate": 1}
    assert result["unsupported"] == 0
    assert result["quotes_found"] == 1
    assert result["wrongly_refused"] == 0
