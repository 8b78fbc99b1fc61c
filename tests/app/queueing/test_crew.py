"""What a worker does with uploads, in the process of the test: what passes, what cannot, what was lost."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from app.queueing.jobs import INGEST, job
from app.stores.lancedb import LanceDBStore
from nodes.domain.errors import UnavailableError
from tests.app import postgresql_server

pytestmark = postgresql_server.needs_postgresql


async def test_what_is_uploaded_waits_for_a_worker_and_is_searched_after_it(shift: Any, tmp_path: Path) -> None:
    upload_id = await shift.upload(tmp_path / "files", range(20))
    assert set(await shift.statuses(upload_id)) == {"pending"}
    assert (await shift.queue.state()).jobs == 2
    await shift.work()
    assert set(await shift.statuses(upload_id)) == {"ready"}
    found = await shift.sheaf.search("Unit7X", owner="ann")
    assert found["hits"][0]["file_name"] == "report-7.txt"
    assert await shift.queue.app.job_manager.list_jobs_async(task=INGEST) == []


async def test_a_small_upload_is_not_held_up_by_a_large_one(shift: Any, tmp_path: Path) -> None:
    await shift.upload(tmp_path / "large", range(40))
    await shift.upload(tmp_path / "small", range(1), owner="bob")
    jobs = await shift.queue.app.job_manager.list_jobs_async(task=INGEST)
    order = sorted(jobs, key=lambda job: (-job.priority, job.id))
    assert [job.task_kwargs["owner"] for job in order] == ["ann", "bob", "ann", "ann"]


async def test_documents_wait_while_their_store_is_away_and_say_so(
    shift: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload_id = await shift.upload(tmp_path / "files", range(3))

    async def away(*_: Any, **__: Any) -> None:
        raise UnavailableError("The store is away.", hint="Wait.")

    with monkeypatch.context() as patch:
        patch.setattr(LanceDBStore, "async_add", away)
        await shift.work()
    files = (await shift.uploads.upload("ann", upload_id)).files
    assert {(file.status, file.error["message"]) for file in files} == {("pending", "The store is away.")}
    [job] = await shift.queue.app.job_manager.list_jobs_async(task=INGEST)
    assert (job.status, job.attempts) == ("todo", 1)
    await shift.work()  # it is not due yet
    assert set(await shift.statuses(upload_id)) == {"pending"}
    await _make_due(shift)
    await shift.work()
    assert set(await shift.statuses(upload_id)) == {"ready"}
    assert [file.error for file in (await shift.uploads.upload("ann", upload_id)).files] == [None] * 3


async def test_documents_whose_store_stays_away_fail_at_last_with_the_reason(
    shift: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload_id = await shift.upload(tmp_path / "files", range(2))

    async def away(*_: Any, **__: Any) -> None:
        raise UnavailableError("The store is away.", hint="Wait.")

    monkeypatch.setattr(LanceDBStore, "async_add", away)
    for _ in range(10):
        assert set(await shift.statuses(upload_id)) == {"pending"}
        await shift.work()
        await _make_due(shift)
    [first, second] = (await shift.uploads.upload("ann", upload_id)).files
    assert (first.status, second.status) == ("failed", "failed")
    assert first.error["code"] == "unavailable"
    assert "tried 10 times" in first.error["hint"]
    await shift.work()
    assert await shift.queue.app.job_manager.list_jobs_async(task=INGEST) == []


async def test_a_file_that_cannot_be_read_fails_at_once_and_alone(shift: Any, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    upload_id = await shift.upload(folder, range(2))
    broken = folder / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7 nothing of the kind")
    again = await shift.uploads.begin("ann", await shift.uploads.destination("ann", None, None), [_incoming(broken)])
    await shift.work()
    assert set(await shift.statuses(upload_id)) == {"ready"}
    assert await shift.statuses(again.upload_id) == ["failed"]


async def test_the_sweep_finds_what_was_never_deferred_and_only_that(
    shift: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(*_: Any) -> None:
        raise UnavailableError("The queue is away.")

    with monkeypatch.context() as patch:
        patch.setattr(type(shift.queue), "defer_ingest", lost)
        upload_id = await shift.upload(tmp_path / "lost", range(3))
    assert (await shift.queue.state()).jobs == 0
    await asyncio.sleep(3.1)  # the silence after which it counts as lost
    await shift.upload(tmp_path / "deferred", range(3, 5))
    await shift.crew.sweep(0)
    await shift.crew.sweep(0)
    assert (await shift.queue.state()).jobs == 2
    await shift.work()
    assert set(await shift.statuses(upload_id)) == {"ready"}


async def test_jobs_of_dead_workers_are_given_again(shift: Any, tmp_path: Path) -> None:
    upload_id = await shift.upload(tmp_path / "files", range(2))
    manager = shift.queue.app.job_manager
    await manager.batch_defer_jobs_async([job("other.task", number=1)])
    dead = await manager.register_worker()
    taken = [await manager.fetch_job([("sheaf")], dead) for _ in range(2)]
    assert {job.task_name for job in taken} == {INGEST, "other.task"}
    await manager.unregister_worker(dead)
    await shift.crew.sweep(0)
    jobs = {job.task_name: job for job in await manager.list_jobs_async()}
    assert (jobs["other.task"].status, jobs["other.task"].id) == ("todo", taken[1].id)
    await asyncio.sleep(3.1)
    await shift.crew.sweep(0)
    # A job of its own: whoever wakes up with the old one ends nothing.
    [again] = await manager.list_jobs_async(task=INGEST)
    assert again.id != taken[0].id
    await manager.cancel_job_by_id_async(jobs["other.task"].id)
    await shift.work()
    assert set(await shift.statuses(upload_id)) == {"ready"}


async def test_a_document_that_never_comes_to_an_end_fails_and_takes_no_others_along(
    shift: Any, tmp_path: Path
) -> None:
    upload_id = await shift.upload(tmp_path / "files", range(3))
    [first, *_] = (await shift.uploads.upload("ann", upload_id)).files
    for _ in range(20):
        claimed = await shift.sheaf.catalogue.claim(
            "ann", worker="dead:1:1/a", lease_seconds=0, revision_ids=[first.revision_id]
        )
        assert len(claimed) == 1
        await shift.sheaf.catalogue.reclaim(lambda _: False)
    await shift.work()
    assert await shift.statuses(upload_id) == ["failed", "ready", "ready"]
    [first, *_] = (await shift.uploads.upload("ann", upload_id)).files
    assert first.error["code"] == "internal"


async def test_rows_of_an_attempt_that_was_broken_off_do_not_stay(
    shift: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload_id = await shift.upload(tmp_path / "files", range(1))
    original = LanceDBStore.async_add

    async def with_more(self: LanceDBStore, nodes: Any, **kwargs: Any) -> list[str]:
        more = [node.model_copy(update={"id_": f"{node.node_id}-old"}) for node in nodes]
        await original(self, [*nodes, *more], **kwargs)
        raise UnavailableError("The store went away.")

    with monkeypatch.context() as patch:
        patch.setattr(LanceDBStore, "async_add", with_more)
        await shift.work()
    await _make_due(shift)
    await shift.work()
    assert await shift.statuses(upload_id) == ["ready"]
    [collection] = await shift.sheaf.collections(owner="ann")
    store: Any = (await shift.sheaf.library.open("ann", collection.collection_id)).chunks
    assert len(await store.aget_nodes()) == 1


async def test_housekeeping_does_no_harm_to_what_is_new(shift: Any, tmp_path: Path) -> None:
    upload_id = await shift.upload(tmp_path / "files", range(2))
    await shift.crew.settle(0)
    await shift.crew.forget(0)
    await shift.work()
    assert set(await shift.statuses(upload_id)) == {"ready"}


async def test_housekeeping_drops_what_was_kept_for_long(shift: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = shift.sheaf.settings
    await shift.sheaf.catalogue.ensure_collection("ann", "default", shift.sheaf.library.configured_kind())
    await shift.sheaf.catalogue.cache_put("ann", "answer", {"key": "5 [1]"}, [])
    await shift.crew.forget(0)
    assert await shift.sheaf.catalogue.cache_get("ann", "answer", ["key"]) == {"key": "5 [1]"}
    monkeypatch.setattr(shift.sheaf, "settings", settings.model_copy(update={"kept_values_max_age_days": 1e-9}))
    await shift.crew.forget(0)
    assert await shift.sheaf.catalogue.cache_get("ann", "answer", ["key"]) == {}


def _incoming(path: Path) -> Any:
    from app.ingesting.uploads import IncomingFile

    return IncomingFile(path, path.name)


async def _make_due(shift: Any) -> None:
    """Lets the time pass until jobs are tried again."""
    await shift.queue.app.connector.execute_query_async(query="UPDATE procrastinate_jobs SET scheduled_at = now()")
