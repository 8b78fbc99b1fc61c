"""Newer issues, amendments and reports of a series are read for what they are called, or name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from llama_index.core.schema import TextNode
from llama_index.core.vector_stores.types import VectorStoreQuery, VectorStoreQueryResult

from nodes.domain.chat import DocumentView, Hit, Plan
from nodes.domain.lookups import KeyPostings, MeantWords
from nodes.language.terms import analyse, normalise_name
from nodes.ranking.routing import document_words
from nodes.retrieval.later import SHORT, read_later
from nodes.retrieval.reaching import FurtherReading

Documents = Mapping[str, tuple[str, str, str]]
"""Title, date and text by revision."""


class Shelf:
    """A catalogue and a store of documents of one chunk, or as many as are told."""

    owner, collection_id, collection_ids, name = "ada", "c1", ("c1",), "shelf"

    def __init__(self, documents: Documents, chunks: Mapping[str, int]) -> None:
        self.catalogue = self.library = self.chunks = self
        self._documents, self._chunks = documents, chunks

    async def open(self, owner: str, collection_id: str) -> Shelf:
        return self

    async def visible(self, owner: str, revision_ids: Sequence[str]) -> dict[str, DocumentView]:
        return {each: self._view(each) for each in revision_ids if each in self._documents}

    async def known_version(self, owner: str, collection_id: str) -> int:
        return 1

    async def postings(self, owner: str, collection_id: str, keys: Sequence[str]) -> dict[str, KeyPostings]:
        texts = {each: f" {normalise_name(text)} " for each, (_, _, text) in self._documents.items()}
        naming = {key: [each for each, text in texts.items() if f" {key} " in text] for key in keys}
        return {key: KeyPostings({}, found, len(found)) for key, found in naming.items()}

    async def meant(
        self, owner: str, collection_id: str, words: Sequence[str], prefixes: Sequence[str], limit: int
    ) -> MeantWords:
        borne = {each: {*document_words(self._view(each))["title"]} for each in self._documents}
        found = {each: sorted(own & {*words}) for each, own in borne.items() if own & {*words}}
        return MeantWords(found, Counter(word for own in found.values() for word in own))

    async def aquery(self, query: VectorStoreQuery, *, only_ids: bool) -> VectorStoreQueryResult:
        asked = {*(query.query_str or "").split()}
        found = [f"{each}-00000" for each, (_, _, text) in self._documents.items() if asked & {*analyse(text)}]
        return VectorStoreQueryResult(ids=found, similarities=[1.0] * len(found))

    async def aget_nodes(self, node_ids: list[str]) -> list[TextNode]:
        return [TextNode(id_=each, text=self._documents[each.rpartition("-")[0]][2]) for each in node_ids]

    def _view(self, revision_id: str) -> DocumentView:
        title, date, _ = self._documents[revision_id]
        view = {
            "document_id": f"d-{revision_id}",
            "revision_id": revision_id,
            "collection_id": "c1",
            "file_name": f"{revision_id}.txt",
            "title": title,
            "media_type": "text/plain",
            "created_at": "",
            "chunk_count": self._chunks.get(revision_id, 1),
            "is_entry": False,
            "metadata": {"dates": [date] if date else []},
        }
        return cast("DocumentView", view)


async def read(
    make_hit: Callable[..., Hit],
    make_plan: Callable[..., Plan],
    documents: Documents,
    question: str = "How long is a key kept?",
    *,
    chunks: Mapping[str, int] | None = None,
    scope: Mapping[str, list[str]] | None = None,
    is_entry: bool = False,
) -> list[str]:
    """What is read besides a hit of the first document."""
    first = next(iter(documents))
    hit = make_hit(f"{first}-00000", revision_id=first, scores={"final": 1.0}, is_entry=is_entry, total_chunks=1)
    context: Any = Shelf(documents, chunks or {})
    plan = make_plan(search_text=question)
    reading = FurtherReading(context, "step", 1.0, [], scope)
    found = await read_later(reading, question, plan, [hit])
    assert reading.unavailable == []
    assert all(each["scores"]["final"] < 1.0 and "hit" not in each["selected_because"] for each in found)
    return [each["chunk_id"] for each in found]


OLD = ("Key Policy v1", "2021-05-01", "Keys are kept for a day.")
NEW = ("Key Policy v2", "2025-01-15", "Tokens are held for a week.")


async def test_the_newest_issue_is_read_whatever_it_says(make_hit: Any, make_plan: Any) -> None:
    documents = {"a": OLD, "b": ("Key Policy v3", "2025-06-01", "Badges."), "c": NEW}
    assert await read(make_hit, make_plan, documents) == ["b-00000"]


async def test_an_older_or_an_undated_issue_is_not(make_hit: Any, make_plan: Any) -> None:
    assert await read(make_hit, make_plan, {"a": NEW, "b": OLD}) == []
    assert await read(make_hit, make_plan, {"a": OLD, "b": ("Key Policy v2", "", "Badges.")}) == []


async def test_a_policy_that_names_the_one_it_replaces_may_be_called_a_little_otherwise(
    make_hit: Any, make_plan: Any
) -> None:
    other = ("Key and Badge Policy", "2025-01-15", "Supersedes the Key Policy.")
    assert await read(make_hit, make_plan, {"a": ("Key Policy", *OLD[1:]), "b": other}) == ["b-00000"]


async def test_an_amendment_that_names_its_contract_is_read(make_hit: Any, make_plan: Any) -> None:
    contract = ("Lease of Mill Lane", "2024-05-28", "The rent is 68 euros.")
    amendment = ("Amendment No. 1", "2025-02-03", "To the Lease of Mill Lane: clause 3 is replaced.")
    letter = ("Letter", "2025-02-03", "The Lease of Mill Lane is long.")
    assert await read(make_hit, make_plan, {"a": contract, "b": amendment, "c": letter}) == ["b-00000"]


async def test_a_party_that_an_amendment_names_is_not_what_it_amends(make_hit: Any, make_plan: Any) -> None:
    documents = {
        "a": ("Halm Town Council", "2024-05-28", "Minutes."),
        "b": ("Amendment No. 1", "2025-02-03", "Between Halm Town Council and Orn."),
    }
    assert await read(make_hit, make_plan, documents) == []


async def test_reports_of_a_series_are_read_where_it_is_asked_how_something_went_on(
    make_hit: Any, make_plan: Any
) -> None:
    documents = {
        "a": ("Orn harbour report 2022", "2022-12-31", "The debt is 27."),
        "b": ("Orn harbour report 2023", "2023-12-31", "The debt is 24."),
        "c": ("Vik harbour report 2023", "2023-12-31", "The debt is 90."),
    }
    assert await read(make_hit, make_plan, documents, "How did the debt develop over the years?") == ["b-00000"]
    assert await read(make_hit, make_plan, documents, "What is the debt?") == []


async def test_of_a_long_issue_its_opening_and_what_says_most_is_read(make_hit: Any, make_plan: Any) -> None:
    documents = {"a": OLD, "b": ("Key Policy v2", "2025-01-15", "A key is kept for a week.")}
    assert await read(make_hit, make_plan, documents, chunks={"b": SHORT + 1}) == ["b-00000"]
    assert await read(make_hit, make_plan, documents, chunks={"b": 2}) == ["b-00000", "b-00001"]


async def test_what_a_filter_leaves_out_and_what_goes_on_about_entries_is_not_read(
    make_hit: Any, make_plan: Any
) -> None:
    assert await read(make_hit, make_plan, {"a": OLD, "b": NEW}, scope={"c1": ["a"]}) == []
    assert await read(make_hit, make_plan, {"a": OLD, "b": NEW}, scope={"c1": ["a", "b"]}) == ["b-00000"]
    assert await read(make_hit, make_plan, {"a": OLD, "b": NEW}, is_entry=True) == []
