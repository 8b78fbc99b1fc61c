"""Answers of similar questions, through the facade, with a model behind real HTTP: when they are given, and never."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import pytest_asyncio

from app.models.wordllama import embed
from app.settings import load_settings
from app.sheaf import IngestFile, Sheaf
from tests.openai_server import Asked, OpenAIServer, says

pytestmark = pytest.mark.asyncio(loop_scope="module")

TEXT = """Acme in figures.

The revenue of Acme was 41 million crowns in 2022. The revenue of Acme was 47 million crowns in 2023.
The margin of Acme is 12 percent with services and 9 percent without services.
The pump of Acme is started by the red lever. The pump of Acme is stopped by the black lever.
"""
QUESTION, PARAPHRASE = "What was Acme's revenue in 2022?", "What revenue did Acme have in 2022?"
DISTANT = "How much did Acme take in during 2022?"
"""Means the same as well, and is less like the question than many that mean something else."""
ON = {"semantic_cache": 0.8}

Ask = Callable[..., Any]


def answer(asked: Asked) -> str:
    """What the model says: the question back, so that it shows whose answer it is; from the first source."""
    question = next(line for line in asked.text.splitlines() if line.rstrip().endswith("?"))
    return f"Acme had a revenue of 41 million crowns in 2022 [1]. You asked: {question.strip()}"


@pytest.fixture(scope="module")
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as running:
        running.otherwise(says(answer))
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def sheaf(server: OpenAIServer, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Sheaf]:
    """One for all tests, which keep apart by their owners."""
    home = tmp_path_factory.mktemp("similar") / "home"
    settings = load_settings(home=home, llm="openai", openai_base_url=server.url, openai_api_key="key")
    async with Sheaf(settings) as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="module")
async def ask(sheaf: Sheaf, owner: str, tmp_path: Path) -> Ask:
    """Asks as an owner who has the text."""
    path = tmp_path / "acme.txt"
    path.write_text(TEXT, encoding="utf-8")
    await sheaf.ingest([IngestFile(path)], owner=owner)

    async def asked(question: str, options: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
        return await sheaf.ask(question, owner=more.pop("owner", owner), options=ON | (options or {}), **more)

    return asked


def step(done: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in done["trace"] if each["node"] == name)
    return found


async def test_a_similar_question_is_given_the_answer_with_its_citations(
    ask: Ask, sheaf: Sheaf, owner: str, server: OpenAIServer
) -> None:
    first = await ask(QUESTION)
    calls = len(server.asked(""))
    events = [event async for event in await sheaf.stream(PARAPHRASE, owner=owner, options=ON)]
    done = events[-1].data

    assert (first["cached"], done["cached"]) == (False, True)
    assert len(server.asked("")) == calls, "the model was not asked again"
    assert done["answer"] == first["answer"]
    assert "".join(event.data["text"] for event in events if event.name == "token") == first["answer"]
    assert next(event.name for event in events if event.name != "trace") == "sources"
    assert [each["chunk_id"] for each in done["citations"]] == [each["chunk_id"] for each in first["citations"]]
    assert all(each["verified"] for each in done["citations"])
    told = step(done, "generate")
    assert QUESTION in told["why"]
    assert told["decided"]["similar"]["question"] == QUESTION
    assert told["decided"]["similar"]["similarity"] == pytest.approx(similarity(QUESTION, PARAPHRASE), abs=1e-3)


def is_given(done: dict[str, Any]) -> bool:
    """Whether the answer is that of a similar question; the very same one may be cached without that."""
    return "similar" in step(done, "generate")["decided"]


async def test_a_page_that_is_asked_after_is_told_of_the_answer_that_is_given_again(ask: Ask) -> None:
    await ask(QUESTION)
    told = (await ask(PARAPHRASE, why="acme.txt"))["why"]
    first = told["steps"][0]
    assert (first["node"], first["is_here"]) == ("find_similar", True)
    assert QUESTION in first["told"]
    assert (told["found"], told["steps"][-1]["node"]) == (True, "verify_citations")


async def test_it_is_off_by_default(ask: Ask, sheaf: Sheaf, owner: str) -> None:
    await ask(QUESTION)
    done = await sheaf.ask(PARAPHRASE, owner=owner)
    assert not is_given(done)
    assert all(each["node"] != "find_similar" for each in done["trace"])
    assert load_settings().chat.semantic_cache is None


async def test_a_threshold_that_is_not_reached_is_told(ask: Ask) -> None:
    await ask(QUESTION, {"semantic_cache": 0.999})
    done = await ask(PARAPHRASE, {"semantic_cache": 0.999})
    assert not is_given(done)
    assert "under 0.999" in step(done, "find_similar")["why"]


@pytest.mark.parametrize("changed", [{"top_k": 5}, {"context_style": "rich"}, {"semantic_cache": 0.81}])
async def test_other_options_are_another_answer(ask: Ask, changed: dict[str, Any]) -> None:
    await ask(QUESTION)
    assert not is_given(await ask(PARAPHRASE, changed))


async def test_another_owner_with_the_same_file_is_not_given_it(
    ask: Ask, sheaf: Sheaf, owner: str, tmp_path: Path
) -> None:
    await ask(QUESTION)
    other = f"{owner} and another"
    await sheaf.ingest([IngestFile(tmp_path / "acme.txt")], owner=other)
    assert not is_given(await ask(PARAPHRASE, owner=other))


async def test_another_collection_with_the_same_file_is_another_answer(
    ask: Ask, sheaf: Sheaf, owner: str, tmp_path: Path
) -> None:
    await ask(QUESTION)
    await sheaf.ingest([IngestFile(tmp_path / "acme.txt")], owner=owner, collection="copies")
    assert not is_given(await ask(PARAPHRASE, collections=["copies"]))
    assert not is_given(await ask(PARAPHRASE, collections=["default", "copies"]))
    assert is_given(await ask(PARAPHRASE, collections=["default"]))


@pytest.mark.parametrize("change", ["another is added", "it is replaced", "another is deleted"])
async def test_any_change_of_what_is_visible_forgets_it(
    ask: Ask, sheaf: Sheaf, owner: str, tmp_path: Path, change: str
) -> None:
    other = tmp_path / "other.txt"
    other.write_text("The harbour of Hask has two piers and a crane that nobody uses any more.\n", encoding="utf-8")
    if change == "another is deleted":
        await sheaf.ingest([IngestFile(other)], owner=owner)
    await ask(QUESTION)
    if change == "another is added":
        await sheaf.ingest([IngestFile(other)], owner=owner)
    elif change == "it is replaced":
        (tmp_path / "acme.txt").write_text(TEXT.replace("41 million", "42 million"), encoding="utf-8")
        await sheaf.ingest([IngestFile(tmp_path / "acme.txt")], owner=owner)
    else:
        documents = (await sheaf.documents(owner=owner)).documents
        await sheaf.delete(next(each.document_id for each in documents if each.file_name == "other.txt"), owner=owner)
    assert not is_given(await ask(PARAPHRASE))


NEARLY = [
    ("What was the revenue of Acme in 2022?", "What was the revenue of Acme in 2023?", 0.95),
    ("What is the margin of Acme with services?", "What is the margin of Acme without services?", 0.9),
    (
        "What were the total revenues of Intel in the fiscal year 2022?",
        "What were the total revenues of Microsoft in the fiscal year 2022?",
        0.75,
    ),
    ("Did Acme buy Globex in 2022?", "Did Globex buy Acme in 2022?", 0.999),
]
UNSEEN = (
    "How is the valve of the cooling pump of Acme opened?",
    "How is the valve of the cooling pump of Acme closed?",
)


def similarity(one: str, other: str) -> float:
    left, right = embed([one, other])
    return float(np.dot(left, right))


@pytest.mark.parametrize(("one", "other", "at_least"), NEARLY)
async def test_why_it_is_off_questions_with_other_answers_are_as_alike_as_paraphrases(
    ask: Ask, one: str, other: str, at_least: float
) -> None:
    """By the vector alone each would be given the other's answer; the words hold them apart."""
    assert similarity(one, other) >= at_least > similarity(QUESTION, DISTANT)
    await ask(one)
    done = await ask(other)
    assert not is_given(done)
    assert "no question was asked here that agrees" in step(done, "find_similar")["why"]


async def test_why_it_is_off_words_that_nobody_listed_turn_a_question_as_well(ask: Ask) -> None:
    """What no list of words foresees is given the wrong answer: that is why nobody gets it unasked."""
    one, other = UNSEEN
    assert similarity(one, other) > 0.9
    await ask(one)
    assert is_given(await ask(other))


async def test_what_is_kept_goes_with_a_conversation_and_with_its_documents(ask: Ask, sheaf: Sheaf, owner: str) -> None:
    async def kept() -> int:
        return len(await sheaf.catalogue.cache_find(owner, "similar_answer", "", 99))

    await ask(QUESTION, session_id=f"session of {owner}")
    assert await kept() == 1
    await sheaf.catalogue.delete_session(owner, f"session of {owner}")
    assert await kept() == 0
    await ask("What is the margin of Acme with services?")
    assert await kept() == 1
    [document] = (await sheaf.documents(owner=owner)).documents
    await sheaf.delete(document.document_id, owner=owner)
    assert await kept() == 0
