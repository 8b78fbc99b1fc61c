"""Sheaf over the small texts of an island: entries that name one another, two handbooks, and minutes."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, Protocol

import pytest
import pytest_asyncio
from langgraph.runtime import Runtime

from app.settings import load_settings
from app.sheaf import Sheaf
from nodes.chat.classify_query import classify_query
from nodes.chat.follow_links import follow_links
from nodes.chat.merge_rrf import merge_rrf
from nodes.chat.retrieve_chunks import retrieve_chunks
from nodes.chat.retrieve_documents import retrieve_documents
from nodes.domain.options import Options
from tests.app.homes import home_of

ENTRIES = {
    "Skua Lighthouse": "Skua Lighthouse is a white tower on the north cape of Ayrline. It was designed by Marit Olsen "
    "and lit for the first time in 1902.",
    "Marit Olsen": "Marit Olsen was an engineer. She was born in Husby in 1871 and studied in Bergen.",
    "Husby": "Husby is a village on the south coast of Ayrline. It is known for its cheese market.",
    "Petrel Barge": "Petrel Barge is a flat boat of steel. It was built in 1987 by Ivar Dahl to lift turbines.",
    "Ivar Dahl": "Ivar Dahl was a shipwright. He was born in Sandvik in 1950.",
    "Sandvik": "Sandvik is a village in the east of Ayrline. Its harbour freezes in February.",
    "Ayrline Ferry": "Ayrline Ferry is a company that carries spare parts to all seven villages on weekdays.",
    "Tern School": "Tern School is a school in Nesby. Kari Lund taught there for forty years.",
    "Kari Lund": "Kari Lund was a teacher. She was born in Nesby in 1911.",
    "Nesby": "Nesby is a village with a mill. Its bakery opens at six.",
    "Auk Bridge": "Auk Bridge is a bridge of oak. It was designed by Olav Berg in 1931.",
    "Olav Berg": "Olav Berg was a carpenter. He was born in Husby in 1899.",
}
PUMP = "The pump draws water from the dock and drives it through a sieve. Clean the sieve every spring. "
VALVE = "A valve closes the pipe. Turn it by hand until it stops, and never with a bar. "
HANDBOOKS = {
    "hask-pump-2022.md": "# Hask pump handbook 2022\n\n"
    + "".join(f"## Chapter {n}\n\n{PUMP * 3}\n\n" for n in range(1, 22))
    + "## Frost\n\nBefore frost open the brass tap under the housing and let the water run out.\n",
    "skarv-valve-2021.md": "# Skarv valve handbook 2021\n\n"
    + "".join(f"## Part {n}\n\n{VALVE * 3}\n\n" for n in range(1, 22))
    + "## Frost\n\nBefore frost turn the red wheel twice and wrap the flange in felt.\n",
}
MINUTES = "The board met on 4 March. It thanked the members, approved the budget and closed at nine.\n"


class Retrieval(Protocol):
    """Runs the steps of retrieval one after another and gives the state."""

    def __call__(self, sheaf: Sheaf, question: str, **options: Any) -> Awaitable[dict[str, Any]]: ...


@pytest.fixture(scope="session")
def island_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the island's documents. Only for tests that leave documents alone."""
    folder = tmp_path_factory.mktemp("island")
    files = {f"{title.lower().replace(' ', '-')}.md": f"# {title}\n\n{text}\n" for title, text in ENTRIES.items()}
    files |= HANDBOOKS | {"minutes.txt": MINUTES}
    return home_of(folder, files)


@pytest.fixture
def island_copy(island_home: Path, tmp_path: Path) -> Path:
    """A home with the island's documents that the test may change."""
    return Path(shutil.copytree(island_home, tmp_path / "home"))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def island(island_home: Path) -> AsyncIterator[Sheaf]:
    """Sheaf over the island's documents, opened once a module."""
    async with Sheaf(load_settings(home=island_home)) as sheaf:
        yield sheaf


async def run_retrieval(sheaf: Sheaf, question: str, **options: Any) -> dict[str, Any]:
    context = await sheaf.chat_context("local", ["default"])
    runtime: Runtime[Any] = Runtime(context=context)
    state: dict[str, Any] = {
        "standalone_question": question,
        "options": Options.model_validate(options).model_dump(),
        "hypothetical": "",
        "documents": [],
        "scope": None,
        "unavailable": [],
        "overtaken": 0,
    }
    steps: list[Callable[..., Awaitable[Any]]] = [classify_query, retrieve_documents, retrieve_chunks, merge_rrf]
    traces: dict[str, Any] = {}
    for step in steps:
        update = await step(state, runtime)
        [traces[step.__name__]] = update["trace"]
        state |= update
    state["merged"] = state["hits"]
    if state["plan"]["follow_links"]:
        update = await follow_links(state, runtime)  # type: ignore[arg-type]  # the whole state
        [traces["follow_links"]] = update["trace"]
        state |= update
    return {**state, "trace": traces}


@pytest.fixture(scope="session")
def retrieve() -> Retrieval:
    return run_retrieval
