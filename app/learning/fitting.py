"""Pairwise logistic regression, held to the defaults, and what it gains on questions that it has not seen."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.learning.examples import Example
from nodes.ranking.learned import DEFAULTS, FEATURES

LEAST_QUESTIONS = 50
"""Different questions with an answer that can be learned from: with fewer nothing is switched on."""
FOLDS = 5
"""Of the questions: each is judged by what the others taught."""
TEMPERATURE = 0.1
"""A difference of scores that is worth one logit."""
PULL = 20.0
"""Towards the defaults: as strong as some tens of answers that all say the same."""
RESAMPLES = 2000
"""Of the bootstrap."""
_STEPS = 50
"""Of Newton's method, at most."""
_ENOUGH = 1e-10
"""A step that moves no weight by more ends it."""

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Interval:
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Fit:
    """What was learned, and what it is worth."""

    weights: Mapping[str, float]
    answers: int
    questions: int
    accuracy: float
    """Share of pairs that the weights order rightly, on questions they were not learned from; 0..1."""
    default_accuracy: float
    """Share that the defaults order rightly."""
    gain: Interval
    """Of the share, over questions."""

    @property
    def refusal(self) -> str:
        """Why it must not be switched on; empty where it may."""
        if self.questions < LEAST_QUESTIONS:
            return f"{self.questions} questions can be learned from, and {LEAST_QUESTIONS} are needed"
        if self.gain.low <= 0:
            return f"the gain may be none: its 95 % interval is {self.gain.low:+.3f} to {self.gain.high:+.3f}"
        return ""


def learn(examples: Sequence[Example]) -> Fit:
    """Weights from all examples; their gain from five folds, each judged by what the other four taught.

    Answers to one question are in one fold. The interval is that of a bootstrap over questions with a fixed seed, so
    that the same feedback gives the same result.
    """
    folds = [_fold(each.question) for each in examples]
    learned = np.zeros(len(examples))
    for fold in set(folds):
        weights = fit([each for each, other in zip(examples, folds, strict=True) if other != fold])
        for place, (each, other) in enumerate(zip(examples, folds, strict=True)):
            if other == fold:
                learned[place] = _ordered(each, weights)
    plain = np.array([_ordered(each, _defaults()) for each in examples])
    stakes = np.array([each.weight for each in examples])
    by_question = _by_question(examples, learned - plain, stakes)
    final = fit(examples)
    return Fit(
        weights={name: round(float(weight), 4) for name, weight in zip(FEATURES, final, strict=True)},
        answers=len(examples),
        questions=len(by_question),
        accuracy=_mean(learned, stakes),
        default_accuracy=_mean(plain, stakes),
        gain=_interval(by_question),
    )


def fit(examples: Sequence[Example]) -> Vector:
    """(6,) weights w that minimise `sum of s log(1 + exp(-d.w / 0.1)) + 10 |w - defaults|²`, by Newton's method.

    d are the differences of all pairs; s shares an answer's weight among its pairs, so that one with many sources
    does not count more. The pull keeps it strictly convex: there is one minimum, and the defaults without examples.
    """
    start = _defaults()
    if not examples:
        return start
    differences = np.concatenate([each.differences for each in examples]) / TEMPERATURE
    shares = np.concatenate([np.full(len(each.differences), each.weight / len(each.differences)) for each in examples])
    weights = start
    for _ in range(_STEPS):
        wrong = 0.5 * (1 - np.tanh(differences @ weights / 2))
        slope = PULL * (weights - start) - differences.T @ (shares * wrong)
        curvature = (differences.T * (shares * wrong * (1 - wrong))) @ differences + PULL * np.eye(len(start))
        step = _damped(np.asarray(np.linalg.solve(curvature, slope), np.float64))
        weights = weights - step
        if float(np.abs(step).max()) < _ENOUGH:
            break
    return weights


def _damped(step: Vector) -> Vector:
    """No more than 1 at once: far from its minimum the curve is flat, and Newton's step leads beyond."""
    largest = float(np.abs(step).max())
    return step / largest if largest > 1 else step


def _defaults() -> Vector:
    return np.array([DEFAULTS[name] for name in FEATURES])


def _ordered(example: Example, weights: Vector) -> float:
    """Share of the pairs that are ordered rightly, ties half."""
    margins = np.round(example.differences @ weights, 12)
    return float(np.mean((margins > 0) + 0.5 * (margins == 0)))


def _fold(question: str) -> int:
    return hashlib.blake2b(question.encode("utf-8", "surrogatepass"), digest_size=4).digest()[0] % FOLDS


def _mean(values: Vector, stakes: Vector) -> float:
    return float(np.average(values, weights=stakes)) if len(values) else 0.0


def _by_question(examples: Sequence[Example], gains: Vector, stakes: Vector) -> NDArray[np.float64]:
    """(Q, 2) of each question: the weighted sum of its answers' gains, and their weight."""
    sums: dict[str, list[float]] = {}
    for each, gain, stake in zip(examples, gains, stakes, strict=True):
        total = sums.setdefault(each.question, [0.0, 0.0])
        total[0] += stake * gain
        total[1] += stake
    return np.array(list(sums.values())).reshape(-1, 2)


def _interval(by_question: NDArray[np.float64]) -> Interval:
    if not len(by_question):
        return Interval(0.0, 0.0, 0.0)
    chance = np.random.default_rng(7)
    drawn = by_question[chance.integers(0, len(by_question), (RESAMPLES, len(by_question)))].sum(axis=1)
    low, high = np.percentile(drawn[:, 0] / drawn[:, 1], (2.5, 97.5))
    sums = by_question.sum(axis=0)
    return Interval(float(sums[0] / sums[1]), float(low), float(high))
