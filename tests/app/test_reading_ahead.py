"""What later questions look up of a small collection is read beside the first, and never in its way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from app.catalogue.reader import Reader
from app.reading_ahead import AGAIN_SECONDS, ReadAhead
from app.sheaf import Sheaf
from app.stores.base import ScopedVectorStore
from app.stores.row_cache import RowCache
from nodes.domain.errors import UnavailableError
from tests.app.homes import only_collection
from tests.app.stacks import Stack

pytestmark = pytest.mark.both_stacks

QUESTION = "Which cooperative did the engineer of the Skellvane tidal station found?"
READ_AHEAD = {"read_all_frequencies", "read_all_words", "read_views", "read_keys", "read_first_passages"}
LOOKED_UP = {"read_frequencies", "read_words", "read_postings", "rows"}
OFF = {"read_ahead_documents": 0}


@pytest.fixture
def looked_up(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the look-ups, as they are made."""
    names: list[str] = []
    run = Reader.run

    async def noted(self: Reader, work: Callable[..., Any]) -> Any:
        names.append(work.func.__name__ if isinstance(work, partial) else work.__name__)
        return await run(self, work)

    monkeypatch.setattr(Reader, "run", noted)
    keep = RowCache.keep

    def kept(self: RowCache, *read: Any) -> None:
        names.append("rows")
        keep(self, *read)

    monkeypatch.setattr(RowCache, "keep", kept)
    return names


async def asked(ahead: ReadAhead, collection_id: str, owner: str = "local") -> None:
    with ahead.question(owner, [collection_id]):
        pass
    await ahead.settled()


async def test_a_later_question_finds_in_memory_what_it_looks_up(
    stack: Stack, sample_copy: Path, looked_up: list[str]
) -> None:
    async with Sheaf(stack.settings(sample_copy)) as sheaf:
        collection_id = await only_collection(sheaf)
        await asked(ReadAhead(sheaf.catalogue, sheaf.library, 100, pause_seconds=0), collection_id)
        assert set(looked_up) >= READ_AHEAD
        # The other store has a cache of its own.
        assert ("rows" in looked_up) == (stack.name == "embedded")
        looked_up.clear()
        assert (await sheaf.search(QUESTION))["hits"]
        assert not (READ_AHEAD | LOOKED_UP) & set(looked_up)


async def test_the_words_of_all_names_are_taken_apart_ahead(
    stack: Stack, sample_copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    apart: list[str] = []
    monkeypatch.setattr("app.reading_ahead.document_words", lambda view: apart.append(view["file_name"]))
    async with Sheaf(stack.settings(sample_copy, **OFF)) as sheaf:
        await asked(ReadAhead(sheaf.catalogue, sheaf.library, 100, pause_seconds=0), await only_collection(sheaf))
        assert sorted(apart) == sorted(each.file_name for each in (await sheaf.documents()).documents)


async def test_the_answer_is_the_same(stack: Stack, sample_copy: Path) -> None:
    async with Sheaf(stack.settings(sample_copy, **OFF)) as sheaf:
        without = (await sheaf.search(QUESTION))["hits"]
    async with Sheaf(stack.settings(sample_copy, **OFF)) as sheaf:
        await asked(ReadAhead(sheaf.catalogue, sheaf.library, 100, pause_seconds=0), await only_collection(sheaf))
        assert (await sheaf.search(QUESTION))["hits"] == without


@pytest.mark.parametrize("most_documents", [0, 3])
async def test_a_collection_of_more_documents_is_left_alone(
    stack: Stack, sample_copy: Path, looked_up: list[str], most_documents: int
) -> None:
    async with Sheaf(stack.settings(sample_copy, **OFF)) as sheaf:
        ahead = ReadAhead(sheaf.catalogue, sheaf.library, most_documents, pause_seconds=0)
        await asked(ahead, await only_collection(sheaf))
        assert not READ_AHEAD & set(looked_up)


async def test_a_collection_that_changes_is_read_again_after_a_while(
    stack: Stack, sample_copy: Path, looked_up: list[str]
) -> None:
    now = [0.0]
    async with Sheaf(stack.settings(sample_copy, **OFF)) as sheaf:
        collection_id = await only_collection(sheaf)
        ahead = ReadAhead(sheaf.catalogue, sheaf.library, 100, pause_seconds=0, clock=lambda: now[0])

        async def is_read(seconds: float) -> bool:
            now[0] = seconds
            looked_up.clear()
            await asked(ahead, collection_id)
            return "read_views" in looked_up

        assert await is_read(0)
        assert not await is_read(2 * AGAIN_SECONDS), "nothing has changed"
        first, second = (document.document_id for document in (await sheaf.documents()).documents[:2])
        await sheaf.delete(first)
        assert await is_read(2 * AGAIN_SECONDS)
        await sheaf.delete(second)
        assert not await is_read(3 * AGAIN_SECONDS - 1), "it was read a moment ago"
        assert await is_read(3 * AGAIN_SECONDS)


@pytest.mark.parametrize("most_documents", [3, 100])
async def test_tables_are_read_ahead_however_many_documents_they_are_of(
    stack: Stack, sample_copy: Path, monkeypatch: pytest.MonkeyPatch, most_documents: int
) -> None:
    now, looks, has_changed = [0.0], list[ScopedVectorStore](), [True]

    async def noted(self: ScopedVectorStore) -> bool:
        looks.append(self)
        return has_changed[0]

    async with Sheaf(stack.settings(sample_copy, **OFF)) as sheaf:
        collection_id = await only_collection(sheaf)
        monkeypatch.setattr(type((await sheaf.library.open("local", collection_id)).chunks), "aread_table_ahead", noted)
        ahead = ReadAhead(sheaf.catalogue, sheaf.library, most_documents, pause_seconds=0, clock=lambda: now[0])
        for now[0], times, has_changed[0] in [
            (0.0, 2, True),
            (AGAIN_SECONDS - 1, 2, True),
            (AGAIN_SECONDS, 4, True),
            (2 * AGAIN_SECONDS, 6, False),
            (2 * AGAIN_SECONDS + 1, 8, False),
        ]:
            await asked(ahead, collection_id)
            assert len(looks) == times, "chunks and summaries, not again for a while where anything was read"


async def test_what_fails_is_tried_again_after_a_while_and_reaches_nobody(
    stack: Stack, sample_copy: Path, looked_up: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]

    async def away(owner: str, revision_ids: Sequence[str]) -> None:
        raise UnavailableError("The catalogue is away.")

    async with Sheaf(stack.settings(sample_copy, **OFF)) as sheaf:
        collection_id = await only_collection(sheaf)
        ahead = ReadAhead(sheaf.catalogue, sheaf.library, 100, pause_seconds=0, clock=lambda: now[0])
        with monkeypatch.context() as patched:
            patched.setattr(sheaf.catalogue, "revision_keys", away)
            await asked(ahead, collection_id)
        now[0] = AGAIN_SECONDS
        looked_up.clear()
        await asked(ahead, collection_id)
        assert "read_keys" in looked_up


async def test_what_is_gone_or_anothers_is_not_read_and_reaches_nobody(
    stack: Stack, sample_copy: Path, looked_up: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    async with Sheaf(stack.settings(sample_copy, **OFF)) as sheaf:
        ahead = ReadAhead(sheaf.catalogue, sheaf.library, 100, pause_seconds=0)
        await asked(ahead, await only_collection(sheaf), owner="eve")
        await asked(ahead, "a collection that is gone")
        assert not READ_AHEAD & set(looked_up)
        assert not [record for record in caplog.records if record.levelname == "WARNING"]


async def test_closing_waits_for_nothing(stack: Stack, sample_copy: Path, looked_up: list[str]) -> None:
    async with Sheaf(stack.settings(sample_copy, **OFF)) as sheaf:
        collection_id = await only_collection(sheaf)
        ahead = ReadAhead(sheaf.catalogue, sheaf.library, 100, pause_seconds=3600)
        with ahead.question("local", [collection_id]):
            pass
        await ahead.close()
        await asked(ahead, collection_id)
        assert not READ_AHEAD & set(looked_up)
