"""Old documents: they answer as they are, and backfilling makes of them what a fresh ingest would."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lancedb.table import AsyncTable

from app.backfilling.backfill import Backfill
from app.backfilling.documents import failure_of
from app.backfilling.stored_rows import lacks_fields
from app.catalogue.records import DocumentRecord
from app.cli.main import main
from app.models.wordllama import WordLlamaTokenizer
from app.samples import demo_questions
from app.sheaf import IngestFile, Sheaf
from app.stores.base import scoped
from app.stores.lancedb import LanceDBStore
from nodes.domain.errors import NotFoundError
from tests.app.command_line import runner
from tests.app.driving import Drivers
from tests.app.homes import only_collection
from tests.app.old_documents import kept, make_old, strip_catalogue, strip_rows
from tests.app.stacks import Stack

pytestmark = pytest.mark.both_stacks

DRIVER = "tests.app.backfilling.backfill_driver"
CATALOGUE = "app.catalogue.catalogue:SqlCatalogue"
STORE = "app.stores.lancedb:LanceDBStore"
MOMENTS = [
    (f"{CATALOGUE}.put_all_names", "after", 1),
    (f"{CATALOGUE}.put_features", "after", 2),
    (f"{STORE}.async_add", "after", 1),
]
LAZY_OFF = {"lazy_backfill": False}
ANSWERABLE = [each["question"] for each in demo_questions() if each["kind"] != "unanswerable"]
WAYS: list[dict[str, Any]] = [
    {},
    {"widen": True, "context_style": "rich"},
    {"follow_links": True, "expansion": True, "query_type": "relational"},
    {"document_filter": "hard", "fusion": "rrf", "threshold": True, "quality_signals": True},
    {"query_type": "procedural", "top_k": 30},
    {"metadata": {"document_type": "contract"}},
]


def backfill_of(sheaf: Sheaf, *, documents_at_once: int, rows_at_once: int = 100) -> Backfill:
    return Backfill(
        sheaf.catalogue,
        sheaf.library,
        WordLlamaTokenizer(),
        sheaf.settings.ingest,
        documents_at_once=documents_at_once,
        rows_at_once=rows_at_once,
    )


async def by_name(sheaf: Sheaf, name: str) -> DocumentRecord:
    [found] = [each for each in (await sheaf.documents()).documents if each.file_name == name]
    return found


async def resolves(sheaf: Sheaf, citation: dict[str, Any]) -> bool:
    """Whether a citation opens the page that holds its words."""
    views = [
        await sheaf.pages.view(
            "local", citation["document_id"], page, highlight=citation["chunk_id"], quote=citation["quote"]
        )
        for page in citation["pages"]
    ]
    return any(view.quote_found for view in views)


async def test_old_documents_answer_with_citations_that_resolve(stack: Stack, sample_copy: Path) -> None:
    async with Sheaf(stack.settings(sample_copy, ingest=LAZY_OFF)) as sheaf:
        await make_old(sheaf)
        answered = 0
        for options in WAYS:
            for question in ANSWERABLE:
                answer = await sheaf.ask(question, options=options)
                answered += answer["status"] == "answered"
                for citation in answer["citations"]:
                    assert citation["verified"]
                    assert await resolves(sheaf, citation), (question, options, citation)
        assert answered >= len(WAYS) * len(ANSWERABLE) // 2
        found = await sheaf.search(ANSWERABLE[0])
        assert {tuple(hit["pages"]) for hit in found["hits"]} != {(1,)}, "places are found in the pages"
        lists = next(each for each in found["trace"] if each["node"] == "retrieve_chunks")["decided"]["lists"]
        proposed = {each["kind"]: each["chunks"] for each in lists}
        assert proposed["dense"]
        assert bool(proposed["bm25"]) is (stack.name == "scale"), "without terms LanceDB has no full text"


async def test_what_backfilling_makes_is_what_ingesting_makes(stack: Stack, sample_copy: Path) -> None:
    async with Sheaf(stack.settings(sample_copy, ingest=LAZY_OFF)) as sheaf:
        before = await kept(sheaf)
        await make_old(sheaf, sections=False)
        assert (await kept(sheaf))["passages"] == []
        told: list[dict[str, Any]] = []
        report = await sheaf.backfill(on_event=told.append)
        assert await kept(sheaf) == before
        count = len(before["summaries of default"])
        assert (report.documents, report.changed, report.skipped, report.failed) == (count, count, 0, [])
        assert report.rows == len(before["chunks of default"]) + count
        assert [event["done"] for event in told] == list(range(1, count + 1))
        assert {event["total"] for event in told} == {count}


@pytest.mark.parametrize("stripped", [strip_rows, strip_catalogue])
async def test_what_only_the_store_or_only_the_catalogue_lacks(
    stack: Stack, sample_copy: Path, stripped: Callable[[Sheaf], Any]
) -> None:
    async with Sheaf(stack.settings(sample_copy, ingest=LAZY_OFF)) as sheaf:
        before = await kept(sheaf)
        await stripped(sheaf)
        assert await sheaf.waiting_for_backfill() == {"default": len(before["summaries of default"])}
        report = await sheaf.backfill()
        assert await kept(sheaf) == before
        assert bool(report.rows) is (stripped is strip_rows)
        assert await sheaf.waiting_for_backfill() == {}


@pytest.mark.parametrize("rows_at_once", [3, 20])
async def test_a_few_rows_at_a_time_come_to_the_same(stack: Stack, sample_copy: Path, rows_at_once: int) -> None:
    async with Sheaf(stack.settings(sample_copy, ingest=LAZY_OFF)) as sheaf:
        before = await kept(sheaf)
        await make_old(sheaf)
        backfill = backfill_of(sheaf, rows_at_once=rows_at_once, documents_at_once=3)
        report = await backfill.run("local", await only_collection(sheaf))
        assert await kept(sheaf) == before
        assert report.changed == len(before["summaries of default"])


@pytest.mark.both_stacks(False)
async def test_nothing_is_changed_twice(sample_copy: Path, stack: Stack) -> None:
    async with Sheaf(stack.settings(sample_copy, ingest=LAZY_OFF)) as sheaf:
        await make_old(sheaf)
        await sheaf.backfill()
        collection = await sheaf.library.open("local", await only_collection(sheaf))
        tables = [await table_of(store) for store in (collection.chunks, collection.summaries)]
        versions = [await table.version() for table in tables]
        before = await kept(sheaf)
        report = await sheaf.backfill()
        assert (report.documents, report.changed, report.rows) == (0, 0, 0)
        assert await kept(sheaf) == before
        again = await sheaf.backfill(everything=True)
        assert (again.changed, again.rows) == (len(before["summaries of default"]), 0)
        assert {**await kept(sheaf), "revisions": []} == {**before, "revisions": []}
        assert [await table.version() for table in tables] == versions


async def table_of(store: Any) -> AsyncTable:
    assert isinstance(store, LanceDBStore)
    table = await store._opened()
    assert table is not None
    return table


@pytest.mark.both_stacks(False)
async def test_rows_as_the_first_version_of_a_table_has_them(sample_copy: Path, stack: Stack) -> None:
    async with Sheaf(stack.settings(sample_copy, ingest=LAZY_OFF)) as sheaf:
        before = await kept(sheaf)
        collection = await sheaf.library.open("local", await only_collection(sheaf))
        for store in (collection.chunks, collection.summaries):
            blank = dict.fromkeys(("payload", "terms", "chunk_type", "section_type"), "NULL")
            await (await table_of(store)).update(updates_sql=blank)
        answer = await sheaf.ask(ANSWERABLE[0])
        assert answer["status"] == "answered"
        await sheaf.backfill()
        assert await kept(sheaf) == before


@pytest.mark.slow
@pytest.mark.both_stacks(False)
@pytest.mark.parametrize(("target", "when", "count"), MOMENTS)
async def test_a_killed_run_is_finished_by_the_next(
    sample_copy: Path, stack: Stack, drivers: Drivers, target: str, when: str, count: int
) -> None:
    async with Sheaf(stack.settings(sample_copy, ingest=LAZY_OFF)) as sheaf:
        before = await kept(sheaf)
        await make_old(sheaf)
    killed = await drivers.run(DRIVER, str(sample_copy), target, when, str(count), environment={})
    assert killed.status == -signal.SIGKILL, killed.said
    async with Sheaf(stack.settings(sample_copy, ingest=LAZY_OFF)) as sheaf:
        answer = await sheaf.ask(ANSWERABLE[0])
        assert all([await resolves(sheaf, citation) for citation in answer["citations"]])
        report = await sheaf.backfill()
        assert (report.failed, report.skipped) == ([], 0)
        assert report.changed > 0
        assert await kept(sheaf) == before


async def test_searches_go_on_and_see_only_whole_documents_of_their_owner(
    stack: Stack, sample_copy: Path, write: Callable[[str, str], Path]
) -> None:
    async with Sheaf(stack.settings(sample_copy, ingest=LAZY_OFF)) as sheaf:
        secret = write("secret.md", "# Net generation\n\nThe net generation of Skellvane was a secret of Bob's.\n")
        await sheaf.ingest([IngestFile(secret)], owner="bob")
        await make_old(sheaf)
        await make_old(sheaf, "bob")
        own = {each.document_id for each in (await sheaf.documents()).documents}
        done = asyncio.Event()
        seen: list[dict[str, Any]] = []

        async def ask() -> None:
            while not done.is_set():
                for question in ANSWERABLE[:2]:
                    seen.extend((await sheaf.search(question))["hits"])

        async def backfill() -> None:
            small = backfill_of(sheaf, documents_at_once=2, rows_at_once=5)
            report = await small.run("local", await only_collection(sheaf))
            done.set()
            assert report.failed == []

        await asyncio.gather(ask(), ask(), backfill())
        assert seen
        assert {hit["document_id"] for hit in seen} <= own
        collection = await sheaf.library.open("local", await only_collection(sheaf))
        texts = {row.node_id: row.get_content() for row in await scoped(collection.chunks).aget_nodes()}
        assert all(hit["content"] == texts[hit["chunk_id"]] and hit["pages"] for hit in seen)
        bobs = await sheaf.library.open("bob", (await sheaf.collections(owner="bob"))[0].collection_id)
        assert all(map(lacks_fields, await scoped(bobs.chunks).aget_nodes())), "another's stay as they are"


async def test_documents_that_go_meanwhile_are_passed_over_and_leave_no_rows(stack: Stack, sample_copy: Path) -> None:
    async with Sheaf(stack.settings(sample_copy, ingest=LAZY_OFF)) as sheaf:
        await make_old(sheaf)
        documents = (await sheaf.documents()).documents
        rest = [each.document_id for each in documents]

        async def delete_one() -> None:
            await sheaf.delete(rest.pop())

        backfill = backfill_of(sheaf, documents_at_once=1)
        collection_id = await only_collection(sheaf)
        report = await backfill.run("local", collection_id, before_batch=delete_one)
        assert report.failed == []
        assert report.changed + report.skipped == report.documents == len(documents)
        assert report.skipped > 0
        left = {str(each.live_revision_id) for each in (await sheaf.documents()).documents}
        collection = await sheaf.library.open("local", collection_id)
        for store in (collection.chunks, collection.summaries):
            assert {row.metadata["revision_id"] for row in await scoped(store).aget_nodes()} <= left


async def test_a_document_that_is_deleted_while_it_is_held_leaves_no_rows(stack: Stack, sample_copy: Path) -> None:
    async with Sheaf(stack.settings(sample_copy, ingest=LAZY_OFF)) as sheaf:
        await make_old(sheaf)
        gone = await by_name(sheaf, "people.txt")
        revision_id = str(gone.live_revision_id)
        held = await sheaf.catalogue.hold(
            "local", [revision_id], worker="elsewhere:1:1", lease_seconds=60, is_alive=bool
        )
        assert held == {revision_id}
        report = await sheaf.backfill()
        assert report.skipped == 1, "another process has it"
        await sheaf.delete(gone.document_id)
        assert await rows_of(sheaf, revision_id), "whoever holds it may still write"
        await sheaf.catalogue.let_go("local", [revision_id], worker="elsewhere:1:1")
        await sheaf.ingestion().building.clean()
        assert await rows_of(sheaf, revision_id) == []


async def rows_of(sheaf: Sheaf, revision_id: str) -> list[str]:
    collection = await sheaf.library.open("local", await only_collection(sheaf))
    stores = [scoped(collection.chunks), scoped(collection.summaries)]
    await collection.refresh()
    rows = [row for store in stores for row in await store.aget_nodes()]
    return [row.node_id for row in rows if row.metadata["revision_id"] == revision_id]


async def test_a_document_that_fails_is_named_and_the_rest_goes_on(stack: Stack, sample_copy: Path) -> None:
    async with Sheaf(stack.settings(sample_copy, ingest=LAZY_OFF)) as sheaf:
        await make_old(sheaf)
        lost = await by_name(sheaf, "people.txt")
        collection = await sheaf.library.open("local", await only_collection(sheaf))
        await scoped(collection.chunks).adelete(str(lost.live_revision_id))
        await collection.refresh()
        report = await sheaf.backfill()
        [failure] = report.failed
        assert (failure.document_id, failure.file_name) == (lost.document_id, "people.txt")
        assert "people.txt" in failure.error["message"]
        assert failure.error["hint"]
        assert report.changed == report.documents - 1
        assert await sheaf.waiting_for_backfill() == {"default": 1}


@pytest.mark.both_stacks(False)
def test_what_nobody_foresaw_is_told_without_its_words(caplog: pytest.LogCaptureFixture) -> None:
    view: Any = {"document_id": "d1", "file_name": "people.txt"}
    told = failure_of(view, KeyError("/srv/private")).error
    assert told["message"] == "Backfilling people.txt failed in a way that nobody foresaw."
    assert "private" not in str(told)
    assert "KeyError: '/srv/private'" in caplog.text
    assert failure_of(view, NotFoundError("It is gone.")).error["message"] == "It is gone."


@pytest.mark.both_stacks(False)
async def test_texts_that_today_are_split_otherwise_are_found_in_their_pages(sample_copy: Path, stack: Stack) -> None:
    smaller = {**LAZY_OFF, "chunk_characters": 400, "chunk_overlap": 50}
    async with Sheaf(stack.settings(sample_copy, ingest=smaller)) as sheaf:
        before = {row["id_"]: row for row in map(json.loads, (await kept(sheaf))["chunks of default"])}
        await make_old(sheaf)
        await sheaf.backfill()
        after = {row["id_"]: row for row in map(json.loads, (await kept(sheaf))["chunks of default"])}
    assert after.keys() == before.keys()
    same = {"text", "embedding"}
    assert all({after[each][name] == before[each][name] for name in same} == {True} for each in before)
    fields = ("pages", "section_path", "section_type", "token_count", "total_chunks")
    for name in fields:
        equal = sum(after[each]["metadata"][name] == before[each]["metadata"][name] for each in before)
        assert equal >= 0.95 * len(before), (name, equal, len(before))


@pytest.mark.both_stacks(False)
def test_the_command_tells_what_it_did_and_the_doctor_what_waits(
    sample_copy: Path, stack: Stack, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def age() -> None:
        async with Sheaf(stack.settings(sample_copy, ingest=LAZY_OFF)) as sheaf:
            await make_old(sheaf)
            lost = await by_name(sheaf, "people.txt")
            collection = await sheaf.library.open("local", await only_collection(sheaf))
            await scoped(collection.chunks).adelete(str(lost.live_revision_id))

    run = runner(capsys)
    asyncio.run(age())
    monkeypatch.setenv("SHEAF_HOME", str(sample_copy))
    _, diagnosis = run("doctor")
    waiting = next(each for each in diagnosis["checks"] if each["part"] == "backfill")
    assert not waiting["ok"]
    assert waiting["found"].startswith("15 documents")
    assert "sheaf backfill --collection default" in waiting["hint"]
    status, report = run("backfill")
    assert (status, report["documents"], report["changed"]) == (1, 15, 14)
    assert [each["file_name"] for each in report["failed"]] == ["people.txt"]
    with pytest.raises(SystemExit):
        main(["backfill"])
    assert "people.txt" in capsys.readouterr().err
