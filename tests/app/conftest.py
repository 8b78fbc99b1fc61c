"""Homes with documents in them, for tests that go through the facade or the command line."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from app.samples import sample_paths
from app.settings import load_settings
from app.sheaf import IngestFile, Sheaf

WriteFile = Callable[[str, str], Path]


@pytest.fixture(scope="session")
def ingested_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home whose collection `default` holds the sample documents, as ingesting left it. Only to be copied."""
    home = tmp_path_factory.mktemp("samples") / "home"

    async def ingest() -> None:
        async with Sheaf(load_settings(home=home)) as sheaf:
            report = await sheaf.ingest([IngestFile(path) for path in sample_paths()])
        assert [file["error"] for file in report.files if file["status"] != "ready"] == []

    asyncio.run(ingest())
    return home


@pytest.fixture(scope="session")
def sample_home(ingested_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample documents, for all tests that leave documents alone; what is asked leaves conversations."""
    return Path(shutil.copytree(ingested_home, tmp_path_factory.mktemp("shared samples") / "home"))


@pytest.fixture
def sample_copy(ingested_home: Path, tmp_path: Path) -> Path:
    """A home with the sample documents that the test may change or break."""
    return Path(shutil.copytree(ingested_home, tmp_path / "home"))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def samples(sample_home: Path) -> AsyncIterator[Sheaf]:
    """Sheaf over the sample documents, opened once a module."""
    async with Sheaf(load_settings(home=sample_home)) as sheaf:
        yield sheaf


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Sheaf]:
    """Sheaf over an empty home, opened once a module; tests keep apart by their owners."""
    async with Sheaf(load_settings(home=tmp_path_factory.mktemp("shared") / "home")) as sheaf:
        yield sheaf


@pytest.fixture
def owner(request: pytest.FixtureRequest) -> str:
    """An owner of this test's own."""
    name: str = request.node.name
    return name


@pytest.fixture
def write(tmp_path: Path) -> WriteFile:
    """Writes a text file, over the older one of its name, and gives its path."""

    def write_file(name: str, text: str) -> Path:
        path = tmp_path / "files" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write_file
