"""Collections, sessions and feedback over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.removal import remove_collection, remove_expired_sessions, remove_old_values, remove_session, sweep
from app.settings import load_settings
from app.sheaf import IngestFile, Sheaf
from nodes.domain.errors import UnavailableError
from nodes.language.instructions import without_instructions
from nodes.language.query_terms import _query_terms
from tests.app.conftest import WriteFile
from tests.app.service.conftest import Serve
from tests.waiting import until


async def _post(client: httpx.AsyncClient, path: str, **body: Any) -> dict[str, Any]:
    reply = await client.post(path, json=body)
    assert reply.status_code in (200, 201), reply.text
    found: dict[str, Any] = reply.json()
    return found


async def test_a_collection_is_made_renamed_weighed_and_deleted(empty: httpx.AsyncClient) -> None:
    made = await _post(empty, "/collections", name="papers", weight=1.3)
    assert (made["name"], made["weight"], made["document_count"]) == ("papers", 1.3, 0)
    path = f"/collections/{made['collection_id']}"
    assert (await empty.get(path)).json() == made
    taken = await empty.post("/collections", json={"name": "papers"})
    assert (taken.status_code, taken.json()["error"]["code"]) == (409, "conflict")

    await _post(empty, "/collections", name="notes")
    changed = (await empty.patch(path, json={"name": "articles", "weight": 2})).json()
    assert (changed["name"], changed["weight"], changed["collection_id"]) == ("articles", 2.0, made["collection_id"])
    assert (await empty.patch(path, json={"name": "notes"})).status_code == 409

    listed = (await empty.get("/collections?limit=1")).json()
    assert ([each["name"] for each in listed["collections"]], listed["total"]) == (["articles"], 2)
    rest = (await empty.get("/collections", params={"after": listed["next"]})).json()
    assert ([each["name"] for each in rest["collections"]], rest["next"]) == (["notes"], None)

    assert (await empty.delete(path)).status_code == 204
    assert (await empty.delete(path)).status_code == 404


async def test_of_several_that_ask_for_one_name_at_once_one_gets_it(empty: httpx.AsyncClient) -> None:
    weights = [0.5, 1.5, 2.5, 3.5]
    posts = (empty.post("/collections", json={"name": "papers", "weight": weight}) for weight in weights)
    replies = await asyncio.gather(*posts)
    assert sorted(reply.status_code for reply in replies) == [201, 409, 409, 409]
    [made] = [reply.json() for reply in replies if reply.status_code == 201]
    assert (await empty.get("/collections")).json()["collections"] == [made]
    assert made["weight"] == weights[[reply.status_code for reply in replies].index(201)]


async def test_pages_of_collections_begin_where_others_end(empty: httpx.AsyncClient) -> None:
    first = await _post(empty, "/collections", name="a/b")
    await _post(empty, "/collections", name="a/c")
    after = (await empty.get("/collections?limit=1")).json()["next"]
    assert (await empty.delete(f"/collections/{first['collection_id']}")).status_code == 204
    rest = (await empty.get("/collections", params={"after": after})).json()
    assert [each["name"] for each in rest["collections"]] == ["a/c"], "also where the last of a page is gone"
    for nonsense in ("zzz", "a/c", ""):
        refused = await empty.get("/collections", params={"after": nonsense})
        assert refused.status_code == 422, nonsense
        assert refused.json()["error"]["message"] == f"No page begins after {nonsense!r}."


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "   "}, "name"),
        ({"name": "a\nb"}, "name"),
        ({"name": "a", "weight": 0}, "weight"),
        ({"name": "a", "wait": 1}, "wait"),
        ({}, "name"),
    ],
)
async def test_a_wrong_collection_is_refused_with_the_field(
    empty: httpx.AsyncClient, body: dict[str, Any], field: str
) -> None:
    reply = await empty.post("/collections", json=body)
    assert reply.status_code == 422
    assert reply.json()["error"]["message"].startswith(f"{field}:")


async def test_blanks_around_names_and_titles_are_left_out(empty: httpx.AsyncClient) -> None:
    made = await _post(empty, "/collections", name=" papers\u00a0 ")
    assert made["name"] == "papers"
    path = f"/collections/{made['collection_id']}"
    assert (await empty.post("/collections", json={"name": "papers "})).status_code == 409
    assert (await empty.patch(path, json={"name": "  "})).status_code == 422
    assert (await empty.patch(path, json={"name": " reports "})).json()["name"] == "reports"

    session = await _post(empty, "/sessions", title="  ")
    assert session["title"] == ""
    path = f"/sessions/{session['session_id']}"
    assert (await empty.patch(path, json={"title": "   "})).status_code == 422
    assert (await empty.patch(path, json={"title": " Members "})).json()["title"] == "Members"


async def test_a_name_that_is_kept_for_sessions_is_refused(empty: httpx.AsyncClient) -> None:
    made = await _post(empty, "/collections", name="papers")
    body = {"name": "session x"}
    for reply in (
        await empty.post("/collections", json=body),
        await empty.patch(f"/collections/{made['collection_id']}", json=body),
    ):
        assert (reply.status_code, reply.json()["error"]["code"]) == (422, "invalid_request")
        assert "session x" in reply.json()["error"]["message"]
    assert [each["name"] for each in (await empty.get("/collections")).json()["collections"]] == ["papers"]


async def _ingest_and_find(sheaf: Sheaf, path: Path) -> str:
    """The collection `default`, once it holds this file and is searched."""
    await sheaf.ingest([IngestFile(path)])
    return await _found(sheaf)


async def _found(sheaf: Sheaf) -> str:
    found = await sheaf.search("Who keeps the bees?")
    assert found["unavailable"] == []
    [collection_id] = {hit["collection_id"] for hit in found["hits"]}
    return str(collection_id)


async def test_a_late_drop_does_not_touch_a_collection_made_again(tmp_path: Path, write: WriteFile) -> None:
    path = write("bees.txt", "Mira Holt keeps the bees of Varn.\n")
    settings = load_settings(home=tmp_path / "home")
    async with Sheaf(settings) as sheaf, Sheaf(settings) as other:
        old = await _ingest_and_find(sheaf, path)
        assert await _found(other) == old
        deleted = await sheaf.catalogue.delete_collection("local", old)
        new = await _ingest_and_find(sheaf, path)
        assert new != old
        await sheaf.library.drop("local", old, deleted.store)
        await other.library.drop("local", old)
        for each in (sheaf, other):
            assert await _found(each) == new


async def test_what_is_uploaded_while_a_collection_is_being_deleted_stays(
    tmp_path: Path, write: WriteFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("bees.txt", "Mira Holt keeps the bees of Varn.\n")
    async with Sheaf(load_settings(home=tmp_path / "home")) as sheaf:
        old = await _ingest_and_find(sheaf, path)
        building = sheaf.ingestion().building
        clean = building.clean

        async def slowly() -> None:
            monkeypatch.setattr(building, "clean", clean)
            await clean()
            await sheaf.ingest([IngestFile(path)])

        monkeypatch.setattr(building, "clean", slowly)
        await remove_collection(sheaf, "local", old)
        assert await _found(sheaf) != old


async def test_deleting_a_collection_takes_its_documents_out_of_search_and_store(
    sample_client: httpx.AsyncClient, sample_copy: Path
) -> None:
    [collection] = (await sample_client.get("/collections")).json()["collections"]
    assert collection["document_count"] > 0
    assert list((sample_copy / "store").glob("*.lance"))
    assert (await sample_client.delete(f"/collections/{collection['collection_id']}")).status_code == 204
    assert (await sample_client.get("/documents")).json()["documents"] == []
    assert (await sample_client.get("/vector-documents")).json()["vector_documents"] == []
    assert (await sample_client.get("/metadata")).json()["metadata"] == []
    assert list((sample_copy / "store").glob("*.lance")) == []
    assert [path for path in (sample_copy / "files").rglob("*") if path.is_file()] == []


async def test_a_session_is_made_listed_renamed_attached_and_deleted(empty: httpx.AsyncClient) -> None:
    collection = (await _post(empty, "/collections", name="papers"))["collection_id"]
    first = await _post(empty, "/sessions", title="One", collection_ids=[collection])
    second = await _post(empty, "/sessions")
    assert (first["title"], first["attached"], first["collection_id"]) == ("One", [collection], None)
    path = f"/sessions/{first['session_id']}"
    assert (await empty.get(path)).json() == first

    page = (await empty.get("/sessions?limit=1")).json()
    assert ([each["session_id"] for each in page["sessions"]], page["total"]) == ([second["session_id"]], 2)
    rest = (await empty.get("/sessions", params={"after": page["next"]})).json()
    assert rest["sessions"] == [first]

    assert (await empty.patch(path, json={"title": "Uno"})).json()["title"] == "Uno"
    assert (first["collections_chosen"], second["collections_chosen"]) == (True, False)
    assert (await _post(empty, "/sessions", collection_ids=[]))["collections_chosen"]
    for words, titles in (("uno", ["Uno"]), ("", ["", "", "Uno"]), ("due", [])):
        listed = (await empty.get("/sessions", params={"words": words})).json()
        assert sorted(each["title"] for each in listed["sessions"]) == titles
        assert listed["total"] == len(titles)
    assert (await empty.put(f"{path}/collections", json={"collection_ids": []})).json()["attached"] == []
    assert (await empty.put(f"{path}/collections", json={"collection_ids": ["nothing"]})).status_code == 404
    assert (await empty.patch("/sessions/nothing", json={"title": "x"})).status_code == 404
    assert (await empty.post("/sessions", json={"collection_ids": ["nothing"]})).status_code == 404
    assert (await empty.delete(path)).status_code == 204
    assert (await empty.get(path)).status_code == 404


async def _session_with_everything(sheaf: Sheaf, path: Path) -> str:
    """A session with a private document and an answer about it."""
    session = await sheaf.catalogue.ensure_session("local")
    kind = sheaf.library.configured_kind()
    private = await sheaf.catalogue.private_collection("local", session.session_id, kind)
    await sheaf.ingestion().ingest("local", private.collection_id, [IngestFile(path)], lambda event: None)
    answer = await sheaf.ask("Who keeps the bees?", session_id=session.session_id)
    assert answer["citations"]
    await sheaf.catalogue.add_feedback("local", answer["answer_id"], 1, session_id=session.session_id)
    return session.session_id


async def _left(home: Path) -> tuple[int, int]:
    """Files kept, and threads in the checkpoints."""
    import aiosqlite

    async with (
        aiosqlite.connect(home / "conversations.sqlite") as database,
        database.execute("SELECT COUNT(DISTINCT thread_id) FROM checkpoints") as cursor,
    ):
        row = await cursor.fetchone()
    assert row is not None
    return sum(path.is_file() for path in (home / "files").rglob("*")), row[0]


async def test_deleting_a_session_leaves_nothing_of_it(tmp_path: Path, write: WriteFile, serve: Serve) -> None:
    home = tmp_path / "home"
    settings = load_settings(home=home)
    async with Sheaf(settings) as sheaf:
        session_id = await _session_with_everything(sheaf, write("bees.txt", "Mira Holt keeps the bees of Varn.\n"))
    assert await _left(home) == (1, 1)
    async with serve(settings) as client:
        private = (await client.get(f"/sessions/{session_id}")).json()["collection_id"]
        assert (await client.get("/collections")).json()["collections"] == []
        assert (await client.delete(f"/collections/{private}")).status_code == 409
        assert (await client.patch(f"/collections/{private}", json={"name": "mine"})).status_code == 409
        assert len((await client.get("/vector-documents")).json()["vector_documents"]) == 1
        assert (await client.delete(f"/sessions/{session_id}")).status_code == 204
        for path, key in (("/documents", "documents"), ("/feedback", "feedback"), ("/sessions", "sessions")):
            assert (await client.get(path)).json()[key] == []
        assert (await client.get("/vector-documents")).json()["vector_documents"] == []
        assert (await client.get(f"/collections/{private}")).status_code == 404
    assert await _left(home) == (0, 0)


async def test_old_sessions_go_where_a_limit_is_set(tmp_path: Path, write: WriteFile) -> None:
    home = tmp_path / "home"
    async with Sheaf(load_settings(home=home)) as sheaf:
        await _session_with_everything(sheaf, write("bees.txt", "Mira Holt keeps the bees of Varn.\n"))
        assert await remove_expired_sessions(sheaf) == 0
    async with Sheaf(load_settings(home=home, sessions_max_age_days=1)) as sheaf:
        assert await remove_expired_sessions(sheaf) == 0
    async with Sheaf(load_settings(home=home, sessions_max_age_days=1e-9)) as sheaf:
        assert await remove_expired_sessions(sheaf) == 1
        assert await sheaf.catalogue.sessions("local") == []
    assert await _left(home) == (0, 0)


async def test_an_old_session_that_cannot_be_cleaned_away_keeps_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = load_settings(home=tmp_path / "home", sessions_max_age_days=1e-9)
    async with Sheaf(settings) as sheaf:
        kind = sheaf.library.configured_kind()
        for session in ("one", "two", "three"):
            await sheaf.catalogue.ensure_session("local", session)
            await sheaf.catalogue.private_collection("local", session, kind)
        dropped: list[str] = []

        async def drop(owner: str, collection_id: str, store: str | None = None) -> None:
            dropped.append(collection_id)
            if len(dropped) == 1:
                raise UnavailableError("The store could not be written.")

        monkeypatch.setattr(sheaf.library, "drop", drop)
        assert await remove_expired_sessions(sheaf) == 2
        assert len(dropped) == 3
        assert await sheaf.catalogue.sessions("local") == []
        await sheaf.catalogue.ensure_session("local", "four")
        await sheaf.catalogue.private_collection("local", "four", kind)
        dropped.clear()
        with pytest.raises(UnavailableError):
            await remove_expired_sessions(sheaf)


async def test_a_deleted_conversation_leaves_nothing_in_memory(tmp_path: Path, write: WriteFile) -> None:
    question = "Who keeps the bees of Varn on the hill?"
    async with Sheaf(load_settings(home=tmp_path / "home")) as sheaf:
        session_id = await _session_with_everything(sheaf, write("bees.txt", "Mira Holt keeps the bees of Varn.\n"))
        await sheaf.search(question, session_id=session_id)
        await sheaf.settled()
        private = (await sheaf.catalogue.session("local", session_id)).collection_id
        assert private in {collection_id for collection_id, _ in sheaf.catalogue._by_version}
        assert private in sheaf._read_ahead._read
        asked = _query_terms.cache_info().currsize, without_instructions.cache_info().currsize
        assert min(asked) > 0
        await remove_session(sheaf, "local", session_id)
        assert private not in {collection_id for collection_id, _ in sheaf.catalogue._by_version}
        assert private not in sheaf._read_ahead._read
        assert private not in sheaf._lazy_backfill._complete
        assert (_query_terms.cache_info().currsize, without_instructions.cache_info().currsize) == (0, 0)


async def test_old_kept_values_go_beside_the_service_whatever_is_set_of_sessions(tmp_path: Path) -> None:
    home = tmp_path / "home"
    async with Sheaf(load_settings(home=home)) as sheaf:
        await sheaf.catalogue.ensure_collection("local", "default", sheaf.library.configured_kind())
        await sheaf.catalogue.cache_put("local", "answer", {"key": "447 members [1]"}, [])
        assert await remove_old_values(sheaf) == 0
    async with Sheaf(load_settings(home=home, kept_values_max_age_days=1e-9)) as sheaf:
        sweeping = asyncio.create_task(sweep(sheaf))

        async def is_gone() -> bool:
            return not await sheaf.catalogue.cache_get("local", "answer", ["key"])

        await until(is_gone, 10)
        sweeping.cancel()


async def test_what_is_too_old_goes_with_the_next_ingest_where_no_service_runs(
    tmp_path: Path, write: Callable[[str, str], Path]
) -> None:
    home = tmp_path / "home"
    async with Sheaf(load_settings(home=home)) as sheaf:
        await _session_with_everything(sheaf, write("bees.txt", "Mira Holt keeps the bees of Varn.\n"))
        await sheaf.catalogue.cache_put("local", "answer", {"key": "447 members [1]"}, [])
    async with Sheaf(load_settings(home=home, kept_values_max_age_days=1e-9, sessions_max_age_days=1e-9)) as sheaf:
        await sheaf.ingest([IngestFile(write("quay.txt", "The quay is 300 m long.\n"))])
        assert await sheaf.catalogue.cache_get("local", "answer", ["key"]) == {}
        assert await sheaf.catalogue.sessions("local") == []


async def test_feedback_is_kept_with_what_it_is_about(sample_client: httpx.AsyncClient) -> None:
    question = "How many members did the cooperative have?"
    answer = await _post(sample_client, "/chat", question=question, stream=False)
    given = {"answer_id": answer["answer_id"], "session_id": answer["session_id"], "value": 1, "comment": "right"}
    receipt = await _post(sample_client, "/feedback", **given)
    other = await _post(sample_client, "/chat", question=question, stream=False)
    assert other["session_id"] != answer["session_id"]
    bad = {"answer_id": other["answer_id"], "session_id": other["session_id"], "value": -1}
    await _post(sample_client, "/feedback", **bad)
    page = (await sample_client.get("/feedback?limit=1")).json()
    assert page["total"] == 2
    assert page["feedback"][0].items() >= {**given, **receipt}.items()
    rest = (await sample_client.get("/feedback", params={"after": page["next"]})).json()
    assert [each["answer_id"] for each in rest["feedback"]] == [other["answer_id"]]
    mine = (await sample_client.get("/feedback", params={"session_id": answer["session_id"]})).json()
    assert [each["feedback_id"] for each in mine["feedback"]] == [receipt["feedback_id"]]


async def test_feedback_names_an_answer_that_was_given(sample_client: httpx.AsyncClient) -> None:
    asked = {"question": "How many members did the cooperative have?", "stream": False}
    answer, other = [await _post(sample_client, "/chat", **asked) for _ in range(2)]
    given = {"answer_id": answer["answer_id"], "session_id": answer["session_id"], "value": 1}
    for wrong, status, code in (
        ({**given, "value": 2}, 422, "invalid_request"),
        ({"answer_id": answer["answer_id"], "value": 1}, 422, "invalid_request"),
        ({**given, "session_id": None}, 422, "invalid_request"),
        ({**given, "answer_id": "elsewhere"}, 404, "not_found"),
        ({**given, "session_id": "elsewhere"}, 404, "not_found"),
        ({**given, "session_id": other["session_id"]}, 404, "not_found"),
    ):
        reply = await sample_client.post("/feedback", json=wrong)
        assert (reply.status_code, reply.json()["error"]["code"]) == (status, code), wrong
    assert (await sample_client.get("/feedback")).json()["total"] == 0


async def test_ratings_are_counted_with_the_requests(serve: Serve, sample_copy: Path) -> None:
    async with serve(load_settings(home=sample_copy, service={"requests_per_minute": 2})) as client:
        answer = await _post(client, "/chat", question="How many members were there?", stream=False)
        given = {"answer_id": answer["answer_id"], "session_id": answer["session_id"], "value": 1}
        replies = [await client.post("/feedback", json=given) for _ in range(2)]
    assert [reply.status_code for reply in replies] == [201, 429]
    assert replies[1].json()["error"]["code"] == "rate_limited"
    assert int(replies[1].headers["retry-after"]) > 0


async def test_a_question_to_an_empty_collection_is_told_that_nothing_is_there(empty: httpx.AsyncClient) -> None:
    collection = (await empty.post("/collections", json={"name": "reports"})).json()["collection_id"]
    asked = {"question": "How long is the pier?", "collection_ids": [collection]}
    answer = await empty.post("/chat", json={**asked, "stream": False})
    assert (answer.status_code, answer.json()["status"]) == (200, "no_evidence")
    assert answer.json()["answer"] == "There are no documents in what was searched. Upload some, and ask again."
    found = await empty.post("/search", json=asked)
    assert (found.status_code, found.json()["hits"]) == (200, [])
    assert found.json()["unsearched"] == ["no documents are there yet; upload some"]
