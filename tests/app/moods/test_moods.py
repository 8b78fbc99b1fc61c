"""The table of a model's moods: whatever mood it is in on whatever path, what the user gets."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest

from nodes.chat.generate import CUT_SHORT, NOTHING_SAID
from nodes.domain.chat import ModelPath
from nodes.modelling.limits import FALLBACKS
from tests.app.moods.conftest import KNOWN, Sheafs
from tests.openai_server import (
    Mood,
    OpenAIServer,
    cut,
    empty,
    fails,
    garbage,
    limited,
    refuses,
    says,
    slow,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")

OLDEST = "What do the oldest buildings of the island have in common?"
ASKED: dict[ModelPath, tuple[str, dict[str, Any]]] = {
    "classify": ("harbour cranes", {"llm_classify": True}),
    "split": (OLDEST, {"expansion": True}),
    "paraphrase": ("Why does the island need its harbour?", {"expansion": True}),
    "hyde": ("Why does the island need its harbour?", {"hyde": True}),
    "rerank": ("Which buildings does the island have?", {"rerank": True}),
    "generate": ("When was the harbour of Husby opened?", {}),
}
"""A question for each path, and the options that ask the model for it."""

FAILING: dict[str, tuple[Mood, str, int]] = {
    "slow": (slow(30), "took longer than 0.3 seconds", 1),
    "limited": (limited(0.001), "over its limit (429)", 2),
    "limited for long": (limited(300), "over its limit (429)", 1),
    "failing": (fails(500), "failed (500)", 2),
    "refusing the request": (fails(403), "did not accept the key (403)", 1),
    "cut": (cut('{"queries": ["Which'), "broke off", 2),
    "garbage": (garbage(), "", 1),
    "refusing": (refuses(), "refused", 1),
    "empty": (empty(), "nothing", 1),
}
"""Each mood with what is said of it and the requests that it costs."""


def searched(found: dict[str, Any]) -> list[tuple[str, float]]:
    """What was found, in its order, with the score that it had."""
    return [(hit["chunk_id"], hit["score"]) for hit in found["hits"]]


def decided(result: dict[str, Any], node: str) -> dict[str, Any]:
    [told] = [step["decided"] for step in result["trace"] if step["node"] == node]
    return dict(told)


@pytest.mark.parametrize("mood", FAILING)
@pytest.mark.parametrize("path", [path for path in get_args(ModelPath) if path != "generate"])
async def test_a_search_finds_what_it_finds_without_the_model(
    sheafs: Sheafs, server: OpenAIServer, path: ModelPath, mood: str
) -> None:
    met, reason, requests = FAILING[mood]
    server.when(KNOWN[path].part, met)
    question, options = ASKED[path]

    found = await (sheafs.impatient if mood == "slow" else sheafs.patient).search(question, options=options)

    # What the model gives besides, on other paths, is left out of what is compared.
    others = {key: value for key, value in options.items() if key not in {"hyde", "rerank", "llm_classify"}}
    if path != "split":
        assert searched(found) == searched(await sheafs.plain.search(question, options=others))
    [failure] = [each for each in found["model_failures"] if each["path"] == path]
    assert failure["fallback"] == FALLBACKS[path]
    assert reason in failure["reason"]
    if not (mood == "slow" and path == "split"):
        assert [each["path"] for each in found["model_failures"]] == [path]
    asked = len(server.asked(KNOWN[path].part))
    # Where there is little time there may be too little for the request, too.
    assert asked == requests or (mood == "slow" and asked < requests)
    assert found["hits"]


@pytest.mark.parametrize("mood", FAILING)
@pytest.mark.parametrize("is_streamed", [False, True])
async def test_an_answer_is_made_of_quotes_and_nothing_of_the_model_stays_in_it(
    sheafs: Sheafs, server: OpenAIServer, mood: str, is_streamed: bool
) -> None:
    met, reason, requests = FAILING[mood]
    if mood == "cut":
        met, reason, requests = cut("The harbour of Husby is made of cheese [1]"), "broke off", 1
    server.when(KNOWN["generate"].part, met)
    question, _ = ASKED["generate"]
    sheaf = sheafs.impatient if mood == "slow" else sheafs.patient

    shown = ""
    if is_streamed:
        async for event in await sheaf.stream(question):
            if event.name == "reset":
                shown = ""
            elif event.name == "token":
                shown += event.data["text"]
        answer = event.data
    else:
        answer = await sheaf.ask(question)

    quoted = await sheafs.plain.ask(question)
    assert answer["answer"] == quoted["answer"]
    assert "1911" in answer["answer"]
    assert "cheese" not in shown
    assert shown in ("", answer["answer"])
    assert answer["citations"] == quoted["citations"]
    assert all(citation["verified"] for citation in answer["citations"])
    assert (answer["status"], answer["cached"]) == ("answered", False)
    [failure] = answer["model_failures"]
    assert (failure["path"], failure["fallback"]) == ("generate", FALLBACKS["generate"])
    assert reason in failure["reason"]
    asked = len(server.asked(KNOWN["generate"].part))
    assert asked == requests or (mood == "slow" and asked < requests)


async def test_in_a_good_mood_it_classifies(sheafs: Sheafs, server: OpenAIServer) -> None:
    found = await sheafs.patient.search("harbour cranes", options={"llm_classify": True})
    told = decided(found, "classify_query")
    assert (told["by"], told["query_type"], told["confidence"]) == ("language model", "summary", 0.9)
    assert found["model_failures"] == []


async def test_in_a_good_mood_it_splits_words_anew_and_makes_up_answers_all_at_once(
    sheafs: Sheafs, server: OpenAIServer
) -> None:
    found = await sheafs.patient.search(OLDEST, options={"expansion": True, "hyde": True})
    told = decided(found, "expand_query")
    assert told["queries"][1:] == ["How old is the mill?", "How old is the harbour?", "Which structures stand longest?"]
    assert told["hypothetical"] == KNOWN["hyde"].right
    assert found["model_failures"] == []
    assert len(server.requests) == 3


async def test_in_a_good_mood_it_rates_and_is_asked_once(sheafs: Sheafs, server: OpenAIServer) -> None:
    question = "Which building has planks or bricks?"
    before = searched(await sheafs.plain.search(question))
    server.when(KNOWN["rerank"].part, says(lambda asked: rated(len(before), {len(before): 10})))

    found = await sheafs.patient.search(question, options={"rerank": True})
    again = await sheafs.patient.search(question, options={"rerank": True})

    assert found["hits"][0]["chunk_id"] == before[-1][0]
    assert found["hits"][0]["scores"]["rerank"] == 1.0
    assert searched(again) == searched(found)
    assert (found["model_failures"], again["model_failures"]) == ([], [])
    assert len(server.requests) == 1


async def test_in_a_good_mood_it_answers_once_and_from_the_cache_then(sheafs: Sheafs, server: OpenAIServer) -> None:
    question = "In which year was the harbour opened?"
    answer, again = await sheafs.patient.ask(question), await sheafs.patient.ask(question)
    assert answer["answer"] == again["answer"] == KNOWN["generate"].right
    assert [(each["index"], each["verified"]) for each in answer["citations"]] == [(1, True)]
    assert (answer["model_failures"], answer["unsupported"]) == ([], [])
    assert (answer["cached"], again["cached"]) == (False, True)
    assert len(server.requests) == 1


def rated(count: int, ratings: dict[int, float]) -> str:
    """A reply that rates these passages so, and all others of the count 0."""
    all_of_them = {**dict.fromkeys(range(1, count + 1), 0.0), **ratings}
    return json.dumps({"ratings": [{"passage": number, "rating": each} for number, each in all_of_them.items()]})


@pytest.mark.parametrize(
    ("question", "reply", "rated_passages", "is_told"),
    [
        ("Who painted the bridge?", {"ratings": [{"passage": 2, "rating": 9}]}, 1, True),
        ("Who designed the bridge?", json.loads(rated(30, {})), None, False),
        (
            "Who opposed the tariff?",
            {"ratings": [{"passage": 0, "rating": 9}, {"passage": -1, "rating": 1e9}]},
            0,
            True,
        ),
        ("Who raised the tariff?", {"ratings": [{"passage": 1, "rating": 99}, {"passage": 2, "rating": -4}]}, 0, True),
        ("Who taught at the school?", {"ratings": [{"passage": "first", "rating": "good"}]}, 0, True),
        ("Who bought the ferry?", {"ratings": []}, 0, True),
    ],
)
async def test_of_a_wrong_number_of_ratings_those_that_can_be_count(
    sheafs: Sheafs,
    server: OpenAIServer,
    question: str,
    reply: dict[str, Any],
    rated_passages: int | None,
    is_told: bool,
) -> None:
    server.when(KNOWN["rerank"].part, says(json.dumps(reply)))
    found = await sheafs.patient.search(question, options={"rerank": True})
    before = await sheafs.plain.search(question)
    count = len(before["hits"]) if rated_passages is None else rated_passages
    assert sum("rerank" in hit["scores"] for hit in found["hits"]) == count
    assert [each["path"] for each in found["model_failures"]] == (["rerank"] if is_told else [])
    if rated_passages == 0:
        assert searched(found) == searched(before)


@pytest.mark.parametrize(
    ("path", "queries", "kept"),
    [
        ("paraphrase", [f"What is said of pier {n}?" for n in range(9)], 3),
        ("paraphrase", ["", "x" * 600, "harbour?"], 1),
        ("split", [f"What is said of house {n}?" for n in range(9)], 4),
        ("split", ["What is said of the only house?"], 0),
    ],
)
async def test_of_a_wrong_number_of_queries_the_first_that_are_of_use_count(
    sheafs: Sheafs, server: OpenAIServer, path: ModelPath, queries: list[str], kept: int
) -> None:
    server.when(KNOWN[path].part, says(json.dumps({"queries": queries})))
    question, options = ASKED[path]
    found = await sheafs.patient.search(question, options=options)
    searched_by = decided(found, "expand_query")["queries"]
    assert sum(query in queries for query in searched_by) == kept
    assert [each["path"] for each in found["model_failures"]] == ([] if kept else [path])


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("The harbour of Husby was opened in 1911.", "cites none of the sources"),
        ("I'm sorry, but I can't help with that.", "cites none of the sources"),
        ("The harbour of Husby was opened in 1911 [77].", "cites none of the sources"),
        ("It was opened in 1911 [1]. NO_EVIDENCE", "both answered and said"),
    ],
)
async def test_words_that_are_no_answer_are_taken_back(
    sheafs: Sheafs, server: OpenAIServer, words: str, reason: str
) -> None:
    server.when(KNOWN["generate"].part, says(words))
    names: list[str] = []
    async for event in await sheafs.patient.stream(ASKED["generate"][0]):
        names.append(event.name)
    [failure] = event.data["model_failures"]
    assert reason in failure["reason"]
    assert event.data["answer"] == (await sheafs.plain.ask(ASKED["generate"][0]))["answer"]
    assert names.index("token") < names.index("reset")


async def test_an_answer_that_is_too_long_is_given_as_far_as_it_goes_and_not_kept(
    sheafs: Sheafs, server: OpenAIServer
) -> None:
    words = "The harbour of Husby was opened in 1911 [1]. It has nine"
    server.when(KNOWN["generate"].part, Mood(words=words, finish_reason="length"))
    for _ in range(2):
        answer = await sheafs.patient.ask("What is said of the harbour of Husby and 1911?")
        assert (answer["answer"], answer["cached"]) == (words, False)
        assert [each["fallback"] for each in answer["model_failures"]] == [CUT_SHORT]


async def test_no_evidence_is_an_answer_of_its_own_and_needs_no_words(sheafs: Sheafs, server: OpenAIServer) -> None:
    server.when(KNOWN["generate"].part, says("NO_EVIDENCE"))
    answer = await sheafs.patient.ask("When was the harbour of Husby painted?")
    assert (answer["status"], answer["answer"], answer["citations"]) == ("no_evidence", NOTHING_SAID, [])
    assert (answer["model_failures"], answer["unsupported"]) == ([], [])


async def test_help_never_uses_up_what_the_answer_needs(
    sheafs: Sheafs, server: OpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = {"llm_classify": True, "expansion": True, "hyde": True, "rerank": True}
    server.when(KNOWN["classify"].part, says(json.dumps({"query_type": "analytical", "reason": "", "confidence": 1})))
    poor = sheafs.patient.settings.model.model_copy(update={"calls": 1})
    sheafs.patient.settings, before = (
        sheafs.patient.settings.model_copy(update={"model": poor}),
        sheafs.patient.settings,
    )
    try:
        answer = await sheafs.patient.ask("Why was the harbour of Husby opened?", options=asked)
    finally:
        sheafs.patient.settings = before
    assert answer["answer"] == KNOWN["generate"].right
    assert [each["path"] for each in answer["model_failures"]] == ["paraphrase", "hyde", "rerank"]
    assert all("used up" in each["reason"] for each in answer["model_failures"])
    assert len(server.requests) == 2


async def test_failures_of_one_question_are_not_told_of_the_next(sheafs: Sheafs, server: OpenAIServer) -> None:
    server.when(KNOWN["classify"].part, fails(403), says(KNOWN["classify"].right))
    options = {"llm_classify": True}
    first = await sheafs.patient.ask("Who built the mill?", options=options)
    second = await sheafs.patient.ask("And the bridge?", session_id=first["session_id"], options=options)
    assert [each["path"] for each in first["model_failures"]] == ["classify"]
    assert second["model_failures"] == []
