"""Sheaf over an island's six notes, with a stand-in for a model's server and without, opened once a module."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass

import pytest
import pytest_asyncio

from app.settings import load_settings
from app.sheaf import IngestFile, Sheaf
from nodes.domain.chat import ModelPath
from tests.openai_server import OpenAIServer, embeds, says

NOTES = {
    "harbour": "The harbour of Husby was opened in 1911. It has nine cranes, and is the oldest building there.",
    "mill": "The mill of Nesby was built in 1874 by Olav Berg. It is a building of oak, and it grinds barley.",
    "ferry": "The ferry of the island carries spare parts to the harbour on weekdays. It was bought in 1987.",
    "school": "The school of Torp is a building of brick. Kari Lund taught there for forty years.",
    "bridge": "The bridge over the Auk was designed by Olav Berg. Its planks are painted every spring.",
    "tariff": "The tariff of the island is 41 crowns. The board of Husby raised it in 2019, and the mill opposed it.",
}


@dataclass(frozen=True)
class Known:
    """A path of the model: what its prompt says, and what a right reply is."""

    part: str
    right: str


KNOWN: dict[ModelPath, Known] = {
    "classify": Known("Classify a question", json.dumps({"query_type": "summary", "reason": "all", "confidence": 0.9})),
    "split": Known("compares things", json.dumps({"queries": ["How old is the mill?", "How old is the harbour?"]})),
    "paraphrase": Known("other ways to ask", json.dumps({"queries": ["Which structures stand longest?"]})),
    "hyde": Known("would answer the question", "The mill and the harbour are old buildings of the island."),
    "rerank": Known("Rate how well", json.dumps({"ratings": [{"passage": n, "rating": n} for n in range(1, 11)]})),
    "generate": Known("from numbered sources", "The harbour of Husby was opened in 1911 [1]."),
}


@dataclass(frozen=True)
class Sheafs:
    """One home, opened three times."""

    patient: Sheaf
    """Waits for its model as long as it takes, and repeats a request once."""
    impatient: Sheaf
    """Waits for a moment only."""
    plain: Sheaf
    """Has no model."""


@pytest.fixture(scope="module")
def running() -> Iterator[OpenAIServer]:
    with OpenAIServer() as server:
        yield server


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def sheafs(running: OpenAIServer, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Sheafs]:
    folder = tmp_path_factory.mktemp("moods")
    paths = [folder / f"{name}.txt" for name in NOTES]
    for path in paths:
        path.write_text(f"{NOTES[path.stem]}\n", encoding="utf-8")
    home = folder / "home"
    long = dict.fromkeys(
        ("seconds", "classify_seconds", "expansion_seconds", "rerank_seconds", "first_token_seconds", "answer_seconds"),
        120.0,
    )
    short = {**dict.fromkeys(long, 0.3), "seconds": 120.0}
    model = {"llm": "openai", "openai_base_url": running.url, "openai_model": "stand-in"}
    async with (
        Sheaf(load_settings(home=home)) as plain,
        Sheaf(load_settings(home=home, model={**long, "retries": 1}, **model)) as patient,
        Sheaf(load_settings(home=home, model=short, **model)) as impatient,
    ):
        report = await plain.ingest([IngestFile(path) for path in paths])
        await patient.warm()
        await impatient.warm()
        assert [file["error"] for file in report.files if file["status"] != "ready"] == []
        yield Sheafs(patient, impatient, plain)


@pytest.fixture
def server(running: OpenAIServer) -> OpenAIServer:
    """Replies rightly to everything that it is asked."""
    set_right(running)
    return running


def set_right(server: OpenAIServer) -> None:
    """Forgets what was, and replies rightly from now on."""
    server.forget()
    server.otherwise(embeds())
    for known in KNOWN.values():
        server.when(known.part, says(known.right))
