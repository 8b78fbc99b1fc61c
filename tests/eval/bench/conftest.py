"""A home that holds a small made-up corpus."""

from __future__ import annotations

import asyncio
from itertools import islice
from pathlib import Path

import pytest

from app.settings import load_settings
from app.sheaf import Sheaf
from eval.bench.corpus import World, questions
from eval.bench.filling import Filled, fill
from eval.bench.workloads import COLLECTION, Workload

SEED = 5


@pytest.fixture(scope="session")
def filled_home(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Workload]:
    """A home of a hundred chunks or so, and questions over it."""
    home = tmp_path_factory.mktemp("bench") / "home"

    async def made() -> Filled:
        async with Sheaf(load_settings(home=home, ingest={"batch_documents": 10})) as sheaf:
            return await fill(sheaf, COLLECTION, SEED, chunks=80)

    done = asyncio.run(made())
    asked = [each.text for each in islice(questions(World(SEED), done.documents), 6)]
    workload = Workload("made up", done.documents, done.chunks, done.seconds, tuple(asked[:4]), tuple(asked[4:]))
    return home, workload
