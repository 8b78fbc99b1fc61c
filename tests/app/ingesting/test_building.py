"""What is told and done where work on documents does not go as it should."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from app.catalogue.catalogue import SqlCatalogue
from app.ingesting.claiming import Built
from app.library import CollectionLibrary
from app.sheaf import LOCAL_OWNER, Sheaf
from app.stores.base import scoped
from app.stores.lancedb import LanceDBStore
from nodes.domain.errors import EmbeddingChangedError, UnavailableError
from tests.app.stacks import Stack

WriteFile = Callable[[str, str], Path]
TEXT = "The harbour crane Osprelline lifts 40 tonnes and was built in 1987.\n"


@pytest.fixture
async def sheaf(stack: Stack, tmp_path: Path) -> AsyncIterator[Sheaf]:
    async with Sheaf(stack.settings(tmp_path / "home", ingest={"batch_documents": 1})) as opened:
        yield opened


async def _accept(sheaf: Sheaf, *paths: Path) -> str:
    """Takes files in, which wait then; the id of their collection."""
    kind = sheaf.library.configured_kind()
    collection_id = (await sheaf.catalogue.ensure_collection(LOCAL_OWNER, "default", kind)).collection_id
    await sheaf.ingestion().accept(LOCAL_OWNER, collection_id, paths, [path.name for path in paths])
    return collection_id


async def _work(sheaf: Sheaf, collection_id: str, *, is_patient: bool = False) -> list[Built]:
    return await sheaf.ingestion().building.work(LOCAL_OWNER, collection_id, lambda _: None, is_patient=is_patient)


async def _overtake(sheaf: Sheaf, collection_id: str) -> None:
    """Does what a worker does that takes all others for dead: takes their work over, and ends it."""
    await sheaf.catalogue.reclaim(lambda _: False)
    assert {each.status for each in await _work(sheaf, collection_id)} == {"ready"}


async def _away(*_: Any, **__: Any) -> None:
    raise UnavailableError("It is away.", hint="Wait.")


async def _found(sheaf: Sheaf) -> list[str]:
    return [hit["file_name"] for hit in (await sheaf.search("crane Osprelline"))["hits"]]


async def test_an_overtaken_worker_leaves_the_rows_of_a_second_attempt_alone(
    sheaf: Sheaf, write: WriteFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection_id = await _accept(sheaf, write("crane.txt", TEXT))
    await sheaf.catalogue.claim(LOCAL_OWNER, worker="dead", lease_seconds=60)
    await sheaf.catalogue.reclaim(lambda _: False)
    open_collection, calls = CollectionLibrary.open, 0

    async def stalls(self: CollectionLibrary, *given: str) -> Any:
        nonlocal calls
        calls += 1
        opened = await open_collection(self, *given)
        if calls == 2:  # the first is before anything is claimed
            await _overtake(sheaf, collection_id)
            monkeypatch.setattr(LanceDBStore, "async_add", _away)
        return opened

    monkeypatch.setattr(CollectionLibrary, "open", stalls)
    await _work(sheaf, collection_id)
    assert await _found(sheaf) == ["crane.txt"]


async def test_an_overtaken_worker_leaves_the_rows_alone_also_where_the_embedding_has_changed(
    sheaf: Sheaf, write: WriteFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection_id = await _accept(sheaf, write("crane.txt", TEXT))
    publish, calls = SqlCatalogue.publish, 0

    async def stalls(self: SqlCatalogue, *given: Any) -> None:
        nonlocal calls
        calls += 1
        if calls == 1:
            await _overtake(sheaf, collection_id)
            monkeypatch.setattr(LanceDBStore, "async_add", _away)
            raise EmbeddingChangedError("The collection was embedded anew.")
        await publish(self, *given)

    monkeypatch.setattr(SqlCatalogue, "publish", stalls)
    await _work(sheaf, collection_id)
    assert await _found(sheaf) == ["crane.txt"]


async def test_what_is_written_after_a_document_was_deleted_and_cleaned_up_after_is_removed(
    sheaf: Sheaf, write: WriteFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker stood still for longer than its claim holds."""
    collection_id = await _accept(sheaf, write("crane.txt", TEXT))
    publish = SqlCatalogue.publish

    async def late(self: SqlCatalogue, *given: Any) -> None:
        rows = await scoped(collection.chunks).aget_nodes()
        await self.reclaim(lambda _: False)
        [document] = (await sheaf.documents()).documents
        await sheaf.delete(document.document_id)
        await collection.chunks.async_add([each.model_copy(update={"embedding": [1.0] * 256}) for each in rows])
        await publish(self, *given)

    collection = await sheaf.library.open(LOCAL_OWNER, collection_id)
    monkeypatch.setattr(SqlCatalogue, "publish", late)
    await _work(sheaf, collection_id)
    assert await sheaf.catalogue.retired() == []
    assert await scoped(collection.chunks).acount() == 0


async def test_a_worker_that_is_not_overtaken_removes_what_an_earlier_attempt_has_left(
    sheaf: Sheaf, write: WriteFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("crane.txt", TEXT)
    collection_id = await _accept(sheaf, path)
    with monkeypatch.context() as patch:
        patch.setattr(SqlCatalogue, "publish", _away)
        assert [each.status for each in await _work(sheaf, collection_id)] == ["failed"]
    await _accept(sheaf, path)
    purged: list[Any] = []
    delete_nodes = LanceDBStore.adelete_nodes

    async def noted(self: LanceDBStore, *given: Any, **named: Any) -> None:
        purged.append(self)
        await delete_nodes(self, *given, **named)

    monkeypatch.setattr(LanceDBStore, "adelete_nodes", noted)
    assert [each.status for each in await _work(sheaf, collection_id)] == ["ready"]
    assert len(purged) == 2


@pytest.mark.parametrize("is_patient", [False, True])
async def test_a_document_that_is_visible_is_ready_also_where_it_cannot_be_linked_yet(
    sheaf: Sheaf, write: WriteFile, monkeypatch: pytest.MonkeyPatch, is_patient: bool
) -> None:
    collection_id = await _accept(sheaf, write("crane.txt", TEXT))
    with monkeypatch.context() as patch:
        patch.setattr(SqlCatalogue, "put_all_names", _away)
        [built] = await _work(sheaf, collection_id, is_patient=is_patient)
    assert (built.status, built.page_count, built.chunk_count, built.error) == ("ready", 1, 1, None)
    assert await _found(sheaf) == ["crane.txt"]
    assert len(await sheaf.catalogue.unlinked()) == 1
    await sheaf.ingestion().building.recover()
    assert await sheaf.catalogue.unlinked() == []


async def test_a_document_that_others_took_over_is_lost_and_not_failed(
    sheaf: Sheaf, write: WriteFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection_id = await _accept(sheaf, write("crane.txt", TEXT))

    async def stalls(*_: Any, **__: Any) -> None:
        await sheaf.catalogue.reclaim(lambda _: False)
        await sheaf.catalogue.claim(LOCAL_OWNER, worker="quick", lease_seconds=60)
        raise UnavailableError("The store is away.")

    monkeypatch.setattr(LanceDBStore, "async_add", stalls)
    [built] = await _work(sheaf, collection_id)
    assert built.status == "lost"
    [document] = (await sheaf.documents()).documents
    assert document.status == "processing"


@pytest.mark.parametrize(
    "place", ["nodes.ingest.split_chunks.split_document", "app.ingesting.building.Building._through"]
)
async def test_what_nobody_foresaw_of_a_file_is_told_without_its_words(
    sheaf: Sheaf, write: WriteFile, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, place: str
) -> None:
    collection_id = await _accept(sheaf, write("crane.txt", TEXT))

    def broken(*_: Any, **__: Any) -> Any:
        raise KeyError("/srv/private")

    monkeypatch.setattr(place, broken)
    [built] = await _work(sheaf, collection_id)
    assert built.error is not None
    assert built.error["code"] == "internal"
    assert "private" not in str(built.error)
    [line] = [each for each in caplog.records if each.exc_info and isinstance(each.exc_info[1], KeyError)]
    assert line.getMessage().rpartition(" ")[2] in built.error["hint"]


async def test_what_is_put_back_is_not_taken_on_again_in_the_same_run(
    sheaf: Sheaf, write: WriteFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run looks for more while a store is found to be away, however long the catalogue takes to say what waits."""
    collection_id = await _accept(sheaf, write("crane.txt", TEXT))
    claim, claims = SqlCatalogue.claim, 0

    async def slow(self: SqlCatalogue, *given: Any, **named: Any) -> Any:
        nonlocal claims
        claims += 1
        if claims == 2:
            await asyncio.sleep(1)
        return await claim(self, *given, **named)

    monkeypatch.setattr(SqlCatalogue, "claim", slow)
    monkeypatch.setattr("app.ingesting.building.Building._through", _away)
    assert [each.status for each in await _work(sheaf, collection_id, is_patient=True)] == ["waiting"]


async def test_every_file_is_told_what_it_took(sheaf: Sheaf, write: WriteFile) -> None:
    collection_id = await _accept(sheaf, write("one.txt", TEXT), write("other.txt", f"Another one. {TEXT}"))
    assert all(each.seconds > 0 for each in await _work(sheaf, collection_id))


async def test_a_document_that_is_deleted_is_given_up_at_the_next_step(
    stack: Stack, tmp_path: Path, write: WriteFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Sheaf(stack.settings(tmp_path / "home")) as sheaf:
        collection_id = await _accept(sheaf, write("crane.txt", TEXT), write("other.txt", f"Another one. {TEXT}"))
        ids = {each.file_name: each.document_id for each in (await sheaf.documents()).documents}
        deleting: list[asyncio.Task[Any]] = []
        stages: list[str] = []

        def delete(event: dict[str, Any]) -> None:
            if event["type"] != "progress" or event["file_name"] != "crane.txt":
                return
            stages.append(event["stage"])
            if event["stage"] == "load":
                deleting.append(asyncio.create_task(sheaf.catalogue.delete_document(LOCAL_OWNER, ids["crane.txt"])))

        building = sheaf.ingestion().building
        really = building._forgotten

        async def forgotten(revision_ids: Sequence[str]) -> frozenset[str]:
            await asyncio.gather(*deleting)
            return await really(revision_ids)

        monkeypatch.setattr(building, "_forgotten", forgotten)
        built = await building.work(LOCAL_OWNER, collection_id, delete)
        assert stages == ["load"]
        assert {each.revision.file_name: each.status for each in built} == {"crane.txt": "failed", "other.txt": "ready"}
        assert [each.error["message"] for each in built if each.error] == ["It was deleted while it was being read."]
        assert [each.file_name for each in (await sheaf.documents()).documents] == ["other.txt"]
        assert await sheaf.catalogue.retired() != [], "what it left is to be removed"
