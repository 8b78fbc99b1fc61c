"""Nothing ever answers for another owner, and nothing changes what is another's."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import pytest
from sqlalchemy import select

from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.models import Base
from app.catalogue.records import CollectionKind, FeedbackPage, HandedIn, MetadataPage, SessionPage
from nodes.domain.documents import Mention, Name, SearchFeatures
from nodes.domain.errors import NotFoundError
from nodes.domain.lookups import KeyPostings, MeantWords

REFUSED = "refused"
ERROR = {"code": "internal", "message": "m", "hint": ""}
NO_FEATURES: SearchFeatures = {"starts": [], "passages": [], "is_entry": False, "words": []}
Call = Callable[[SqlCatalogue, dict[str, Any]], Awaitable[Any]]

CALLS: dict[str, tuple[Call, Any]] = {
    "collection": (lambda c, a: c.collection("bob", a["collection"]), REFUSED),
    "find_collection": (lambda c, a: c.find_collection("bob", "papers"), REFUSED),
    "collections": (lambda c, a: c.collections("bob"), []),
    "rename": (lambda c, a: c.rename("bob", a["collection"], "mine"), REFUSED),
    "set_weight": (lambda c, a: c.set_weight("bob", a["collection"], 9), REFUSED),
    "begin_reembedding": (lambda c, a: c.begin_reembedding("bob", a["collection"], "m", 1), REFUSED),
    "not_embedded": (lambda c, a: c.not_embedded("bob", a["collection"]), []),
    "packed_passages": (lambda c, a: c.packed_passages("bob", [a["live"]]), {}),
    "put_next_features": (lambda c, a: c.put_next_features("bob", a["building"], {a["live"]: [b"forged"]}), REFUSED),
    "switch_embedding": (lambda c, a: c.switch_embedding("bob", a["building"]), REFUSED),
    "other_embeddings": (lambda c, a: c.other_embeddings("bob", a["collection"]), []),
    "forget_embedding": (lambda c, a: c.forget_embedding("bob", a["collection"], 1), None),
    "generations": (lambda c, a: c.generations("bob", [a["collection"]]), {}),
    "kept_vectors": (lambda c, a: c.kept_vectors("bob", "m", ["k"]), {}),
    "forget_vectors": (lambda c, a: c.forget_vectors("bob", "m", ["k"]), None),
    "delete_collection": (lambda c, a: c.delete_collection("bob", a["collection"]), REFUSED),
    "register": (lambda c, a: c.register("bob", a["collection"], [a["file"]]), REFUSED),
    "claim": (lambda c, a: c.claim("bob", worker="w", lease_seconds=1, revision_ids=[a["waiting"]]), []),
    "fail": (lambda c, a: c.fail("bob", a["waiting"], ERROR), None),  # type: ignore[arg-type]  # plain data
    "publish": (lambda c, a: c.publish("bob", [a["built"]], {a["waiting"]: ["stolen"]}, {}), None),
    "put_features": (lambda c, a: c.put_features("bob", {a["live"]: NO_FEATURES}), None),
    "live_revisions": (lambda c, a: c.live_revisions("bob", a["collection"], without_features=False), []),
    "descriptions": (lambda c, a: c.descriptions("bob", [a["live"]]), {}),
    "hold": (
        lambda c, a: c.hold("bob", [a["live"]], worker="w", lease_seconds=1, is_alive=lambda _: False),
        set(),
    ),
    "let_go": (lambda c, a: c.let_go("bob", [a["live"]], worker="w"), None),
    "put_sections": (lambda c, a: c.put_sections("bob", {a["live"]: []}), None),
    "delete_document": (lambda c, a: c.delete_document("bob", a["document"]), REFUSED),
    "revisions": (lambda c, a: c.revisions("bob", [a["document"]]), {}),
    "visible": (lambda c, a: c.visible("bob", [a["live"]]), {}),
    "count_unread": (lambda c, a: c.count_unread("bob", [a["collection"]]), 0),
    "failed_documents": (lambda c, a: c.failed_documents("bob", [a["collection"]], ["a"]), {}),
    "count_documents": (lambda c, a: c.count_documents("bob", [a["collection"]]), 0),
    "find_documents": (lambda c, a: c.find_documents("bob", [a["collection"]], {}, 9), []),
    "latest_documents": (lambda c, a: c.latest_documents("bob", [a["collection"]], 9), []),
    "sections": (lambda c, a: c.sections("bob", a["live"]), []),
    "page_texts": (lambda c, a: c.page_texts("bob", a["live"]), {}),
    "texts_of_pages": (lambda c, a: c.texts_of_pages("bob", [(a["live"], 1)]), {}),
    "pages": (lambda c, a: c.pages("bob", a["live"]), []),
    "dated_range": (lambda c, a: c.dated_range("bob", a["collection"]), None),
    "near_name": (lambda c, a: c.near_name("bob", None, "a.tx"), None),
    "documents": (lambda c, a: _listed(c, a["collection"]), []),
    "document": (lambda c, a: c.document("bob", a["document"]), REFUSED),
    "namesakes": (lambda c, a: c.namesakes("bob", a["collection"], ["a.txt"]), []),
    "document_frequencies": (lambda c, a: _counted(c, a["collection"]), (0, {})),
    "frequencies_ahead": (lambda c, a: _counted_ahead(c, a["collection"]), (0, {})),
    "words_ahead": (lambda c, a: _meant_ahead(c, a["collection"]), MeantWords({}, {})),
    "put_all_names": (lambda c, a: c.put_all_names("bob", {a["live"]: ([], [])}), None),
    "passages": (lambda c, a: _passages(c, [a["live"], a["other"]]), []),
    "short_documents": (lambda c, a: _short(c, a["collection"], a["live"]), {}),
    "passages_ahead": (lambda c, a: _whole_ahead(c, a["live"]), None),
    "all_passages": (lambda c, a: c.all_passages("bob", a["live"]), None),
    "meant": (lambda c, a: c.meant("bob", a["collection"], ["a.txt"], ["a"], 9), MeantWords({}, {})),
    "live_count": (lambda c, a: c.live_count("bob", a["collection"]), 0),
    "revision_keys": (lambda c, a: _keys(c, a["live"]), ({}, ())),
    "derive_ahead": (lambda c, a: _derived(c, a["collection"], a["live"]), []),
    "neighbours": (lambda c, a: _led_to(c, a["collection"], a["live"]), []),
    "postings": (lambda c, a: c.postings("bob", a["collection"], ["plan"]), {"plan": KeyPostings({}, (), 0)}),
    "links": (lambda c, a: c.links("bob", [a["document"], a["other"]], 9), []),
    "cache_get": (lambda c, a: c.cache_get("bob", "answer", ["q"]), {}),
    "cache_put": (lambda c, a: c.cache_put("bob", "answer", {"q": "forged"}, [a["document"]]), None),
    "cache_put_all": (lambda c, a: c.cache_put_all("bob", "answer", [({"q": "forged"}, [a["document"]])]), None),
    "cache_find": (lambda c, a: c.cache_find("bob", "answer", "", 9), {}),
    "cache_trim": (lambda c, a: c.cache_trim("bob", "answer", 0), 0),
    "versions": (lambda c, a: c.versions("bob", [a["collection"]]), {}),
    "known_version": (lambda c, a: c.known_version("bob", a["collection"]), None),
    "ensure_session": (lambda c, a: c.ensure_session("bob", a["session"]), REFUSED),
    "keep_asked": (lambda c, a: c.keep_asked("bob", a["session"], ["stolen?"], "stolen"), None),
    "session": (lambda c, a: c.session("bob", a["session"]), REFUSED),
    "sessions": (lambda c, a: c.sessions("bob"), []),
    "private_collection": (
        lambda c, a: c.private_collection("bob", a["session"], CollectionKind("m", 1, "lancedb")),
        REFUSED,
    ),
    "attach": (lambda c, a: c.attach("bob", a["session"], []), REFUSED),
    "delete_session": (lambda c, a: c.delete_session("bob", a["session"]), REFUSED),
    "feedback": (lambda c, a: c.feedback("bob"), []),
    "add_upload": (lambda c, a: c.add_upload("bob", a["collection"], []), REFUSED),
    "upload": (lambda c, a: c.upload("bob", a["upload"]), REFUSED),
    "uploads": (lambda c, a: _uploaded(c), ([], 0)),
    "session_page": (lambda c, a: c.session_page("bob"), SessionPage([], 0, None)),
    "feedback_page": (lambda c, a: c.feedback_page("bob", a["session"]), FeedbackPage([], 0, None)),
    "metadata_page": (lambda c, a: c.metadata_page("bob", [a["collection"]]), MetadataPage([], None)),
}
"""What Bob gets when he asks for Ann's."""

OWN_ONLY = {"ensure_collection", "create_collection", "keep_vectors", "add_feedback", "add_key"}
"""These take no id of anything that is there already."""


async def _listed(catalogue: SqlCatalogue, collection_id: str) -> list[Any]:
    return (await catalogue.documents("bob", collection_ids=[collection_id])).documents


async def _uploaded(catalogue: SqlCatalogue) -> tuple[list[Any], int]:
    page = await catalogue.uploads("bob")
    return page.uploads, page.total


async def _counted(catalogue: SqlCatalogue, collection_id: str) -> tuple[int, dict[str, int]]:
    found = await catalogue.document_frequencies("bob", collection_id, ["appl"])
    return found.document_count, dict(found.frequencies)


async def _whole_ahead(catalogue: SqlCatalogue, revision_id: str) -> Any:
    await catalogue.passages_ahead("bob", [revision_id])
    return await catalogue.all_passages("bob", revision_id)


async def _counted_ahead(catalogue: SqlCatalogue, collection_id: str) -> tuple[int, dict[str, int]]:
    await catalogue.frequencies_ahead("bob", collection_id)
    return await _counted(catalogue, collection_id)


async def _meant_ahead(catalogue: SqlCatalogue, collection_id: str) -> MeantWords:
    await catalogue.words_ahead("bob", collection_id)
    return await catalogue.meant("bob", collection_id, ["a.txt"], ["a"], 9)


async def _derived(catalogue: SqlCatalogue, collection_id: str, revision_id: str) -> list[tuple[str, float]]:
    await catalogue.derive_ahead("bob", collection_id, partial(asyncio.sleep, 0))
    return await _led_to(catalogue, collection_id, revision_id)


async def _led_to(catalogue: SqlCatalogue, collection_id: str, revision_id: str) -> list[tuple[str, float]]:
    return (await catalogue.neighbours("bob", collection_id, [revision_id]))[revision_id]


async def _passages(catalogue: SqlCatalogue, revision_ids: Sequence[str]) -> list[Any]:
    found = await catalogue.passages("bob", [(each, 0) for each in revision_ids])
    assert found.block is None
    return list(found.places)


async def _short(catalogue: SqlCatalogue, collection_id: str, revision_id: str) -> dict[str, int]:
    found = await catalogue.short_documents("bob", collection_id, [revision_id], 60)
    assert found.block is None
    return dict(found.passage_counts)


async def _keys(catalogue: SqlCatalogue, revision_id: str) -> tuple[dict[str, float], tuple[str, ...]]:
    found = (await catalogue.revision_keys("bob", [revision_id]))[revision_id]
    return dict(found.borne), tuple(found.mentioned)


async def everything(catalogue: SqlCatalogue) -> dict[str, list[Any]]:
    async with catalogue._database.read() as connection:
        return {
            table.name: sorted(map(repr, await connection.execute(select(table))))
            for table in Base.metadata.sorted_tables
        }


@pytest.fixture
async def anns(bench: Any, catalogue: SqlCatalogue) -> dict[str, Any]:
    """Ann has one of everything."""
    first, other = await bench.add(
        {"a.txt": "apples", "b.txt": "pears"}, name="papers", metadata={"title": "t", "dates": ["2020-01-01"]}
    )
    [waiting] = await bench.register({"c.txt": "plums"}, name="papers")
    plan: Name = {"key": "plan", "kind": "title", "weight": 1.0}
    mention: Mention = {"key": "plan", "chunk_index": 0, "context": "c"}
    borne = {first.revision_id: ([plan], []), other.revision_id: ([], [mention])}
    await catalogue.put_all_names("ann", borne)
    await catalogue.cache_put("ann", "answer", {"q": 1}, [first.document_id])
    session = await catalogue.ensure_session("ann")
    await catalogue.private_collection("ann", session.session_id, CollectionKind("wordllama", 256, "lancedb"))
    await catalogue.add_feedback("ann", "answer", 1, session_id=session.session_id)
    papers = await bench.collection(name="papers")
    upload = await catalogue.add_upload("ann", papers, [HandedIn("c.txt", waiting, None)])
    await catalogue.keep_vectors("ann", "m", {"k": b"v"})
    return {
        "collection": papers,
        "building": await catalogue.begin_reembedding("ann", papers, "m", 3),
        "upload": upload.upload_id,
        "file": bench.file("a.txt", "apples"),
        "built": bench.built(waiting, ["stolen"]),
        "waiting": waiting.revision_id,
        "live": first.revision_id,
        "document": first.document_id,
        "other": other.document_id,
        "session": session.session_id,
    }


def test_every_method_that_takes_an_owner_is_held() -> None:
    methods = inspect.getmembers(SqlCatalogue, inspect.iscoroutinefunction)
    owned = {name for name, method in methods if "owner" in inspect.signature(method).parameters and name[0] != "_"}
    assert owned == CALLS.keys() | OWN_ONLY


async def test_another_owner_sees_and_changes_nothing(catalogue: SqlCatalogue, anns: dict[str, Any]) -> None:
    before = await everything(catalogue)
    for name, (call, expected) in CALLS.items():
        try:
            answer = await call(catalogue, anns)
        except NotFoundError:
            answer = REFUSED
        assert (name, answer) == (name, expected)
        assert (name, await everything(catalogue)) == (name, before)


async def test_two_owners_with_the_same_files_do_not_meet(bench: Any, catalogue: SqlCatalogue) -> None:
    [hers] = await bench.add({"a.txt": "apples"})
    [his] = await bench.add({"a.txt": "apples"}, owner="bob")
    assert his.outcome == "new"
    assert {hers.document_id, hers.revision_id}.isdisjoint({his.document_id, his.revision_id})
    await catalogue.delete_document("ann", hers.document_id)
    assert set(await catalogue.visible("bob", [his.revision_id])) == {his.revision_id}
    assert await bench.frequencies(["appl"], owner="bob") == {"appl": 1}
