"""Weights from feedback: a planted preference is found, noise and too little are refused, and so is a file of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from app.catalogue.records import FeedbackRecord
from app.chatting.feedback import give_feedback
from app.cli.learn import command
from app.doctor import diagnose
from app.learning.examples import Example, examples_of
from app.learning.fitting import LEAST_QUESTIONS, Fit, Interval, fit, learn
from app.learning.weights_file import WeightsFile
from app.settings import load_settings
from app.sheaf import Sheaf
from nodes.domain.errors import InvalidRequestError, UnavailableError
from nodes.ranking.learned import DEFAULTS, FEATURES

DENSE, LINK = FEATURES.index("dense"), FEATURES.index("link")
Likes = Callable[[np.random.Generator, np.ndarray[Any, Any]], np.ndarray[Any, Any]]


def synthetic(answers: int, likes: Likes, *, sources: int = 8, cited: int = 2, seed: int = 1) -> list[Example]:
    """Answers whose sources have random scores, and whose best by `likes` were cited."""
    chance = np.random.default_rng(seed)
    made = []
    for number in range(answers):
        features = chance.random((sources, len(FEATURES)))
        order = np.argsort(-likes(chance, features))
        pairs = [features[one] - features[other] for one in order[:cited] for other in order[cited:]]
        made.append(Example(f"question {number}", np.array(pairs), 1.0))
    return made


def dense_matters(chance: np.random.Generator, features: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The score that decides counts, and dense nearly as much, with some whim."""
    return features[:, 0] + 0.8 * features[:, DENSE] - 0.5 * features[:, LINK] + 0.1 * chance.random(len(features))


def whim(chance: np.random.Generator, features: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """What is cited has nothing to do with any score."""
    return chance.random(len(features))


def as_before(_: np.random.Generator, features: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The order there is, is the right one."""
    return features[:, 0]


def test_a_planted_preference_is_found_with_its_proportions() -> None:
    found = learn(synthetic(300, dense_matters))
    assert found.refusal == ""
    assert found.gain.low > 0.03
    assert found.accuracy > found.default_accuracy + 0.05
    weights = {name: weight / found.weights["final"] for name, weight in found.weights.items()}
    assert weights["dense"] == pytest.approx(0.8, abs=0.2)
    assert weights["link"] == pytest.approx(-0.5, abs=0.2)
    assert all(abs(weights[name]) < 0.15 for name in ("bm25", "fused", "hierarchy"))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("likes", [as_before], ids=["the order is right already"])
def test_where_nothing_is_to_gain_nothing_is_switched_on(likes: Likes, seed: int) -> None:
    found = learn(synthetic(150, likes, seed=seed))
    assert "the gain may be none" in found.refusal


def test_of_noise_hardly_anything_is_switched_on() -> None:
    """An interval of 95 % is wrong now and then: at most once above zero in forty, twice by bad luck in twenty."""
    refused = [bool(learn(synthetic(60, whim, seed=seed)).refusal) for seed in range(20)]
    assert sum(refused) >= 18


def test_too_little_is_refused_however_clear_it_is() -> None:
    few = synthetic(LEAST_QUESTIONS - 1, dense_matters)
    assert f"{LEAST_QUESTIONS} are needed" in learn(few).refusal
    # The same questions again are not more questions.
    assert f"{LEAST_QUESTIONS - 1} questions" in learn(few * 3).refusal
    assert "0 questions" in learn([]).refusal
    assert fit([]).tolist() == [DEFAULTS[name] for name in FEATURES]


def test_a_few_answers_move_the_weights_a_little_and_many_more() -> None:
    moves = [np.abs(fit(synthetic(answers, dense_matters)) - fit([])).max() for answers in (3, 30, 300)]
    assert 0 < moves[0] < 0.1 < moves[1] < moves[2]


def test_the_minimum_is_a_minimum() -> None:
    """No step in any direction makes it better, by the formula that the docstring gives."""
    examples = synthetic(40, dense_matters)

    def loss(weights: np.ndarray[Any, Any]) -> float:
        pairs = sum(
            each.weight * float(np.mean(np.logaddexp(0, -(each.differences @ weights) / 0.1))) for each in examples
        )
        return pairs + 10 * float(np.sum((weights - fit([])) ** 2))

    best = fit(examples)
    chance = np.random.default_rng(3)
    assert all(loss(best) <= loss(best + step) for step in chance.normal(0, 0.01, (200, len(FEATURES))))


def record(answer_id: str, value: int, sources: list[dict[str, Any]], cited: list[int]) -> FeedbackRecord:
    payload = {
        "standalone_question": f"What is {answer_id}?",
        "sources": sources,
        "citations": [{"index": index} for index in cited],
    }
    return FeedbackRecord("f", "s", answer_id, value, "", "2026-01-01T00:00:00.000000Z", payload if sources else {})


def source(index: int, **scores: float) -> dict[str, Any]:
    return {"index": index, "scores": scores}


def test_thumbs_become_pairs_of_cited_and_other_sources() -> None:
    sources = [source(1, final=1.0, dense=0.2), source(2, final=0.5, dense=0.9), source(3, final=0.1)]
    found = examples_of(
        [
            record("a", -1, sources, [1]),
            record("a", 1, sources, [2]),
            record("b", -1, sources, [2]),
            record("no scores", 1, [{"index": 1}], [1]),
            record("no session", 1, [], []),
            record("all cited", 1, sources, [1, 2, 3]),
            record("reranked", 1, [source(1, final=1.0, rerank=0.3), source(2)], [1]),
        ]
    )
    up, down = found.examples
    assert found.rows == 6, "the last word on an answer counts"
    assert up.differences[:, 0].tolist() == pytest.approx([-0.5, 0.4])
    assert up.differences[:, DENSE].tolist() == pytest.approx([0.7, 0.9])
    assert down.differences.tolist() == (-up.differences).tolist()
    assert (up.weight, down.weight) == (1.0, 0.5)
    assert sum(found.left_out.values()) == 4


def good_fit(low: float = 0.02, questions: int = LEAST_QUESTIONS) -> Fit:
    return Fit({**DEFAULTS, "dense": 0.5}, 60, questions, 0.8, 0.7, Interval(0.1, low, 0.2))


def test_the_file_gives_back_what_was_written_and_is_read_anew(tmp_path: Path) -> None:
    file = WeightsFile(tmp_path / "weights.json")
    assert file.read() is None
    file.write(good_fit(), "2026-01-01T00:00:00Z")
    assert file.read() == {**DEFAULTS, "dense": 0.5}
    (tmp_path / "weights.json").unlink()
    assert file.read() is None


@pytest.mark.parametrize("bad", [good_fit(low=0.0), good_fit(low=-0.01), good_fit(questions=LEAST_QUESTIONS - 1)])
def test_what_may_gain_nothing_is_neither_written_nor_read(tmp_path: Path, bad: Fit) -> None:
    file = WeightsFile(tmp_path / "weights.json")
    with pytest.raises(InvalidRequestError, match="Nothing was written"):
        file.write(bad, "2026-01-01T00:00:00Z")
    file.write(good_fit(), "2026-01-01T00:00:00Z")
    told = json.loads(file.path.read_text())
    told |= {"questions": bad.questions, "gain": vars(bad.gain)}
    file.path.write_text(json.dumps(told))
    with pytest.raises(UnavailableError, match="cannot be used"):
        WeightsFile(file.path).read()


@pytest.mark.parametrize("text", ["", "[]", '{"weights": {"dense": NaN}}', "{}"])
def test_a_broken_file_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "weights.json"
    path.write_text(text)
    with pytest.raises(UnavailableError, match=r"cannot be used.*weights\.json") as raised:
        WeightsFile(path).read()
    assert str(path) not in str(raised.value.report())


async def test_a_broken_file_leaves_the_scores_and_the_trace_says_so(sample_copy: Path) -> None:
    settings = load_settings(home=sample_copy)
    settings.learned_weights_path.write_text("{}")
    async with Sheaf(settings) as sheaf:
        found = await sheaf.search("Who chairs the board?", options={"learned_weights": True})
    assert found["hits"]
    [step] = [each for each in found["trace"] if each["node"] == "weigh_scores"]
    assert step["decided"]["applied"] is False
    assert "cannot be used" in step["why"]
    assert str(sample_copy) not in str(found["trace"])
    checks, _ = await diagnose(settings)
    [told] = [check for check in checks if check.part == "learned weights"]
    assert not told.ok
    assert str(settings.learned_weights_path) in told.found


async def test_feedback_keeps_the_scores_and_learned_weights_change_the_order(sample_copy: Path) -> None:
    settings = load_settings(home=sample_copy)
    question = "Who chairs the board?"
    async with Sheaf(settings) as sheaf:
        done = await sheaf.ask(question, session_id="one")
        await give_feedback(sheaf, "local", "one", done["answer_id"], 1)
        [kept] = await sheaf.catalogue.feedback("local")
        sources = kept.payload["sources"]
        assert all({"final", "dense", "fused"} <= set(each["scores"]) for each in sources)
        assert all("scores" not in each for each in done["sources"]), "outsiders see what they saw before"

        plain = await sheaf.search(question, options={"learned_weights": True})
        told = next(each for each in plain["trace"] if each["node"] == "weigh_scores")
        assert "no weights were learned yet" in told["why"]
        weights = {**dict.fromkeys(DEFAULTS, 0.0), "dense": 1.0}
        WeightsFile(settings.learned_weights_path).write(
            Fit(weights, 60, 60, 0.8, 0.7, Interval(0.1, 0.05, 0.2)), "2026-01-01T00:00:00Z"
        )
        weighed = await sheaf.search(question, options={"learned_weights": True, "top_k": 20})
        off = await sheaf.search(question, options={"top_k": 20})
    dense = [hit["scores"]["dense"] for hit in weighed["hits"]]
    assert dense == sorted(dense, reverse=True)
    assert [hit["chunk_id"] for hit in off["hits"]] != [hit["chunk_id"] for hit in weighed["hits"]]
    assert all("plain" not in hit["scores"] for hit in off["hits"]), "off unless somebody turns it on"


def test_the_command_says_what_is_missing_and_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHEAF_HOME", str(tmp_path / "home"))
    done = CliRunner().invoke(command, ["--json"])
    assert done.exit_code == 1
    told = json.loads(done.stdout)
    assert (told["feedback"], told["questions"], told["written"]) == (0, 0, None)
    assert f"{LEAST_QUESTIONS} are needed" in told["refusal"]
    assert "Nothing is switched on" in done.stderr
    assert not (tmp_path / "home" / "learned-weights.json").exists()
    shown = CliRunner().invoke(command, [])
    assert shown.stdout == ""
    assert f"{LEAST_QUESTIONS} are needed" in shown.stderr
