from __future__ import annotations

import asyncio
from typing import Any

from app.catalogue.records import Standing

AWAY = {"code": "unavailable", "message": "The store is away.", "hint": "Wait."}


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


async def test_how_often_a_revision_was_taken_on_is_counted_until_its_file_comes_again(
    bench: Any, catalogue: Any
) -> None:
    [registered] = await bench.register({"a.txt": "1"})
    for attempt in (1, 2, 3):
        assert [claimed.attempts for claimed in await bench.claim(worker="dead")] == [attempt]
        await catalogue.reclaim(lambda _: False)
    [waiting] = await catalogue.waiting_revisions()
    assert (waiting.revision_id, waiting.byte_count, waiting.attempts) == (registered.revision_id, 1, 3)
    [claimed] = await bench.claim()
    await catalogue.fail("ann", claimed.revision_id, AWAY)
    await bench.register({"a.txt": "1"})
    # Not as new: rows of it may be in the stores.
    assert [claimed.attempts for claimed in await bench.claim()] == [2]


async def test_what_others_have_taken_over_is_neither_published_nor_failed_nor_put_back(
    bench: Any, catalogue: Any, clock: Any
) -> None:
    await bench.register({"a.txt": "apples", "b.txt": "pears"})
    hung = await bench.claim(worker="hung/1")
    clock.advance(61)
    assert len(await catalogue.reclaim(lambda _: True)) == 2
    [again] = await bench.claim(worker="quick/1", limit=1)
    documents = [{**bench.built(each, ["apples"]), "claim": "hung/1"} for each in hung]
    features = {each.revision_id: bench.features(["apples"], each.file_name) for each in hung}
    await catalogue.publish("ann", documents, {each.revision_id: ["appl"] for each in hung}, features)
    for each in hung:
        await catalogue.fail("ann", each.revision_id, AWAY, claim="hung/1")
    await catalogue.put_back("hung/1", {each.revision_id: AWAY for each in hung})
    assert await catalogue.renew("hung/1", await bench.collection(), 60) == 0
    assert await catalogue.visible("ann", [each.revision_id for each in hung]) == {}
    standing = await catalogue.standing([each.revision_id for each in hung])
    assert standing.keys() == {each.revision_id for each in hung}
    assert standing[again.revision_id] == Standing("building", "quick/1")
    states = {each.document_id: await catalogue.document("ann", each.document_id) for each in hung}
    assert sorted((record.status, record.error) for record in states.values()) == [
        ("pending", None),
        ("processing", None),
    ]
    held = [{**bench.built(again, ["apples"]), "claim": "quick/1"}]
    await catalogue.publish("ann", held, {again.revision_id: ["appl"]}, features)
    assert list(await catalogue.visible("ann", [again.revision_id])) == [again.revision_id]
    assert await bench.frequencies(["appl"]) == {"appl": 1}


async def test_what_cannot_be_done_now_waits_and_says_why(bench: Any, catalogue: Any) -> None:
    [registered] = await bench.register({"a.txt": "1"})
    await bench.claim(worker="w/1")
    await catalogue.put_back("w/1", {registered.revision_id: AWAY})
    record = await catalogue.document("ann", registered.document_id)
    assert (record.status, record.error) == ("pending", AWAY)
    assert await catalogue.count_unfinished() == (1, 0)
    assert [claimed.attempts for claimed in await bench.claim(worker="w/2")] == [2]
    assert (await catalogue.document("ann", registered.document_id)).error is None
    assert await catalogue.count_unfinished() == (0, 1)


async def test_what_waits_is_found_by_id_and_by_age(bench: Any, catalogue: Any, clock: Any) -> None:
    first, second = await bench.register({"a.txt": "1", "b.txt": "22"})
    between = f"{clock():%Y-%m-%dT%H:%M:%S.%fZ}"
    [third] = await bench.register({"c.txt": "333"}, owner="bob")
    await bench.claim(limit=1)
    waiting = await catalogue.waiting_revisions()
    assert [(each.owner, each.revision_id, each.byte_count) for each in waiting] == [
        ("ann", second.revision_id, 2),
        ("bob", third.revision_id, 3),
    ]
    assert [each.revision_id for each in await catalogue.waiting_revisions(before=between)] == [second.revision_id]
    asked = [first.revision_id, third.revision_id]
    assert [each.revision_id for each in await catalogue.waiting_revisions(asked)] == [third.revision_id]


async def test_a_lease_that_ran_out_is_lost_and_a_renewed_one_is_not(bench: Any, catalogue: Any, clock: Any) -> None:
    await bench.register({"a.txt": "1", "b.txt": "2"})
    [slow] = await bench.claim(limit=1, worker="slow")
    await bench.claim(limit=1, worker="busy")
    clock.advance(50)
    assert await catalogue.renew("busy", await bench.collection(), 60) == 1
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


async def test_copies_of_a_file_that_failed_are_each_told_their_own_name(bench: Any, catalogue: Any) -> None:
    [book, copy] = await bench.register({"book.epub": "same", "more/it's a copy.odt": "same"})
    [claimed] = await bench.claim()
    told = {"code": "unreadable_file", "message": f"{claimed.file_name!r} is damaged.", "hint": ""}
    await catalogue.fail("ann", claimed.revision_id, told)
    for each in (book, copy):
        record = await catalogue.document("ann", each.document_id)
        assert record.error == {**told, "message": f"{each.file_name!r} is damaged."}
