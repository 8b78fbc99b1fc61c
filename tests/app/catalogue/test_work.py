from __future__ import annotations

import asyncio
from typing import Any


async def test_no_two_workers_get_the_same_revision(bench: Any) -> None:
    await bench.register({f"{n}.txt": f"text {n}" for n in range(12)})
    taken = await asyncio.gather(*(bench.claim(limit=3, worker=f"w{n}") for n in range(6)))
    ids = [claimed.revision_id for part in taken for claimed in part]
    assert len(ids) == len(set(ids)) == 12
    assert await bench.claim() == []


async def test_the_oldest_are_claimed_first_and_any_owner_may_be_served(bench: Any) -> None:
    await bench.register({"z.txt": "1", "y.txt": "2"})
    await bench.register({"a.txt": "3"}, owner="bob")
    assert [claimed.file_name for claimed in await bench.claim("bob")] == ["a.txt"]
    assert [claimed.file_name for claimed in await bench.claim(None, limit=1)] == ["z.txt"]
    [last] = await bench.claim(None)
    assert (last.owner, last.file_name, last.file_key) == ("ann", "y.txt", bench.file("y.txt", "2").file_key)


async def test_only_what_is_asked_for_is_claimed(bench: Any, catalogue: Any) -> None:
    first, _ = await bench.register({"a.txt": "1", "b.txt": "2"})
    [other] = await bench.register({"a.txt": "1"}, name="other")
    by_id = await catalogue.claim("ann", worker="w", lease_seconds=9, revision_ids=[first.revision_id])
    assert [claimed.revision_id for claimed in by_id] == [first.revision_id]
    by_collection = await catalogue.claim(
        "ann", worker="w", lease_seconds=9, collection_id=await bench.collection(name="other")
    )
    assert [claimed.revision_id for claimed in by_collection] == [other.revision_id]


async def test_a_dead_workers_revisions_wait_again(bench: Any, catalogue: Any) -> None:
    await bench.register({"a.txt": "1", "b.txt": "2"})
    [dead] = await bench.claim(limit=1, worker="dead")
    [alive] = await bench.claim(limit=1, worker="alive")
    assert await catalogue.reclaim(lambda worker: worker == "alive") == [dead.revision_id]
    assert await catalogue.reclaim(lambda worker: worker == "alive") == []
    assert [claimed.revision_id for claimed in await bench.claim()] == [dead.revision_id]
    assert (await catalogue.document("ann", alive.document_id)).status == "processing"


async def test_what_a_dead_worker_left_is_purged_before_it_waits_again(bench: Any, catalogue: Any) -> None:
    [registered] = await bench.register({"a.txt": "1"})
    await bench.claim(worker="dead")
    purged: list[str] = []

    async def purge(abandoned: Any) -> None:
        assert await bench.claim() == []
        purged.extend(each.revision_id for each in abandoned)

    assert await catalogue.reclaim(lambda _: False, purge) == purged == [registered.revision_id]
    assert len(await bench.claim()) == 1


async def test_a_revision_that_got_a_new_worker_meanwhile_stays_with_it(bench: Any, catalogue: Any) -> None:
    [registered] = await bench.register({"a.txt": "1"})
    await bench.claim(worker="dead")

    async def another_is_quicker(_: Any) -> None:
        await catalogue.reclaim(lambda _: False)
        await bench.claim(worker="new")

    assert await catalogue.reclaim(lambda worker: worker == "new", another_is_quicker) == []
    assert (await catalogue.document("ann", registered.document_id)).status == "processing"
    assert await bench.claim() == []


async def test_a_lease_that_ran_out_is_lost_and_a_renewed_one_is_not(bench: Any, catalogue: Any, clock: Any) -> None:
    await bench.register({"a.txt": "1", "b.txt": "2"})
    [slow] = await bench.claim(limit=1, worker="slow")
    await bench.claim(limit=1, worker="busy")
    clock.advance(50)
    assert await catalogue.renew("busy", 60) == 1
    assert await catalogue.reclaim(lambda _: True) == []
    clock.advance(20)
    assert await catalogue.reclaim(lambda _: True) == [slow.revision_id]


async def test_a_late_worker_may_still_publish(bench: Any, catalogue: Any) -> None:
    await bench.register({"a.txt": "1"})
    claimed = await bench.claim(worker="slow")
    await catalogue.reclaim(lambda _: False)
    again = await bench.claim(worker="quick")
    await bench.publish(claimed, {"a.txt": "1"})
    await bench.publish(again, {"a.txt": "1"})
    assert len(await catalogue.visible("ann", [claimed[0].revision_id])) == 1
    assert await bench.frequencies(["1"]) == {"1": 1}


async def test_what_is_deleted_while_being_built_stays_hidden_and_is_removed_after_the_worker(
    bench: Any, catalogue: Any
) -> None:
    [registered] = await bench.register({"a.txt": "apples"})
    claimed = await bench.claim()
    await catalogue.delete_document("ann", registered.document_id)
    assert await catalogue.retired() == []  # the worker may still be writing
    await bench.publish(claimed, {"a.txt": "apples"})
    assert await catalogue.visible("ann", [registered.revision_id]) == {}
    assert await bench.frequencies(["appl"]) == {}
    assert [retired.revision_id for retired in await catalogue.retired()] == [registered.revision_id]


async def test_a_dead_worker_does_not_hold_up_removal(bench: Any, catalogue: Any, clock: Any) -> None:
    [registered] = await bench.register({"a.txt": "apples"})
    await bench.claim()
    await catalogue.delete_document("ann", registered.document_id)
    assert await catalogue.reclaim(lambda _: False) == []
    assert [retired.revision_id for retired in await catalogue.retired()] == [registered.revision_id]


async def test_a_document_with_an_error_fails_and_the_rest_of_its_batch_is_published(
    bench: Any, catalogue: Any
) -> None:
    good, bad = await bench.register({"a.txt": "apples", "b.txt": ""})
    claimed = await bench.claim()
    error = {"code": "empty_file", "message": "Nothing in it.", "hint": ""}
    documents = [bench.built(each, ["apples"], error=error if each.file_name == "b.txt" else None) for each in claimed]
    await catalogue.publish("ann", documents, {good.revision_id: ["appl"], bad.revision_id: []}, {})
    assert (await catalogue.document("ann", good.document_id)).status == "ready"
    assert (await catalogue.document("ann", bad.document_id)).error == error
