"""Compares two results of the same evaluation, question by question. Pure functions."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from eval.bootstrap import LEVEL, RESAMPLES, SEED, paired_difference
from nodes.domain.errors import InvalidRequestError

Row = Mapping[str, Any]
Result = Mapping[str, Any]

_SAME_AGAIN = "Measure both with the same command, dataset and --limit."


def compare(first: Result, second: Result, *, names: tuple[str, str] = ("A", "B")) -> dict[str, Any]:
    """Paired differences, second minus first, of every measure that both results have for a question.

    Of every measure under `per_question` more is better.

    Args:
        first: the JSON of an evaluation with `per_question`.
        second: another of the same dataset and questions.
        names: what the results are called.

    Returns:
        `{"dataset", "names", "questions", "measures": {NAME: …}, "changed": […], "settings": […], "notes": […]}`; a
        measure has both means, the mean difference with its interval, and how many questions got better and worse by
        it. `changed` holds every question that a measure tells apart, the most changed first.

    Raises:
        InvalidRequestError: a result has no rows, or the datasets, the questions or the measures are not the same.
    """
    rows = [_rows(result, name) for result, name in zip((first, second), names, strict=True)]
    _same_dataset(first, second, names)
    _same_questions(rows[0], rows[1], names)
    common = _common_measures(rows[0], rows[1])
    if not common:
        raise InvalidRequestError(
            f"{names[0]} and {names[1]} measure nothing alike.", hint="Compare results of the same command."
        )
    measures: dict[str, Any] = {}
    notes: list[str] = []
    for name in common:
        pairs, alone = _pairs(rows[0], rows[1], name)
        if alone:
            notes.append(f"{name}: {len(alone)} questions have a figure in one result only, such as {alone[0]}")
        if pairs:
            measures[name] = _measure(pairs)
    return {
        "dataset": first["dataset"],
        "names": list(names),
        "questions": len(rows[0]),
        "measures": measures,
        "changed": _changed(rows[0], rows[1], list(measures)),
        "settings": _settings_apart(first.get("settings", {}), second.get("settings", {})),
        "bootstrap": {"resamples": RESAMPLES, "level": LEVEL, "seed": SEED},
        "notes": notes,
    }


def _rows(result: Result, name: str) -> dict[str, Row]:
    rows = result.get("per_question")
    if not isinstance(rows, list) or not rows:
        raise InvalidRequestError(
            f"{name} has no rows by question.",
            hint="Give files that `sheaf eval retrieval|answers|ragas DATASET --json` has written.",
        )
    try:
        found = {str(row["question_id"]): row for row in rows}
        for row in rows:
            _ = row["question"], dict(row["metrics"])
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidRequestError(
            f"{name} has rows that are not those of an evaluation.", hint="Do not edit the files."
        ) from error
    if len(found) < len(rows):
        raise InvalidRequestError(f"{name} has a question twice.", hint="Do not join files.")
    return found


def _same_dataset(first: Result, second: Result, names: tuple[str, str]) -> None:
    here, there = first.get("dataset"), second.get("dataset")
    if here != there:
        raise InvalidRequestError(f"{names[0]} is of {here}, and {names[1]} of {there}.", hint=_SAME_AGAIN)


def _same_questions(first: Mapping[str, Row], second: Mapping[str, Row], names: tuple[str, str]) -> None:
    for here, there, name in ((first, second, names[0]), (second, first, names[1])):
        if only := sorted(here.keys() - there.keys()):
            raise InvalidRequestError(f"{len(only)} questions are in {name} only, such as {only[0]}.", hint=_SAME_AGAIN)
    for key, row in first.items():
        if row["question"] != second[key]["question"]:
            raise InvalidRequestError(f"The question {key} is not worded alike in both.", hint=_SAME_AGAIN)


def _common_measures(first: Mapping[str, Row], second: Mapping[str, Row]) -> list[str]:
    """In the order of the first result."""
    here = dict.fromkeys(name for row in first.values() for name in row["metrics"])
    there = {name for row in second.values() for name in row["metrics"]}
    return [name for name in here if name in there]


def _number(row: Row, name: str) -> float | None:
    value = row["metrics"].get(name)
    if value is None:
        return None
    number = float(value)
    return number if math.isfinite(number) else None


def _pairs(
    first: Mapping[str, Row], second: Mapping[str, Row], name: str
) -> tuple[list[tuple[float, float]], list[str]]:
    """Figures of the questions that have both, and the questions that have one."""
    pairs: list[tuple[float, float]] = []
    alone: list[str] = []
    for key, row in first.items():
        here, there = _number(row, name), _number(second[key], name)
        if here is not None and there is not None:
            pairs.append((here, there))
        elif here is not None or there is not None:
            alone.append(key)
    return pairs, alone


def _measure(pairs: Sequence[tuple[float, float]]) -> dict[str, Any]:
    before, after = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    difference = paired_difference(before, after)
    found = asdict(difference)
    return {
        "first": round(math.fsum(before) / len(pairs), 6),
        "second": round(math.fsum(after) / len(pairs), 6),
        "difference": round(found["mean"], 6),
        "low": round(found["low"], 6),
        "high": round(found["high"], 6),
        "sure": difference.sure,
        "questions": found["questions"],
        "better": found["better"],
        "worse": found["worse"],
    }


def _changed(first: Mapping[str, Row], second: Mapping[str, Row], names: Sequence[str]) -> list[dict[str, Any]]:
    changed: list[tuple[float, str, dict[str, Any]]] = []
    for key, row in first.items():
        moved: dict[str, list[float]] = {}
        balance = 0.0
        for name in names:
            here, there = _number(row, name), _number(second[key], name)
            if here is None or there is None or here == there:
                continue
            moved[name] = [here, there]
            balance += there - here
        if moved:
            verdict = "better" if balance > 0 else "worse" if balance < 0 else "mixed"
            found = {"question_id": key, "question": row["question"], "verdict": verdict, "metrics": moved}
            changed.append((abs(balance), key, found))
    return [found for _, _, found in sorted(changed, key=lambda each: (-each[0], each[1]))]


def _settings_apart(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Settings that differ, by their dotted names."""
    here, there = _flat(first, ""), _flat(second, "")
    return [
        {"setting": name, "first": here.get(name), "second": there.get(name)}
        for name in sorted(here.keys() | there.keys())
        if here.get(name) != there.get(name)
    ]


def _flat(values: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, Mapping):
            flat.update(_flat(value, f"{prefix}{name}."))
        else:
            flat[f"{prefix}{name}"] = value
    return flat
