"""What questions come upon is backfilled after them, in the background, and never in their way."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from app.backfilling.backfill import Backfill, BackfillReport
from app.backfilling.lazy import REST_SECONDS, LazyBackfill
from app.models.wordllama import WordLlamaTokenizer
from app.sheaf import Sheaf
from nodes.domain.errors import UnavailableError
from tests.app.homes import only_collection
from tests.app.old_documents import kept, make_old
from tests.app.stacks import Stack

pytestmark = pytest.mark.both_stacks

QUESTION = "What was the net generation of the Skellvane Tidal Cooperative in 2023?"
LAZY_OFF = {"lazy_backfill": False}


class Watched(Backfill):
    """Counts its runs, and fails where it is told to."""

    def __init__(self, sheaf: Sheaf) -> None:
        super().__init__(sheaf.catalogue, sheaf.library, WordLlamaTokenizer(), sheaf.settings.ingest)
        self.runs: list[int] = []
        self.fails = False

    async def run(self, owner: str, collection_id: str, **options: Any) -> BackfillReport:
        if self.fails:
            self.runs.append(-1)
            raise UnavailableError("The store is away.")
        report = await super().run(owner, collection_id, **options)
        self.runs.append(report.changed)
        return report


async def asked(lazy: LazyBackfill, collection_id: str) -> None:
    with lazy.question("local", [collection_id]):
        pass
    await lazy.settled()


@pytest.mark.parametrize("streamed", [False, True])
async def test_what_is_asked_of_is_as_if_fresh_afterwards(stack: Stack, sample_copy: Path, streamed: bool) -> None:
    async with Sheaf(stack.settings(sample_copy)) as sheaf:
        before = await kept(sheaf)
        await make_old(sheaf)
        if streamed:
            answer = await sheaf.ask(QUESTION)
            assert answer["status"] == "answered"
        else:
            assert (await sheaf.search(QUESTION))["hits"]
        assert await kept(sheaf) != before, "the answer did not wait for it"
        await sheaf._lazy_backfill.settled()
        assert await kept(sheaf) == before


async def test_it_can_be_turned_off(stack: Stack, sample_copy: Path) -> None:
    async with Sheaf(stack.settings(sample_copy, ingest=LAZY_OFF)) as sheaf:
        await make_old(sheaf)
        old = await kept(sheaf)
        await sheaf.search(QUESTION)
        await sheaf._lazy_backfill.settled()
        assert await kept(sheaf) == old


async def test_a_complete_collection_is_looked_at_once_a_version(stack: Stack, sample_copy: Path) -> None:
    async with Sheaf(stack.settings(sample_copy, ingest=LAZY_OFF)) as sheaf:
        await make_old(sheaf)
        collection_id = await only_collection(sheaf)
        backfill = Watched(sheaf)
        lazy = LazyBackfill(sheaf.catalogue, backfill, is_on=True, pause_seconds=0)
        for _ in range(4):
            await asked(lazy, collection_id)
        assert backfill.runs == [15, 0]
        await sheaf.delete((await sheaf.documents()).documents[0].document_id)
        await asked(lazy, collection_id)
        assert backfill.runs == [15, 0, 0]


async def test_what_fails_is_tried_again_later_and_reaches_nobody(
    stack: Stack, sample_copy: Path, caplog: pytest.LogCaptureFixture
) -> None:
    now, first = [0.0], REST_SECONDS[0]
    async with Sheaf(stack.settings(sample_copy, ingest=LAZY_OFF)) as sheaf:
        collection_id = await only_collection(sheaf)
        backfill = Watched(sheaf)
        backfill.fails = True
        lazy = LazyBackfill(sheaf.catalogue, backfill, is_on=True, pause_seconds=0, clock=lambda: now[0])
        for moment, tries in (
            (0.0, 1),
            (first - 1, 1),
            (first, 2),
            (2 * first, 2),
            (3 * first, 3),
        ):
            now[0] = moment
            await asked(lazy, collection_id)
            assert len(backfill.runs) == tries
        assert "The store is away." in caplog.text
        await asked(lazy, "a collection that is gone")
        backfill.fails = False
        now[0] = 100 * first
        await asked(lazy, collection_id)
        assert backfill.runs[-1] == 0


async def test_questions_go_first_and_closing_waits_for_nothing(stack: Stack, sample_copy: Path) -> None:
    async with Sheaf(stack.settings(sample_copy, ingest=LAZY_OFF)) as sheaf:
        await make_old(sheaf)
        old = await kept(sheaf)
        collection_id = await only_collection(sheaf)
        backfill = Watched(sheaf)
        lazy = LazyBackfill(sheaf.catalogue, backfill, is_on=True, pause_seconds=3600)
        with lazy.question("local", [collection_id]):
            await lazy.settled()
        await lazy.close()
        await asked(lazy, collection_id)
        assert await kept(sheaf) == old
        assert backfill.runs == []


async def test_two_services_and_a_command_at_once_do_no_harm(stack: Stack, sample_copy: Path) -> None:
    settings = stack.settings(sample_copy, ingest=LAZY_OFF)
    async with Sheaf(settings) as one, Sheaf(settings) as other:
        before = await kept(one)
        await make_old(one)
        collection_id = await only_collection(one)
        lazy = [LazyBackfill(each.catalogue, Watched(each), is_on=True, pause_seconds=0) for each in (one, other)]
        command = asyncio.create_task(one.backfill())
        await asyncio.gather(*(asked(each, collection_id) for each in lazy))
        assert (await command).failed == []
        # What one of them had when another came is done by now.
        assert (await one.backfill()).failed == []
        assert await kept(other) == before
