"""Another embedding model for a collection that people search: the same documents, citations and answers throughout."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from app.catalogue.records import Reembedding
from app.cli.main import main
from app.reembedding.reembedding import Reembed
from app.samples import sample_paths
from app.settings import Settings
from app.sheaf import IngestFile, Sheaf
from app.stores.base import scoped
from nodes.domain.errors import ConflictError, InvalidRequestError, ModelFailedError, NotFoundError, TextsRefusedError
from tests.app.command_line import runner
from tests.app.conftest import WriteFile
from tests.app.counting_server import Counting
from tests.app.driving import Drivers
from tests.app.homes import only_collection
from tests.app.old_documents import kept, make_old
from tests.app.stacks import Stack
from tests.openai_server import EMBEDDINGS, OpenAIServer, embeds, fails

DIMENSIONS = 96
WORDLLAMA, OTHER = "wordllama-256", "openai:stand-in"
NAMES = ("annual-report-2023.pdf", "people.txt", "supply-contract-2022.docx")
QUESTION = "What was the net generation of the Skellvane Tidal Cooperative in 2023?"
DRIVER = "tests.app.reembedding.reembed_driver"
CATALOGUE = "app.catalogue.catalogue:SqlCatalogue"
MOMENTS = [
    (f"{CATALOGUE}.put_next_features", "before", 2),
    (f"{CATALOGUE}.switch_embedding", "after", 1),
]


@pytest.fixture
def server() -> Iterator[Counting]:
    with Counting(DIMENSIONS) as server:
        yield server


@pytest.fixture(scope="session")
def small_home(stack: Stack, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with three of the sample documents. Only to be copied."""
    home = tmp_path_factory.mktemp("three") / "home"

    async def ingest() -> None:
        async with Sheaf(stack.settings(home)) as sheaf:
            files = [IngestFile(path) for path in sample_paths() if path.name in NAMES]
            assert {file["status"] for file in (await sheaf.ingest(files)).files} == {"ready"}
            assert len(files) == len(NAMES)

    asyncio.run(ingest())
    return home


def settings_of(stack: Stack, home: Path, server: OpenAIServer, **changes: Any) -> Settings:
    given: dict[str, Any] = {
        "openai_base_url": server.url,
        "openai_embedding_model": "stand-in",
        "openai_embedding_dimensions": DIMENSIONS,
        "openai_embedding_batch": 5,
    }
    return stack.settings(home, **{**given, **changes})


@pytest.fixture
def home(stack: Stack, small_home: Path, tmp_path: Path) -> Path:
    return asyncio.run(stack.copy(small_home, tmp_path / "home"))


@asynccontextmanager
async def opened(stack: Stack, home: Path, server: OpenAIServer, **changes: Any) -> AsyncIterator[Sheaf]:
    async with Sheaf(settings_of(stack, home, server, **changes)) as sheaf:
        yield sheaf


class Watched(Reembed):
    """Does something beside its work, at moments of it."""

    def __init__(self, sheaf: Sheaf, **options: Any) -> None:
        building = sheaf.ingestion().building
        given = {"rows_at_once": 7, "grace_seconds": 0.05, **options}
        super().__init__(sheaf.catalogue, sheaf.library, sheaf._backfill(), building, **given)


async def model_of(sheaf: Sheaf, owner: str = "local") -> str:
    [collection] = await sheaf.collections(owner=owner)
    return collection.embedding_model


async def found_by(sheaf: Sheaf) -> list[Any]:
    return [(hit["chunk_id"], hit["scores"]) for hit in (await sheaf.search(QUESTION))["hits"]]


async def asked(sheaf: Sheaf) -> dict[str, Any]:
    answer = await sheaf.ask(QUESTION, history=[])
    assert answer["status"] == "answered"
    assert answer["citations"]
    await resolve(sheaf, answer["citations"])
    return {name: answer[name] for name in ("answer", "citations")}


async def resolve(sheaf: Sheaf, citations: list[dict[str, Any]]) -> None:
    for citation in citations:
        views = [
            await sheaf.pages.view(
                "local", citation["document_id"], page, highlight=citation["chunk_id"], quote=citation["quote"]
            )
            for page in citation["pages"]
        ]
        assert any(view.quote_found for view in views), citation


async def others(sheaf: Sheaf) -> list[Reembedding]:
    """Embeddings beside the one that is searched; none where everything was cleaned up."""
    return await sheaf.catalogue.other_embeddings("local", await only_collection(sheaf))


async def row_count(sheaf: Sheaf, embedding: Reembedding) -> int:
    collection = await sheaf.library.open_other(embedding)
    await collection.refresh()
    return sum([await scoped(store).acount() for store in (collection.chunks, collection.summaries)])


@pytest.mark.both_stacks
async def test_back_and_forth_gives_the_same_vectors_and_answers(
    stack: Stack, home: Path, server: Counting, write: WriteFile
) -> None:
    async with opened(stack, home, server) as sheaf:
        collection_id = await only_collection(sheaf)
        await sheaf.ingest([IngestFile(write("secret.md", "# Net generation\n\nBob's was a secret.\n"))], owner="bob")
        bobs = await kept(sheaf, "bob")
        before, hits, answer = await kept(sheaf), await found_by(sheaf), await asked(sheaf)
        told: list[dict[str, Any]] = []
        there = await Watched(sheaf).run("local", collection_id, "openai", on_event=told.append)
        rows = len(before["chunks of default"]) + len(NAMES)
        assert (there.documents, there.rows, there.is_changed) == (len(NAMES), rows, True)
        assert (there.embedding_model, there.dimensions, there.was) == (OTHER, DIMENSIONS, WORDLLAMA)
        assert [each["done"] for each in told] == [1, 2, 3]
        assert {each["file_name"] for each in told} == set(NAMES)
        middle = await kept(sheaf)
        assert {len(json.loads(row)["embedding"]) for row in middle["chunks of default"]} == {DIMENSIONS}
        assert middle["passages"] != before["passages"]
        assert await others(sheaf) == []
        await asked(sheaf)
        await resolve(sheaf, answer["citations"])

        again = await Watched(sheaf).run("local", collection_id, OTHER)
        assert (again.is_changed, again.documents) == (False, 0)
        assert await kept(sheaf) == middle

        back = await Watched(sheaf).run("local", collection_id, "wordllama")
        assert (back.documents, back.was) == (len(NAMES), OTHER)
        assert await kept(sheaf) == before
        assert await found_by(sheaf) == hits
        assert await asked(sheaf) == answer
        assert await kept(sheaf, "bob") == bobs
        assert await model_of(sheaf, "bob") == WORDLLAMA
        assert set(server.given.values()) - {1} in (set(), {2}), "documents once; the question more often"


async def test_what_is_ingested_by_a_model_is_what_embedding_anew_makes(
    stack: Stack, home: Path, server: Counting, tmp_path: Path
) -> None:
    async with opened(stack, home, server) as sheaf:
        await Watched(sheaf).run("local", await only_collection(sheaf), OTHER)
        anew = await kept(sheaf)
    async with opened(stack, tmp_path / "fresh", server, embedding="openai") as fresh:
        await fresh.ingest([IngestFile(path) for path in sample_paths() if path.name in NAMES])
        ingested = await kept(fresh)
    for name in ("chunks of default", "summaries of default", "passages"):
        assert anew[name] == ingested[name], name


@pytest.mark.both_stacks
async def test_people_search_meanwhile_and_get_the_same_until_the_switch(
    stack: Stack, home: Path, server: Counting
) -> None:
    settings = settings_of(stack, home, server)
    async with Sheaf(settings) as sheaf, Sheaf(settings) as service:
        collection_id = await only_collection(sheaf)
        before = await found_by(service)
        citations = (await asked(service))["citations"]
        done = asyncio.Event()
        seen: list[Any] = []

        async def ask() -> None:
            while not done.is_set():
                found = await found_by(service)
                seen.append(found)
                await resolve(service, citations)
                assert await service.ask(QUESTION, history=[])

        async def embed() -> None:
            try:
                await Watched(sheaf).run("local", collection_id, OTHER)
                await asyncio.sleep(0)
            finally:
                done.set()

        await asyncio.gather(ask(), ask(), embed())
        after = await found_by(service)
        assert after != before
        assert before in seen
        assert all(found in (before, after) for found in seen), "never a mixture of both"
        switched = [found == after for found in seen]
        assert switched.count(False) >= 2
        await asked(service)


async def test_a_question_in_whose_middle_the_collection_is_switched_begins_again(
    stack: Stack, home: Path, server: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(stack, home, server) as sheaf:
        collection_id = await only_collection(sheaf)
        before = await found_by(sheaf)
        read = sheaf.catalogue.passages
        runs = [OTHER]

        async def switched(*arguments: Any) -> Any:
            if runs:
                await Watched(sheaf).run("local", collection_id, runs.pop())
            return await read(*arguments)

        monkeypatch.setattr(sheaf.catalogue, "passages", switched)
        answer = await sheaf.ask(QUESTION, history=[])
        assert runs == []
        assert answer["status"] == "answered"
        after = await found_by(sheaf)
        assert after != before
        runs.append("wordllama")
        assert await found_by(sheaf) == before


@pytest.mark.both_stacks
async def test_what_comes_and_goes_meanwhile(
    stack: Stack, home: Path, server: Counting, write: WriteFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(stack, home, server) as sheaf:
        collection_id = await only_collection(sheaf)
        new = write("new.md", "# The lamp\n\nThe lamp of Skellvane was lit by Orla Quist in 1999.\n")
        late = write("late.md", "# The bell\n\nThe bell of Skellvane was cast by Jory Penhale in 1871.\n")
        steps: list[Callable[[], Any]] = []
        put, switch = sheaf.catalogue.put_next_features, sheaf.catalogue.switch_embedding

        async def come_and_go(*arguments: Any) -> Any:
            await put(*arguments)
            if steps:
                await steps.pop()()

        async def come_late(*arguments: Any) -> bool:
            if late_ones:
                late_ones.clear()
                await sheaf.ingest([IngestFile(late)])
            return await switch(*arguments)

        async def delete() -> None:
            documents = (await sheaf.documents()).documents
            gone = next(each for each in documents if each.file_name == "people.txt")
            await sheaf.delete(gone.document_id)

        async def ingest() -> None:
            await sheaf.ingest([IngestFile(new)])

        late_ones = [late]
        steps += [delete, ingest]
        monkeypatch.setattr(sheaf.catalogue, "put_next_features", come_and_go)
        monkeypatch.setattr(sheaf.catalogue, "switch_embedding", come_late)
        await Watched(sheaf).run("local", collection_id, OTHER)
        assert await model_of(sheaf) == OTHER
        names = {each.file_name for each in (await sheaf.documents(collections=["default"])).documents}
        assert names == {*NAMES, "new.md", "late.md"} - {"people.txt"}
        collection = await sheaf.library.open("local", collection_id)
        rows = await scoped(collection.chunks).aget_nodes(include_embeddings=True)
        assert {row.metadata["file_name"] for row in rows} == names, "nothing is left of what was deleted"
        assert {len(row.get_embedding()) for row in rows} == {DIMENSIONS}
        for question, name in (("Who lit the lamp?", "new.md"), ("Who cast the bell?", "late.md")):
            assert (await sheaf.search(question))["hits"][0]["file_name"] == name


async def test_what_is_being_ingested_when_it_is_switched_is_made_by_the_new_model(
    stack: Stack, home: Path, server: Counting, write: WriteFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("new.md", "# The lamp\n\nThe lamp of Skellvane was lit by Orla Quist in 1999.\n")
    async with opened(stack, home, server) as sheaf:
        collection_id = await only_collection(sheaf)
        publish = sheaf.catalogue.publish
        switched: list[str] = []

        async def too_late(*arguments: Any) -> None:
            if not switched:
                switched.append(OTHER)
                await Watched(sheaf).run("local", collection_id, OTHER)
            await publish(*arguments)

        monkeypatch.setattr(sheaf.catalogue, "publish", too_late)
        [file] = (await sheaf.ingest([IngestFile(path)])).files
        assert file["status"] == "ready"
        assert await model_of(sheaf) == OTHER
        collection = await sheaf.library.open("local", collection_id)
        rows = await scoped(collection.chunks).aget_nodes(include_embeddings=True)
        [row] = [row for row in rows if row.metadata["file_name"] == "new.md"]
        assert len(row.get_embedding()) == DIMENSIONS
        assert (await sheaf.search("Who lit the lamp?"))["hits"][0]["file_name"] == "new.md"
        assert await others(sheaf) == []


async def test_a_model_that_fails_leaves_the_collection_as_it_was_and_the_next_run_goes_on(
    stack: Stack, home: Path, server: Counting
) -> None:
    async with opened(stack, home, server) as sheaf:
        collection_id = await only_collection(sheaf)
        before, hits = await kept(sheaf), await found_by(sheaf)
        server.when(EMBEDDINGS, *[embeds(DIMENSIONS)] * 6, fails(400))
        with pytest.raises(ModelFailedError):
            await Watched(sheaf).run("local", collection_id, OTHER)
        assert await model_of(sheaf) == WORDLLAMA
        assert await found_by(sheaf) == hits
        assert await kept(sheaf) == before
        assert [each.state for each in await others(sheaf)] == ["building"]

        server.when(EMBEDDINGS, embeds(DIMENSIONS))
        report = await Watched(sheaf).run("local", collection_id, OTHER)
        assert report.is_changed
        assert set(server.given.values()) == {1}, "nothing was paid for twice"
        assert await model_of(sheaf) == OTHER


async def test_a_text_that_the_model_refuses_is_named_and_the_next_run_goes_on_without_it(
    stack: Stack, home: Path, server: Counting, write: WriteFile
) -> None:
    bad = write("bad.md", "# Good\n\nThe lamp was lit.\n\n# Last\n\nThe accursed word stands here.\n")
    server.when("The accursed word", fails(400))
    async with opened(stack, home, server) as sheaf:
        collection_id = await only_collection(sheaf)
        [file] = (await sheaf.ingest([IngestFile(bad)])).files
        with pytest.raises(TextsRefusedError, match=r"This one stands on page 1 of bad\.md\.") as refused:
            await Watched(sheaf).run("local", collection_id, OTHER)
        assert "Delete the document" in refused.value.hint
        assert await model_of(sheaf) == WORDLLAMA
        assert file["document_id"] is not None
        await sheaf.delete(file["document_id"])
        assert (await Watched(sheaf).run("local", collection_id, OTHER)).is_changed
        assert await model_of(sheaf) == OTHER


@pytest.mark.both_stacks
async def test_what_was_begun_with_one_model_is_given_up_for_another(
    stack: Stack, home: Path, server: Counting
) -> None:
    async with opened(stack, home, server) as sheaf:
        collection_id = await only_collection(sheaf)
        before = await kept(sheaf)
        server.when(EMBEDDINGS, *[embeds(DIMENSIONS)] * 9, fails(400))
        with pytest.raises(ModelFailedError):
            await Watched(sheaf).run("local", collection_id, OTHER)
        [begun] = await others(sheaf)
        assert await row_count(sheaf, begun) > 0
        report = await Watched(sheaf).run("local", collection_id, "wordllama")
        assert (report.is_changed, report.documents) == (False, 0)
        assert await others(sheaf) == []
        assert await row_count(sheaf, begun) == 0
        assert await kept(sheaf) == before
        with pytest.raises(ConflictError, match="Another command"):
            await sheaf.catalogue.switch_embedding("local", begun)


async def test_old_documents_are_completed_first(stack: Stack, home: Path, server: Counting) -> None:
    async with opened(stack, home, server, ingest={"lazy_backfill": False}) as sheaf:
        collection_id = await only_collection(sheaf)
        await Watched(sheaf).run("local", collection_id, OTHER)
        anew = await kept(sheaf)
        await Watched(sheaf).run("local", collection_id, WORDLLAMA)
        await make_old(sheaf)
        await Watched(sheaf).run("local", collection_id, OTHER)
        assert await kept(sheaf) == anew


async def test_another_owner_has_no_such_collection(stack: Stack, home: Path, server: Counting) -> None:
    async with opened(stack, home, server) as sheaf:
        collection_id = await only_collection(sheaf)
        with pytest.raises(NotFoundError):
            await Watched(sheaf).run("bob", collection_id, OTHER)
        with pytest.raises(InvalidRequestError, match="no embedding model 'nonsense'"):
            await Watched(sheaf).run("local", collection_id, "nonsense")
        assert await others(sheaf) == []


@pytest.mark.slow
@pytest.mark.parametrize(("target", "when", "count"), MOMENTS)
async def test_a_killed_run_is_finished_by_the_next(
    stack: Stack, drivers: Drivers, home: Path, server: Counting, target: str, when: str, count: int
) -> None:
    async with opened(stack, home, server) as sheaf:
        before = await found_by(sheaf)
    environment = {
        **stack.environment(home),
        "SHEAF_OPENAI_BASE_URL": server.url,
        "SHEAF_OPENAI_EMBEDDING_MODEL": "stand-in",
        "SHEAF_OPENAI_EMBEDDING_DIMENSIONS": str(DIMENSIONS),
    }
    killed = await drivers.run(DRIVER, target, when, str(count), "openai", environment=environment)
    assert killed.status == -signal.SIGKILL, killed.said
    async with opened(stack, home, server) as sheaf:
        is_switched = when == "after"
        assert await model_of(sheaf) == (OTHER if is_switched else WORDLLAMA)
        assert (await found_by(sheaf) == before) is not is_switched
        await asked(sheaf)
        report = await Watched(sheaf).run("local", await only_collection(sheaf), OTHER)
        assert report.is_changed is not is_switched
        assert await model_of(sheaf) == OTHER
        assert await others(sheaf) == []
        await asked(sheaf)


def test_the_command_that_a_refused_ingest_names(
    home: Path, server: Counting, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("app.reembedding.reembedding.GRACE_SECONDS", 0.0)

    run = runner(capsys)
    for name, value in (
        ("HOME", str(home)),
        ("EMBEDDING", "openai"),
        ("OPENAI_BASE_URL", server.url),
        ("OPENAI_EMBEDDING_MODEL", "stand-in"),
        ("OPENAI_EMBEDDING_DIMENSIONS", str(DIMENSIONS)),
    ):
        monkeypatch.setenv(f"SHEAF_{name}", value)
    path = next(path for path in sample_paths() if path.name not in NAMES)
    status, refused = run("ingest", str(path))
    assert (status, refused["error"]["code"]) == (1, "conflict")
    command = refused["error"]["hint"].split()
    assert command == ["sheaf", "reembed", "default", "--embedding", OTHER]
    status, report = run(*command[1:])
    assert (status, report["embedding_model"], report["was"]) == (0, OTHER, WORDLLAMA)
    assert report["documents"] == len(NAMES)
    status, report = run(*command[1:])
    assert (status, report["is_changed"]) == (0, False)
    status, ingested = run("ingest", str(path))
    assert (status, ingested["files"][0]["status"]) == (0, "ready")
    with pytest.raises(SystemExit):
        main(["reembed", "default", "--embedding", "wordllama"])
    assert "is searched by wordllama-256 (256 dimensions) now" in capsys.readouterr().err
