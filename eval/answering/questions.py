"""The questions of a dataset whose answer is known, and those that nothing in it answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eval.datasets import Dataset, Question
from eval.jsonl import DatasetError, JsonLine, read_json_lines

ANSWER = "answer"
"""The kind of a question that something answers."""
UNNAMED_KIND = "unanswerable"
"""The kind of a question whose `metadata.unanswerable` is just true."""


@dataclass(frozen=True)
class KnownQuestion:
    """A question with its answer, in one or several wordings."""

    question: Question
    """Its gold may be empty."""
    references: tuple[str, ...]


@dataclass(frozen=True)
class RefusalQuestion:
    """A question that nothing answers: the right reply is that there is no evidence."""

    id: str
    text: str


Refusals = Mapping[str, Sequence[RefusalQuestion]]
"""Questions that nothing answers, by kind."""


@dataclass(frozen=True)
class AnswerQuestions:
    """What `eval answers` asks."""

    known: Sequence[KnownQuestion]
    refusals: Refusals
    left_out: int
    """Questions with neither."""


def read_answer_questions(
    folder: Path, dataset: Dataset, *, refuse_from: Path | None = None, limit: int | None = None
) -> AnswerQuestions:
    """Reads from `queries.jsonl` the questions with `metadata.answer` or `metadata.unanswerable`.

    An answer is a string or number, or a list of them where several wordings are right. `unanswerable` names the kind,
    or is true; such a question is not asked for an answer, whatever else it says.

    Args:
        folder: the dataset's.
        dataset: the same, loaded without a limit: its questions bring the gold.
        refuse_from: another dataset; nothing here answers its questions, which become the kind `other_set`.
        limit: the first so many known questions, and as many of each kind.

    Raises:
        DatasetError: a field is wrong, or there is nothing to ask.
    """
    judged = {question.id: question for question in dataset.questions}
    known: list[KnownQuestion] = []
    refusals: dict[str, list[RefusalQuestion]] = {}
    left_out = 0
    for line in read_json_lines(folder / "queries.jsonl")[0]:
        identifier, text, metadata = line.identifier("_id"), line.text("text"), line.mapping("metadata")
        kind, references = _kind(line, metadata.get("unanswerable")), _references(line, metadata.get("answer"))
        if kind:
            refusals.setdefault(kind, []).append(RefusalQuestion(identifier, text))
        elif references:
            known.append(KnownQuestion(judged.get(identifier, Question(identifier, text, metadata, {})), references))
        else:
            left_out += 1
    if refuse_from is not None:
        lines, _ = read_json_lines(refuse_from / "queries.jsonl")
        others = [RefusalQuestion(line.identifier("_id"), line.text("text")) for line in lines]
        refusals["other_set"] = [*refusals.get("other_set", []), *others]
    if not known and not refusals:
        raise DatasetError(
            f"{dataset.name} has no question with metadata.answer.",
            hint="`sheaf eval retrieval` measures what is found without known answers.",
        )
    first = {kind: questions[:limit] for kind, questions in sorted(refusals.items())}
    return AnswerQuestions(known[:limit], first, left_out)


def _kind(line: JsonLine, value: Any) -> str:
    if value is None or value is False or value == "":
        return ""
    if value is True:
        return UNNAMED_KIND
    if isinstance(value, str):
        return value
    raise DatasetError(
        f"{line.place}: metadata.unanswerable is {value!r}.", hint="Name the kind, such as other_set, or write true."
    )


def _references(line: JsonLine, value: Any) -> tuple[str, ...]:
    values = value if isinstance(value, list) else [] if value is None else [value]
    references = []
    for each in values:
        if isinstance(each, bool):
            references.append("yes" if each else "no")
        elif isinstance(each, str | int | float):
            references.append(str(each).strip())
        else:
            raise DatasetError(
                f"{line.place}: metadata.answer is {value!r}.", hint="Make it a string, a number or a list of them."
            )
    return tuple(each for each in references if each)
