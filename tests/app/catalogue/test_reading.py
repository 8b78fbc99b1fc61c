from __future__ import annotations

import sqlite3
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.catalogue.publishing import fact_value, facts_of
from app.catalogue.records import CollectionKind
from nodes.domain.errors import ConflictError, InvalidRequestError, NotFoundError


async def test_sections_and_pages_come_back_as_they_were_stored(bench: Any, catalogue: Any) -> None:
    [registered] = await bench.register({"a.txt": "one"})
    [claimed] = await bench.claim()
    document = bench.built(claimed, ["first 一\n", "second\n", "third\n"])
    document["pages"][0]["headings"] = [{"start": 0, "end": 5, "level": 1, "title": "first"}]
    await catalogue.publish("ann", [document], {}, {})
    assert await catalogue.sections("ann", registered.revision_id) == document["sections"]
    assert await catalogue.pages("ann", registered.revision_id) == document["pages"]
    assert await catalogue.page_texts("ann", registered.revision_id, [3, 1, 9]) == {1: "first 一\n", 3: "third\n"}
    assert len(await catalogue.page_texts("ann", registered.revision_id)) == 3
    second = (registered.revision_id, 2)
    assert await catalogue.texts_of_pages("ann", [second, ("another", 1), second]) == {second: "second\n"}
    assert await catalogue.texts_of_pages("ann", []) == {}


async def test_publishing_again_replaces_what_was_stored(bench: Any, catalogue: Any) -> None:
    [registered] = await bench.add({"a.txt": "one"}, metadata={"title": "Old", "authors": ["Ann"]})
    again = bench.built(registered, ["one", "two"], {"title": "New", "authors": ["Bob"], "dates": ["2020-05-01"]})
    await catalogue.publish("ann", [again], {registered.revision_id: ["one", "two"]}, {})
    view = (await catalogue.visible("ann", [registered.revision_id]))[registered.revision_id]
    assert (view["title"], view["page_count"]) == ("New", 2)
    collection_ids = [await bench.collection()]
    assert await catalogue.find_documents("ann", collection_ids, {"authors": "Ann"}, 9) == []
    assert len(await catalogue.find_documents("ann", collection_ids, {"authors": "Bob"}, 9)) == 1
    assert await bench.frequencies(["one", "two"]) == {"one": 1, "two": 1}


async def test_metadata_is_found_by_equality_and_lists_by_their_items(bench: Any, catalogue: Any) -> None:
    [first] = await bench.add(
        {"a.txt": "1"},
        metadata={"title": "A", "authors": ["Ann", "Bob"], "total_sections": 3, "fiscal_periods": ["2022"]},
    )
    [second] = await bench.add({"b.txt": "2"}, metadata={"title": "x" * 5000, "authors": ["Bob"]})
    await bench.register({"c.txt": "3"})
    collection_ids = [await bench.collection()]

    async def found(**metadata: Any) -> list[str]:
        views = await catalogue.find_documents("ann", collection_ids, metadata, 9)
        return [view["document_id"] for view in views]

    assert await found(authors="Bob") == sorted([first.document_id, second.document_id])
    assert await found(authors="Bob", total_sections=3) == [first.document_id]
    assert await found(total_sections="3", fiscal_periods=2022) == [first.document_id]
    assert await found(title="x" * 5000) == [second.document_id]
    assert await found(authors="bob") == []
    assert len(await found()) == 2
    assert len(await catalogue.find_documents("ann", collection_ids, {}, 1)) == 1
    assert await catalogue.find_documents("ann", [], {}, 9) == []


@given(st.one_of(st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text()))
def test_a_value_and_its_text_are_asked_for_alike(value: Any) -> None:
    text = fact_value(value)
    assert len(text) <= 200 or not isinstance(value, str)
    assert fact_value(text) == text
    assert facts_of({"field": [value, {"nested": 1}, None]}) == {("field", text)}


async def test_dates_span_the_visible_documents(bench: Any, catalogue: Any) -> None:
    collection_id = await bench.collection()
    assert await catalogue.dated_range("ann", collection_id) is None
    await bench.add({"a.txt": "1"}, metadata={"dates": ["2021-03-01", "1999-01-01"]})
    [newest] = await bench.add({"b.txt": "2"}, metadata={"dates": ["2023-01-01"]})
    await bench.add({"c.txt": "3"}, metadata={})
    assert await catalogue.dated_range("ann", collection_id) == ("2021-03-01", "2023-01-01")
    await catalogue.delete_document("ann", newest.document_id)
    assert await catalogue.dated_range("ann", collection_id) == ("2021-03-01", "2021-03-01")


async def test_what_another_connection_changes_is_seen_at_once(bench: Any, catalogue: Any) -> None:
    first, second = await bench.add({"a.txt": "1", "b.txt": "2"})
    both = [first.revision_id, second.revision_id]
    other = await type(catalogue).open(catalogue._database._url.render_as_string())
    try:
        assert len(await catalogue.visible("ann", both)) == 2
        await other.delete_document("ann", first.document_id)
        assert set(await catalogue.visible("ann", both)) == {second.revision_id}
        await other.rename("ann", await bench.collection(), "renamed")
        assert set(await catalogue.visible("ann", both)) == {second.revision_id}
    finally:
        await other.close()


async def test_listing_goes_page_by_page_in_the_order_of_arrival(bench: Any, catalogue: Any) -> None:
    await bench.register({f"{name}.txt": name for name in "zyxwv"})
    seen: list[str] = []
    after = None
    while True:
        page = await catalogue.documents("ann", after=after, limit=2)
        assert page.total == 5
        seen.extend(record.file_name for record in page.documents)
        if page.next is None:
            break
        after = page.next
    assert seen == [f"{name}.txt" for name in "zyxwv"]
    assert (await catalogue.documents("ann", status="ready")).total == 0
    assert (await catalogue.documents("ann", collection_ids=[])).total == 0
    with pytest.raises(InvalidRequestError):
        await catalogue.documents("ann", after="nonsense")


async def test_another_embedding_model_is_refused_with_the_command_that_changes_it(bench: Any, catalogue: Any) -> None:
    collection_id = await bench.collection()
    with pytest.raises(ConflictError) as caught:
        await catalogue.ensure_collection("ann", "default", CollectionKind("openai", 3072, "lancedb"))
    assert caught.value.hint == "sheaf reembed default --embedding openai --owner ann"
    building = await catalogue.begin_reembedding("ann", collection_id, "openai", 3072)
    assert await catalogue.switch_embedding("ann", building)
    assert (
        await catalogue.ensure_collection("ann", "default", CollectionKind("openai", 3072, "lancedb"))
    ).collection_id == collection_id


async def test_a_renamed_collection_keeps_its_id_and_its_old_name_is_free(bench: Any, catalogue: Any) -> None:
    first = await bench.collection(name="old")
    await catalogue.rename("ann", first, "new")
    second = await bench.collection(name="old")
    assert first != second
    assert (await catalogue.find_collection("ann", "new")).collection_id == first
    with pytest.raises(ConflictError):
        await catalogue.rename("ann", first, "old")


async def test_deleting_a_collection_takes_everything_out_of_sight(bench: Any, catalogue: Any) -> None:
    ready, _ = await bench.add({"a.txt": "1", "b.txt": "1"})
    [waiting] = await bench.register({"c.txt": "2"})
    [kept] = await bench.add({"a.txt": "1"}, name="other")
    collection_id = await bench.collection()
    deleted = await catalogue.delete_collection("ann", collection_id)
    # The other collection holds the same content, so its file is still needed.
    assert {(each.revision_id, each.file_key is None) for each in deleted.retired} == {
        (ready.revision_id, True),
        (waiting.revision_id, False),
    }
    revision_ids = [ready.revision_id, waiting.revision_id, kept.revision_id]
    assert set(await catalogue.visible("ann", revision_ids)) == {kept.revision_id}
    with pytest.raises(NotFoundError):
        await catalogue.collection("ann", collection_id)
    await catalogue.forget([each.revision_id for each in deleted.retired])
    [again] = await bench.add({"a.txt": "1"})
    assert set(await catalogue.visible("ann", [again.revision_id])) == {again.revision_id}


async def test_collections_are_counted(bench: Any, catalogue: Any) -> None:
    await bench.add({"a.txt": "1", "b.txt": "1", "c.txt": "2"})
    await bench.register({"d.txt": "3"})
    [counted] = await catalogue.collections("ann")
    assert (counted.name, counted.document_count, counted.chunk_count) == ("default", 4, 2)


async def test_cached_values_go_with_a_document_they_rest_on(bench: Any, catalogue: Any) -> None:
    first, second = await bench.add({"a.txt": "1", "b.txt": "2"})
    both = [first.document_id, second.document_id]
    await catalogue.cache_put("ann", "answer", {"q1": {"text": "é"}, "q2": [1]}, both)
    await catalogue.cache_put("ann", "answer", {"q3": 1}, [second.document_id])
    await catalogue.cache_put("ann", "embedding", {"q1": [0.5]}, [])
    assert await catalogue.cache_get("ann", "answer", ["q1", "q2", "q9"]) == {"q1": {"text": "é"}, "q2": [1]}
    await catalogue.cache_put("ann", "answer", {"q2": 7}, [second.document_id])
    await catalogue.delete_document("ann", first.document_id)
    assert await catalogue.cache_get("ann", "answer", ["q1", "q2", "q3"]) == {"q2": 7, "q3": 1}
    assert await catalogue.cache_get("ann", "embedding", ["q1"]) == {"q1": [0.5]}
    await catalogue.cache_put("ann", "answer", {"q4": 1}, both)
    assert await catalogue.cache_get("ann", "answer", ["q4"]) == {}
    await bench.register({"b.txt": "3"})
    await bench.publish(await bench.claim(), {"b.txt": "3"})
    assert await catalogue.cache_get("ann", "answer", ["q2", "q3"]) == {}


async def test_the_newest_cached_values_are_found_by_the_beginning_of_their_keys(
    bench: Any, catalogue: Any, clock: Any
) -> None:
    for number in range(6):
        await catalogue.cache_put("ann", "similar_answer", {f"a_{number}": number, f"ab{number}": -number}, [])
        await catalogue.cache_put("bob", "similar_answer", {f"a_{number}": "his"}, [])
        clock.advance(1)
    found = await catalogue.cache_find("ann", "similar_answer", "a_", 4)
    assert list(found.items()) == [("a_5", 5), ("a_4", 4), ("a_3", 3), ("a_2", 2)]
    assert await catalogue.cache_find("ann", "answer", "a", 4) == {}
    assert await catalogue.cache_find("ann", "similar_answer", "A_", 4) == {}

    assert await catalogue.cache_trim("ann", "similar_answer", 5) == 7
    assert set(await catalogue.cache_find("ann", "similar_answer", "", 99)) == {"a_5", "ab5", "a_4", "ab4", "a_3"}
    assert await catalogue.cache_trim("ann", "similar_answer", 5) == 0
    assert len(await catalogue.cache_find("bob", "similar_answer", "", 99)) == 6


async def test_versions_rise_with_what_is_visible(bench: Any, catalogue: Any) -> None:
    [document] = await bench.add({"a.txt": "apples"})
    home = await bench.collection()
    first = await catalogue.versions("ann", [home, "elsewhere"])
    assert set(first) == {home}
    assert await catalogue.versions("bob", [home]) == {}
    await catalogue.delete_document("ann", document.document_id)
    assert (await catalogue.versions("ann", [home]))[home] > first[home]


async def test_old_cached_values_are_pruned(bench: Any, catalogue: Any, clock: Any) -> None:
    [document] = await bench.add({"a.txt": "apples"})
    for owner, documents in (("ann", [document.document_id]), ("bob", [])):
        await catalogue.cache_put(owner, "embedding", {"old": 1, "older": 1}, documents)
    clock.advance(60)
    border = clock()
    await catalogue.cache_put("ann", "embedding", {"new": 1}, [])
    assert await catalogue.cache_prune(border) == 4
    assert await catalogue.cache_get("ann", "embedding", ["old", "older", "new"]) == {"new": 1}
    assert await catalogue.cache_get("bob", "embedding", ["old", "older"]) == {}
    assert await catalogue.cache_prune(border) == 0


async def test_a_session_takes_its_private_collection_along(bench: Any, catalogue: Any) -> None:
    shared = await bench.collection()
    session = await catalogue.ensure_session("ann", title="First")
    private = await catalogue.private_collection("ann", session.session_id, CollectionKind("wordllama", 256, "lancedb"))
    await catalogue.register("ann", private.collection_id, [bench.file("a.txt", "1")])
    await catalogue.attach("ann", session.session_id, [shared])
    await catalogue.add_feedback("ann", "answer1", 1, session_id=session.session_id, payload={"q": "?"})
    await catalogue.add_feedback("ann", "answer2", -1, session_id="another", comment="no")
    stored = await catalogue.session("ann", session.session_id)
    assert (stored.title, stored.collection_id, stored.attached) == ("First", private.collection_id, [shared])
    assert [each.collection_id for each in await catalogue.collections("ann")] == [shared]
    assert len(await catalogue.collections("ann", private=True)) == 2
    deleted = await catalogue.delete_session("ann", session.session_id)
    assert deleted is not None
    assert len(deleted.retired) == 1
    assert await catalogue.sessions("ann") == []
    assert [each.answer_id for each in await catalogue.feedback("ann")] == ["answer2"]
    assert (await catalogue.collection("ann", shared)).name == "default"


async def test_sessions_come_last_used_first_and_expire(catalogue: Any, clock: Any) -> None:
    for session_id in ("s1", "s2"):
        await catalogue.ensure_session("ann", session_id)
    border = clock().strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    await catalogue.ensure_session("ann", "s1", "Titled later")
    assert [(each.session_id, each.title) for each in await catalogue.sessions("ann")] == [
        ("s1", "Titled later"),
        ("s2", ""),
    ]
    assert await catalogue.expired_sessions(border) == [("ann", "s2")]


async def test_keys_open_until_they_are_revoked(catalogue: Any) -> None:
    await catalogue.add_key("laptop", "ann", "hash1")
    assert await catalogue.owner_of_key("hash1") == "ann"
    assert await catalogue.owner_of_key("hash2") is None
    with pytest.raises(ConflictError):
        await catalogue.add_key("laptop", "bob", "hash2")
    await catalogue.revoke_key("laptop")
    assert await catalogue.owner_of_key("hash1") is None
    [key] = await catalogue.keys()
    assert key.revoked_at is not None
    with pytest.raises(NotFoundError):
        await catalogue.revoke_key("desktop")


async def test_what_is_kept_of_all_collections_together_has_a_bound(
    bench: Any, catalogue: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.catalogue.seeing._MOST_KEPT_IN_ALL", 20)
    monkeypatch.setattr("app.catalogue.seeing._LOOKS_AT_ALL", 1)
    names = [f"collection {number}" for number in range(30)]
    ids = []
    for name in names:
        await bench.add({"a.txt": name}, name=name)
        ids.append(await bench.collection(name=name))
    for collection_id in ids:
        assert await catalogue.live_count("ann", collection_id) == 1
        assert await catalogue.live_count("ann", ids[0]) == 1
    kept = {collection_id for collection_id, _ in catalogue._by_version}
    assert len(kept) <= 10
    assert {ids[0], ids[-1]} <= kept, "what was asked for last stays"


async def test_nothing_is_kept_of_a_collection_that_was_deleted(bench: Any, catalogue: Any) -> None:
    [first] = await bench.add({"a.txt": "1"})
    collection_id = await bench.collection()
    assert await catalogue.live_count("ann", collection_id) == 1
    assert await catalogue.visible("ann", [first.revision_id])
    catalogue.forget_collection(collection_id)
    assert not catalogue._by_version
    assert not catalogue._known
    assert await catalogue.live_count("ann", collection_id) == 1


async def test_groups_of_values_are_kept_in_one_transaction(bench: Any, catalogue: Any) -> None:
    first, second = await bench.add({"a.txt": "1", "b.txt": "2"})
    await catalogue.delete_document("ann", first.document_id)
    writes = catalogue._database.writes
    groups = [({"q1": 1}, [first.document_id]), ({"q2": 2, "q3": 3}, [second.document_id]), ({"q3": 4}, [])]
    await catalogue.cache_put_all("ann", "rerank", groups)
    assert catalogue._database.writes == writes + 1
    assert await catalogue.cache_get("ann", "rerank", ["q1", "q2", "q3"]) == {"q2": 2, "q3": 4}
    await catalogue.delete_document("ann", second.document_id)
    assert await catalogue.cache_get("ann", "rerank", ["q2", "q3"]) == {"q3": 4}


async def test_closing_leaves_no_connection_open(bench: Any, catalogue: Any) -> None:
    if not catalogue.is_sqlite:
        pytest.skip("PostgreSQL is not asked whether anyone has committed")
    await bench.add({"a.txt": "1"})
    await catalogue.live_count("ann", await bench.collection())
    connection = catalogue._commits._connection
    await catalogue.close()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.execute("SELECT 1")
