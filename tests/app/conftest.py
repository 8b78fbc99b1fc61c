"""Homes with documents in them, for tests that go through the facade or the command line."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from app.samples import sample_paths
from app.sheaf import IngestFile, Sheaf
from tests.app.s3_server import S3Server, client
from tests.app.stacks import Embedded, Scale, Stack, needs_servers

WriteFile = Callable[[str, str], Path]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests marked `both_stacks` run on either; in a module that is marked, `both_stacks(False)` takes one out."""
    marked = metafunc.definition.get_closest_marker("both_stacks")
    if "stack" in metafunc.fixturenames and marked and marked.args != (False,):
        stacks = ["embedded", pytest.param("scale", marks=needs_servers)]
        metafunc.parametrize("stack", stacks, indirect=True, scope="session")


@pytest.fixture(scope="session")
def stack(request: pytest.FixtureRequest) -> Iterator[Stack]:
    """What Sheaf runs on: embedded, unless the test is marked `both_stacks`."""
    if getattr(request, "param", "embedded") == "embedded":
        yield Embedded()
        return
    scale = Scale()
    yield scale
    scale.close()


@pytest.fixture(scope="session")
def ingested_home(stack: Stack, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home whose collection `default` holds the sample documents, as ingesting left it. Only to be copied."""
    home = tmp_path_factory.mktemp("samples") / "home"

    async def ingest() -> None:
        async with Sheaf(stack.settings(home)) as sheaf:
            report = await sheaf.ingest([IngestFile(path) for path in sample_paths()])
        assert [file["error"] for file in report.files if file["status"] != "ready"] == []

    asyncio.run(ingest())
    return home


@pytest.fixture(scope="session")
def sample_home(stack: Stack, ingested_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample documents, for all tests that leave documents alone; what is asked leaves conversations."""
    return asyncio.run(stack.copy(ingested_home, tmp_path_factory.mktemp("shared samples") / "home"))


@pytest.fixture
def sample_copy(stack: Stack, ingested_home: Path, tmp_path: Path) -> Path:
    """A home with the sample documents that the test may change or break."""
    return asyncio.run(stack.copy(ingested_home, tmp_path / "home"))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def samples(stack: Stack, sample_home: Path) -> AsyncIterator[Sheaf]:
    """Sheaf over the sample documents, opened once a module."""
    async with Sheaf(stack.settings(sample_home)) as sheaf:
        yield sheaf


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared(stack: Stack, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Sheaf]:
    """Sheaf over an empty home, opened once a module; tests keep apart by their owners."""
    async with Sheaf(stack.settings(tmp_path_factory.mktemp("shared") / "home")) as sheaf:
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


@pytest.fixture(scope="session")
def s3_server() -> Iterator[S3Server]:
    """A real S3 API, for all tests; buckets keep them apart."""
    server = S3Server()
    yield server
    server.stop()


@pytest.fixture
def bucket(s3_server: S3Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of an empty bucket, reached as AWS's clients are told by the environment."""
    name = f"bucket-{uuid.uuid4().hex}"
    for variable, value in (
        ("AWS_ENDPOINT_URL", s3_server.url),
        ("AWS_ACCESS_KEY_ID", "key"),
        ("AWS_SECRET_ACCESS_KEY", "secret"),
        ("AWS_DEFAULT_REGION", "us-east-1"),
        ("AWS_CONFIG_FILE", "/nowhere"),
        ("AWS_SHARED_CREDENTIALS_FILE", "/nowhere"),
    ):
        monkeypatch.setenv(variable, value)
    client(s3_server.url).create_bucket(Bucket=name)
    s3_server.requests.clear()
    yield name
    s3_server.fault = None
