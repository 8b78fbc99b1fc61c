"""Homes with documents in them, for tests that go through the facade or the command line."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from app.samples import sample_paths
from app.sheaf import IngestFile, Sheaf
from tests.app.driving import Drivers
from tests.app.s3_server import S3Server, client
from tests.app.stacks import Embedded, Scale, Stack, needs_servers

WriteFile = Callable[[str, str], Path]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests marked `both_stacks` run on either; in a module that is marked, `both_stacks(False)` takes one out."""
    marked = metafunc.definition.get_closest_marker("both_stacks")
    if "stack" in metafunc.fixturenames and marked and marked.args != (False,):
        stacks = ["embedded", pytest.param("scale", marks=needs_servers)]
        metafunc.parametrize("stack", stacks, indirect=True, scope="session")


@dataclass
class Kept:
    """What a process keeps of a stack until it ends, as tests come to it by turns."""

    stack: Stack
    ingested_home: Path | None = None
    sample_home: Path | None = None


@pytest.fixture(scope="session")
def kept_stacks() -> Iterator[dict[str, Kept]]:
    """Both stacks by name. A fixture with a parameter would be made anew whenever that changes."""
    with ExitStack() as open_ones:
        scale = Scale()
        open_ones.callback(scale.close)
        yield {each.name: Kept(each) for each in (Embedded(), scale)}


@pytest.fixture(scope="session")
def kept(stack: Stack, kept_stacks: dict[str, Kept]) -> Kept:
    """What is kept of the stack that the test runs on."""
    return kept_stacks[stack.name]


@pytest.fixture(scope="session")
def stack(request: pytest.FixtureRequest, kept_stacks: dict[str, Kept]) -> Stack:
    """What Sheaf runs on: embedded, unless the test is marked `both_stacks`."""
    return kept_stacks[getattr(request, "param", "embedded")].stack


@pytest.fixture(scope="session")
def ingested_home(kept: Kept, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home whose collection `default` holds the sample documents, as ingesting left it. Only to be copied."""
    if kept.ingested_home is None:
        home = tmp_path_factory.mktemp("samples") / "home"
        asyncio.run(_ingest_samples(kept.stack, home))
        kept.ingested_home = home
    return kept.ingested_home


async def _ingest_samples(stack: Stack, home: Path) -> None:
    async with Sheaf(stack.settings(home)) as sheaf:
        report = await sheaf.ingest([IngestFile(path) for path in sample_paths()])
    assert [file["error"] for file in report.files if file["status"] != "ready"] == []


@pytest.fixture(scope="session")
def sample_home(kept: Kept, ingested_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample documents, for all tests that leave documents alone; what is asked leaves conversations."""
    if kept.sample_home is None:
        home = tmp_path_factory.mktemp("shared samples") / "home"
        kept.sample_home = asyncio.run(kept.stack.copy(ingested_home, home))
    return kept.sample_home


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
def drivers() -> Iterator[Drivers]:
    """Runs programs that kill themselves."""
    made = Drivers()
    yield made
    made.close()


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
