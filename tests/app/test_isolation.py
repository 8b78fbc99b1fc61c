"""Two owners and two collections that share their words: nobody ever sees another's document, file name or id."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.sheaf import IngestFile, Sheaf
from nodes.domain.errors import NotFoundError

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.both_stacks]

WriteFile = Callable[[str, str], Path]
WORDS = ("turbine", "harbour", "battery", "tariff", "membership")
PLACES = [("ann", "reports"), ("ann", "letters"), ("bob", "reports"), ("bob", "letters")]
SENTENCE = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)


async def _fill(sheaf: Sheaf, write: WriteFile, run: str, texts: list[str]) -> dict[tuple[str, str], dict[str, Any]]:
    """One document in each place, with a file name and a word of its own."""
    there = {}
    for number, ((owner, collection), text) in enumerate(zip(PLACES, texts, strict=True)):
        name, secret = f"{owner}-{collection}-{run[:8]}.txt", f"Secret{number}{run[:8]}"
        path = write(f"{run}/{name}", f"The {text} of {secret} is worth 4{number} euros.\n")
        report = await sheaf.ingest([IngestFile(path)], owner=f"{owner} {run}", collection=collection)
        there[owner, collection] = report.files[0] | {"secret": secret}
        assert report.files[0]["status"] == "ready"
    return there


def _shows(result: Any, document: dict[str, Any]) -> bool:
    text = json.dumps(result, ensure_ascii=False)
    return any(document[key] in text for key in ("file_name", "document_id", "secret"))


@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(SENTENCE, min_size=4, max_size=4), question=SENTENCE)
async def test_nobody_sees_anothers_documents(shared: Sheaf, write: WriteFile, texts: list[str], question: str) -> None:
    run = uuid4().hex
    there = await _fill(shared, write, run, texts)
    for owner in ("ann", "bob"):
        mine = f"{owner} {run}"
        for collections in (["reports"], ["letters"], ["reports", "letters"]):
            allowed = {(owner, collection) for collection in collections}
            found = await shared.search(question, owner=mine, collections=collections, options={"top_k": 100})
            answer = await shared.ask(f"What is the {question} worth?", owner=mine, collections=collections)
            listed = await shared.documents(owner=mine, collections=collections)
            assert {each.document_id for each in listed.documents} == {there[each]["document_id"] for each in allowed}
            assert {hit["document_id"] for hit in found["hits"]} == {there[each]["document_id"] for each in allowed}
            for place, document in there.items():
                if place not in allowed:
                    assert not _shows([found, answer], document)
        everything = await shared.documents(owner=mine)
        assert {each.document_id for each in everything.documents} == {
            document["document_id"] for place, document in there.items() if place[0] == owner
        }


async def test_anothers_word_file_name_and_id_lead_nowhere(shared: Sheaf, write: WriteFile) -> None:
    run = uuid4().hex
    there = await _fill(shared, write, run, ["turbine"] * 4)
    theirs = there["bob", "reports"]
    mine = {each.collection_id for each in await shared.collections(owner=f"ann {run}")}
    for question in (theirs["secret"], theirs["file_name"], theirs["document_id"], f"Summarise {theirs['file_name']}"):
        answer = await shared.ask(question, owner=f"ann {run}", collections=["reports", "letters"])
        found = await shared.search(question, owner=f"ann {run}", collections=["reports", "letters"])
        assert {hit["collection_id"] for hit in found["hits"]} <= mine
        assert theirs["document_id"] not in {hit["document_id"] for hit in found["hits"]}
        assert theirs["document_id"] not in {each["document_id"] for each in answer["citations"]}
        named = [each for entry in answer["trace"] for each in entry["decided"].get("named_documents", [])]
        assert theirs["document_id"] not in named

    with pytest.raises(NotFoundError) as refused:
        await shared.delete(theirs["document_id"], owner=f"ann {run}")
    assert not _shows([refused.value.message, refused.value.hint], {**theirs, "document_id": "\0"})
    still = await shared.search(theirs["secret"], owner=f"bob {run}", collections=["reports"])
    assert [hit["document_id"] for hit in still["hits"]] == [theirs["document_id"]]


async def test_an_owner_without_documents_learns_nothing_of_others(shared: Sheaf, write: WriteFile, owner: str) -> None:
    run = uuid4().hex
    await _fill(shared, write, run, ["turbine"] * 4)
    stranger = f"stranger {run}"
    with pytest.raises(NotFoundError) as refused:
        await shared.ask("What is the turbine worth?", owner=stranger, collections=["reports"])
    assert "There are none yet." in refused.value.message
    assert await shared.collections(owner=stranger) == []
    assert (await shared.documents(owner=stranger)).total == 0


async def test_a_session_of_another_owner_is_not_there(shared: Sheaf, write: WriteFile) -> None:
    run = uuid4().hex
    there = await _fill(shared, write, run, ["turbine"] * 4)
    secret = there["ann", "reports"]["secret"]
    await shared.ask(f"What is {secret} worth?", owner=f"ann {run}", collections=["reports"], session_id="one")
    for method in (shared.ask, shared.search):
        with pytest.raises(NotFoundError) as refused:
            await method("And what else?", owner=f"bob {run}", collections=["reports"], session_id="one")
        assert secret not in f"{refused.value.message} {refused.value.hint}"
    with pytest.raises(NotFoundError):
        await shared.conversations.turns(f"bob {run}", "one")


async def test_an_answer_kept_for_one_owner_is_not_served_to_another(shared: Sheaf, write: WriteFile) -> None:
    run = uuid4().hex
    path = write("same.txt", "The turbine of the harbour is worth 44 euros.\n")
    for owner in ("ann", "bob"):
        await shared.ingest([IngestFile(path)], owner=f"{owner} {run}")
    question = "What is the turbine of the harbour worth?"
    first = await shared.ask(question, owner=f"ann {run}")
    second = await shared.ask(question, owner=f"bob {run}")
    assert first["answer"] == second["answer"]
    assert second["cached"] is False
    assert first["citations"][0]["document_id"] != second["citations"][0]["document_id"]
