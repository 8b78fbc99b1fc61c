from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
from llama_index.core.vector_stores.types import VectorStoreQuery, VectorStoreQueryResult

from nodes.domain.chat import DocumentView
from nodes.domain.errors import RetrievalFailedError, UnavailableError
from nodes.ports import Collection
from nodes.retrieval.searching import dense_search, read_rows, text_search


@dataclass
class Ranked:
    """A store that answers with the first rows of a fixed list, and remembers what it was asked."""

    rows: Sequence[tuple[str, float]]
    error: Exception | None = None
    asked: list[int] = field(default_factory=list)

    async def aquery(self, query: VectorStoreQuery, *, only_ids: bool) -> VectorStoreQueryResult:
        assert only_ids
        if self.error is not None:
            raise self.error
        self.asked.append(query.similarity_top_k)
        first = self.rows[: query.similarity_top_k]
        return VectorStoreQueryResult(ids=[each for each, _ in first], similarities=[score for _, score in first])

    async def aget_nodes(self, node_ids: list[str]) -> list[Any]:
        if self.error is not None:
            raise self.error
        raise AssertionError("nothing is asked for")


class Shown:
    """A catalogue that shows some revisions."""

    def __init__(self, *revision_ids: str) -> None:
        self._shown = set(revision_ids)
        self._version = 1

    def show(self, *revision_ids: str) -> None:
        """Shows others from now on."""
        self._shown = set(revision_ids)
        self._version += 1

    async def known_version(self, owner: str, collection_id: str) -> int:
        return self._version

    async def versions(self, owner: str, collection_ids: Sequence[str]) -> dict[str, int]:
        return dict.fromkeys(collection_ids, self._version)

    async def visible(self, owner: str, revision_ids: Sequence[str]) -> dict[str, DocumentView]:
        return {each: cast("DocumentView", {"revision_id": each}) for each in revision_ids if each in self._shown}


def home(store: Ranked) -> Collection:
    fields = {"owner": "ann", "collection_id": "c1", "name": "papers", "chunks": store}
    return cast("Collection", type("Home", (), fields)())


async def search(store: Ranked, *shown: str, limit: int = 2) -> list[str]:
    catalogue: Any = Shown(*shown)
    return [each.row_id for each in await dense_search(catalogue, home(store), cast("Any", store), [1.0], limit)]


ROWS = [("gone-00000", 0.9), ("gone-00001", 0.8), ("here-00000", 0.7), ("here-00001", 0.6), ("here-00002", 0.5)]


async def test_rows_that_are_not_shown_make_room_for_others() -> None:
    store = Ranked(ROWS)
    assert await search(store, "here") == ["here-00000", "here-00001"]
    assert len(store.asked) == 2, "once more, with room"
    assert store.asked[1] > store.asked[0] == 2


async def test_one_look_is_enough_where_all_are_shown_or_there_are_no_more() -> None:
    store = Ranked(ROWS)
    assert await search(store, "here", "gone") == ["gone-00000", "gone-00001"]
    assert await search(store, "here", limit=9) == ["here-00000", "here-00001", "here-00002"]
    assert store.asked == [2, 9]


async def test_a_document_that_is_replaced_behind_the_search_of_the_store_is_found_as_it_is_now() -> None:
    catalogue = Shown("other", "old")

    class Replacing(Ranked):
        """It answers, and then a document is replaced."""

        async def aquery(self, query: VectorStoreQuery, *, only_ids: bool) -> VectorStoreQueryResult:
            found = await super().aquery(query, only_ids=only_ids)
            if len(self.asked) == 1:
                self.rows = [("new-00000", 0.9), ("old-00000", 0.9), ("other-00000", 0.5)]
                catalogue.show("other", "new")
            return found

    store = Replacing([("old-00000", 0.9), ("other-00000", 0.5)])
    found = await dense_search(cast("Any", catalogue), home(store), cast("Any", store), [1.0], 5)
    assert [each.row_id for each in found] == ["new-00000", "other-00000"]


async def test_rows_that_are_being_written_call_for_no_second_search() -> None:
    store = Ranked([("new-00000", 0.9), ("old-00000", 0.9)])
    assert await search(store, "old", limit=5) == ["old-00000"]
    assert store.asked == [5]


async def test_a_question_without_terms_searches_no_text() -> None:
    store = Ranked(ROWS)
    catalogue: Any = Shown("here")
    assert await text_search(catalogue, home(store), cast("Any", store), [], 5) == []
    assert store.asked == []
    assert await text_search(catalogue, home(store), cast("Any", store), ["tide"], 1) != []


async def test_a_store_that_fails_is_not_a_store_that_finds_nothing(caplog: pytest.LogCaptureFixture) -> None:
    broken = Ranked(ROWS, OSError("/srv/private is read-only"))
    with pytest.raises(RetrievalFailedError, match="papers") as failed:
        await search(broken, "here")
    assert failed.value.__cause__ is broken.error
    assert "private" not in str(failed.value.report())
    assert "private" in caplog.text
    with pytest.raises(RetrievalFailedError):
        await read_rows(home(broken), ["here-00000"])
    with pytest.raises(UnavailableError):
        await search(Ranked(ROWS, UnavailableError("down")), "here")


async def test_nothing_to_read_asks_nobody() -> None:
    assert await read_rows(home(Ranked(ROWS)), []) == {}
