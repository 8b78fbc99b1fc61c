"""The sample documents, about one made-up island, and the questions that `sheaf demo` asks of them."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Literal, TypedDict, cast

COLLECTION = "samples"
"""Where they go, unless somebody says otherwise."""

QuestionKind = Literal["fact", "comparison", "two_hop", "conflict", "unanswerable"]


class Expectation(TypedDict):
    """What a right answer rests on and says. Both are empty for a question that the documents do not answer."""

    documents: list[str]
    """File names among the sample documents: a right answer cites every one."""
    contains: list[str]
    """Words that stand in a right answer, every one."""


class DemoQuestion(TypedDict):
    """A question of the demo, with its kind and what is expected."""

    kind: QuestionKind
    question: str
    expects: Expectation


def sample_paths() -> list[Path]:
    """The sample documents, by file name."""
    folder = Path(str(files(__name__) / "documents"))
    return sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))


def demo_questions() -> list[DemoQuestion]:
    """The questions of the demo, one of each kind, in the order in which they are asked."""
    text = (files(__name__) / "questions.json").read_text(encoding="utf-8")
    return cast("list[DemoQuestion]", json.loads(text))
