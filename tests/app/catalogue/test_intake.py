from __future__ import annotations

from typing import Any

import pytest

from app.catalogue.catalogue import SqlCatalogue
from nodes.domain.errors import InvalidRequestError, NotFoundError


async def test_a_new_file_waits_is_built_and_becomes_visible(bench: Any, catalogue: Any) -> None:
    [registered] = await bench.register({"a.txt": "apples"})
    assert (registered.outcome, registered.status) == ("new", "pending")
    assert await catalogue.visible("ann", [registered.revision_id]) == {}
    [claimed] = await bench.claim()
    assert (await catalogue.document("ann", registered.document_id)).status == "processing"
    await bench.publish([claimed], {"a.txt": "apples"})
    record = await catalogue.document("ann", registered.document_id)
    assert (record.status, record.page_count, record.title) == ("ready", 1, "Title of a.txt")
    view = (await catalogue.visible("ann", [registered.revision_id]))[registered.revision_id]
    assert view["document_id"] == registered.document_id
    assert view["media_type"] == "text/plain"


async def test_the_same_content_under_the_same_name_is_unchanged(bench: Any, catalogue: Any) -> None:
    [first] = await bench.add({"a.txt": "apples"})
    version = (await catalogue.collections("ann"))[0].version
    [again] = await bench.register({"a.txt": "apples"})
    assert (again.outcome, again.status, again.revision_id) == ("unchanged", "ready", first.revision_id)
    assert await bench.claim() == []
    assert (await catalogue.collections("ann"))[0].version == version


async def test_changed_content_replaces_in_one_step_and_the_old_stays_visible_until_then(
    bench: Any, catalogue: Any
) -> None:
    [old] = await bench.add({"a.txt": "apples"})
    [new] = await bench.register({"a.txt": "pears"})
    assert (new.outcome, new.document_id) == ("replace", old.document_id)
    both = [old.revision_id, new.revision_id]
    assert set(await catalogue.visible("ann", both)) == {old.revision_id}
    assert (await catalogue.document("ann", old.document_id)).status == "pending"
    await bench.publish(await bench.claim(), {"a.txt": "pears"})
    assert set(await catalogue.visible("ann", both)) == {new.revision_id}
    assert [retired.revision_id for retired in await catalogue.retired()] == [old.revision_id]
    assert await catalogue.page_texts("ann", old.revision_id) == {}
    assert await bench.frequencies(["appl", "pear"]) == {"pear": 1}


async def test_what_is_remembered_of_the_old_is_not_seen_beside_the_new(
    bench: Any, catalogue: Any, new_bench: Any, database_url: str, clock: Any
) -> None:
    [old] = await bench.add({"a.txt": "apples"})
    [new] = await bench.register({"a.txt": "pears"})
    # Memory that is late, as it is for some milliseconds after another process has committed.
    catalogue._database.remembered_seconds = 1000
    both = [old.revision_id, new.revision_id]
    assert set(await catalogue.visible("ann", both)) == {old.revision_id}
    other = await SqlCatalogue.open(database_url, clock)
    writing = new_bench(other, clock)
    await writing.publish(await writing.claim(), {"a.txt": "pears"})
    await other.close()
    assert set(await catalogue.visible("ann", both)) == {new.revision_id}
    assert set(await catalogue.visible("ann", both)) == {new.revision_id}


async def test_a_replacement_that_fails_leaves_the_old_version_visible(bench: Any, catalogue: Any) -> None:
    [old] = await bench.add({"a.txt": "apples"})
    [new] = await bench.register({"a.txt": "pears"})
    await bench.claim()
    await catalogue.fail("ann", new.revision_id, {"code": "no_text", "message": "Nothing there.", "hint": "OCR"})
    record = await catalogue.document("ann", old.document_id)
    assert record.status == "failed"
    assert record.error == {"code": "no_text", "message": "Nothing there.", "hint": "OCR"}
    assert set(await catalogue.visible("ann", [old.revision_id, new.revision_id])) == {old.revision_id}
    [back] = await bench.register({"a.txt": "apples"})
    assert back.outcome == "unchanged"
    record = await catalogue.document("ann", old.document_id)
    assert (record.status, record.error, record.next_revision_id) == ("ready", None, None)
    assert [retired.revision_id for retired in await catalogue.retired()] == [new.revision_id]


async def test_what_failed_is_told_by_its_name_unless_an_older_version_is_there(bench: Any, catalogue: Any) -> None:
    await bench.add({"b.txt": "pears"})
    for row in await bench.register({"Locked lease.pdf": "apples", "b.txt": "plums"}):
        await bench.claim()
        await catalogue.fail("ann", row.revision_id, {"code": "no_text", "message": "Nothing there.", "hint": "OCR"})
    asked = [await bench.collection()], ["locked lease", "b", "c"]
    assert await catalogue.failed_documents("ann", *asked) == {"Locked lease.pdf": "Nothing there."}
    assert await catalogue.failed_documents("bob", *asked) == {}


async def test_what_failed_goes_again(bench: Any, catalogue: Any) -> None:
    [first] = await bench.register({"a.txt": "apples"})
    await bench.claim()
    await catalogue.fail("ann", first.revision_id, {"code": "internal", "message": "m", "hint": ""})
    assert await bench.claim() == []
    [again] = await bench.register({"a.txt": "apples"})
    assert (again.outcome, again.status, again.revision_id) == ("resume", "pending", first.revision_id)
    assert (await catalogue.document("ann", first.document_id)).error is None
    assert [claimed.revision_id for claimed in await bench.claim()] == [first.revision_id]
    [busy] = await bench.register({"a.txt": "apples"})
    assert (busy.outcome, busy.status) == ("resume", "processing")


@pytest.mark.parametrize("when", ["same call", "pending", "processing", "live"])
async def test_a_copy_shares_the_revision_and_is_ready_with_it(bench: Any, catalogue: Any, when: str) -> None:
    texts = {"a.txt": "apples", "b.txt": "apples"}
    claimed: list[Any] = []
    if when == "same call":
        first, copy = await bench.register(texts)
    else:
        [first] = await bench.register({"a.txt": "apples"})
        if when != "pending":
            claimed = await bench.claim()
        if when == "live":
            await bench.publish(claimed, texts)
        [copy] = await bench.register({"b.txt": "apples"})
    assert copy.outcome == "linked"
    assert copy.revision_id == first.revision_id
    assert copy.document_id != first.document_id
    if when != "live":
        await bench.publish(claimed or await bench.claim(), texts)
    assert (await catalogue.document("ann", copy.document_id)).status == "ready"
    assert (await catalogue.document("ann", copy.document_id)).aliases == ["a.txt"]
    assert await bench.claim() == []
    assert await catalogue.count_documents("ann", [await bench.collection()]) == 1
    assert await bench.frequencies(["appl"]) == {"appl": 1}


async def test_a_copy_fails_with_the_revision_it_waits_for(bench: Any, catalogue: Any) -> None:
    first, copy = await bench.register({"a.txt": "apples", "b.txt": "apples"})
    await bench.claim()
    await catalogue.fail("ann", first.revision_id, {"code": "no_text", "message": "m", "hint": ""})
    assert (await catalogue.document("ann", copy.document_id)).status == "failed"
    [third] = await bench.register({"c.txt": "apples"})
    assert (third.outcome, third.status) == ("linked", "pending")
    assert (await catalogue.document("ann", first.document_id)).status == "pending"


async def test_a_copy_that_replaces_something_older_is_visible_at_once(bench: Any, catalogue: Any) -> None:
    first, second = await bench.add({"a.txt": "apples", "b.txt": "pears"})
    version = (await catalogue.collections("ann"))[0].version
    [copy] = await bench.register({"b.txt": "apples"})
    assert (copy.outcome, copy.status, copy.document_id) == ("linked", "ready", second.document_id)
    assert set(await catalogue.visible("ann", [first.revision_id, second.revision_id])) == {first.revision_id}
    assert await bench.frequencies(["appl", "pear"]) == {"appl": 1}
    assert (await catalogue.collections("ann"))[0].version > version


async def test_a_copy_outlives_the_original(bench: Any, catalogue: Any) -> None:
    first, copy = await bench.add({"a.txt": "apples", "b.txt": "apples"})
    borne = [{"key": "apples", "kind": "title", "weight": 1.0}]
    mentioned = [{"key": "x", "chunk_index": 0, "context": "c"}]
    await catalogue.put_all_names("ann", {first.revision_id: (borne, mentioned)})
    shown = await catalogue.visible("ann", [first.revision_id])
    assert shown[first.revision_id]["document_id"] == first.document_id
    deleted = await catalogue.delete_document("ann", first.document_id)
    assert deleted.retired == []
    shown = await catalogue.visible("ann", [first.revision_id])
    assert shown[first.revision_id]["document_id"] == copy.document_id
    assert await catalogue.page_texts("ann", first.revision_id) == {1: "apples"}
    postings = await catalogue.postings("ann", await bench.collection(), ["apples"])
    assert dict(postings["apples"].bearers) == {first.revision_id: 1.0}
    last = await catalogue.delete_document("ann", copy.document_id)
    assert [retired.revision_id for retired in last.retired] == [first.revision_id]
    assert await catalogue.visible("ann", [first.revision_id]) == {}


async def test_the_same_bytes_as_another_type_are_another_content(bench: Any, catalogue: Any) -> None:
    collection_id = await bench.collection()
    files = [
        bench.file("a.txt", "x", "text/plain"),
        bench.file("a.md", "x", "text/markdown"),
        bench.file("a", "x", None),
    ]
    registered = await catalogue.register("ann", collection_id, files)
    assert [each.outcome for each in registered] == ["new", "new", "linked"]


async def test_an_id_is_not_used_again_while_its_rows_wait_for_removal(bench: Any, catalogue: Any) -> None:
    [first] = await bench.add({"a.txt": "apples"})
    await catalogue.delete_document("ann", first.document_id)
    [second] = await bench.add({"a.txt": "apples"})
    assert second.document_id == first.document_id
    assert second.revision_id != first.revision_id
    [retired] = await catalogue.retired()
    assert (retired.revision_id, retired.file_key) == (first.revision_id, None)  # the new one needs the file
    await catalogue.forget([first.revision_id, second.revision_id])
    assert await catalogue.retired() == []
    assert set(await catalogue.visible("ann", [second.revision_id])) == {second.revision_id}


async def test_two_contents_under_one_name_are_refused(bench: Any, catalogue: Any) -> None:
    collection_id = await bench.collection()
    with pytest.raises(InvalidRequestError):
        await catalogue.register("ann", collection_id, [bench.file("a.txt", "x"), bench.file("a.txt", "y")])
    twice = await catalogue.register("ann", collection_id, [bench.file("a.txt", "x"), bench.file("a.txt", "x")])
    assert twice[0] == twice[1]


async def test_registering_into_no_collection_is_not_found(bench: Any, catalogue: Any) -> None:
    with pytest.raises(NotFoundError):
        await catalogue.register("ann", "c0", [bench.file("a.txt", "x")])


async def test_a_copy_is_titled_by_its_own_name_where_its_content_gives_no_title(bench: Any, catalogue: Any) -> None:
    [toll] = await bench.add({"toll.txt": "same"}, metadata={"title": "toll"})
    [copy] = await bench.register({"more/copy.txt": "same"})
    assert copy.outcome == "linked"
    for document, title in ((toll, "toll"), (copy, "copy")):
        record = await catalogue.document("ann", document.document_id)
        assert (record.title, record.metadata.get("title")) == (title, title)
    await catalogue.delete_document("ann", toll.document_id)
    [view] = await catalogue.find_documents("ann", [await bench.collection()], {}, 9)
    assert (view["file_name"], view["title"]) == ("more/copy.txt", "copy")


async def test_copies_share_the_title_that_their_content_gives(bench: Any, catalogue: Any) -> None:
    [first] = await bench.add({"toll.txt": "same"}, metadata={"title": "What the Ferry Costs"})
    [copy] = await bench.register({"copy.txt": "same"})
    for each in (first, copy):
        assert (await catalogue.document("ann", each.document_id)).title == "What the Ferry Costs"
