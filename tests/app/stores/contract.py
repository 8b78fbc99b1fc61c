"""The contract of every vector store. A backend subclasses `StoreContract` and gives it `store_factory`.

`store_factory(owner, collection_id, dimensions)` opens a store over one and the same backend: equal arguments see
equal rows, and another object for them is what another process would hold. A backend that cannot do something says
so in `lacks`, and the tests that need it are skipped with that reason.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from llama_index.core.schema import NodeRelationship, RelatedNodeInfo, TextNode
from llama_index.core.vector_stores.types import (
    FilterCondition,
    FilterOperator,
    MetadataFilter,
    MetadataFilters,
    VectorStoreQuery,
    VectorStoreQueryMode,
    VectorStoreQueryResult,
)

from app.stores.base import ScopedVectorStore
from nodes.domain.errors import ConflictError, InternalError, InvalidRequestError
from nodes.language.terms import analyse

OpenStore = Callable[..., ScopedVectorStore]

HOSTILE = [
    "it's",
    'say "so"',
    "back\\slash",
    "\\'",
    "two\nlines",
    "tab\tstop",
    "🎉 emoji",
    "'; DROP TABLE chunks; --",
    "' OR '1'='1",
    "%_",
    "`tick`",
    "${x} $1 ?",
    "/* */",
    "nul\x00byte",
    "",
]
EVERY_MODE_BUT_TWO = [
    mode
    for mode in VectorStoreQueryMode
    if mode not in (VectorStoreQueryMode.DEFAULT, VectorStoreQueryMode.TEXT_SEARCH)
]
KNOWN_OPERATORS = {
    FilterOperator.EQ,
    FilterOperator.NE,
    FilterOperator.IN,
    FilterOperator.NIN,
    FilterOperator.GT,
    FilterOperator.GTE,
    FilterOperator.LT,
    FilterOperator.LTE,
}


def row(
    identifier: str,
    *,
    owner: str = "ann",
    collection_id: str = "reports",
    vector: list[float] | None = None,
    text: str = "Revenue grew.",
    **metadata: Any,
) -> TextNode:
    """A node as the index step makes it; `metadata` overrides what is set here, None removes it."""
    values: dict[str, Any] = {
        "owner": owner,
        "collection_id": collection_id,
        "revision_id": "revision-1",
        "document_id": "document-1",
        "chunk_index": 0,
        "section_type": "content",
        "chunk_type": "content",
        "terms": " ".join(analyse(text)),
        **metadata,
    }
    return TextNode(
        id_=identifier,
        text=text,
        embedding=vector or [1.0, 0.0, 0.0, 0.0],
        metadata={key: value for key, value in values.items() if value is not None},
    )


def where(key: str, value: Any, operator: FilterOperator = FilterOperator.EQ) -> MetadataFilters:
    """A single filter."""
    return MetadataFilters(filters=[MetadataFilter(key=key, value=value, operator=operator)])


async def add(store: ScopedVectorStore, nodes: list[TextNode], **options: Any) -> list[str]:
    """Adds nodes, and has them found."""
    added = await store.async_add(nodes, **options)
    await store.arefresh()
    return added


async def dense(
    store: ScopedVectorStore, vector: list[float], top_k: int = 10, **options: Any
) -> VectorStoreQueryResult:
    """The nearest rows."""
    return await store.aquery(VectorStoreQuery(query_embedding=vector, similarity_top_k=top_k, **options))


async def text_search(store: ScopedVectorStore, text: str, top_k: int = 10, **options: Any) -> VectorStoreQueryResult:
    """The rows that hold the terms of a text."""
    return await store.aquery(
        VectorStoreQuery(
            query_str=" ".join(analyse(text)),
            similarity_top_k=top_k,
            mode=VectorStoreQueryMode.TEXT_SEARCH,
            **options,
        )
    )


async def ids(store: ScopedVectorStore, filters: MetadataFilters | None = None) -> list[str]:
    """The ids of the rows that pass."""
    return [node.node_id for node in await store.aget_nodes(filters=filters)]


class StoreContract:
    """What every store does."""

    lacks: ClassVar[dict[str, str]] = {}

    def need(self, ability: str) -> None:
        """Skips the test where the backend has not got the ability."""
        if ability in self.lacks:
            pytest.skip(self.lacks[ability])

    @pytest.fixture
    def store(self, store_factory: OpenStore) -> ScopedVectorStore:
        return store_factory("ann", "reports", 4)

    async def test_a_node_comes_back_equal(self, store: ScopedVectorStore) -> None:
        node = row(
            "a",
            text="Zürich 東京 🎉",
            pages=[1, 2],
            spans=[{"page": 1, "start": 0, "end": 4}],
            nested={"deep": {"er": [None, True, 1.5]}},
            empty=[],
            section_path=["A", "B > C"],
        )
        node.relationships[NodeRelationship.SOURCE] = RelatedNodeInfo(node_id="document-1", metadata={"x": 1})
        node.excluded_embed_metadata_keys = ["terms"]
        node.start_char_idx = 3

        assert await add(store, [node]) == ["a"]

        [without] = await store.aget_nodes(["a"])
        assert without.embedding is None
        [found] = await store.aget_nodes(["a"], include_embeddings=True)
        assert found == node

    async def test_asked_for_by_ids_it_comes_without_what_is_only_searched_and_embedded(
        self, store: ScopedVectorStore
    ) -> None:
        node = row("a", text="Zürich 東京", terms="zurich", enriched_content="[Document: A] Zürich 東京", large=2**90)
        bare = row("b", text="tide", terms=None)
        await add(store, [node, bare])
        only_searched = {"terms", "enriched_content"}
        wanted = {name: value for name, value in node.metadata.items() if name not in only_searched}

        for _ in range(2):
            found, other = await store.aget_nodes(["a", "b"])
            assert (found.get_content(), found.metadata) == ("Zürich 東京", wanted)
            assert other.metadata.keys() == wanted.keys() - {"large"}
        for whole in (
            await store.aget_nodes(["a"], include_embeddings=True),
            await store.aget_nodes(["a"], limit=1),
            await store.aget_nodes(filters=where("document_id", node.metadata["document_id"])),
        ):
            assert whole[0].metadata == node.metadata

    async def test_a_table_that_was_read_ahead_is_searched_as_it_is_now(self, store: ScopedVectorStore) -> None:
        await store.aread_table_ahead()
        await add(store, [row("a", text="tide"), row("b", text="tide")])
        await store.aread_table_ahead()
        query = VectorStoreQuery(query_str="tide", similarity_top_k=5, mode=VectorStoreQueryMode.TEXT_SEARCH)
        assert (await store.aquery(query, only_ids=True)).ids == ["a", "b"]
        await add(store, [row("a", text="ebb"), row("c", text="tide")])
        await store.arefresh()
        assert (await store.aquery(query, only_ids=True)).ids == ["b", "c"]

    async def test_what_was_read_ahead_is_given_as_it_is_now(self, store: ScopedVectorStore) -> None:
        await store.aread_ahead(["a", "b", "c"])
        await add(store, [row("a", text="old"), row("b")])
        await store.aread_ahead(["a", "b", "c"])
        await add(store, [row("a", text="new"), row("c")])
        await store.adelete_nodes(["b"])
        await store.arefresh()

        found = await store.aget_nodes(["a", "b", "c"])

        assert [(each.node_id, each.get_content()) for each in found] == [("a", "new"), ("c", row("c").text)]

    async def test_metadata_that_is_absent_stays_absent_and_null_stays_null(self, store: ScopedVectorStore) -> None:
        node = row("a", section_type=None, chunk_index=None, terms=None)
        node.metadata |= {"chunk_type": None, "remark": None}
        await add(store, [node])

        [found] = await store.aget_nodes(["a"])

        assert found.metadata == node.metadata

    async def test_big_metadata_and_text_come_back_whole(self, store: ScopedVectorStore) -> None:
        node = row("a", text="word " * 100_000, terms="word", table=[{"cell": "x" * 1000, "n": n} for n in range(500)])
        await add(store, [node])

        [found] = await store.aget_nodes(["a"], include_embeddings=True)

        assert found == node

    async def test_a_store_nobody_wrote_to_is_empty(self, store: ScopedVectorStore) -> None:
        assert (await dense(store, [1.0, 0.0, 0.0, 0.0])).ids == []
        assert (await text_search(store, "revenue")).nodes == []
        assert await store.aget_nodes() == []
        assert await store.acount() == 0
        await store.adelete("revision-1")
        await store.adelete_nodes(["a"])
        await store.aclear()
        await store.optimise()
        assert await add(store, []) == []

    async def test_adding_the_same_id_replaces(self, store: ScopedVectorStore) -> None:
        await add(store, [row("a", text="old words"), row("b", text="other words")])
        await add(store, [row("a", text="new phrase", vector=[0.0, 1.0, 0.0, 0.0])])

        assert await ids(store) == ["a", "b"]
        assert (await text_search(store, "old")).ids == []
        assert (await text_search(store, "phrase")).ids == ["a"]
        assert (await dense(store, [0.0, 1.0, 0.0, 0.0], 1)).ids == ["a"]

    async def test_of_equal_ids_in_one_call_the_last_counts(self, store: ScopedVectorStore) -> None:
        await add(store, [row("a", text="first"), row("a", text="second")])

        [found] = await store.aget_nodes()

        assert isinstance(found, TextNode)
        assert found.text == "second"

    async def test_dense_similarity_is_cosine(self, store: ScopedVectorStore) -> None:
        vectors = {"a": [2.0, 0, 0, 0], "b": [1.0, 1.0, 0, 0], "c": [0.0, 3.0, 0, 0], "d": [-0.5, 0, 0, 0]}
        await add(store, [row(name, vector=vector) for name, vector in vectors.items()])

        result = await dense(store, [5.0, 0.0, 0.0, 0.0])

        assert result.ids == ["a", "b", "c", "d"]
        assert result.similarities == pytest.approx([1.0, math.sqrt(0.5), 0.0, -1.0], abs=1e-6)
        assert result.nodes is not None
        assert [node.node_id for node in result.nodes] == result.ids

    async def test_bm25_is_what_the_formula_says(self, store: ScopedVectorStore) -> None:
        self.need("exact_bm25")
        texts = {
            "a": "alpha beta beta gamma",
            "b": "beta",
            "c": "alpha " * 7 + "delta epsilon zeta eta theta",
            "d": "gamma delta",
            "e": "unrelated words entirely",
        }
        await add(store, [row(name, text=text, terms=text.strip()) for name, text in texts.items()])
        await store.optimise()

        for question in ("alpha", "beta gamma", "alpha beta delta missing"):
            expected = bm25({name: text.split() for name, text in texts.items()}, question.split())
            query = VectorStoreQuery(query_str=question, similarity_top_k=10, mode=VectorStoreQueryMode.TEXT_SEARCH)
            result = await store.aquery(query)
            assert result.ids is not None
            assert result.similarities is not None
            assert dict(zip(result.ids, result.similarities, strict=True)) == pytest.approx(expected, rel=1e-5)
            assert result.ids == sorted(expected, key=lambda name: (-expected[name], name))

    async def test_ids_alone_are_the_same_ids_with_the_same_similarities(self, store: ScopedVectorStore) -> None:
        texts = {"a": "alpha beta", "b": "alpha", "c": "gamma", "d": "alpha alpha beta", "e": "beta"}
        vectors = {
            "a": [1.0, 0, 0, 0],
            "b": [1.0, 1.0, 0, 0],
            "c": [0, 1.0, 0, 0],
            "d": [1.0, 0, 0, 0],
            "e": [0, 0, 1.0, 0],
        }
        await add(store, [row(each, text=texts[each], vector=vectors[each]) for each in texts])
        queries = [
            VectorStoreQuery(query_embedding=[1.0, 0.2, 0.0, 0.0], similarity_top_k=3),
            VectorStoreQuery(query_embedding=[1.0, 0.2, 0.0, 0.0], similarity_top_k=9, filters=where("id", "c")),
            VectorStoreQuery(query_str="alpha beta", similarity_top_k=2, mode=VectorStoreQueryMode.TEXT_SEARCH),
            VectorStoreQuery(query_str="missing", similarity_top_k=2, mode=VectorStoreQueryMode.TEXT_SEARCH),
            VectorStoreQuery(query_str="", similarity_top_k=2, mode=VectorStoreQueryMode.TEXT_SEARCH),
        ]

        for query in queries:
            whole, alone = await store.aquery(query), await store.aquery(query, only_ids=True)

            assert (alone.ids, alone.similarities) == (whole.ids, whole.similarities)
            assert alone.nodes is None
            assert whole.nodes is not None

    async def test_ids_alone_of_a_store_nobody_wrote_to_are_none(self, store: ScopedVectorStore) -> None:
        query = VectorStoreQuery(query_embedding=[1.0, 0.0, 0.0, 0.0], similarity_top_k=3)

        result = await store.aquery(query, only_ids=True)

        assert (result.ids, result.similarities, result.nodes) == ([], [], None)

    async def test_terms_are_taken_as_they_are(self, store: ScopedVectorStore) -> None:
        terms = ["C++", "don't", "1.5", "us-10", "the", "running", "Ünïcode", "x" * 64, "語" * 64, "𠮷" * 64, "a.b_c"]
        await add(store, [row(f"{n:02}", terms=f"{term} filler") for n, term in enumerate(terms)])

        for n, term in enumerate(terms):
            query = VectorStoreQuery(query_str=term, similarity_top_k=5, mode=VectorStoreQueryMode.TEXT_SEARCH)
            assert (await store.aquery(query)).ids == [f"{n:02}"], term
        for missing in ("c++", "don", "run", "Unicode", "a"):
            query = VectorStoreQuery(query_str=missing, similarity_top_k=5, mode=VectorStoreQueryMode.TEXT_SEARCH)
            assert (await store.aquery(query)).ids == [], missing

    @pytest.mark.parametrize(
        ("text", "question"),
        [
            ("東京都の売上高は増加した", "売上高"),
            ("삼성전자의 매출이 증가했다", "매출이"),
            ("Выручка компании выросла", "выручки"),
            ("Les résultats financiers", "resultats"),
            ("the café's patent US-10,123,456", "café"),
        ],
    )
    async def test_text_in_any_script_is_found(self, store: ScopedVectorStore, text: str, question: str) -> None:
        await add(store, [row("a", text=text), row("b", text="nothing of the kind")])

        assert (await text_search(store, question)).ids == ["a"]

    @pytest.mark.parametrize("question", ["", "   ", "\n"])
    async def test_no_terms_find_nothing(self, store: ScopedVectorStore, question: str) -> None:
        await add(store, [row("a")])
        query = VectorStoreQuery(query_str=question, similarity_top_k=5, mode=VectorStoreQueryMode.TEXT_SEARCH)

        assert (await store.aquery(query)).ids == []

    async def test_rows_are_found_before_and_after_optimise(self, store: ScopedVectorStore) -> None:
        for n in range(6):
            await add(store, [row(f"{n}", text=f"common word{n}", vector=[1.0, n / 10, 0.0, 0.0])])
        before = await text_search(store, "common"), await dense(store, [1.0, 0.0, 0.0, 0.0])
        await store.optimise()
        after = await text_search(store, "common"), await dense(store, [1.0, 0.0, 0.0, 0.0])

        assert set(before[0].ids or []) == set(after[0].ids or []) == {str(n) for n in range(6)}
        assert before[1].ids == after[1].ids == [str(n) for n in range(6)]

    @pytest.mark.parametrize("top_k", [1, 3, 40, 59])
    async def test_ties_go_by_id_also_at_the_cut(self, store: ScopedVectorStore, top_k: int) -> None:
        names = [f"{n:03}" for n in range(60)]
        shuffled = [names[(n * 37) % 60] for n in range(60)]
        await add(store, [row(name, text="same words here") for name in shuffled[:30]])
        await store.optimise()
        await add(store, [row(name, text="same words here") for name in shuffled[30:]])

        assert (await dense(store, [1.0, 0.5, 0.0, 0.0], top_k)).ids == names[:top_k]
        await store.optimise()
        assert (await text_search(store, "same words", top_k)).ids == names[:top_k]

    async def test_a_repeated_query_gives_the_same(self, store: ScopedVectorStore) -> None:
        await add(
            store,
            [
                row(f"{n:03}", text=f"alpha {'beta ' * (n % 5)} g{n % 7}", vector=[1, n % 9, n % 4, 1])
                for n in range(90)
            ],
        )
        await store.optimise()
        first = await dense(store, [1.0, 2.0, 3.0, 4.0], 25), await text_search(store, "beta g3 alpha", 25)
        for _ in range(5):
            again = await dense(store, [1.0, 2.0, 3.0, 4.0], 25), await text_search(store, "beta g3 alpha", 25)
            assert again == first

    async def test_deleting_a_revision_leaves_nothing_of_it(self, store: ScopedVectorStore) -> None:
        await add(store, [row(f"old{n}", text="unmistakable", revision_id="r1") for n in range(5)])
        await add(store, [row("new", text="kept", revision_id="r2")])
        await store.optimise()

        await store.adelete("r1")

        assert await ids(store) == ["new"]
        assert await store.acount(where("revision_id", "r1")) == 0
        assert (await text_search(store, "unmistakable")).ids == []
        assert (await dense(store, [1.0, 0.0, 0.0, 0.0])).ids == ["new"]

    async def test_deleting_by_ids_and_by_filters(self, store: ScopedVectorStore) -> None:
        await add(store, [row(name, chunk_index=n) for n, name in enumerate("abcdef")])

        await store.adelete_nodes(["a", "nobody"])
        await store.adelete_nodes(filters=where("chunk_index", 4, FilterOperator.GTE))
        await store.adelete_nodes(["b", "c"], where("chunk_index", 2))
        assert await ids(store) == ["b", "d"]

        await store.adelete_nodes([])
        await store.adelete_nodes(filters=where("owner", "bob"))
        assert await ids(store) == ["b", "d"]
        with pytest.raises(InvalidRequestError):
            await store.adelete_nodes()

        await store.aclear()
        assert await ids(store) == []

    @pytest.mark.parametrize("hostile", HOSTILE)
    async def test_hostile_strings_are_only_strings(self, store: ScopedVectorStore, hostile: str) -> None:
        await add(
            store,
            [
                row(f"id-{hostile}", document_id=hostile, revision_id=hostile, text=f"alpha {hostile}", note=hostile),
                row("other", document_id="other", revision_id="other"),
            ],
        )

        assert await ids(store, where("document_id", hostile)) == [f"id-{hostile}"]
        assert await ids(store, where("document_id", [hostile], FilterOperator.NIN)) == ["other"]
        assert (await dense(store, [1, 0, 0, 0], filters=where("document_id", hostile))).ids == [f"id-{hostile}"]
        assert (await text_search(store, "alpha", filters=where("document_id", hostile))).ids == [f"id-{hostile}"]
        [found] = await store.aget_nodes([f"id-{hostile}"])
        assert found.metadata["note"] == hostile
        await store.adelete(hostile)
        assert await ids(store) == ["other"]

    @pytest.mark.parametrize(
        ("filters", "expected"),
        [
            (where("section_type", "claims"), "b"),
            (where("section_type", "claims", FilterOperator.NE), "acd"),
            (where("section_type", None), "d"),
            (where("section_type", None, FilterOperator.NE), "abc"),
            (where("section_type", ["claims", "results"], FilterOperator.IN), "bc"),
            (where("section_type", ["claims", "results"], FilterOperator.NIN), "ad"),
            (where("section_type", [], FilterOperator.IN), ""),
            (where("section_type", [], FilterOperator.NIN), "abcd"),
            (where("chunk_index", 1), "b"),
            (where("chunk_index", 1, FilterOperator.GT), "cd"),
            (where("chunk_index", 1, FilterOperator.GTE), "bcd"),
            (where("chunk_index", 1, FilterOperator.LT), "a"),
            (where("chunk_index", 1, FilterOperator.LTE), "ab"),
            (where("chunk_index", [0, 3], FilterOperator.IN), "ad"),
            (where("id", "b", FilterOperator.GT), "cd"),
            (where("owner", "ann"), "abcd"),
            (where("owner", "bob"), ""),
            (where("owner", "bob", FilterOperator.NE), "abcd"),
            (where("collection_id", ["reports", "x"], FilterOperator.IN), "abcd"),
            (where("collection_id", ["x"], FilterOperator.IN), ""),
            (MetadataFilters(filters=[]), "abcd"),
            (
                MetadataFilters(
                    condition=FilterCondition.OR,
                    filters=[
                        MetadataFilter(key="chunk_index", value=0),
                        MetadataFilters(
                            condition=FilterCondition.AND,
                            filters=[
                                MetadataFilter(
                                    key="section_type", value=["claims", "results"], operator=FilterOperator.IN
                                ),
                                MetadataFilter(key="chunk_index", value=1, operator=FilterOperator.GT),
                            ],
                        ),
                    ],
                ),
                "ac",
            ),
            (
                MetadataFilters(
                    condition=FilterCondition.OR,
                    filters=[MetadataFilter(key="owner", value="bob"), MetadataFilter(key="chunk_index", value=2)],
                ),
                "c",
            ),
            (
                MetadataFilters(
                    condition=FilterCondition.OR,
                    filters=[MetadataFilter(key="owner", value="ann"), MetadataFilter(key="chunk_index", value=2)],
                ),
                "abcd",
            ),
        ],
    )
    async def test_filters_hold_for_every_way_to_ask(
        self, store: ScopedVectorStore, filters: MetadataFilters, expected: str
    ) -> None:
        sections = ["abstract", "claims", "results", None]
        await add(store, [row(name, chunk_index=n, section_type=sections[n]) for n, name in enumerate("abcd")])

        assert await ids(store, filters) == list(expected)
        assert await store.acount(filters) == len(expected)
        assert (await dense(store, [1, 0, 0, 0], filters=filters)).ids == list(expected)
        assert (await text_search(store, "revenue", filters=filters)).ids == list(expected)

    @pytest.mark.parametrize(
        "filters",
        [
            where("no_column", "x"),
            where("terms", "x"),
            where("vector", "x"),
            where("1=1; --", "x"),
            where("chunk_index", "1"),
            where("chunk_index", 1.5),
            where("chunk_index", 2**63),
            where("document_id", "half \ud83c"),
            where("document_id", 1),
            where("document_id", ["a", "b"]),
            where("document_id", "a", FilterOperator.IN),
            where("document_id", None, FilterOperator.GT),
            MetadataFilters(condition=FilterCondition.NOT, filters=[MetadataFilter(key="id", value="a")]),
            *[where("document_id", "a", operator) for operator in FilterOperator if operator not in KNOWN_OPERATORS],
        ],
    )
    async def test_a_filter_it_does_not_know_is_refused(
        self, store: ScopedVectorStore, filters: MetadataFilters
    ) -> None:
        await add(store, [row("a")])
        with pytest.raises(InvalidRequestError):
            await dense(store, [1, 0, 0, 0], filters=filters)
        with pytest.raises(InvalidRequestError):
            await store.adelete_nodes(filters=filters)
        assert await ids(store) == ["a"]

    async def test_query_by_node_ids_and_revision_ids(self, store: ScopedVectorStore) -> None:
        await add(store, [row(name, revision_id=f"r{name}") for name in "abc"])

        assert (await dense(store, [1, 0, 0, 0], node_ids=["c", "a"])).ids == ["a", "c"]
        assert (await dense(store, [1, 0, 0, 0], doc_ids=["rb"])).ids == ["b"]
        assert (await dense(store, [1, 0, 0, 0], doc_ids=["rb"], node_ids=["a"])).ids == []

    @pytest.mark.parametrize("mode", EVERY_MODE_BUT_TWO)
    async def test_a_mode_it_does_not_have_is_refused(
        self, store: ScopedVectorStore, mode: VectorStoreQueryMode
    ) -> None:
        query = VectorStoreQuery(query_embedding=[1.0, 0, 0, 0], query_str="x", similarity_top_k=1, mode=mode)
        with pytest.raises(InvalidRequestError, match="mode"):
            await store.aquery(query)

    async def test_options_it_does_not_have_are_refused(self, store: ScopedVectorStore) -> None:
        query = VectorStoreQuery(query_embedding=[1.0, 0.0, 0.0, 0.0], similarity_top_k=1)
        with pytest.raises(InvalidRequestError, match="where"):
            await store.aquery(query, where="1=1")
        with pytest.raises(InvalidRequestError):
            await dense(store, [1, 0, 0, 0], 0)
        with pytest.raises(InvalidRequestError):
            await store.aquery(VectorStoreQuery(similarity_top_k=1))

    @pytest.mark.parametrize(
        "vector", [[0.0] * 4, [math.nan, 1.0, 0.0, 0.0], [math.inf, 0.0, 0.0, 0.0], [1e-30] * 4, [1e300, 0.0, 0.0, 0.0]]
    )
    async def test_a_vector_without_direction_is_refused(self, store: ScopedVectorStore, vector: list[float]) -> None:
        with pytest.raises(InvalidRequestError):
            await add(store, [row("good"), row("bad", vector=vector)])
        with pytest.raises(InvalidRequestError):
            await dense(store, vector)
        assert await ids(store) == []

    async def test_another_dimension_is_a_conflict_that_names_both(
        self, store: ScopedVectorStore, store_factory: OpenStore
    ) -> None:
        await add(store, [row("a")])
        with pytest.raises(ConflictError, match=r"3 .* 4|4 .* 3"):
            await add(store, [row("b", vector=[1.0, 0.0, 0.0])])
        with pytest.raises(ConflictError, match=r"3 .* 4|4 .* 3"):
            await dense(store, [1.0, 0.0, 0.0])

        other = store_factory("ann", "reports", 3)
        with pytest.raises(ConflictError, match=r"3 .* 4|4 .* 3"):
            await dense(other, [1.0, 0.0, 0.0])
        with pytest.raises(ConflictError, match=r"3 .* 4|4 .* 3"):
            await add(other, [row("b", vector=[1.0, 0.0, 0.0])])
        assert await ids(store) == ["a"]

    @pytest.mark.parametrize(
        "bad",
        [
            row("x", owner="bob"),
            row("x", collection_id="other"),
            row("x", owner=None),  # type: ignore[arg-type]  # what a caller may get wrong
            row("x", chunk_index="one"),
            row("x", chunk_index=True),
            row("x", chunk_index=2**63),
            row("x", note="half \ud83c"),
            row("x", document_id=7),
            row("x", terms=["a", "b"]),
            row("x", note=object()),
            row("x", note=math.nan),
            row("x", note={1: "integer keys come back as strings"}),
            row("x", text="half \ud83c of a pair", terms="half"),
            TextNode(id_="x", text="no embedding", metadata={"owner": "ann", "collection_id": "reports"}),
        ],
    )
    async def test_one_bad_row_keeps_the_whole_call_out(self, store: ScopedVectorStore, bad: TextNode) -> None:
        with pytest.raises(InvalidRequestError):
            await add(store, [row("good"), bad])
        assert await ids(store) == []

    async def test_paging_by_id(self, store: ScopedVectorStore) -> None:
        names = [f"{n:02}" for n in range(25)]
        await add(store, [row(name) for name in reversed(names)])

        seen: list[str] = []
        while page := await store.aget_nodes(
            filters=where("id", seen[-1], FilterOperator.GT) if seen else None, limit=10
        ):
            assert len(page) <= 10
            seen += [node.node_id for node in page]
        assert seen == names

    @settings(
        max_examples=12,
        deadline=None,
        # Every backend's class inherits the test: that is all that differs.
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.differing_executors],
    )
    @given(
        placed=st.lists(
            st.tuples(st.sampled_from(["ann", "bob"]), st.sampled_from(["reports", "x'y"]), st.integers(0, 5)),
            min_size=1,
            max_size=12,
        )
    )
    def test_no_scope_ever_sees_another_one(self, store_factory: OpenStore, placed: list[tuple[str, str, int]]) -> None:
        scopes = [(owner, collection) for owner in ("ann", "bob") for collection in ("reports", "x'y")]

        async def check() -> None:
            for owner, collection in scopes:
                await store_factory(owner, collection, 4).aclear()
            for owner, collection, n in placed:
                node = row(f"row{n}", owner=owner, collection_id=collection, text=f"shared words {owner}")
                await add(store_factory(owner, collection, 4), [node])
            for owner, collection in scopes:
                store = store_factory(owner, collection, 4)
                own = sorted({f"row{n}" for o, c, n in placed if (o, c) == (owner, collection)})
                everyone = MetadataFilters(
                    condition=FilterCondition.OR,
                    filters=[MetadataFilter(key="owner", value=value) for value in ("ann", "bob")],
                )
                for result in (
                    await dense(store, [1, 0, 0, 0], 50),
                    await dense(store, [1, 0, 0, 0], 50, filters=everyone),
                    await text_search(store, "shared", 50),
                ):
                    assert sorted(result.ids or []) == own
                    assert all(
                        (node.metadata["owner"], node.metadata["collection_id"]) == (owner, collection)
                        for node in result.nodes or []
                    )
                assert await ids(store) == own

        asyncio.run(check())

    async def test_deleting_in_one_scope_leaves_the_others(self, store_factory: OpenStore) -> None:
        ann, bob = store_factory("ann", "reports", 4), store_factory("bob", "reports", 4)
        await add(ann, [row("same")])
        await add(bob, [row("same", owner="bob")])

        await ann.adelete("revision-1")
        await ann.aclear()

        assert await ids(ann) == []
        assert await ids(bob) == ["same"]

    async def test_a_reader_sees_what_another_writer_commits(self, store_factory: OpenStore) -> None:
        self.need("reads_own_writes")
        reader, writer = store_factory("ann", "reports", 4), store_factory("ann", "reports", 4)
        assert await ids(reader) == []
        await add(writer, [row("a", text="first")])
        assert await ids(reader) == ["a"]
        await add(writer, [row("b", text="second")])
        assert (await text_search(reader, "second")).ids == ["b"]
        await writer.optimise()
        await writer.adelete_nodes(["a"])
        assert (await dense(reader, [1, 0, 0, 0])).ids == ["b"]

    async def test_writers_at_once_lose_nothing(self, store_factory: OpenStore) -> None:
        stores = [store_factory("ann", "reports", 4) for _ in range(3)]

        async def write(writer: int) -> None:
            for batch in range(3):
                await stores[writer].async_add([row(f"{writer}-{batch}-{n}") for n in range(5)] + [row("same")])

        async def read() -> None:
            for _ in range(5):
                found = await dense(stores[0], [1, 0, 0, 0], 100)
                assert len(set(found.ids or [])) == len(found.ids or [])

        await asyncio.gather(*(write(writer) for writer in range(3)), read(), stores[1].optimise())
        await stores[2].arefresh()

        written = [f"{w}-{b}-{n}" for w in range(3) for b in range(3) for n in range(5)]
        assert await ids(stores[2]) == [*written, "same"]

    async def test_the_same_new_rows_of_writers_at_once_are_there_once(self, store_factory: OpenStore) -> None:
        stores = [store_factory("ann", "reports", 4) for _ in range(3)]
        await add(stores[0], [row(f"old-{n}") for n in range(20)])
        await stores[0].optimise()

        await asyncio.gather(*(store.async_add([row("new"), row("newer")]) for store in stores))
        await stores[2].arefresh()

        assert await ids(stores[2]) == ["new", "newer", *sorted(f"old-{n}" for n in range(20))]

    async def test_a_failed_upsert_leaves_the_old_rows(self, store: ScopedVectorStore) -> None:
        await add(store, [row("a", text="old"), row("b", text="old")])
        with pytest.raises(InvalidRequestError):
            await add(store, [row("a", text="new"), row("b", text="new", owner="bob")])
        assert len((await text_search(store, "old")).ids or []) == 2
        assert (await text_search(store, "new")).ids == []

    def test_blocking_methods_work_outside_a_loop(self, store: ScopedVectorStore) -> None:
        self.need("blocking_methods")
        assert store.add([row("a"), row("b", revision_id="r2"), row("c")]) == ["a", "b", "c"]
        store.delete_nodes(["c"])
        store.delete("r2")
        query = VectorStoreQuery(query_embedding=[1.0, 0.0, 0.0, 0.0], similarity_top_k=5)
        assert store.query(query).ids == ["a"]
        assert [node.node_id for node in store.get_nodes()] == ["a"]
        store.clear()
        assert store.get_nodes() == []

    async def test_blocking_methods_refuse_to_stop_a_loop(self, store: ScopedVectorStore) -> None:
        with pytest.raises(InternalError):
            store.add([row("a")])
        with pytest.raises(InternalError):
            store.query(VectorStoreQuery(query_embedding=[1.0, 0.0, 0.0, 0.0]))


def bm25(documents: dict[str, list[str]], question: list[str], k1: float = 1.2, b: float = 0.75) -> dict[str, float]:
    """BM25 by the book; documents that hold no term are left out."""
    average = sum(map(len, documents.values())) / len(documents)
    held = Counter(term for terms in documents.values() for term in set(terms))
    scores: dict[str, float] = {}
    for name, terms in documents.items():
        for term in question:
            frequency = terms.count(term)
            if frequency:
                rarity = math.log(1 + (len(documents) - held[term] + 0.5) / (held[term] + 0.5))
                weight = frequency * (k1 + 1) / (frequency + k1 * (1 - b + b * len(terms) / average))
                scores[name] = scores.get(name, 0.0) + rarity * weight
    return scores
