"""The file of learned weights: written by `sheaf learn`, read anew when it was changed."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError

from app.learning.fitting import LEAST_QUESTIONS, Fit
from nodes.domain.errors import InvalidRequestError, UnavailableError
from nodes.ranking.learned import FEATURES


class Gain(BaseModel):
    """A mean with its 95 % interval."""

    model_config = ConfigDict(extra="forbid")

    mean: FiniteFloat
    low: FiniteFloat = Field(gt=0)
    high: FiniteFloat


class LearnedWeights(BaseModel):
    """What the file says. One whose gain may be none, or that rests on too little, is refused."""

    model_config = ConfigDict(extra="forbid")

    weights: dict[str, FiniteFloat]
    answers: int
    questions: int = Field(ge=LEAST_QUESTIONS)
    accuracy: FiniteFloat
    default_accuracy: FiniteFloat
    gain: Gain
    learned_at: str


class WeightsFile:
    """Satisfies `nodes.ports.WeightsFile`."""

    def __init__(self, path: Path) -> None:
        """Reads nothing yet."""
        self.path = path
        self._kept: tuple[int, dict[str, float]] | None = None

    def read(self) -> dict[str, float] | None:
        """The weights by the names of scores; None where there is no file. Blocks on the disk.

        Raises:
            UnavailableError: it is not what `sheaf learn` writes, or its gain may be none.
        """
        try:
            changed = self.path.stat().st_mtime_ns
            if self._kept is None or self._kept[0] != changed:
                found = LearnedWeights.model_validate_json(self.path.read_text(encoding="utf-8"))
                self._kept = (changed, _known(found.weights))
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            reason = error.errors()[0]["msg"] if isinstance(error, ValidationError) else error
            raise UnavailableError(
                "The learned weights cannot be used.",
                hint="Run `sheaf learn` again, or turn learned_weights off.",
                detail=f"{self.path}: {reason}.",
            ) from error
        return self._kept[1]

    def write(self, fit: Fit, learned_at: str) -> None:
        """Writes what was learned, in place of what was there. Blocks on the disk.

        Raises:
            InvalidRequestError: it must not be switched on, or the folder cannot be written.
        """
        if fit.refusal:
            raise InvalidRequestError(f"Nothing was written: {fit.refusal}.")
        told = {
            "weights": dict(fit.weights),
            "answers": fit.answers,
            "questions": fit.questions,
            "accuracy": round(fit.accuracy, 4),
            "default_accuracy": round(fit.default_accuracy, 4),
            "gain": {"mean": fit.gain.mean, "low": fit.gain.low, "high": fit.gain.high},
            "learned_at": learned_at,
        }
        beside = self.path.with_suffix(".new")
        try:
            beside.write_text(json.dumps(told, indent=2), encoding="utf-8")
            beside.replace(self.path)
        except OSError as error:
            raise InvalidRequestError(
                f"{self.path} cannot be written: {error.strerror}.",
                hint="Let this user write in its folder, or name another home with SHEAF_HOME.",
            ) from error


def _known(weights: dict[str, float]) -> dict[str, float]:
    unknown = sorted(set(weights) - set(FEATURES))
    if unknown:
        raise ValueError(f"there is no score {unknown[0]!r}")
    return weights
