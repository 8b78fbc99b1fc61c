"""What became of files that came together: read from their documents, and kept once it is certain."""

from __future__ import annotations

from typing import Any

import pytest

from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.records import HandedIn, UploadRecord
from nodes.domain.documents import Notice
from nodes.domain.errors import EmptyFileError, InvalidRequestError, NotFoundError

REFUSAL = EmptyFileError("'e.txt' is empty.").report()


async def upload(bench: Any, catalogue: SqlCatalogue, files: dict[str, str]) -> UploadRecord:
    registered = await bench.register(files)
    handed = [HandedIn(each.file_name, each, None) for each in registered]
    return await catalogue.add_upload("ann", await bench.collection(), handed)


def states(record: UploadRecord) -> list[tuple[str, str, bool]]:
    return [(file.file_name, file.status, file.is_done) for file in record.files]


async def test_states_follow_the_documents_until_they_are_settled(bench: Any, catalogue: SqlCatalogue) -> None:
    record = await upload(bench, catalogue, {"a.txt": "apples", "b.txt": "pears", "c.txt": "apples"})
    assert states(record) == [("a.txt", "pending", False), ("b.txt", "pending", False), ("c.txt", "pending", False)]
    apples, pears = await bench.claim()
    again = await catalogue.upload("ann", record.upload_id)
    assert {file.status for file in again.files} == {"processing"}

    await bench.publish([apples], {"a.txt": "apples"})
    await catalogue.fail("ann", pears.revision_id, REFUSAL)
    await catalogue.settle_built(await bench.collection(), {apples.revision_id: 1.5})
    done = await catalogue.upload("ann", record.upload_id)
    assert states(done) == [("a.txt", "ready", True), ("b.txt", "failed", True), ("c.txt", "linked", True)]
    assert [file.seconds for file in done.files] == [1.5, 0.0, 1.5]
    assert done.files[1].error == REFUSAL
    assert done.is_done

    await catalogue.delete_document("ann", str(done.files[0].document_id))
    assert await catalogue.upload("ann", record.upload_id) == done


async def test_what_is_missing_in_a_document_is_told_of_it_and_of_its_file(bench: Any, catalogue: SqlCatalogue) -> None:
    told: Notice = {"message": "Page 2 could not be read.", "hint": "Print it."}
    record = await upload(bench, catalogue, {"a.txt": "apples", "b.txt": "pears"})
    assert [file.notice for file in record.files] == [None, None]
    apples, pears = await bench.claim()
    await bench.publish([apples], {"a.txt": "apples"}, metadata={"title": "A", "notice": told})
    await bench.publish([pears], {"b.txt": "pears"})
    assert [file.notice for file in (await catalogue.upload("ann", record.upload_id)).files] == [told, None]
    await catalogue.settle_built(await bench.collection(), {apples.revision_id: 1.0, pears.revision_id: 1.0})
    assert [file.notice for file in (await catalogue.upload("ann", record.upload_id)).files] == [told, None]

    listed = (await catalogue.documents("ann")).documents
    assert [(each.file_name, each.notice) for each in listed] == [("a.txt", told), ("b.txt", None)]
    assert "notice" not in listed[0].metadata


async def test_what_needs_no_work_is_done_at_once(bench: Any, catalogue: SqlCatalogue) -> None:
    await bench.add({"a.txt": "apples"})
    [same, copy, new] = await bench.register({"a.txt": "apples", "copy.txt": "apples", "b.txt": "pears"})
    handed = [HandedIn("e.txt", None, REFUSAL), *(HandedIn(each.file_name, each, None) for each in (same, copy, new))]
    record = await catalogue.add_upload("ann", await bench.collection(), handed)
    assert states(record) == [
        ("e.txt", "failed", True),
        ("a.txt", "unchanged", True),
        ("copy.txt", "linked", True),
        ("b.txt", "pending", False),
    ]
    assert [file.chunk_count for file in record.files] == [0, 1, 1, 0]
    assert record.files[0].error == REFUSAL


async def test_a_newer_upload_replaces_and_says_so(bench: Any, catalogue: SqlCatalogue) -> None:
    await bench.add({"a.txt": "old"})
    first = await upload(bench, catalogue, {"a.txt": "newer"})
    second = await upload(bench, catalogue, {"a.txt": "newest"})
    [overtaken] = (await catalogue.upload("ann", first.upload_id)).files
    assert (overtaken.status, overtaken.is_done, overtaken.error and overtaken.error["code"]) == (
        "failed",
        True,
        "conflict",
    )
    [claimed] = await bench.claim()
    await bench.publish([claimed], {"a.txt": "newest"})
    assert states(await catalogue.upload("ann", second.upload_id)) == [("a.txt", "replaced", True)]


async def test_listing_goes_page_by_page_the_newest_first(bench: Any, catalogue: SqlCatalogue) -> None:
    made = [(await upload(bench, catalogue, {f"{n}.txt": f"text {n}"})).upload_id for n in range(5)]
    seen: list[str] = []
    after: str | None = None
    while True:
        page = await catalogue.uploads("ann", after=after, limit=2)
        assert page.total == 5
        seen += [record.upload_id for record in page.uploads]
        after = page.next
        if after is None:
            break
    assert seen == made[::-1]
    with pytest.raises(InvalidRequestError):
        await catalogue.uploads("ann", after="nonsense")


async def test_old_uploads_are_forgotten_and_their_documents_stay(
    bench: Any, catalogue: SqlCatalogue, clock: Any
) -> None:
    old = await upload(bench, catalogue, {"a.txt": "apples"})
    clock.advance(60)
    young = await upload(bench, catalogue, {"b.txt": "pears"})
    assert await catalogue.forget_uploads(young.created_at) == 1
    with pytest.raises(NotFoundError):
        await catalogue.upload("ann", old.upload_id)
    assert (await catalogue.documents("ann")).total == 2
    assert [record.upload_id for record in (await catalogue.uploads("ann")).uploads] == [young.upload_id]


async def test_what_waits_is_told_by_collection_the_eldest_first(bench: Any, catalogue: SqlCatalogue) -> None:
    assert await catalogue.waiting() == []
    await bench.register({"a.txt": "apples"}, owner="bob")
    await bench.register({"b.txt": "pears", "c.txt": "plums"})
    bobs, anns = await bench.collection(owner="bob"), await bench.collection()
    assert await catalogue.waiting() == [("bob", bobs), ("ann", anns)]
    await bench.claim(owner="bob")
    assert await catalogue.waiting() == [("ann", anns)]
